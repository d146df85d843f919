"""Use cases about the edges of all drawings: the neighbours of a gene or compound, and the paths between two."""
