"""Compounds: records, pictures, queries and structures."""
