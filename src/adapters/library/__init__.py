"""The Python library, for scripts and notebooks."""
