"""Pathways: reverse lookup, components, and nodes of drawings."""
