"""Labels under which human pathways contain genes: how authors use a name, as evidence of what it means."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import msgspec

from biofacts.domain.genes.gene import GeneFacts, spelled
from biofacts.domain.text import fold

# A single author may slip, or label a family with one of its genes.
_FEWEST = 2
# So may two, if neither the symbol nor the full name has anything of the label: `LXR` for NR1H2.
_FEWEST_UNLIKE = 3
# A letter or two before the symbol tell a form of the product: `tBID`, `sICAM-1`, `pro-CASP1`.
_FEWEST_FORM = 1
_LONGEST_PREFIX = 3
_SHORTEST_SYMBOL = 3
_MEMBERS = "123456789abcd"
_SYMBOL = "symbol:"
_NO_GENE = ""


class LabelledNode(msgspec.Struct, frozen=True):
    """A node of a drawing. `terms`: exact terms of a gene's identifiers; empty for a node that is not a gene."""

    label: str
    terms: Sequence[str] = ()


class Usage(msgspec.Struct, frozen=True):
    """The gene that a label means most often. `pathways`: their number; `others`: of those where it means another."""

    gene: GeneFacts
    pathways: int
    others: int

    @property
    def is_prevalent(self) -> bool:
        """True if the label means the gene more often than anything else."""
        return self.pathways > self.others

    @property
    def is_usual(self) -> bool:
        """True if, moreover, it does so in more than one pathway."""
        return self.is_prevalent and self.pathways >= _FEWEST


class DrawnLabels:
    """An index of the nodes in drawings. `drawings`: the nodes of each human pathway, genes without terms left out."""

    def __init__(self, drawings: Iterable[Iterable[LabelledNode]] = ()) -> None:
        self._labels: defaultdict[str, dict[str, list[int]]] = defaultdict(dict)
        self._drawn: defaultdict[str, list[int]] = defaultdict(list)
        folded = cache(fold.literal)  # most labels recur in several drawings
        for number, nodes in enumerate(drawings):
            labelled = {(folded(node.label), term) for node in nodes for term in node.terms or (_NO_GENE,)}
            for label, term in labelled:
                self._labels[label].setdefault(term, []).append(number)
            for term in {term for _, term in labelled}:
                self._drawn[term].append(number)

    def __bool__(self) -> bool:
        return bool(self._labels)

    def terms(self, name: str) -> Sequence[str]:
        """Return the exact terms of all genes that are needed to tell what a label means."""
        if not (found := self._of(name)):
            return ()
        terms = [f"name:{term.removeprefix(_SYMBOL)}" if term.startswith(_SYMBOL) else term for term in found if term]
        return [*terms, *(f"name:{symbol}" for symbol in _members(name))]

    def pathways(self, *genes: GeneFacts) -> int:
        """Return the number of pathways that contain any of these genes."""
        return len({number for gene in genes for term in _terms(gene) for number in self._drawn.get(term, ())})

    def usage(self, name: str, known: Sequence[GeneFacts]) -> Usage | None:
        """Return what a label means. `known`: the genes with one of its terms."""
        if not (found := self._of(name)):
            return None
        numbers = {gene.id: {number for term in _terms(gene) for number in found.get(term, ())} for gene in known}
        gene = max(known, key=lambda one: len(numbers[one.id]), default=None)
        if gene is None or not numbers[gene.id]:
            return None
        others = {*found.get(_NO_GENE, ())}.union(*(those for key, those in numbers.items() if key != gene.id))
        return Usage(gene, len(numbers[gene.id]), len(others))

    def gene(self, name: str, known: Sequence[GeneFacts]) -> GeneFacts | None:
        """Return the gene that a label always means; None for a label of several, of a family, and of a single pathway.

        For names that nothing but the drawings have.
        """
        usage = self.usage(name, known)
        if usage is None or usage.others:
            return None
        symbols = {spelled(gene.symbol) for gene in known}
        is_family = len(symbols.intersection(_members(name))) > 1
        return None if is_family or usage.pathways < _fewest(fold.literal(name), usage.gene) else usage.gene

    def _of(self, name: str) -> Mapping[str, Sequence[int]]:
        return self._labels.get(fold.literal(name), {})


NOTHING_DRAWN = DrawnLabels()
"""The index without drawings."""


def _terms(gene: GeneFacts) -> Iterable[str]:
    return (*gene.identifiers, f"{_SYMBOL}{spelled(gene.symbol)}") if gene.is_human else ()


def _members(name: str) -> Sequence[str]:
    """Return the symbols that members of a family of that name may have."""
    return [f"{spelled(name)}{ending}" for ending in _MEMBERS]


def _fewest(label: str, gene: GeneFacts) -> int:
    """Return the number of pathways in which a label must mean a gene before it is a name of it."""
    symbol = fold.literal(gene.symbol)
    has_symbol = len(symbol) >= _SHORTEST_SYMBOL and symbol in label
    prefix = label.removesuffix(symbol)
    if has_symbol and prefix.isalpha() and len(prefix) <= _LONGEST_PREFIX:
        return _FEWEST_FORM
    return _FEWEST if has_symbol or fold.literal(gene.name).startswith(label) else _FEWEST_UNLIKE
