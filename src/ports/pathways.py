"""The interface for sources of pathways."""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from typing import Protocol, TypeAlias

import msgspec

from biofacts.domain.answers.records import Provenance
from biofacts.domain.edges.edge import DrawnEdge, LineKey
from biofacts.domain.edges.shortest_paths import Network
from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.compound_nodes import CompoundNode
from biofacts.domain.pathways.drawn_nodes import GenesInPathway
from biofacts.domain.pathways.index_files import Community
from biofacts.domain.pathways.pathway import Detail, MatchedOn, Pathway, PathwayCandidate, PathwayComponents
from biofacts.domain.pictures.diagram import Diagram
from biofacts.ports.sources import AtHand, IdentifiedEntity, RecordSource, SearchSource


class GenePathway(msgspec.Struct, frozen=True, gc=False):
    """A pathway that contains a gene. `named_in_title`: its title names the gene."""

    local_id: str
    organism: str
    named_in_title: bool


class SoughtGene(msgspec.Struct, frozen=True, kw_only=True):
    """A gene, with the terms and names that identify it in pathways.

    `terms`: exact terms of its symbols and identifiers. `symbol`: its name in titles and labels, None if only an
    identifier was entered. `alias`: another name that was entered; it counts only for nodes without an identifier.
    """

    terms: Sequence[str]
    symbol: str | None = None
    alias: str | None = None


class FromCatalogues(msgspec.Struct, frozen=True, kw_only=True):
    """An answer from catalogues: `version` and `provenance` are defined by `Hits`.

    `complete`: False if the answer may be incomplete because some catalogues, or parts of them, are unavailable.
    """

    complete: bool
    version: str
    provenance: Provenance


class GenePathways(FromCatalogues, frozen=True, kw_only=True):
    """Every pathway that contains a gene, for each organism in the order of titles.

    `remarks`: sentences by local id, for pathways without a node of the gene whose label and identifier agree, as far
    as cached. `candidates`: reads list entries by pathway id. `complete`: False if pathways may be missing
    because the upstream could not map drawn genes.
    """

    pathways: Sequence[GenePathway]
    candidates: Callable[[Sequence[str]], Awaitable[Sequence[PathwayCandidate]]]
    remarks: Mapping[str, str] = {}


class SoughtCompound(msgspec.Struct, frozen=True, kw_only=True):
    """A compound, with the identifiers and the name that identify it in pathways.

    `in_query`: identifiers in the query; `in_records`: identifiers in the compound's records. `label`: a name by which
    nodes without an identifier may be found.
    """

    in_query: tuple[KeyedId, ...] = ()
    in_records: tuple[KeyedId, ...] = ()
    label: str | None = None


class CompoundPathway(msgspec.Struct, frozen=True, gc=False):
    """A pathway that contains a compound. `matched_on`: `identifier`, `same skeleton` or `label`."""

    local_id: str
    organism: str
    matched_on: MatchedOn


class CompoundPathways(FromCatalogues, frozen=True, kw_only=True):
    """Every pathway that contains a compound, ordered by the kind of match, then in each organism by title.

    `candidate`: a function that builds the list entry of a pathway id. `references`: all identifiers of the compound
    that could be collected, with its InChIKeys; `name`: its most frequent label. `complete`: False if pathways may be
    missing because tables of nodes are not in the cache; `missing`: the catalogues that could not be fetched.
    """

    pathways: Sequence[CompoundPathway]
    candidate: Callable[[str], PathwayCandidate]
    references: tuple[KeyedId, ...] = ()
    name: str | None = None
    missing: Sequence[str] = ()


class DrawnCompound(msgspec.Struct, frozen=True, kw_only=True):
    """A compound drawn under a given name. `inchikey`: its most frequent InChIKey; `name`: its most frequent name.

    `pathways`: the number of pathways that draw it under the given name; `labelled`: the number of pathways that draw
    anything under that name.
    """

    inchikey: str
    name: str
    pathways: int
    labelled: int = 0


class CompoundsDrawn(FromCatalogues, frozen=True, kw_only=True):
    """The pathways of an organism (ids and titles, sorted by title), and compound nodes of all pathways."""

    pathways: Sequence[tuple[str, str]]
    nodes: Sequence[CompoundNode]


