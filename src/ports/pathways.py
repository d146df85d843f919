"""What the use cases ask of a source of pathways."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from biofacts.domain.genes.drawn import GenesInPathway
from biofacts.domain.pathway import ComponentsDetail, Detail, Pathway, PathwayCandidate, PathwayComponents, PathwayId
from biofacts.domain.provenance import Provenance
from biofacts.ports.joins import Bearer
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

    `complete`: false where drawn genes may be missing that upstream could not map.
    """

    pathways: Sequence[GenePathway]
    complete: bool
    version: str
    provenance: Provenance


class GeneListing(msgspec.Struct, frozen=True, kw_only=True):
    """What is read where genes are looked for. `complete`: as of `GenePathways`."""

    complete: bool
    version: str
    provenance: Provenance


class PathwaySource(SearchSource[PathwayCandidate], RecordSource[PathwayId, Pathway], Protocol):
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

    async def candidates(self, local_ids: Sequence[str], version: str) -> Sequence[PathwayCandidate] | None:
        """The pathways of `with_gene` as they stand in a list, in the order asked for. None as above."""
        ...

    async def carried(self, identifier: PathwayId) -> Bearer[PathwayCandidate] | None:
        """The pathway with every identifier that its nodes carry, by what is at hand; None when there is none.

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

    async def components(self, identifier: PathwayId, detail: ComponentsDetail = "full") -> PathwayComponents | None:
        """Everything drawn in a pathway; None when there is no such pathway. Raises: RateLimited, UpstreamError.

        `brief`: what nodes are mapped to may be missing.
        """
        ...
