"""Pathways: candidates, records, and components."""

from collections.abc import Mapping
from typing import Literal, Self

import msgspec

from biofacts.domain.answers.records import FactCandidate, Item, Provenance, Record
from biofacts.domain.identifiers.cross_references import CrossReferences
from biofacts.domain.pathways.references import Publication

NodeType = Literal["Gene", "Protein", "Metabolite", "Rna", "Complex", "Pathway", "Other"]
InteractionType = Literal[
    "activation", "inhibition", "binding", "conversion", "catalysis", "transcription_translation", "modification",
    "cleavage", "translocation", "stimulation_necessary", "association", "other",
]  # fmt: skip
StateType = Literal["phosphorylation", "ubiquitination", "methylation", "acetylation", "sumoylation"]
EndKind = Literal["node", "group", "interaction", "label", "shape", "state"]
Detail = Literal["brief", "full", "all"]
"""The level of detail of a record or of components; `LEVELS` has what each shows."""


class DetailLevel(msgspec.Struct, frozen=True, kw_only=True):
    """What a level of detail shows.

    `labels_only`: without the identifiers that nodes are mapped to. `unreviewed`: also UniProt accessions that nobody
    has reviewed or drawn; agents then get every identifier. `publications`: the largest number of publications; None
    for all, with their authors.
    """

    labels_only: bool = False
    unreviewed: bool = False
    publications: int | None = None


LEVELS: Mapping[Detail, DetailLevel] = {
    "brief": DetailLevel(labels_only=True, publications=0),
    "full": DetailLevel(publications=100),  # a few drawings list hundreds
    "all": DetailLevel(unreviewed=True),
}

MemberKind = Literal["label", "shape", "interaction", "line"]
MatchedOn = Literal[
    "title", "synonym", "ontology term", "description", "organism", "data node", "gene", "identifier", "literature",
    "author", "same skeleton", "label", "community",
]  # fmt: skip


class PathwayCandidate(FactCandidate, frozen=True, kw_only=True):
    """A pathway in a list of candidates.

    `description` has at most 200 characters; `matched_on` is the field that matched. `last_modified`: the day of the
    last revision, in lists by date.
    """

    title: str
    organism: str
    description: str | None = None
    matched_on: MatchedOn | None = None
    last_modified: str | None = None

    @property
    def is_whole(self) -> bool:
        """True also if the whole label of a data node matched."""
        return super().is_whole or (self.matched_on == "data node" and not self.unmatched)

    def slim(self) -> Self:
        """Return the candidate without description and reasons."""
        return msgspec.structs.replace(self, description=None, matched_on=None)


