"""Text: what a person sees of it, and what an index sees."""
