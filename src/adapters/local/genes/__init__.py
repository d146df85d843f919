"""Lookups of genes in the local catalogues of HGNC and NCBI Gene."""
