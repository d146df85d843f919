"""Genes by the names of their proteins."""
