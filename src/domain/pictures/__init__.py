"""Diagrams of pathways: elements, layout, connectors, arrowheads, highlights and sizes of figures."""
