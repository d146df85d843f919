"""Diagrams as pictures: SVG, and PNG made of it."""
