"""Inbound: the Model Context Protocol."""
