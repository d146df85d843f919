"""Outbound: the upstream services."""
