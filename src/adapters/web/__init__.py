"""Inbound: a web page for people, rendered here and readable without scripts; the same tools answer it."""
