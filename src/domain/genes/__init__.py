"""Genes: their names, the resolution of names to genes, and families of genes."""
