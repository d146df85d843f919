"""Diagrams: shapes, their places, lines and marks."""
