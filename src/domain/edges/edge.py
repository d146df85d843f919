"""The signed graph of the interactions in all drawings: its edges, and the identity of its nodes.

A drawn interaction may connect several nodes with several others (`DrawnEdge`); an `Edge` connects two nodes.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from biofacts.domain.genes.names import UNREGISTERED, gene_term, identifier_terms, organism_of
from biofacts.domain.identifiers.cross_references import KeyedId, pairs
from biofacts.domain.identifiers.identifiers_in_text import curie
from biofacts.domain.pathways.compound_nodes import CompoundNode, DrawnCompounds, is_compound, of_compounds
from biofacts.domain.pathways.pathway import DataNode, NodeType

Effect: TypeAlias = Literal[
    "activates", "inhibits", "binds", "converts", "catalyses", "transcribes", "modifies", "cleaves", "translocates",
    "necessary_for", "associates", "other",
]  # fmt: skip
"""The meaning of an arrowhead. `converts`: turns a substrate into a product. `associates`: no arrowhead is drawn."""

Sign: TypeAlias = Literal["+", "-"]
GraphKind: TypeAlias = Literal["gene", "compound", "complex", "pathway", "label"]
"""The kinds of nodes. `label`: an element of any other type, usually identified only by its text."""

Via: TypeAlias = Literal["group", "interaction"]
"""The reason why a line counts for a node that it does not touch: it touches the node's group or interaction."""

LineKey: TypeAlias = tuple[str, str]
"""The CURIE of a pathway, and the id of a line in its drawing."""

TEXT_ID = "label:"
"""The prefix of the ids of nodes that are identified only by their text."""


def text_id(label: str | None, pathway: str, element: str) -> str:
    """Return the id of an element without an identifier: its text with a prefix, or else its id in the drawing."""
    return f"{TEXT_ID}{label}" if label else f"{pathway}#{element}"


class GraphNode(msgspec.Struct, frozen=True, omit_defaults=True):
    """A node of the graph.

    `id`: `HGNC:...`, `NCBIGene:...`, `PubChem:CID...`, `WP:WP...`, or the curated `database:identifier`; without an
    identifier `label:<text>`; without a text `WP:WP254#<id in the drawing>`. The id of a complex that is drawn as a
    group is `complex:` with the ids of its members. `state`: the sign (such as `P`) on the node that the line touches.
    """

    id: str
    label: str
    kind: GraphKind
    members: tuple["GraphNode", ...] = ()
    state: str | None = None


