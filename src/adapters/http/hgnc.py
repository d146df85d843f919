"""HGNC: human genes."""

import re
from collections.abc import Iterator, Mapping

import httpx

from biofacts.adapters.http.base_client import BulkFile, ColumnReader, FileHead, TableRow, UpstreamClient, delimited
from biofacts.domain.answers.records import HGNC
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.identifiers.cross_references import collect
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.text import clean


class HgncClient(UpstreamClient):
    """Client for HGNC's complete set of human genes."""

    service = HGNC

    def __init__(self, http: httpx.AsyncClient) -> None:
        super().__init__(http)
        self.genes = BulkFile(self, "tsv/tsv/hgnc_complete_set.txt", read_genes, describe)
        self.pieces = (self.genes.piece,)


# HGNC's complete set: tab separated, a header, lists joined by `|` in quotes; columns are looked up by name


_REFERENCES: Mapping[str, str] = {
    "entrez_id": "entrez", "ensembl_gene_id": "ensembl_gene",
    "refseq_accession": "refseq", "uniprot_ids": "uniprot", "mgd_id": "mgi", "rgd_id": "rgd", "omim_id": "omim",
    "mirbase": "mirbase",
}  # fmt: skip
_COLUMNS = ColumnReader(
    required=(
        "hgnc_id", "symbol", "name", "locus_group", "locus_type", "alias_symbol", "alias_name", "prev_symbol",
        "prev_name",
    ),
    optional=("gene_group", *_REFERENCES),
)  # fmt: skip
_MODIFIED = b"date_modified"  # HGNC updates one file in place, without naming a release
_DAY = re.compile(rb"\d{4}-\d\d-\d\d")
_ID = re.compile(r"HGNC:[0-9]+")


def describe(body: bytes) -> FileHead:
    """Read the newest modification date, which serves as release, and list missing columns. Raises: ValueError."""
    header, *lines = body.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    names = header.strip(b"\r").split(b"\t")
    lacks = _COLUMNS.lacking([name.decode() for name in names])
    if _MODIFIED not in names:
        return FileHead(lacks=lacks)
    place = names.index(_MODIFIED)
    cells = (line.split(b"\t", place + 1)[place : place + 1] for line in lines)
    newest = max((day for cell in cells for day in cell if _DAY.fullmatch(day)), default=b"")
    return FileHead(release=newest.decode(), lacks=lacks)


def read_genes(body: bytes) -> Iterator[GeneFacts]:
    """Yield a gene from each row of `hgnc_complete_set.txt`. Raises: ValueError."""
    for row in _COLUMNS.rows(delimited(body, "\t")):
        if _ID.fullmatch(row["hgnc_id"]) and row["symbol"]:
            yield _gene(row)


def _gene(row: TableRow) -> GeneFacts:
    return GeneFacts(
        id=row["hgnc_id"],
        symbol=clean.plain(row["symbol"]),
        name=clean.plain(row["name"]),
        organism=HUMAN,
        locus_type=clean.plain(row["locus_type"]),
        protein_coding=row["locus_group"] == "protein-coding gene",
        aliases=clean.several(row["alias_symbol"]),
        previous_symbols=clean.several(row["prev_symbol"]),
        other_names=clean.several(row["alias_name"]),
        previous_names=clean.several(row["prev_name"]),
        groups=clean.several(row["gene_group"]),
        cross_references=collect(_pairs(row), "gene"),
    )


def _pairs(row: TableRow) -> Iterator[tuple[str, str]]:
    for column, key in _REFERENCES.items():
        if cell := row[column]:
            # HGNC writes `RGD:3889`, other files only the number.
            yield from ((key, value.removeprefix("RGD:")) for value in clean.several(cell))
