"""The fonts that pictures of dots are made with, the same on every machine."""
