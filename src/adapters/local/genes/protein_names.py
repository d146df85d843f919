"""Names of human proteins, with the genes that encode them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from biofacts.adapters.local.catalogues.local_catalogue import Indexed, LocalCatalogue
from biofacts.adapters.local.entries.genes import catalogue_name
from biofacts.domain.genes.names import ProteinNames
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Entry

PROTEIN_NAMES = catalogue_name(HUMAN)
"""The catalogue: by HGNC id, with the names as exact terms and as the record."""

Names = tuple[str, ...]
"""The record of an entry."""


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


class HumanProteinNames:
    """Lookups of human proteins by name in the catalogue, if it is available: no call waits for it."""

    def __init__(self, catalogue: LocalCatalogue[ProteinNames]) -> None:
        self._catalogue = catalogue

    async def genes_of(self, names: Sequence[str]) -> Mapping[str, str]:
        """Map each name, in any spelling, to the HGNC id of its gene.

        Names of no gene or of several genes are left out. Without the catalogue, all are.
        """
        self._catalogue.prefetch()
        if (catalogue := await self._catalogue.present()) is None:
            return {}
        genes: defaultdict[str, list[str]] = defaultdict(list)
        for entry in await catalogue.listed((), [*filter(None, map(_term, names))]):
            for term in entry.terms:
                genes[term].append(entry.key)
        return {name: genes[_term(name)][0] for name in names if len(genes[_term(name)]) == 1}
