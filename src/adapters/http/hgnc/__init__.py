"""HGNC: the approved names of human genes."""
