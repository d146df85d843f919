"""The fonts for PNG pictures, identical on every machine."""
