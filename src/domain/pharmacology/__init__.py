"""Pharmacology: tables of its terms, and the facts of ligands and targets."""
