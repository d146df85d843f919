"""Queries for ligands and targets: what their words mean."""
