"""Identifiers: CURIEs, databases, cross references, organisms, links to pages of databases."""
