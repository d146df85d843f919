"""What the use cases ask of a source of pathways."""

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from biofacts.domain.diagram.values import Diagram
from biofacts.domain.drawn_compound import CompoundNode, Reference
from biofacts.domain.genes.drawn import GenesInPathway
from biofacts.domain.pathway import (
    ComponentsDetail,
    Detail,
    MatchedOn,
    Pathway,
    PathwayCandidate,
    PathwayComponents,
    PathwayId,
)
from biofacts.domain.provenance import Provenance
from biofacts.ports.joins import AtHand, Bearer
from biofacts.ports.sources import RecordSource, SearchSource


class GenePathway(msgspec.Struct, frozen=True, gc=False):
    """A pathway in which a gene is drawn. `named_in_title`: its title names the gene."""

    local_id: str
    organism: str
    named_in_title: bool


class SoughtGene(msgspec.Struct, frozen=True, kw_only=True):
    """A gene as pathways may carry it.

    `terms`: exact terms of its symbols and identifiers. `symbol`: the one by which titles and labels name it, None for
    a gene that is named by an identifier only. `alias`: how it was written otherwise; counts where a drawing gives no
    identifier with it.
    """

    terms: Sequence[str]
    symbol: str | None = None
    alias: str | None = None


class GenePathways(msgspec.Struct, frozen=True, kw_only=True):
    """Every pathway in which a gene is drawn, of each organism in the order of titles.

    `candidate`: makes of the id of one of them what stands in a list. `complete`: false where drawn genes may be
    missing that upstream could not map.
    """

    pathways: Sequence[GenePathway]
    candidate: Callable[[str], PathwayCandidate]
    complete: bool
    version: str
    provenance: Provenance


class GeneListing(msgspec.Struct, frozen=True, kw_only=True):
    """What is read where genes are looked for. `complete`: as of `GenePathways`."""

    complete: bool
    version: str
    provenance: Provenance


class SoughtCompound(msgspec.Struct, frozen=True, kw_only=True):
    """A compound as pathways may carry it.

    `asked`: the identifiers that name it; `stated`: what records say of the same compound. `label`: a name under which
    it may be drawn without an identifier.
    """

    asked: tuple[Reference, ...] = ()
    stated: tuple[Reference, ...] = ()
    label: str | None = None


class CompoundPathway(msgspec.Struct, frozen=True, gc=False):
    """A pathway in which a compound is drawn. `matched_on`: `identifier`, `same skeleton` or `label`."""

    local_id: str
    organism: str
    matched_on: MatchedOn


class CompoundPathways(msgspec.Struct, frozen=True, kw_only=True):
    """Every pathway in which a compound is drawn: those that match on the same in the order of titles, by organism.

    `candidate`: as of `GenePathways`. `references`: every identifier that is the compound's, as far as is known, with
    its InChIKeys; `name`: what it is mostly drawn as. `complete`: false where pathways may be missing, since tables of
    nodes are not at hand; `missing`: the catalogues that could not be had.
    """

    pathways: Sequence[CompoundPathway]
    candidate: Callable[[str], PathwayCandidate]
    references: tuple[Reference, ...] = ()
    name: str | None = None
    complete: bool
    missing: Sequence[str] = ()
    version: str
    provenance: Provenance


class DrawnCompound(msgspec.Struct, frozen=True, kw_only=True):
    """What is drawn under a name: the InChIKey that it mostly has, and in how many pathways it is drawn so."""

    inchikey: str
    name: str
    pathways: int


class CompoundsDrawn(msgspec.Struct, frozen=True, kw_only=True):
    """The pathways of an organism, id and title, by title; and nodes of compounds, also of other pathways.

    `complete`: as of `CompoundPathways`.
    """

    pathways: Sequence[tuple[str, str]]
    nodes: Sequence[CompoundNode]
    complete: bool
    version: str
    provenance: Provenance


class CarriedBy(Bearer[PathwayCandidate], frozen=True):
    """A pathway, and every identifier that its nodes carry. Otherwise as `GenePathways`."""

    complete: bool = True
    version: str = ""
    provenance: Provenance | None = None


class DrawnDiagram(msgspec.Struct, frozen=True):
    """How a pathway looks, and where that comes from."""

    diagram: Diagram
    provenance: Provenance


class PathwaySource(SearchSource[PathwayCandidate], RecordSource[PathwayId, Pathway], AtHand, Protocol):
    """Pathways by words, by identifier, by gene; and what is drawn in them."""

    async def get(self, identifier: PathwayId, detail: Detail = "full") -> Pathway | None:
        """The record in that detail; None when there is no such pathway. Raises: RateLimited, UpstreamError."""
        ...

    async def prepare_genes(self) -> None:
        """Have what `with_gene` cannot do without: before names of genes, which take longer to come and to build.

        Raises: RateLimited, UpstreamError.
        """
        ...

    async def with_gene(self, gene: SoughtGene, version: str | None) -> GenePathways | None:
        """The pathways of a gene, in a listing's version or the newest (None).

        None when the version is no longer kept. Raises: RateLimited, UpstreamError.
        """
        ...

    async def with_compound(self, compound: SoughtCompound, version: str | None) -> CompoundPathways | None:
        """The pathways of a compound, in a listing's version or the newest (None).

        None when the version is no longer kept. Raises: RateLimited, UpstreamError.
        """
        ...

    async def compounds_drawn(self, organism: str, version: str | None) -> CompoundsDrawn | None:
        """Everything that `with_compound` looks through for an organism's pathways.

        None when the version is no longer kept. Raises: RateLimited, UpstreamError.
        """
        ...

    async def drawn_as(self, name: str) -> Sequence[DrawnCompound]:
        """The compounds that are drawn under a name, by what is at hand: one a skeleton, the most drawn first."""
        ...

    async def carried(self, identifier: PathwayId) -> CarriedBy | None:
        """The pathway with every identifier that its nodes carry, by what is at hand; None when there is none.

        Of genes it carries what `with_gene` finds it by.

        Raises: RateLimited, UpstreamError.
        """
        ...

    async def gene_listing(self, version: str | None) -> GeneListing | None:
        """What `genes_drawn` reads, in a listing's version or the newest (None); None when that is no longer kept.

        Raises: RateLimited, UpstreamError.
        """
        ...

    async def genes_drawn(self, organism: str, version: str) -> Sequence[GenesInPathway] | None:
        """Every pathway of an organism, by title, with its genes: a gene is drawn where `with_gene` finds it.

        None as above.
        """
        ...

    async def file(self, identifier: PathwayId) -> bytes | None:
        """The GPML of a pathway, byte for byte; None when there is no such pathway. Raises: as `components`."""
        ...

    async def components(self, identifier: PathwayId, detail: ComponentsDetail = "full") -> PathwayComponents | None:
        """Everything drawn in a pathway; None when there is no such pathway. Raises: RateLimited, UpstreamError.

        `brief`: what nodes are mapped to may be missing.
        """
        ...

    async def diagram(self, identifier: PathwayId) -> DrawnDiagram | None:
        """How a pathway looks; None when there is no such pathway.

        Raises: RateLimited; UpstreamError, also where its drawing cannot be drawn, or there is none.
        """
        ...
