"""Identifiers: CURIEs, databases, cross references, organisms, and links to the pages of databases."""
