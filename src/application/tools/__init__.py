"""The tools: their descriptions, their arguments, and the function that calls them."""
