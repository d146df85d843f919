"""Compounds: names in bulk, and records in the cache."""
