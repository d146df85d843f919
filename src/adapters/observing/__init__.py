"""Outbound: the events of a server as Prometheus metrics and as OpenTelemetry spans."""
