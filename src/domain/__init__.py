"""Values and pure rules; no input, no output."""
