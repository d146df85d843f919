"""Reverse lookup: from a gene to the pathways that contain it."""

from collections.abc import Sequence

from biofacts.application import listing
from biofacts.domain import organisms, wording
from biofacts.domain.gene import GeneId
from biofacts.domain.paging import DEFAULT_PAGE_SIZE, Hits, Page, Window, windowed
from biofacts.domain.pathway import PathwayCandidate
from biofacts.ports.pathways import GenePathway, GenePathways, PathwaySource


class ReverseLookup:
    """List the pathways of a gene: human first, then by organism; of each organism, titles that name the gene first."""

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
        name = ("get_pathways_for_gene", *gene.terms, chosen or "")
        window = listing.window(name, cursor, page_size)
        return listing.page(await self.hits(gene, chosen, window), window, name, cursor, slim=slim)

    async def hits(self, gene: GeneId, organism: str | None, window: Window) -> Hits[PathwayCandidate] | None:
        """A window of the list; None when its version is no longer kept. Raises: RateLimited, UpstreamError."""
        if (found := await self._source.with_gene(gene, window.version)) is None:
            return None
        chosen = [one for one in found.pathways if organism in (None, one.organism)]
        chosen.sort(key=_order)
        hits = windowed(
            [one.local_id for one in chosen],
            window,
            version=found.version,
            guidance=_guidance(gene, organism, found, chosen),
            provenance=found.provenance,
        )
        candidates = await self._source.candidates(hits.items, found.version)
        return None if candidates is None else hits.of(tuple(candidates))


def _order(pathway: GenePathway) -> tuple[object, ...]:
    return (*organisms.sort_key(pathway.organism), not pathway.named_in_title)


def _guidance(gene: GeneId, organism: str | None, found: GenePathways, chosen: Sequence[GenePathway]) -> str | None:
    parts: list[str] = []
    if not chosen and found.pathways:
        others = dict.fromkeys(one.organism for one in sorted(found.pathways, key=_order))
        parts.append(wording.gene_elsewhere(gene.text, organism or "", list(others)))
    elif not chosen:
        parts.append(wording.gene_nowhere(gene.text))
    if not found.complete:
        parts.append(wording.INCOMPLETE_GENES)
    return " ".join(parts) or None
