"""Interactions of ligands and targets, and answers to questions about them."""
