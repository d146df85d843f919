"""HGNC's complete set: tab separated, a header, lists joined by `|` in quotes; columns are found by their names."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter

from biofacts.domain.cross_references import collect
from biofacts.domain.gene import HUMAN
from biofacts.domain.genes.facts import GENE_LISTS, GeneFacts
from biofacts.domain.text import clean

_COLUMNS: Sequence[str] = (
    "hgnc_id", "symbol", "name", "locus_group", "locus_type", "alias_symbol", "alias_name", "prev_symbol", "prev_name",
    "gene_group",
)  # fmt: skip
_REFERENCES: Mapping[str, str] = {
    "entrez_id": "entrez", "ensembl_gene_id": "ensembl_gene",
    "refseq_accession": "refseq", "uniprot_ids": "uniprot", "mgd_id": "mgi", "rgd_id": "rgd", "omim_id": "omim",
    "mirbase": "mirbase",
}  # fmt: skip
_ID = re.compile(r"HGNC:[0-9]+")


def read_genes(body: bytes) -> Iterator[GeneFacts]:
    """`hgnc_complete_set.txt`: a row for each approved gene. Raises: ValueError."""
    lines = csv.reader(io.TextIOWrapper(io.BytesIO(body), "utf-8-sig", newline=""), delimiter="\t", strict=True)
    try:
        header = next(lines, list[str]())
        if missing := [column for column in (*_COLUMNS, *_REFERENCES) if column not in header]:
            raise ValueError(f"the column '{missing[0]}' is missing")
        named, referred = _cells(header, _COLUMNS), _cells(header, _REFERENCES)
        for cells in lines:
            if len(cells) != len(header):
                raise ValueError(f"line {lines.line_num} has {len(cells)} cells in the place of {len(header)}")
            row = dict(zip(_COLUMNS, named(cells), strict=True))
            if _ID.fullmatch(row["hgnc_id"]) and row["symbol"]:
                yield _gene(row, referred(cells))
    except csv.Error as error:
        raise ValueError(f"it is not a table: {error}") from error


def _cells(header: Sequence[str], columns: Iterable[str]) -> Callable[[Sequence[str]], Sequence[str]]:
    """What takes the cells of those columns out of a line."""
    return itemgetter(*map(header.index, columns))


def _gene(row: Mapping[str, str], references: Sequence[str]) -> GeneFacts:
    """`references`: the cells of `_REFERENCES`."""
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
        cross_references=collect(_pairs(references), always_list=GENE_LISTS),
    )


def _pairs(references: Sequence[str]) -> Iterator[tuple[str, str]]:
    for key, cell in zip(_REFERENCES.values(), references, strict=True):
        if cell:
            yield from ((key, value.removeprefix("RGD:")) for value in clean.several(cell))
