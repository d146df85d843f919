"""Text: cleaning for display, folding for search, and patterns that are compiled on first use."""
