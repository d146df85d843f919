"""Compounds: resolve names, and identifiers that only drawings have."""
