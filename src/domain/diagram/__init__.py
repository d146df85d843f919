"""Diagrams: the layout of a pathway and the positions of its elements."""
