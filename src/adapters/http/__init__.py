"""Outbound adapters for upstream HTTP services."""
