"""Genes from local catalogues."""
