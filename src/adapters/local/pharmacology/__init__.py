"""Ligands, targets and interactions from local catalogues."""
