"""Identifiers as queries for pathways: the references that pathways may have, and their exact terms."""

from collections.abc import Iterable, Iterator
from typing import Self

import msgspec

from biofacts.domain.genes.names import IDENTIFIERS, is_identifier
from biofacts.domain.identifiers import databases
from biofacts.domain.identifiers.cross_references import REGISTRY
from biofacts.domain.pathways.literature import Publication
from biofacts.domain.text.clean import plain

Reference = tuple[str, str]
"""A key, of the registry or of `LITERATURE`, and a value as it is written under that key."""

LITERATURE = frozenset({"pubmed", "doi"})
"""The keys of citations, beside those of the registry."""

CARRIED = frozenset(REGISTRY) - IDENTIFIERS - {"hgnc_symbol"} | LITERATURE
"""The keys by which pathways are found; genes have a tool of their own."""


class ReferenceQuery(msgspec.Struct, frozen=True):
    """A query that is an identifier.

    `references`: the forms that pathways may have; `is_gene`: True if a gene may have it.
    """

    text: str
    references: tuple[Reference, ...]
    is_gene: bool

    @classmethod
    def read(cls, query: str) -> Self | None:
        """Parse a query; return None for plain words."""
        text = plain(query)
        found, is_gene = dict.fromkeys(databases.carried(text)), is_identifier(text)
        return cls(text, tuple(found), is_gene) if found or is_gene else None

    @property
    def terms(self) -> tuple[str, ...]:
        """The exact terms to look up."""
        return reference_terms(self.references)

    def values(self, key: str) -> tuple[str, ...]:
        """Return the values under a key."""
        return tuple(value for one, value in self.references if one == key)

    @property
    def keys(self) -> frozenset[str]:
        """The keys of its references."""
        return frozenset(key for key, _ in self.references)


def cited(work: Publication) -> Iterator[Reference]:
    """Yield the references of a publication."""
    if work.pubmed:
        yield "pubmed", work.pubmed
    if work.doi:
        yield "doi", work.doi.lower()


def reference_terms(references: Iterable[Reference]) -> tuple[str, ...]:
    """Return the exact terms of references by which pathways are found; those of genes are left out."""
    return tuple(f"ref:{key}:{value}" for key, value in references if key in CARRIED)
