"""Outbound: request budgets that all nodes of a Ray cluster share."""
