"""Text: cleaned for people, and folded for search indexes."""