class ContainingPathway(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pathway that contains a gene or a compound, which is a fact and has no score.

    `description` has at most 200 characters; `matched_on`: how the pathway contains it. `remark`: says that
    label and identifier of all nodes of the gene disagree.
    """

    id: str
    title: str
    organism: str
    description: str | None = None
    matched_on: MatchedOn | None = None
    remark: str | None = None

    @classmethod
    def of(cls, candidate: PathwayCandidate, matched_on: MatchedOn, *, slim: bool, remark: str | None = None) -> Self:
        """Convert a candidate. `slim`: without description and reasons."""
        return cls(
            id=candidate.id,
            title=candidate.title,
            organism=candidate.organism,
            description=None if slim else candidate.description,
            matched_on=None if slim else matched_on,
            remark=remark,
        )


class Revision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A revision of a pathway. `version`: digits only; `last_modified`: ISO 8601, UTC."""

    version: str | None = None
    last_modified: str | None = None
    curators: tuple[str, ...] = ()


class OntologyTerm(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A term with which a pathway is tagged. `id`: of the Pathway, Human Disease or Cell Ontology (`PW:0000640`)."""

    id: str
    name: str | None = None


class ComponentCounts(msgspec.Struct, frozen=True, kw_only=True):
    """The lengths of the lists of a pathway's components; 0 is a fact, not a gap.

    `interaction_count`: all lines that connect elements, with the graphical ones.
    """

    gene_count: int
    protein_count: int
    metabolite_count: int
    interaction_count: int


class Drugs(msgspec.Struct, frozen=True, kw_only=True):
    """The targets among a pathway's genes, the approved ligands on them, and the call that lists those ligands."""

    targets: int
    approved: int
    call: str


class Pathway(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The record of a pathway, without its drawing.

    `remark`: which parts are missing, and why. `literature`: the first hundred publications that it cites.
    `ontology_terms`: the terms among `cross_references`, with their names. `uniprot` holds the accessions that HGNC or
    the Guide to PHARMACOLOGY names, and those that the curator has drawn; all others (most of them unreviewed), all
    literature and its authors come with detail `all`. `left_out`: by list, the number of items that the detail leaves
    out. `drugs`: on the targets among its genes.
    """

    id: str
    title: str
    organism: str
    description: str | None = None
    revision: Revision
    component_counts: ComponentCounts
    ontology_terms: tuple[OntologyTerm, ...] = ()
    cross_references: CrossReferences = {}
    literature: tuple[Publication, ...] = ()
    left_out: Mapping[str, int] = {}
    drugs: Drugs | None = None
    url: str
    remark: str | None = None
    source: Provenance | None = None


# gc=False: what drawings have by the hundred forms no cycles, so the collector need not visit it.
class State(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A sign on a node.

    `value`: its text (`P`); `type`: its meaning, if it is a usual sign. `position`: the residue (`ser20`, `Y705`), if
    it is stated. `references`: see `Interaction`.
    """

    id: str
    value: str | None = None
    type: StateType | None = None
    position: str | None = None
    comment: str | None = None
    references: tuple[str, ...] = ()


class DataNode(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A node of the drawing. `database` and `identifier` are the curated reference, unchanged.

    `id` is the drawing's own, or `node-<n>` (the n-th data node, from 1) if the drawing has none; `label` is left out
    if there is none. `states` are signs on the node. `references`, `comments`: see `Interaction`. `remark`: says that
    label and identifier mean different genes.
    """

    id: str
    label: str = ""
    type: NodeType
    database: str | None = None
    identifier: str | None = None
    remark: str | None = None
    cross_references: CrossReferences = {}
    states: tuple[State, ...] = ()
    references: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()


class Interaction(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A line between two elements. Source is the start of the line, unless only its start has an arrowhead.

    `arrow` is GPML's own word (`Line` for none); `source_arrow` the second head of a line with two. The ends are ids:
    of data nodes, or of the element that `source_kind` and `target_kind` state (`interaction`: a line, reached through
    its anchor). A line with a free end lacks that end, and is listed if other lines are attached to it. `source_label`
    and `target_label` are the texts of labels, shapes and states (of nodes and groups, too, unless all lists are
    whole); `source_node` and `target_node` the node whose state an end is. `database` and `identifier` are the line's
    own (Rhea, Reactome), unchanged. `graphical`: it connects elements, but the drawing does not mark it as an
    interaction. `references`: its citations: PubMed ids, DOIs, or `database:identifier`. `comments`: notes of curators
    and of the programs that converted the drawing, each once; left out in `brief`.
    """

    id: str
    source: str | None = None
    target: str | None = None
    type: InteractionType
    arrow: str
    source_arrow: str | None = None
    source_kind: EndKind = "node"
    target_kind: EndKind = "node"
    source_label: str | None = None
    target_label: str | None = None
    source_node: str | None = None
    target_node: str | None = None
    style: Literal["dashed"] | None = None
    graphical: bool = False
    database: str | None = None
    identifier: str | None = None
    references: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()


class Member(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A member of a group that is neither a data node nor a group.

    `line`: a line that is not an interaction of the answer.
    """

    id: str
    kind: MemberKind
    label: str | None = None


class Group(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Elements drawn as a unit. `members` are ids of data nodes and of other groups; `style` is GPML's own word.

    `other_members`: its other elements; `empty`: True if it has no elements. `member_labels`: the names of the members,
    unless all lists are whole. `references`, `comments`: see `Interaction`.
    """

    id: str
    style: str
    label: str | None = None
    members: tuple[str, ...] = ()
    member_labels: tuple[str, ...] = ()
    other_members: tuple[Member, ...] = ()
    empty: bool = False
    references: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()


NODE_LISTS: Mapping[str, NodeType] = {
    "genes": "Gene", "proteins": "Protein", "metabolites": "Metabolite", "complexes": "Complex",
    "linked_pathways": "Pathway", "other_nodes": "Other",
}  # fmt: skip
"""The lists of data nodes in `PathwayComponents`, and the usual type in each."""


class PathwayComponents(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The components of a pathway. `genes` holds Gene and Rna nodes.

    `unconnected_lines`: the number of lines with a free end to which no interaction is attached; they are no
    interactions. `totals`: the lengths of the lists of which only the first items are included.
    """

    id: str
    title: str
    organism: str
    genes: tuple[DataNode, ...] = ()
    proteins: tuple[DataNode, ...] = ()
    metabolites: tuple[DataNode, ...] = ()
    complexes: tuple[DataNode, ...] = ()
    linked_pathways: tuple[DataNode, ...] = ()
    other_nodes: tuple[DataNode, ...] = ()
    interactions: tuple[Interaction, ...] = ()
    groups: tuple[Group, ...] = ()
    unconnected_lines: int = 0
    totals: Mapping[str, int] = {}
    guidance: str | None = None
    remark: str | None = None
    source: Provenance | None = None

    @property
    def nodes(self) -> tuple[DataNode, ...]:
        """All data nodes, of every type."""
        return (
            *self.genes, *self.proteins, *self.metabolites, *self.complexes, *self.linked_pathways, *self.other_nodes
        )  # fmt: skip

    @property
    def counts(self) -> ComponentCounts:
        """The number of components of each kind."""
        return ComponentCounts(
            gene_count=len(self.genes),
            protein_count=len(self.proteins),
            metabolite_count=len(self.metabolites),
            interaction_count=len(self.interactions),
        )


# Drawings: the contents of a GPML file


class Drawing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pathway, parsed from its drawing.

    `references`: (registry key, value) pairs of the whole pathway (ontology tags, linked pathways, curated identifiers
    of its nodes), each once, well formed except for the tags. `gene_terms`: sorted, each term (see `gene_term`) under
    which a gene can be looked up. `literature`: the publications that the drawing lists, each once. `file`: the parsed
    file itself, deflated (zlib); empty if there is none.
    """

    local_id: str
    title: str
    organism: str
    description: str | None = None
    revision: Revision
    components: PathwayComponents
    ontology_terms: tuple[OntologyTerm, ...] = ()
    literature: tuple[Publication, ...] = ()
    references: tuple[tuple[str, str], ...] = ()
    gene_terms: tuple[str, ...] = ()
    file: bytes = b""
