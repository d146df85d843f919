"""Diagrams of pathways: elements, layout, connectors, highlights and sizes of figures."""
