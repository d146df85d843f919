"""Pages of answers, and other kinds that a name may be."""
