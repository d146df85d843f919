"""Diagrams: how a pathway looks, and where everything in it lies."""
