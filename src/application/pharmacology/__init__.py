"""Interactions of ligands and targets; questions about them."""
