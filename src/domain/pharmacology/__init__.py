"""Pharmacology: its words as tables, and what is known of ligands and targets."""
