"""Pathways: their records, their drawings, and the genes and compounds in drawings."""
