"""HGNC, the HUGO Gene Nomenclature Committee: one static file of all approved human genes (CC0).

Source: https://www.genenames.org/download/ (the complete set).
"""

import httpx

from biofacts.adapters.http.client import LifeSciencesClient
from biofacts.adapters.http.hgnc.complete_set import describe, read_genes
from biofacts.adapters.http.published_file import BulkFile
from biofacts.domain.genes.gene import HGNC


class HgncClient(LifeSciencesClient):
    """Client of the complete set of human genes."""

    service = HGNC

    def __init__(self, http: httpx.AsyncClient) -> None:
        super().__init__(http)
        self.genes = BulkFile(self, "tsv/tsv/hgnc_complete_set.txt", read_genes, describe)
        self.pieces = (self.genes.piece,)
