"""Pathways from local catalogues, drawings and archives."""
