"""What the use cases ask of a source of pathways."""

from typing import Protocol

from biofacts.domain.identifiers import GeneId, PathwayId
from biofacts.domain.paging import Hits, Window
from biofacts.domain.pathway import Pathway, PathwayCandidate, PathwayComponents
from biofacts.ports.sources import RecordSource, SearchSource


class PathwaySource(SearchSource[PathwayCandidate], RecordSource[PathwayId, Pathway], Protocol):
    """Pathways by words, by identifier, by gene; and what is drawn in them."""

    async def with_gene(self, gene: GeneId, organism: str | None, window: Window) -> Hits[PathwayCandidate] | None:
        """Pathways that contain a gene: human first, then by organism; within one, titles that name it first.

        None when the window's version is no longer kept. Raises: RateLimited, UpstreamError.
        """
        ...

    async def components(self, identifier: PathwayId) -> PathwayComponents | None:
        """Everything drawn in a pathway; None when there is no such pathway. Raises: RateLimited, UpstreamError."""
        ...
