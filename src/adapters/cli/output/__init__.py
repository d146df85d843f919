"""Answers at a terminal: text, tables, JSON, CSV."""
