"""Statistics with NumPy."""
