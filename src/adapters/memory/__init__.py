"""Outbound: in-memory fakes and the built-in sample."""
