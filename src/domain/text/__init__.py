"""Text: cleaning for display, folding for search, and regular expressions that are compiled on first use."""
