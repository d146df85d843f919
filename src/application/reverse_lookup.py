"""Reverse lookup: from a gene to the pathways that contain it."""

from biofacts.application import listing
from biofacts.domain import organisms
from biofacts.domain.identifiers import GeneId
from biofacts.domain.paging import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.pathway import PathwayCandidate
from biofacts.ports.pathways import PathwaySource


class ReverseLookup:
    """List the pathways of a gene."""

    def __init__(self, source: PathwaySource) -> None:
        self._source = source

    async def __call__(
        self,
        gene_id: str,
        *,
        organism: str | None = None,
        cursor: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
        slim: bool = False,
    ) -> Page[PathwayCandidate]:
        """One page of pathways. Raises: AmbiguousQuery, RateLimited, UpstreamError."""
        gene, chosen = GeneId.parse(gene_id), organisms.check(organism)
        name = ("get_pathways_for_gene", *gene.tokens, chosen or "")
        window = listing.window(name, cursor, page_size)
        return listing.page(await self._source.with_gene(gene, chosen, window), window, name, cursor, slim=slim)
