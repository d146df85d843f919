"""Inbound adapter for the Model Context Protocol."""
