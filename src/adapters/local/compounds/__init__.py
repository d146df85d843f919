"""Compounds: PubChem's downloaded names, and cached records."""
