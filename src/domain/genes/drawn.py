"""Which genes are drawn in which pathways, for all pathways of an organism at once."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

import msgspec


class GenesInPathway(msgspec.Struct, frozen=True, kw_only=True):
    """The genes of a pathway, as exact terms (see `gene_term`, `alias_term`).

    `labels`: of its nodes, where it is not known which of them are genes: they count as symbols are written.
    """

    local_id: str
    title: str
    terms: AbstractSet[str]
    labels: Sequence[str] = ()


def written(symbol: str) -> list[str]:
    """A symbol as different organisms write it: BRCA1, Brca1, brca1."""
    return list(dict.fromkeys((symbol, symbol.upper(), symbol.capitalize(), symbol.lower())))


class DrawnGenes:
    """The pathways in which a gene is drawn, by its terms; a pathway is told by its place among those given."""

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
        """Every term, with the pathways that have it."""
        return self._by_term

    @property
    def labels(self) -> Mapping[str, Sequence[int]]:
        """Every label that may be a symbol, with the pathways that have it."""
        return self._by_label

    def of(self, terms: Iterable[str], symbol: str | None = None) -> frozenset[int]:
        """The pathways of a gene of these exact terms; `symbol`: by which labels name it."""
        found = {place for term in terms for place in self._by_term.get(term, ())}
        for label in written(symbol) if symbol else ():
            found.update(self._by_label.get(label, ()))
        return frozenset(found)
