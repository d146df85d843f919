"""Outbound: what the program reports about requests, as spans of OpenTelemetry."""
