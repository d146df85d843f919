"""Indexes of the nodes of a drawing (by label, identifier and gene term), and of the genes in an organism's pathways.

Each index of a drawing is built once, when it is first needed.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import chain, combinations

import msgspec

from biofacts.domain.genes.names import UNREGISTERED, GeneName, drawn_terms, gene_term, identifier_terms
from biofacts.domain.identifiers import identifiers_in_text
from biofacts.domain.identifiers.cross_references import pairs
from biofacts.domain.pathways.compound_nodes import CompoundNode, of_compounds
from biofacts.domain.pathways.pathway import DataNode, Group, Interaction, PathwayComponents
from biofacts.domain.text import fold

_AS_DRAWN = "as drawn"
"""The index key of identifiers exactly as drawn, but in lower case, whatever their database."""

Found = Mapping[Hashable, frozenset[str]]


class DrawnNodes:
    """A lookup of a drawing's nodes by name, by identifier, and by gene."""

    def __init__(self, components: PathwayComponents) -> None:
        self.components = components

    def ids_of(self, name: str) -> frozenset[str]:
        """Return the name itself if it is the id of an element, or else the ids of the nodes and groups so labelled."""
        if name in self._ids:
            return frozenset({name})
        if not (sought := fold.compact(name)):
            return frozenset()
        # Other spellings of a label count only if no label is written exactly so.
        return self._written.get(name.casefold()) or self._folded.get(sought, frozenset())

    def carrying(self, identifier: str) -> frozenset[str]:
        """Return the ids of the nodes that have an identifier of any kind, drawn or mapped."""
        wanted: list[Hashable] = [*identifiers_in_text.carried(identifier), *GeneName.read(identifier).identifiers]
        if not identifier.isdecimal():  # a bare number may be of any database
            wanted.append((_AS_DRAWN, identifier.casefold()))
        return _of(self._carried, wanted)

    def with_terms(self, terms: Collection[str]) -> frozenset[str]:
        """Return the ids of the gene nodes with at least one of these exact terms of a gene."""
        return _of(self._as_genes, terms)

    @cached_property
    def compounds(self) -> Mapping[str, CompoundNode]:
        """Every node, converted to a compound node, by the node's id."""
        return {
            node.id: CompoundNode(node.label, of_compounds(pairs(node.cross_references)), ())
            for node in self.components.nodes
        }

    @cached_property
    def metabolites(self) -> frozenset[str]:
        """The ids of the nodes that are drawn as metabolites."""
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
    """Yield the keys by which a node is found: its references, gene terms, and its identifier as drawn."""
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
    """The genes of a pathway.

    `terms`: their exact terms (see `gene_term`, `alias_term`). `labels`: the labels of nodes that may or may not be
    genes; they count as genes only in a usual spelling of a symbol (see `written`).
    """

    local_id: str
    title: str
    terms: AbstractSet[str]
    labels: Sequence[str] = ()


def written(symbol: str) -> list[str]:
    """Return the spellings of a symbol that are usual in different organisms: BRCA1, Brca1, brca1."""
    return list(dict.fromkeys((symbol, symbol.upper(), symbol.capitalize(), symbol.lower())))


class DrawnGenes:
    """An index from genes to pathways; a pathway is identified by its position in the input."""

    def __init__(self, pathways: Iterable[GenesInPathway]) -> None:
        self.terms: defaultdict[str, list[int]] = defaultdict(list)
        """The positions of the pathways with each term."""
        self.labels: defaultdict[str, list[int]] = defaultdict(list)
        """The positions of the pathways with each label that may be a symbol."""
        for place, pathway in enumerate(pathways):
            for term in pathway.terms:
                self.terms[term].append(place)
            for label in {*pathway.labels}:
                self.labels[label].append(place)

    def of(self, terms: Iterable[str], symbol: str | None = None) -> frozenset[int]:
        """Return the positions of the pathways with any of the exact terms, or with the symbol as a label."""
        places = {place for term in terms for place in self.terms.get(term, ())}
        for label in written(symbol) if symbol else ():
            places.update(self.labels.get(label, ()))
        return frozenset(places)


# Pathways that share genes

_FEWEST_SHARED, _LEAST_ALIKE = 3, 0.1
"""The fewest shared genes, and the lowest Jaccard index, with which two pathways count as linked.

Unlike a list of the most similar pathways, these criteria are symmetric: the most similar pathway of a small one may be
far down the list of the large one.
"""

_GENE_KEYS = ("entrez", "ensembl_gene", "symbol")


class Overlap(msgspec.Struct, frozen=True):
    """The numbers of genes that two pathways share and that either has. `first`, `second`: their positions."""

    first: int
    second: int
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
    """Return the positions of the pathways with each gene, for an organism whose gene names are not available.

    Genes are told apart by one kind of identifier, the kind that occurs in the most pathways.
    """
    of_kind: defaultdict[str, list[Sequence[int]]] = defaultdict(list)
    for term, places in drawn.terms.items():
        of_kind[term.partition(":")[0]].append(places)
    return of_kind[max(_GENE_KEYS, key=lambda key: len({*chain.from_iterable(of_kind[key])}))]
