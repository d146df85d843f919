"""Resolution of gene names by the names of the genes' proteins."""
