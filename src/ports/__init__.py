"""Interfaces between the use cases and the outside world: one Protocol for each capability."""
