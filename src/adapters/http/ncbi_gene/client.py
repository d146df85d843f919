"""NCBI Gene: one gzipped file of genes for each organism (public domain).

Source: https://ftp.ncbi.nlm.nih.gov/gene/DATA/GENE_INFO/. Human genes come from HGNC, so only names of proteins are
taken from the file about them.
"""

from functools import partial

import httpx

from biofacts.adapters.http.client import LifeSciencesClient
from biofacts.adapters.http.columns import Columns
from biofacts.adapters.http.ncbi_gene.gene_info import GENES, PROTEINS, describe, read_genes, read_protein_names
from biofacts.adapters.http.published_file import BulkFile, Reader, RowT, packed_lines
from biofacts.domain.genes.gene import NCBI_GENE

_FILES = {
    "Mus musculus": ("Mammalia/Mus_musculus", {10090}),
    "Rattus norvegicus": ("Mammalia/Rattus_norvegicus", {10116}),
    "Bos taurus": ("Mammalia/Bos_taurus", {9913}),
    "Canis familiaris": ("Mammalia/Canis_familiaris", {9615}),
    "Sus scrofa": ("Mammalia/Sus_scrofa", {9823}),
    "Pan troglodytes": ("Mammalia/Pan_troglodytes", {9598}),
    "Gallus gallus": ("Non-mammalian_vertebrates/Gallus_gallus", {9031}),
    "Danio rerio": ("Non-mammalian_vertebrates/Danio_rerio", {7955}),
    "Xenopus tropicalis": ("Non-mammalian_vertebrates/Xenopus_tropicalis", {8364}),
    "Xenopus laevis": ("Non-mammalian_vertebrates/Xenopus_laevis", {8355}),
    "Drosophila melanogaster": ("Invertebrates/Drosophila_melanogaster", {7227}),
    "Caenorhabditis elegans": ("Invertebrates/Caenorhabditis_elegans", {6239}),
    "Anopheles gambiae": ("Invertebrates/Anopheles_gambiae", {7165, 180454}),
    "Saccharomyces cerevisiae": ("Fungi/Saccharomyces_cerevisiae", {559292}),
    "Arabidopsis thaliana": ("Plants/Arabidopsis_thaliana", {3702}),
    "Oryza sativa": ("Plants/Oryza_sativa", {4530, 39947}),
    "Zea mays": ("Plants/Zea_mays", {4577}),
    "Escherichia coli": ("Archaea_Bacteria/Escherichia_coli_str._K-12_substr._MG1655", {511145}),
}
"""Each organism's file, and the taxa whose rows are used; strains and subspecies have taxa of their own.

The genome may be that of one group or strain: rice rows are of the Japonica group, mosquito rows of the strain PEST.
"""


class NcbiGeneClient(LifeSciencesClient):
    """NCBI's files of genes. `genes`: by organism, without human ones; `proteins`: the names of human proteins."""

    service = NCBI_GENE

    def __init__(self, http: httpx.AsyncClient) -> None:
        super().__init__(http)
        self.genes = {
            organism: self._file(path, partial(read_genes, organism=organism, taxa=taxa), GENES)
            for organism, (path, taxa) in _FILES.items()
        }
        self.proteins = self._file("Mammalia/Homo_sapiens", read_protein_names, PROTEINS)
        self.pieces = (self.genes["Mus musculus"].piece, self.proteins.piece)

    def _file(self, path: str, read: Reader[RowT], columns: Columns) -> BulkFile[RowT]:
        name, head = f"DATA/GENE_INFO/{path}.gene_info.gz", partial(describe, columns=columns)
        return BulkFile(self, name, read, head, cut=packed_lines)
