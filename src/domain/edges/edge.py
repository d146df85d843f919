"""Edges: what acts on what in the drawings of all pathways, as a signed graph, and the identity of its nodes.

An interaction as drawn may join several nodes to several others (`DrawnEdge`). An `Edge` joins two.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from biofacts.domain.genes.names import UNREGISTERED, gene_term, identifier_terms, organism_of
from biofacts.domain.identifiers.cross_references import KeyedId, curie, pairs
from biofacts.domain.pathways.compound_nodes import CompoundNode, DrawnCompounds, is_compound, of_compounds
from biofacts.domain.pathways.pathway import DataNode, NodeType

Effect: TypeAlias = Literal[
    "activates", "inhibits", "binds", "converts", "catalyses", "transcribes", "modifies", "cleaves", "translocates",
    "necessary_for", "associates", "other",
]  # fmt: skip
"""The meaning of an arrowhead. `converts`: a substrate to a product. `associates`: a line without an arrowhead."""

Sign: TypeAlias = Literal["+", "-"]
GraphKind: TypeAlias = Literal["gene", "compound", "complex", "pathway", "label"]
"""The kinds of nodes. `label`: any element that is known by its text only."""

Via: TypeAlias = Literal["group", "interaction"]
"""The way from the end of a line to a node: it is a member of the group or takes part in the interaction there."""

LineKey: TypeAlias = tuple[str, str]
"""The pathway of an interaction, and its line there."""

TEXT_ID = "label:"
"""The beginning of the ids of nodes that are known by their text."""


def text_id(label: str | None, pathway: str, element: str) -> str:
    """Return the id of an element without an identifier: by its text, or else by its id in the drawing."""
    return f"{TEXT_ID}{label}" if label else f"{pathway}#{element}"


class GraphNode(msgspec.Struct, frozen=True, omit_defaults=True):
    """A node of the graph.

    `id`: `HGNC:...`, `NCBIGene:...`, `PubChem:CID...`, `WP:WP...`, else the curated `database:identifier`;
    `label:<text>` without one; `WP:WP254#<id in the drawing>` without a text. A complex without an identifier of its
    own has the id `complex:` and the ids of its members. `state`: the sign on the node where the line ends (`P`).
    """

    id: str
    label: str
    kind: GraphKind
    members: tuple["GraphNode", ...] = ()
    state: str | None = None


class TouchedLine(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An interaction that a line touches at its anchor. `line`: its id in the drawing; the labels of its ends."""

    line: str
    sources: tuple[str, ...]
    effect: Effect
    targets: tuple[str, ...]
    sign: Sign | None = None


