"""NCBI Gene: genes of organisms other than human, and names of human proteins."""

import io
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial

import httpx

from biofacts.adapters.http.base_client import (
    BulkFile,
    ColumnReader,
    FileHead,
    RowReader,
    RowT,
    TableRow,
    UpstreamClient,
    packed_lines,
    read_lines,
)
from biofacts.domain.answers.records import NCBI_GENE
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.genes.names import ProteinNames, organism_of
from biofacts.domain.identifiers.cross_references import collect
from biofacts.domain.identifiers.organisms import HUMAN, TAXA
from biofacts.domain.text import clean

_FILES = {
    "Mus musculus": "Mammalia/Mus_musculus",
    "Rattus norvegicus": "Mammalia/Rattus_norvegicus",
    "Bos taurus": "Mammalia/Bos_taurus",
    "Canis familiaris": "Mammalia/Canis_familiaris",
    "Sus scrofa": "Mammalia/Sus_scrofa",
    "Pan troglodytes": "Mammalia/Pan_troglodytes",
    "Gallus gallus": "Non-mammalian_vertebrates/Gallus_gallus",
    "Danio rerio": "Non-mammalian_vertebrates/Danio_rerio",
    "Xenopus tropicalis": "Non-mammalian_vertebrates/Xenopus_tropicalis",
    "Xenopus laevis": "Non-mammalian_vertebrates/Xenopus_laevis",
    "Drosophila melanogaster": "Invertebrates/Drosophila_melanogaster",
    "Caenorhabditis elegans": "Invertebrates/Caenorhabditis_elegans",
    "Anopheles gambiae": "Invertebrates/Anopheles_gambiae",
    "Saccharomyces cerevisiae": "Fungi/Saccharomyces_cerevisiae",
    "Arabidopsis thaliana": "Plants/Arabidopsis_thaliana",
    "Oryza sativa": "Plants/Oryza_sativa",
    "Zea mays": "Plants/Zea_mays",
    "Escherichia coli": "Archaea_Bacteria/Escherichia_coli_str._K-12_substr._MG1655",
}
"""Path of each organism's file."""

_GENOMES = {
    "Anopheles gambiae": {7165, 180454},  # 180454: the strain PEST
    "Saccharomyces cerevisiae": {559292},  # the strain S288C
    "Oryza sativa": {4530, 39947},  # 39947: the Japonica group
    "Escherichia coli": {511145},  # K-12 MG1655
}
"""The taxa to read for organisms whose reference genome belongs to a strain or group with a taxon of its own.

Rice genes belong to the Japonica group, mosquito genes to the strain PEST.
"""


class NcbiGeneClient(UpstreamClient):
    """Client for NCBI's gene files. `genes`: a file per organism, except human; `proteins`: names of human proteins.

    `organisms`: the organisms whose files exist on this server; None for all.
    """

    service = NCBI_GENE

    def __init__(self, http: httpx.AsyncClient, organisms: Collection[str] | None = None) -> None:
        super().__init__(http)
        self.genes = {
            organism: self._file(path, partial(read_genes, organism=organism, taxa=taxa), GENES)
            for organism, path in _FILES.items()
            for taxa in [_GENOMES.get(organism, {TAXA[organism]})]
            if organisms is None or organism in organisms
        }
        self.proteins = self._file("Mammalia/Homo_sapiens", read_protein_names, PROTEINS)
        # One file for each reader: all of them would take 19 requests, at most one a second.
        self.pieces = (self.genes["Mus musculus"].piece, self.proteins.piece)

    def _file(self, path: str, reader: RowReader[RowT], columns: ColumnReader) -> BulkFile[RowT]:
        name, head = f"DATA/GENE_INFO/{path}.gene_info.gz", partial(describe, columns=columns)
        return BulkFile(self, name, reader, head, cut=packed_lines)


# `gene_info`: gzipped, tab separated, `-` for nothing, lists joined by `|`; quotes are ordinary characters


GENES = ColumnReader(
    required=("#tax_id", "GeneID", "Symbol", "Synonyms", "description", "type_of_gene", "Other_designations"),
    optional=("LocusTag", "dbXrefs"),
)
PROTEINS = ColumnReader(required=("#tax_id", "Synonyms", "dbXrefs", "type_of_gene", "Other_designations"))
_NO_GENES = frozenset({"biological-region"})  # regulatory regions
_PROTEIN_CODING = "protein-coding"
# Ensembl does not use these ids, and the registry of cross references has no keys for them.
_UNREGISTERED = ("SGD:", "ZFIN:", "AllianceGenome:SGD:", "AllianceGenome:ZFIN:")
_LOCI_IN_PHRASES = frozenset({"Oryza sativa", "Arabidopsis thaliana"})
"""Organisms whose genes are known by locus names, often hidden in phrases: `hypothetical protein LOC_Os04g35210`."""
_WORD = re.compile(r"\w+", re.A)
_NO_ENSEMBL_LOCUS = "LOC_"  # the prefix of MSU's rice annotation, which Ensembl does not use
_MOST_TAXA = 5  # as many as an error message names
_LARGEST = 2 * 1024**3
"""Unpacked bytes, far more than any organism's file has: a larger one is a decompression bomb."""


