"""Outbound: events of a server as metrics for Prometheus and as spans of OpenTelemetry."""