class NodesOfCompounds(msgspec.Struct, frozen=True, kw_only=True):
    """Compound nodes of pathways. `complete` is defined by `CompoundPathways`."""

    nodes: Sequence[CompoundNode] = ()
    complete: bool
    version: str


class CarriedBy(IdentifiedEntity[PathwayCandidate], frozen=True):
    """A pathway, and every identifier of its nodes. The other fields are defined by `FromCatalogues`."""

    complete: bool = True
    version: str = ""
    provenance: Provenance | None = None


class DrawnDiagram(msgspec.Struct, frozen=True):
    """The layout of a pathway, and its provenance."""

    diagram: Diagram
    provenance: Provenance


class Relation(msgspec.Struct, frozen=True, array_like=True):
    """The relation of a pathway to another, identified by `local_id`.

    `is_drawn_in`: the other pathway is drawn in this one; `draws`: this one is drawn in the other. `shared`: the number
    of genes in both; `either`: the number of genes in at least one; both are 0 for pathways that share few genes.
    """

    local_id: str
    is_drawn_in: bool = False
    draws: bool = False
    shared: int = 0
    either: int = 0

    def joined(self, other: "Relation") -> "Relation":
        """Merge two relations to the same pathway."""
        return Relation(
            self.local_id,
            self.is_drawn_in or other.is_drawn_in,
            self.draws or other.draws,
            self.shared or other.shared,
            self.either or other.either,
        )

    @property
    def order(self) -> tuple[object, ...]:
        """The sort key: pathways that are drawn in one another first, then by falling Jaccard index."""
        alike = self.shared / self.either if self.either else 0.0
        return not self.is_drawn_in, not self.draws, -alike, int(self.local_id[2:])


RelatedPathway: TypeAlias = tuple[PathwayCandidate, Relation]


class RelatedPathways(FromCatalogues, frozen=True, kw_only=True):
    """The pathways related to a pathway: first those drawn in one another, then by the Jaccard index of genes.

    `complete`: False if the drawings are unavailable, so that pathways are missing.
    """

    pathways: Sequence[RelatedPathway]


class CommunityList(msgspec.Struct, frozen=True, kw_only=True):
    """All communities with pathways, by name."""

    communities: Sequence[Community]
    version: str
    provenance: Provenance


class EdgesFound(FromCatalogues, frozen=True, kw_only=True):
    """Interactions of all drawings, sorted by pathway and line.

    `acting`: interactions attached to an anchor of a line, by the line's key, such as the enzymes of a conversion.
    `complete`: False if drawings are missing.
    """

    edges: Sequence[DrawnEdge] = ()
    acting: Mapping[LineKey, Sequence[DrawnEdge]] = {}


class DrawnNetwork(FromCatalogues, frozen=True, kw_only=True):
    """The network of the interactions in all drawings."""

    network: Network


class PathwayEdges(Protocol):
    """A lookup of interactions in all drawings. A line with two arrowheads is two interactions, one per direction."""

    async def compounds(self, identifiers: Collection[str]) -> frozenset[str]:
        """Return the compounds with any of these identifiers, as their ids in interactions.

        Raises: RateLimited, UpstreamError.
        """
        ...

    async def touching(self, nodes: Collection[str], version: str | None = None) -> EdgesFound | None:
        """Return the interactions that have any of these nodes, or a complex that contains one, at an end.

        Returns None if the version has been deleted. Raises: RateLimited, UpstreamError.
        """
        ...

    async def network(self) -> DrawnNetwork:
        """Return the network of the newest version, which stays in memory. Raises: RateLimited, UpstreamError."""
        ...

    async def lines(self, keys: Collection[LineKey], version: str | None = None) -> Sequence[DrawnEdge]:
        """Return interactions by pathway and line, in no order; none if the version has been deleted.

        Raises: RateLimited, UpstreamError.
        """
        ...

    def every(self) -> AsyncIterator[Sequence[DrawnEdge]]:
        """Yield the interactions of each drawing. Raises: RateLimited, UpstreamError."""
        ...


