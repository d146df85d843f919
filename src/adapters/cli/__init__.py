"""Inbound: people at a terminal."""
