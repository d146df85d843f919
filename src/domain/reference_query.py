"""Identifiers as a query for pathways: what may carry them, and under which exact terms."""

from collections.abc import Iterable, Iterator
from typing import Self

import msgspec

from biofacts.domain import identity
from biofacts.domain.cross_references import REGISTRY
from biofacts.domain.genes.names import IDENTIFIERS, is_identifier
from biofacts.domain.literature import Publication
from biofacts.domain.text.clean import plain

Reference = tuple[str, str]
"""A key, of the registry or of `LITERATURE`, and a value as it is written there."""

LITERATURE = frozenset({"pubmed", "doi"})
"""The keys of what is cited, beside those of the registry."""

CARRIED = frozenset(REGISTRY) - IDENTIFIERS - {"hgnc_symbol"} | LITERATURE
"""The keys by which pathways are found; genes have a call of their own."""


class ReferenceQuery(msgspec.Struct, frozen=True):
    """A query that is an identifier. `references`: what pathways may carry it as; `is_gene`: a gene may have it."""

    text: str
    references: tuple[Reference, ...]
    is_gene: bool

    @classmethod
    def read(cls, query: str) -> Self | None:
        """Read a query; None where it is plain words."""
        text = plain(query)
        found, is_gene = dict.fromkeys(identity.carried(text)), is_identifier(text)
        return cls(text, tuple(found), is_gene) if found or is_gene else None

    @property
    def terms(self) -> tuple[str, ...]:
        """The exact terms of what carries it."""
        return reference_terms(self.references)

    def values(self, key: str) -> tuple[str, ...]:
        """What it is under one key."""
        return tuple(value for one, value in self.references if one == key)

    @property
    def keys(self) -> frozenset[str]:
        """The keys of its references."""
        return frozenset(key for key, _ in self.references)


def cited(work: Publication) -> Iterator[Reference]:
    """A publication as references."""
    if work.pubmed:
        yield "pubmed", work.pubmed
    if work.doi:
        yield "doi", work.doi.lower()


def reference_terms(references: Iterable[Reference]) -> tuple[str, ...]:
    """The exact terms of references that pathways are found by; those of genes are left out."""
    return tuple(f"ref:{key}:{value}" for key, value in references if key in CARRIED)