class DrawnEdge(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An interaction of one drawing. Nothing is guessed: its meaning is that of its arrowhead.

    `pathway`: `WP:WP254`; `line`: its id in the drawing. `sources`, `targets`: the nodes at its ends; those of an
    interaction, if the end is an anchor: its targets if the line ends there, its sources if the line begins there, both
    if it is undirected. `acts_on`, `begins_at`: these interactions. `sign`: of the effect on the targets: an inhibitor
    of an inhibition has a plus; none where an arrowhead says none. `graphical`: a line that is connected at both ends,
    but that the drawing does not mark as an interaction. `references`: its citations, and its own database identifier.
    """

    pathway: str
    organism: str
    line: str
    sources: tuple[GraphNode, ...]
    targets: tuple[GraphNode, ...]
    effect: Effect
    sign: Sign | None = None
    directed: bool = True
    source_via: Via | None = None
    target_via: Via | None = None
    acts_on: TouchedLine | None = None
    begins_at: TouchedLine | None = None
    dashed: bool = False
    graphical: bool = False
    references: tuple[str, ...] = ()
    identifier: str | None = None

    @property
    def key(self) -> LineKey:
        """Pathway and id of the line; both directions of a line with two arrowheads share it."""
        return self.pathway, self.line

    def edges(self) -> Iterator["Edge"]:
        """Yield an edge for each pair of nodes; a node is joined to itself only where it is drawn so."""
        alone = len(self.sources) == len(self.targets) == 1
        for source in self.sources:
            for target in self.targets:
                if alone or source.id != target.id:
                    yield Edge(source, target, self)


class Edge(msgspec.Struct, frozen=True):
    """Two nodes, and the interaction that joins them."""

    source: GraphNode
    target: GraphNode
    drawn: DrawnEdge


_KINDS: Mapping[NodeType, GraphKind] = {
    "Gene": "gene", "Protein": "gene", "Rna": "gene", "Metabolite": "compound", "Complex": "complex",
    "Pathway": "pathway", "Other": "label",
}  # fmt: skip
_CHANGING = frozenset({"ensembl_gene", "refseq"})
_USUAL = ("pubchem_compound", "chebi", "inchikey")
"""The keys of compounds, the best one first; any other comes after these."""


def gene_terms(node: DataNode, mapped: Sequence[KeyedId]) -> tuple[str, ...]:
    """Return the exact terms by which `GeneIds` may find a node: of its identifiers, and of its label as a symbol."""
    return _own_terms(node) + identifier_terms(mapped) + ((gene_term("symbol", node.label),) if node.label else ())


class GeneIds:
    """The genes of an organism, by the exact terms under which drawings contain them."""

    def __init__(self, organism: str, genes: Iterable[tuple[str, str, Iterable[str]]]) -> None:
        """`genes`: the id, symbol and terms of each."""
        self._organism = organism
        self._symbols: dict[str, str] = {}
        self._by_term: defaultdict[str, list[str]] = defaultdict(list)
        for gene, symbol, terms in genes:
            self._symbols[gene] = symbol
            for term in terms:
                self._by_term[term].append(gene)

    def of(self, node: DataNode, mapped: Sequence[KeyedId]) -> str | None:
        """Return the gene that a node's identifiers lead to, those of the curator first.

        Of several genes, it is the one whose symbol is the label; else None. If they lead to no gene, it is the only
        gene of NCBI to which the node is mapped; or, for an outdated identifier of the organism, that of the label.
        """
        for terms in (_own_terms(node), identifier_terms(mapped)):
            genes = {gene for term in terms for gene in self._by_term.get(term, ())}
            if chosen := _only(genes) or _only(
                gene for gene in genes if self._symbols[gene].casefold() == node.label.casefold()
            ):
                return chosen
        for references in (pairs(node.cross_references), mapped):
            if number := _only({value for key, value in references if key == "entrez"}):
                return curie(("entrez", number))
        return self._of_label(node) if self._is_outdated(node) else None

    def _of_label(self, node: DataNode) -> str | None:
        named = self._by_term.get(gene_term("symbol", node.label), ())
        return _only({gene for gene in named if self._symbols[gene] == node.label})

    def _is_outdated(self, node: DataNode) -> bool:
        """Return True for an identifier of a kind that changes with each release, unless it is another organism's."""
        return any(
            key in _CHANGING and organism_of(value) in (None, self._organism)
            for key, value in pairs(node.cross_references)
        )


def _own_terms(node: DataNode) -> tuple[str, ...]:
    if node.cross_references or not node.identifier:
        return identifier_terms(pairs(node.cross_references))
    return (gene_term(UNREGISTERED, node.identifier.rpartition(":")[2]),)


def _only(candidates: Iterable[str]) -> str | None:
    several = [*candidates]
    return several[0] if len(several) == 1 else None


class CompoundIds:
    """The drawn compounds, each under one id: its most frequent CID, else its most frequent ChEBI id, and so on."""

    def __init__(self, nodes: Collection[CompoundNode]) -> None:
        self._drawn = DrawnCompounds(nodes)
        self._ids = {compound: curie(self._usual(compound, bearing)) for compound, bearing in self._drawn.nodes.items()}

    @property
    def others(self) -> Mapping[str, Collection[str]]:
        """All other identifiers of each compound, in the form of ids, by its id."""
        identifiers: defaultdict[str, set[str]] = defaultdict(set)
        for compound, nodes in self._drawn.nodes.items():
            own = self._ids[compound]
            identifiers[own].update({curie(reference) for node in nodes for reference in node.references} - {own})
        return identifiers

    def of(self, node: DataNode, mapped: Sequence[KeyedId]) -> str | None:
        """Return the compound that a node's identifiers lead to; None for none, and for several."""
        drawn = of_compounds(pairs(node.cross_references))
        for references in (of_compounds([*drawn, *mapped]), drawn):
            if compound := _only(self._drawn.of(references)):
                return self._ids[compound]
        return None

    def _usual(self, compound: str, nodes: Iterable[CompoundNode]) -> KeyedId:
        counts = Counter[KeyedId]()
        for node in nodes:
            for reference in node.references:
                counts[reference] += len(node.pathways)
        ranked = sorted(
            counts, key=lambda candidate: (_rank(candidate), -counts[candidate], len(candidate[1]), candidate)
        )
        return next((candidate for candidate in ranked if _only(self._drawn.of([candidate])) == compound), ranked[0])


def _rank(reference: KeyedId) -> int:
    return _USUAL.index(reference[0]) if reference[0] in _USUAL else len(_USUAL)


class NodeIdentities:
    """The nodes of the graph that the data nodes of one organism's drawings are."""

    def __init__(self, genes: GeneIds, compounds: CompoundIds) -> None:
        self._genes = genes
        self._compounds = compounds

    def node(self, node: DataNode, mapped: Sequence[KeyedId], pathway: str) -> GraphNode:
        """Return the graph node of a drawn node.

        `mapped`: the identifiers to which it is mapped; `pathway`: its CURIE, such as `WP:WP254`.
        """
        identifier, kind = self._identified(node, mapped) or (None, _KINDS[node.type])
        if identifier is None:
            identifier = _curated(node) or text_id(node.label, pathway, node.id)
        return GraphNode(id=identifier, label=node.label, kind=kind)

    def _identified(self, node: DataNode, mapped: Sequence[KeyedId]) -> tuple[str, GraphKind] | None:
        """Return a gene or a compound, whatever the type under which it is drawn; the type decides between both."""
        if node.type == "Pathway":
            return None
        gene, compound = self._genes.of(node, mapped), self._compounds.of(node, mapped)
        is_metabolite = node.type == "Metabolite"
        if compound and (is_metabolite or (not gene and is_compound([*pairs(node.cross_references), *mapped]))):
            return compound, "compound"
        return (gene, "gene") if gene else None


def _curated(node: DataNode) -> str | None:
    """Return the identifier that the curator has chosen."""
    if reference := next(pairs(node.cross_references), None):
        return curie(reference)
    return ":".join(filter(None, (node.database, node.identifier))) if node.identifier else None
