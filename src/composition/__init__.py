"""Composition: which adapter serves which port, the settings, and what a server runs on."""
