"""Genes: their names, what a name may mean, and the families that are named like genes."""
