"""Outbound: what the program reports about requests, as metrics for Prometheus."""
