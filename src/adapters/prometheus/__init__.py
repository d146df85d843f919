"""What is seen, as Prometheus reads it."""
