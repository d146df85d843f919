"""Entries of the catalogues: searched fields and stored values."""