def describe(body: bytes, *, columns: ColumnReader) -> FileHead:
    """List the missing columns of a file. Raises: ValueError."""
    return FileHead(lacks=columns.lacking(next(_lines(body), ())))


def read_genes(body: bytes, *, organism: str, taxa: Collection[int]) -> Iterator[GeneFacts]:
    """Yield the genes of an organism, which belong to one of its `taxa`. Raises: ValueError."""
    for row in _rows(body, GENES, taxa):
        if row["type_of_gene"] not in _NO_GENES:
            yield _gene(row, organism)


def read_protein_names(body: bytes) -> Iterator[ProteinNames]:
    """Yield NCBI's names for the proteins of human genes that have an HGNC id. Raises: ValueError.

    Genes that encode no protein are skipped, since antisense genes, read-throughs and pseudogenes often have the name
    of the protein next to them.
    """
    for row in _rows(body, PROTEINS, (TAXA[HUMAN],)):
        if row["type_of_gene"] != _PROTEIN_CODING:
            continue
        references = collect(_references(row["dbXrefs"]))
        names = dict.fromkeys([*_values(row["Synonyms"]), *_values(row["Other_designations"])])
        if names and isinstance(gene := references.get("hgnc"), str):
            yield ProteinNames(gene=gene, names=tuple(names))


def _rows(body: bytes, columns: ColumnReader, taxa: Collection[int]) -> Iterator[TableRow]:
    """Yield the rows of `taxa`, without other strains or subspecies. Raises: ValueError, also if there are none."""
    own, others, has_own = {*map(str, taxa)}, dict[str, None](), False
    for row in columns.rows(_lines(body)):
        if row["#tax_id"] in own:
            has_own = True
            yield row
        elif len(others) < _MOST_TAXA:
            others[row["#tax_id"]] = None
    if not has_own:
        raise ValueError(_without_own(own, others))


def _without_own(own: Iterable[str], others: Collection[str]) -> str:
    taxa = f"{'taxon' if len(others) == 1 else 'taxa'} {', '.join(others)}"
    return f"its rows belong to {taxa}, and none to {' or '.join(sorted(own, key=int))}"


def _lines(body: bytes) -> Iterator[Sequence[str]]:
    size = 0
    for line in read_lines(io.BytesIO(body)):
        size += len(line)
        if size > _LARGEST:
            raise ValueError(f"it unpacks to more than {_LARGEST} bytes")
        yield line.decode().rstrip("\r").split("\t")


def _gene(row: TableRow, organism: str) -> GeneFacts:
    symbol = clean.plain(row["Symbol"])
    tag = _values(row["LocusTag"])
    loci = [*_loci(row["Other_designations"], organism)]
    synonyms = dict.fromkeys(name for name in (*tag, *_values(row["Synonyms"]), *loci) if name != symbol)
    name = "" if row["description"] == "-" else clean.plain(row["description"])
    designations = dict.fromkeys(other for other in _values(row["Other_designations"]) if other not in (name, *loci))
    stable = [locus for locus in loci if not locus.startswith(_NO_ENSEMBL_LOCUS)]
    return GeneFacts(
        id=f"NCBIGene:{row['GeneID']}",
        symbol=symbol,
        name=name or symbol,
        organism=organism,
        locus_type=clean.plain(row["type_of_gene"]),
        protein_coding=row["type_of_gene"] == _PROTEIN_CODING,
        aliases=tuple(synonyms),
        other_names=tuple(designations),
        cross_references=collect(
            [
                ("entrez", row["GeneID"]),
                *_references(row["dbXrefs"]),
                *(("ensembl_gene", locus) for locus in (*stable, *tag)),
            ],
            "gene",
        ),
        unregistered=tuple(
            value.rpartition(":")[2] for value in _values(row["dbXrefs"]) if value.startswith(_UNREGISTERED)
        ),
    )


def _loci(cell: str, organism: str) -> Iterator[str]:
    """Yield the locus names in a cell that belong to the organism; those of other organisms refer to homologs."""
    if organism in _LOCI_IN_PHRASES:
        words = dict.fromkeys(_WORD.findall(cell))
        yield from (word for word in words if organism_of(word) == organism)


def _references(cell: str) -> Iterator[tuple[str, str]]:
    # A prefix may be doubled: `MGI:MGI:98834`. Ensembl adopts the tags of some genome projects as its ids.
    for value in _values(cell):
        database, _, identifier = value.removeprefix("AllianceGenome:").partition(":")
        match database:
            case "MGI" | "HGNC":
                yield database.casefold(), identifier
            case "Ensembl" | "FLYBASE" | "FB" | "WormBase" | "WB" | "TAIR" | "Araport":
                yield "ensembl_gene", identifier.rpartition(":")[2]
            case "RGD":
                yield "rgd", identifier.rpartition(":")[2]
            case "miRBase":
                yield "mirbase", identifier
            case _:
                pass


def _values(cell: str) -> tuple[str, ...]:
    return () if cell == "-" else clean.several(cell)
