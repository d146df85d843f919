"""The Python library: what scripts and notebooks call."""
