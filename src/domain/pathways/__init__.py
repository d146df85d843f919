"""Pathways: records, drawings, and the genes and compounds that are drawn."""