class PathwaysOfGenes(Protocol):
    """A lookup of pathways by gene."""

    # A first query needs this index at once, but waits only a few seconds for the gene names.
    async def prepare_genes(self) -> None:
        """Load the data that `with_gene` needs, before the gene names, which take longer to download and index.

        Raises: RateLimited, UpstreamError.
        """
        ...

    async def with_gene(self, gene: SoughtGene, version: str | None) -> GenePathways | None:
        """Return the pathways of a gene, in a listing's version or the newest (None).

        Returns None if the version has been deleted. Raises: RateLimited, UpstreamError.
        """
        ...

    async def gene_listing(self, version: str | None) -> FromCatalogues | None:
        """Return the metadata of `genes_drawn`, in a listing's version or the newest (None).

        Returns None if the version has been deleted. Raises: RateLimited, UpstreamError.
        """
        ...

    async def genes_drawn(self, organism: str, version: str) -> Sequence[GenesInPathway] | None:
        """Return every pathway of an organism, by title, with the genes by which `with_gene` finds it.

        Returns None if the version has been deleted.
        """
        ...


class PathwaysOfCompounds(Protocol):
    """A lookup of pathways by compound."""

    async def with_compound(self, compound: SoughtCompound, version: str | None) -> CompoundPathways | None:
        """Return the pathways of a compound, in a listing's version or the newest (None).

        Returns None if the version has been deleted. Raises: RateLimited, UpstreamError.
        """
        ...

    async def compounds_drawn(self, organism: str, version: str | None) -> CompoundsDrawn | None:
        """Return all data that `with_compound` searches for an organism's pathways.

        Returns None if the version has been deleted. Raises: RateLimited, UpstreamError.
        """
        ...

    async def compound_nodes(
        self, identifiers: Collection[KeyedId], *, of: PathwayId | None = None, called: Collection[str] = ()
    ) -> NodesOfCompounds:
        """Return the nodes with any of the identifiers that `with_compound` searches, and all nodes of a pathway.

        `called`: names, whose nodes are also returned.

        Raises: RateLimited, UpstreamError.
        """
        ...

    async def drawn_as(self, name: str) -> Sequence[DrawnCompound]:
        """Return the compounds drawn under a name in cached pathways, one per skeleton, the most frequent first."""
        ...


class PathwayDrawings(Protocol):
    """A reader of pathway drawings."""

    async def file(self, identifier: PathwayId) -> bytes | None:
        """Fetch the GPML file of a pathway unchanged; None if there is no such pathway. Raises: see `components`."""
        ...

    async def components(self, identifier: PathwayId, detail: Detail = "full") -> PathwayComponents | None:
        """Return all drawn elements of a pathway; None if there is no such pathway. Raises: RateLimited, UpstreamError.

        With `brief`, the identifiers to which nodes are mapped may be missing.
        """
        ...

    async def diagram(self, identifier: PathwayId) -> DrawnDiagram | None:
        """Return the layout of a pathway; None if there is no such pathway.

        Raises: RateLimited; UpstreamError, also if the file is missing or cannot be drawn.
        """
        ...


class PathwaySource(
    SearchSource[PathwayCandidate],
    RecordSource[PathwayId, Pathway],
    PathwaysOfGenes,
    PathwaysOfCompounds,
    PathwayDrawings,
    AtHand,
    Protocol,
):
    """A source of pathways and their drawings, looked up by words, identifier, gene or compound."""

    async def get(self, identifier: PathwayId, detail: Detail = "full") -> Pathway | None:
        """Fetch the record in this detail, or None if there is no such pathway. Raises: RateLimited, UpstreamError."""
        ...

    async def carried(self, identifier: PathwayId) -> CarriedBy | None:
        """Return a pathway with every identifier of its nodes, from the cache; None if there is no such pathway.

        For genes, these are the terms by which `with_gene` finds the pathway.

        Raises: RateLimited, UpstreamError.
        """
        ...

    async def related(self, identifier: PathwayId) -> RelatedPathways:
        """Return the pathways related to a pathway. The relation is symmetric: each pathway lists the other.

        Raises: RateLimited, UpstreamError.
        """
        ...

    async def communities(self) -> CommunityList | None:
        """Return all communities; None if they are not available in time."""
        ...

    async def candidates(self, local_ids: Sequence[str]) -> Sequence[PathwayCandidate]:
        """Return the existing pathways among these (WP254), human ones first. Raises: RateLimited, UpstreamError."""
        ...


class DrugCounts(Protocol):
    """Precomputed counts of drugs per pathway."""

    async def of(self, pathway: PathwayId, version: str) -> tuple[int, int] | None:
        """Return the numbers of a pathway's targets, and of the approved ligands on them.

        None unless they were counted in this version of the catalogues.
        """
        ...
