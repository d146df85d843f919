"""NCBI Gene: the names of other organisms' genes."""
