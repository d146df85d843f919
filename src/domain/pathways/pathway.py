"""Pathways: search results, records, components and parsed drawings."""

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
"""The level of detail of a record or of components; see `LEVELS`."""


class DetailLevel(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a level of detail.

    `labels_only`: True to omit the identifiers to which nodes are mapped. `unreviewed`: True to include UniProt
    accessions that are neither reviewed nor drawn, and for agents all mapped identifiers. `publications`: the maximum
    number of publications; None for all, with their authors.
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
    """A pathway in a list of search results.

    `description`: cut to 200 characters. `matched_on`: the field that matched. `last_modified`: the day of the last
    revision, only in lists by date.
    """

    title: str
    organism: str
    description: str | None = None
    matched_on: MatchedOn | None = None
    last_modified: str | None = None

    @property
    def is_whole(self) -> bool:
        """True if a whole name or identifier matched, or the whole label of a data node."""
        return super().is_whole or (self.matched_on == "data node" and not self.unmatched)

    def slim(self) -> Self:
        """Return the candidate without `description` and `matched_on`."""
        return msgspec.structs.replace(self, description=None, matched_on=None)


class ContainingPathway(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pathway that contains a gene or a compound; it has no score, since this is a fact and not a search result.

    `description`: cut to 200 characters. `matched_on`: the way in which the gene or compound was found in the pathway.
    `remark`: a warning that in every node of the gene, label and identifier mean different genes.
    """

    id: str
    title: str
    organism: str
    description: str | None = None
    matched_on: MatchedOn | None = None
    remark: str | None = None

    @classmethod
    def of(cls, candidate: PathwayCandidate, matched_on: MatchedOn, *, slim: bool, remark: str | None = None) -> Self:
        """Convert a candidate. `slim`: True to omit `description` and `matched_on`."""
        return cls(
            id=candidate.id,
            title=candidate.title,
            organism=candidate.organism,
            description=None if slim else candidate.description,
            matched_on=None if slim else matched_on,
            remark=remark,
        )


class Revision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A revision of a pathway. `version`: its number; `last_modified`: its time (ISO 8601, UTC)."""

    version: str | None = None
    last_modified: str | None = None
    curators: tuple[str, ...] = ()


class OntologyTerm(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A term of the Pathway, Human Disease or Cell Ontology with which a pathway is tagged. `id`: `PW:0000640`."""

    id: str
    name: str | None = None


class ComponentCounts(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of a pathway's components; 0 means that the drawing has none, not that the number is unknown.

    `interaction_count`: the number of all lines in `interactions`, including those that are `graphical`.
    """

    gene_count: int
    protein_count: int
    metabolite_count: int
    interaction_count: int


class Drugs(msgspec.Struct, frozen=True, kw_only=True):
    """Drugs on the genes of a pathway.

    `targets`: the number of drug targets among the genes; `approved`: the number of approved ligands that act on them;
    `call`: the call that lists these ligands.
    """

    targets: int
    approved: int
    call: str


class Pathway(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The record of a pathway, without its drawing.

    `ontology_terms`: the ontology terms in `cross_references`, with their names. `cross_references`: their `uniprot`
    has the accessions that HGNC or the Guide to PHARMACOLOGY lists, or that the curator has drawn. `literature`: up to
    a hundred publications, without authors. Detail `all` adds the other accessions (most are unreviewed), publications
    and authors. `left_out`: the number of items that the level of detail omits, by list. `drugs`: the number of drugs
    that act on its genes. `remark`: the parts that are missing, and the reason.
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


# gc=False: drawings have hundreds of these objects, which form no cycles and need no visit by the collector.
class State(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A sign on a node, such as the `P` of a phosphorylated protein.

    `value`: the text of the sign; `type`: the modification that it means, if known. `position`: the modified residue
    (`ser20`, `Y705`), if stated. `references`: see `Interaction`.
    """

    id: str
    value: str | None = None
    type: StateType | None = None
    position: str | None = None
    comment: str | None = None
    references: tuple[str, ...] = ()


class DataNode(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A data node of the drawing: a gene, protein, metabolite, complex, linked pathway, or other.

    `id`: its id in the drawing, or `node-<n>` (the n-th data node, from 1) if it has none there. `label`: its text;
    left out if there is none. `database`, `identifier`: the reference as the curator wrote it. `states`: the signs on
    the node. `references`, `comments`: see `Interaction`. `remark`: a warning that label and identifier mean different
    genes.
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
    """A line between two elements. The source is the start of the line, unless the line has an arrowhead only there.

    `arrow`: the arrowhead as GPML names it (`Line` for none); `source_arrow`: the second arrowhead of a line with two.
    `source`, `target`: the ids of the elements at the ends; left out for a free end. A line with a free end is listed
    only if other lines are attached to it. `source_kind`, `target_kind`: the kinds of these elements (`interaction`: an
    anchor of another line, whose id is given). `source_label`, `target_label`: the texts of labels, shapes and states,
    and of nodes and groups if not all lists are complete. `source_node`, `target_node`: the node on which a state is
    drawn. `database`, `identifier`: the line's own reference (Rhea, Reactome) as the curator wrote it. `graphical`: the
    line connects elements, but the drawing does not mark it as an interaction. `references`: the cited publications:
    PubMed ids, DOIs, or `database:identifier`. `comments`: notes by curators and by the programs that converted the
    drawing, each once; left out in `brief`.
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

    `kind`: the kind of the member; `line` is a line that `interactions` does not list.
    """

    id: str
    kind: MemberKind
    label: str | None = None


class Group(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Elements that are drawn as a unit. `style`: the kind of group as GPML names it, such as `Complex`.

    `members`: the ids of its data nodes and inner groups; `member_labels`: their names, if not all lists are complete.
    `other_members`: its other elements; `empty`: True if it has no elements. `references`, `comments`: see
    `Interaction`.
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
    """The components of a pathway. `genes`: nodes of the types Gene and Rna.

    `unconnected_lines`: the number of lines that have a free end and no other line attached; `interactions` does not
    list them. `totals`: the full lengths of the lists that were cut.
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
        """The numbers of genes, proteins, metabolites and interactions."""
        return ComponentCounts(
            gene_count=len(self.genes),
            protein_count=len(self.proteins),
            metabolite_count=len(self.metabolites),
            interaction_count=len(self.interactions),
        )


# The content of a GPML file


class Drawing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pathway, parsed from its drawing.

    `literature`: the publications that the drawing lists, each once. `references`: (registry key, value) pairs of the
    whole pathway (ontology tags, linked pathways, curated identifiers of nodes), each once; all except the tags are
    well-formed. `gene_terms`: the sorted exact terms of its genes (see `gene_term`). `file`: the GPML file itself,
    compressed with zlib; empty if it is not available.
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
