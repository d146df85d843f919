"""Outbound: sources that answer from local catalogues, and keep those up to date, without HTTP or SQL."""
