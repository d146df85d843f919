"""The genes in all pathways of an organism."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

import msgspec


class GenesInPathway(msgspec.Struct, frozen=True, kw_only=True):
    """The genes of a pathway, as exact terms (see `gene_term`, `alias_term`).

    `labels`: the labels of nodes that may or may not be genes; they count only in the usual spellings of a symbol.
    """

    local_id: str
    title: str
    terms: AbstractSet[str]
    labels: Sequence[str] = ()


def written(symbol: str) -> list[str]:
    """Return the spellings of a symbol in different organisms: BRCA1, Brca1, brca1."""
    return list(dict.fromkeys((symbol, symbol.upper(), symbol.capitalize(), symbol.lower())))


class DrawnGenes:
    """An index from genes to pathways; a pathway is identified by its position in the input."""

    def __init__(self, pathways: Iterable[GenesInPathway]) -> None:
        self._by_term: defaultdict[str, list[int]] = defaultdict(list)
        self._by_label: defaultdict[str, list[int]] = defaultdict(list)
        for place, pathway in enumerate(pathways):
            for term in pathway.terms:
                self._by_term[term].append(place)
            for label in {*pathway.labels}:
                self._by_label[label].append(place)

    @property
    def terms(self) -> Mapping[str, Sequence[int]]:
        """The positions of pathways for each term."""
        return self._by_term

    @property
    def labels(self) -> Mapping[str, Sequence[int]]:
        """The positions of pathways for each label that may be a symbol."""
        return self._by_label

    def of(self, terms: Iterable[str], symbol: str | None = None) -> frozenset[int]:
        """Return the pathways with one of these exact terms; `symbol`: the symbol to compare with labels."""
        found = {place for term in terms for place in self._by_term.get(term, ())}
        for label in written(symbol) if symbol else ():
            found.update(self._by_label.get(label, ()))
        return frozenset(found)