# gc=False: texts and tuples of texts form no cycles, so the collector need not visit the many instances.
class TouchedLine(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An interaction on whose anchor another line ends or begins.

    `line`: its id in the drawing; `sources`, `targets`: the labels of the nodes at its ends.
    """

    line: str
    sources: tuple[str, ...]
    effect: Effect
    targets: tuple[str, ...]
    sign: Sign | None = None


class DrawnEdge(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An interaction of one drawing. Its effect is the meaning of its arrowhead; nothing is guessed.

    `pathway`: the CURIE of the pathway (`WP:WP254`); `line`: the id of the line in the drawing. `sources`, `targets`:
    the nodes at its ends. If the line ends on another interaction, the targets are the targets of that interaction
    (`acts_on`); if it begins on one (`begins_at`), the sources are its sources. If that interaction has no arrowhead or
    two, the nodes at both of its ends count. `sign`: the sign of the effect on the targets, such as a plus for an
    inhibitor of an inhibition; None if unknown. `graphical`: the drawing does not mark the line as an interaction.
    `references`: its citations. `identifier`: its own database identifier.
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
        """The pathway and the id of the line; both directions of a line with two arrowheads have the same key."""
        return self.pathway, self.line

    def edges(self) -> Iterator["Edge"]:
        """Yield an edge for each source and target; a node has an edge to itself only if the line has no other node."""
        alone = len(self.sources) == len(self.targets) == 1
        for source in self.sources:
            for target in self.targets:
                if alone or source.id != target.id:
                    yield Edge(source, target, self)


class Edge(msgspec.Struct, frozen=True):
    """Two nodes, and the interaction that connects them."""

    source: GraphNode
    target: GraphNode
    drawn: DrawnEdge


_KINDS: Mapping[NodeType, GraphKind] = {
    "Gene": "gene", "Protein": "gene", "Rna": "gene", "Metabolite": "compound", "Complex": "complex",
    "Pathway": "pathway", "Other": "label",
}  # fmt: skip
_CHANGING = frozenset({"ensembl_gene", "refseq"})
_USUAL = ("pubchem_compound", "chebi", "inchikey")
"""The preferred keys for the ids of compounds, the best first; all other keys come after these."""


def gene_terms(node: DataNode, mapped: Sequence[KeyedId]) -> tuple[str, ...]:
    """Return the exact terms by which `GeneIds` may find a node's gene: its identifiers, and its label as a symbol."""
    return _own_terms(node) + identifier_terms(mapped) + ((gene_term("symbol", node.label),) if node.label else ())


class GeneIds:
    """A lookup of an organism's genes by exact terms (see `gene_term`)."""

    def __init__(self, organism: str, genes: Iterable[tuple[str, str, Iterable[str]]]) -> None:
        """Index genes. `genes`: the id, symbol and terms of each gene."""
        self._organism = organism
        self._symbols: dict[str, str] = {}
        self._by_term: defaultdict[str, list[str]] = defaultdict(list)
        for gene, symbol, terms in genes:
            self._symbols[gene] = symbol
            for term in terms:
                self._by_term[term].append(gene)

    def of(self, node: DataNode, mapped: Sequence[KeyedId]) -> str | None:
        """Return the id of a node's gene, or None. The curator's identifiers are tried before the mapped ones.

        If identifiers lead to several genes, the gene whose symbol is the label is meant. If no gene is certain, return
        the only NCBI Gene id of the node, or, if its Ensembl or RefSeq id may be outdated, the gene named by the label.
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
        """Return True if a drawn identifier is of a kind that changes between releases, and not another organism's."""
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
    """The drawn compounds, each with one id: its most frequent CID, or else ChEBI id, InChIKey, or other identifier."""

    def __init__(self, nodes: Collection[CompoundNode]) -> None:
        self._drawn = DrawnCompounds(nodes)
        self._ids = {compound: curie(self._usual(compound, bearing)) for compound, bearing in self._drawn.nodes.items()}

    @property
    def others(self) -> Mapping[str, Collection[str]]:
        """The other identifiers of each compound as CURIEs, by the compound's id."""
        identifiers: defaultdict[str, set[str]] = defaultdict(set)
        for compound, nodes in self._drawn.nodes.items():
            own = self._ids[compound]
            identifiers[own].update({curie(reference) for node in nodes for reference in node.references} - {own})
        return identifiers

    def of(self, node: DataNode, mapped: Sequence[KeyedId]) -> str | None:
        """Return the id of the compound to which a node's identifiers lead; None if there is none, or several."""
        drawn = of_compounds(pairs(node.cross_references))
        # If all identifiers together lead to several compounds, those of the curator decide.
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
    """A resolver of data nodes in one organism's drawings to nodes of the graph."""

    def __init__(self, genes: GeneIds, compounds: CompoundIds) -> None:
        self._genes = genes
        self._compounds = compounds

    def node(self, node: DataNode, mapped: Sequence[KeyedId], pathway: str) -> GraphNode:
        """Return the graph node of a data node.

        `mapped`: the identifiers to which the node is mapped; `pathway`: the CURIE of its pathway, such as `WP:WP254`.
        """
        identifier, kind = self._identified(node, mapped) or (None, _KINDS[node.type])
        if identifier is None:
            identifier = _curated(node) or text_id(node.label, pathway, node.id)
        return GraphNode(id=identifier, label=node.label, kind=kind)

    def _identified(self, node: DataNode, mapped: Sequence[KeyedId]) -> tuple[str, GraphKind] | None:
        """Return a gene or a compound, whatever the node's type; if the identifiers allow both, the type decides."""
        if node.type == "Pathway":
            return None
        gene, compound = self._genes.of(node, mapped), self._compounds.of(node, mapped)
        is_metabolite = node.type == "Metabolite"
        if compound and (is_metabolite or (not gene and is_compound([*pairs(node.cross_references), *mapped]))):
            return compound, "compound"
        return (gene, "gene") if gene else None


def _curated(node: DataNode) -> str | None:
    """Return the identifier that the curator chose, as a CURIE where its database is registered."""
    if reference := next(pairs(node.cross_references), None):
        return curie(reference)
    return ":".join(filter(None, (node.database, node.identifier))) if node.identifier else None
