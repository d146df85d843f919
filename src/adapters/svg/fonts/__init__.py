"""The fonts of PNG and PDF pictures, which make them identical on every machine."""
