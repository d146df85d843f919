"""Names of human proteins, with the genes that encode them."""

from collections.abc import Iterable, Sequence

import msgspec

from biofacts.adapters.local.catalogues.local_catalogue import Indexed
from biofacts.adapters.local.entries.genes import catalogue_name
from biofacts.domain.genes.gene import GeneFacts, spelled
from biofacts.domain.genes.names import ProteinNames, genes_of_protein
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue, Entry

PROTEIN_NAMES = catalogue_name(HUMAN)
"""The catalogue: by HGNC id, with the names as exact terms and as the record."""

Names = tuple[str, ...]
"""The record of an entry."""

_decode = msgspec.msgpack.Decoder(Names).decode


def index_protein_names(rows: Iterable[ProteinNames]) -> Indexed:
    """Index names of proteins as exact terms; they are not searched by words."""
    return Indexed(entries=map(_entry, rows), patient=True)


def _entry(row: ProteinNames) -> Entry:
    return Entry(
        key=row.gene, exact_terms=filter(None, map(_term, row.names)), record=msgspec.msgpack.encode(row.names)
    )


def _term(name: str) -> str:
    folded = fold.compact(name)
    return f"name:{folded}" if folded else ""


async def genes_of(name: str, names: Catalogue, bearer: GeneFacts | None = None) -> Sequence[str]:
    """Return the HGNC ids of the genes whose protein has a name (see `genes_of_protein`).

    `bearer`: a gene that has it in HGNC. Others then count only if they have it as it is written.
    """
    if not (term := _term(name)):
        return ()
    found = await names.records(await names.keys([term]))
    rows = [ProteinNames(gene=gene, names=_decode(one)) for gene, one in found.items()]
    if bearer is None:
        return genes_of_protein(name, rows)
    if not bearer.protein_coding:
        # `HSP90ALPHA` is an alias of a pseudogene, and HSP90A the name of a protein.
        return genes_of_protein(name, rows) or genes_of_protein(fold.compact(name), rows)
    return [row.gene for row in rows if any(spelled(one) == spelled(name) for one in row.names)]
