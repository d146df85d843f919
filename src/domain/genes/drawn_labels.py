"""The labels of drawings: which gene authors mean by a label, as evidence for the meaning of a name."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import msgspec

from biofacts.domain.genes.gene import GeneFacts, spelled
from biofacts.domain.text import fold

# The minimum number of pathways with a label. A single author may err, or draw a family as one of its genes.
_FEWEST = 2
# Two authors may err, if neither the symbol nor the full name resembles the label: `LXR` for NR1H2.
_FEWEST_UNLIKE = 3
# A few letters before the symbol mark a form of the product: `tBID`, `sICAM-1`, `pro-CASP1`.
_FEWEST_FORM = 1
_LONGEST_PREFIX = 3
_SHORTEST_SYMBOL = 3
_MEMBERS = "123456789abcd"
_SYMBOL = "symbol:"
_NO_GENE = ""
DRAWN_SO = "label under which WikiPathways draws it"


class LabelledNode(msgspec.Struct, frozen=True):
    """A node of a drawing. `terms`: the exact terms of a gene's identifiers; empty for a node that is not a gene."""

    label: str
    terms: Sequence[str] = ()


class Usage(msgspec.Struct, frozen=True):
    """The gene that a label means most often. `pathways`: how many use it so; `others`: how many for something else."""

    gene: GeneFacts
    pathways: int
    others: int

    @property
    def is_usual(self) -> bool:
        """True if the label means this gene in at least two pathways, and in more than it means anything else."""
        return self.pathways >= _FEWEST and self.pathways > self.others


def _key(label: str) -> str:
    """Return the key of a label: its folded form and its decimal numbers, since `CT1.4` is not `CT14`."""
    return " ".join([fold.literal(label), *sorted(fold.decimals(label))])


class DrawnLabels:
    """An index of labels. `drawings`: the nodes of each human pathway, without genes that have no identifier."""

    def __init__(self, drawings: Iterable[Iterable[LabelledNode]] = ()) -> None:
        self._labels: defaultdict[str, dict[str, list[int]]] = defaultdict(dict)
        self._drawn: defaultdict[str, list[int]] = defaultdict(list)
        folded = cache(_key)  # most labels recur in several drawings
        for number, nodes in enumerate(drawings):
            labelled = {(folded(node.label), term) for node in nodes for term in node.terms or (_NO_GENE,)}
            for label, term in labelled:
                self._labels[label].setdefault(term, []).append(number)
            for term in {term for _, term in labelled}:
                self._drawn[term].append(number)

    def __bool__(self) -> bool:
        return bool(self._labels)

    def terms(self, name: str) -> Sequence[str]:
        """Return the exact terms of all genes that must be known to resolve a label."""
        if not (by_term := self._of(name)):
            return ()
        terms = [f"name:{term.removeprefix(_SYMBOL)}" if term.startswith(_SYMBOL) else term for term in by_term if term]
        return [*terms, *(f"name:{symbol}" for symbol in _members(name))]

    def pathways(self, *genes: GeneFacts) -> int:
        """Return the number of pathways that contain any of these genes."""
        return len({number for gene in genes for term in _terms(gene) for number in self._drawn.get(term, ())})

    def usage(self, name: str, candidates: Sequence[GeneFacts]) -> Usage | None:
        """Return the usage of a label; None if it means none of the `candidates`, the genes found by its terms."""
        if not (by_term := self._of(name)):
            return None
        numbers = {
            gene.id: {number for term in _terms(gene) for number in by_term.get(term, ())} for gene in candidates
        }
        gene = max(candidates, key=lambda candidate: len(numbers[candidate.id]), default=None)
        if gene is None or not numbers[gene.id]:
            return None
        others = {*by_term.get(_NO_GENE, ())}.union(*(those for key, those in numbers.items() if key != gene.id))
        return Usage(gene, len(numbers[gene.id]), len(others))

    def others(self, name: str) -> int:
        """Return the number of pathways in which a label means no gene: a metabolite, a complex or a pathway."""
        return len(self._of(name).get(_NO_GENE, ()))

    def gene(self, name: str, candidates: Sequence[GeneFacts]) -> GeneFacts | None:
        """Return the gene that a label always means; None for a label of several genes or a family, or of few pathways.

        This resolves names that occur in drawings only.
        """
        usage = self.usage(name, candidates)
        if usage is None or usage.others:
            return None
        symbols = {spelled(gene.symbol) for gene in candidates}
        is_family = len(symbols.intersection(_members(name))) > 1
        return None if is_family or usage.pathways < _fewest(fold.literal(name), usage.gene) else usage.gene

    def _of(self, name: str) -> Mapping[str, Sequence[int]]:
        return self._labels.get(_key(name), {})


NOTHING_DRAWN = DrawnLabels()
"""The index of no drawings."""


def _terms(gene: GeneFacts) -> Iterable[str]:
    return (*gene.identifiers, f"{_SYMBOL}{spelled(gene.symbol)}") if gene.is_human else ()


def _members(name: str) -> Sequence[str]:
    """Return the symbols that the members of a family with this name may have."""
    return [f"{spelled(name)}{ending}" for ending in _MEMBERS]


def _fewest(label: str, gene: GeneFacts) -> int:
    """Return the minimum number of pathways in which a label must mean a gene to count as a name of it."""
    symbol = fold.literal(gene.symbol)
    has_symbol = len(symbol) >= _SHORTEST_SYMBOL and symbol in label
    prefix = label.removesuffix(symbol)
    if has_symbol and prefix.isalpha() and len(prefix) <= _LONGEST_PREFIX:
        return _FEWEST_FORM
    return _FEWEST if has_symbol or fold.literal(gene.name).startswith(label) else _FEWEST_UNLIKE
