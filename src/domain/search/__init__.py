"""Search: how plain words find entries, and in which order."""
