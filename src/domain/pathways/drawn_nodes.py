"""The nodes of a drawing, indexed by label, identifier and gene term, and the genes of an organism's pathways.

Each index is built once, when it is first needed.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import chain, combinations

import msgspec

from biofacts.domain.genes.names import UNREGISTERED, GeneName, drawn_terms, gene_term, identifier_terms
from biofacts.domain.identifiers import cross_references
from biofacts.domain.identifiers.cross_references import pairs
from biofacts.domain.pathways.compound_nodes import CompoundNode, of_compounds
from biofacts.domain.pathways.pathway import DataNode, Group, Interaction, PathwayComponents
from biofacts.domain.text import fold

_AS_DRAWN = "as drawn"
"""The key of identifiers as they are drawn, in lower case, whatever their database."""

Found = Mapping[Hashable, frozenset[str]]


class DrawnNodes:
    """Lookups of nodes by name, by identifier, and as genes."""

    def __init__(self, components: PathwayComponents) -> None:
        self.components = components

    def named(self, name: str) -> frozenset[str]:
        """Return the ids of the elements with a name: an exact id, else every node and group with that label."""
        if name in self._ids:
            return frozenset({name})
        if not (sought := fold.compact(name)):
            return frozenset()
        return self._written.get(name.casefold()) or self._folded.get(sought, frozenset())

    def carrying(self, identifier: str) -> frozenset[str]:
        """Return the ids of the nodes that have an identifier of any kind, drawn or mapped."""
        wanted: list[Hashable] = [*cross_references.carried(identifier), *GeneName.read(identifier).identifiers]
        if not identifier.isdecimal():  # a number is one of any database's
            wanted.append((_AS_DRAWN, identifier.casefold()))
        return _of(self._carried, wanted)

    def with_terms(self, terms: Collection[str]) -> frozenset[str]:
        """Return the ids of the gene nodes that have one of a gene's exact terms."""
        return _of(self._as_genes, terms)

    @cached_property
    def compounds(self) -> Mapping[str, CompoundNode]:
        """Every node as a compound node, by its id."""
        return {
            node.id: CompoundNode(node.label, of_compounds(pairs(node.cross_references)), ())
            for node in self.components.nodes
        }

    @cached_property
    def metabolites(self) -> frozenset[str]:
        """The ids of the nodes that are drawn as compounds."""
        return frozenset(metabolite.id for metabolite in self.components.metabolites)

    @cached_property
    def _ids(self) -> frozenset[str]:
        drawn = self.components
        everything: tuple[DataNode | Group | Interaction, ...] = (*drawn.nodes, *drawn.groups, *drawn.interactions)
        return frozenset(element.id for element in everything)

    @cached_property
    def _labels(self) -> list[tuple[str, str]]:
        drawn = self.components
        return [
            *((node.id, node.label) for node in drawn.nodes),
            *((group.id, group.label or "") for group in drawn.groups),
        ]

    @cached_property
    def _written(self) -> Found:
        return _index((label.casefold(), element) for element, label in self._labels)

    @cached_property
    def _folded(self) -> Found:
        return _index((fold.compact(label), element) for element, label in self._labels)

    @cached_property
    def _carried(self) -> Found:
        return _index((key, node.id) for node in self.components.nodes for key in _carried(node))

    @cached_property
    def _as_genes(self) -> Found:
        drawn = self.components
        genes = (*drawn.genes, *drawn.proteins, *drawn.complexes)
        terms = {gene.id: drawn_terms(gene.label, identifier_terms(pairs(gene.cross_references))) for gene in genes}
        return _index((term, gene) for gene, several in terms.items() for term in several)


def _carried(node: DataNode) -> Iterator[Hashable]:
    """Yield a node's references, its terms as a gene, and its identifier without a registry key."""
    references = [*pairs(node.cross_references)]
    yield from references
    yield from identifier_terms(references)
    if node.identifier:
        yield gene_term(UNREGISTERED, node.identifier.rpartition(":")[2])
        yield _AS_DRAWN, node.identifier.casefold()


def _index(entries: Iterable[tuple[Hashable, str]]) -> Found:
    several: defaultdict[Hashable, set[str]] = defaultdict(set)
    for key, element in entries:
        several[key].add(element)
    return {key: frozenset(ids) for key, ids in several.items()}


def _of(index: Found, keys: Iterable[Hashable]) -> frozenset[str]:
    return frozenset[str]().union(*(index.get(key, frozenset()) for key in keys))


# The genes in all pathways of an organism


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
        self.terms: defaultdict[str, list[int]] = defaultdict(list)
        """The positions of pathways for each term."""
        self.labels: defaultdict[str, list[int]] = defaultdict(list)
        """The positions of pathways for each label that may be a symbol."""
        for place, pathway in enumerate(pathways):
            for term in pathway.terms:
                self.terms[term].append(place)
            for label in {*pathway.labels}:
                self.labels[label].append(place)

    def of(self, terms: Iterable[str], symbol: str | None = None) -> frozenset[int]:
        """Return the pathways with one of these exact terms; `symbol`: the symbol to compare with labels."""
        places = {place for term in terms for place in self.terms.get(term, ())}
        for label in written(symbol) if symbol else ():
            places.update(self.labels.get(label, ()))
        return frozenset(places)


# Pathways that share genes

_FEWEST_SHARED, _LEAST_ALIKE = 3, 0.1
"""The genes and the Jaccard index from which two pathways count as linked. Both are symmetric, as a best few are not:
the best of a small pathway may be far down the list of a large one.
"""

_GENE_KEYS = ("entrez", "ensembl_gene", "symbol")


class Overlap(msgspec.Struct, frozen=True):
    """Genes that two pathways share, and those that either has. `one`, `other`: the positions of the pathways."""

    one: int
    other: int
    shared: int
    either: int


def overlaps(genes: Iterable[Collection[int]]) -> Iterator[Overlap]:
    """Yield the pairs of pathways that share many genes. `genes`: the positions of the pathways with each gene."""
    sizes, shared = Counter[int](), Counter[tuple[int, int]]()
    for places in genes:
        sizes.update(places)
        shared.update(combinations(sorted(places), 2))
    for (pathway, other), number in shared.items():
        either = sizes[pathway] + sizes[other] - number
        if number >= _FEWEST_SHARED and number >= _LEAST_ALIKE * either:
            yield Overlap(pathway, other, number, either)


def unnamed_genes(drawn: DrawnGenes) -> Sequence[Collection[int]]:
    """Return the places of the genes of an organism without gene names: identifiers of the kind in most pathways."""
    of_kind: defaultdict[str, list[Sequence[int]]] = defaultdict(list)
    for term, places in drawn.terms.items():
        of_kind[term.partition(":")[0]].append(places)
    return of_kind[max(_GENE_KEYS, key=lambda key: len({*chain.from_iterable(of_kind[key])}))]
