"""What is seen, as spans of OpenTelemetry."""
