"""Resolve: from plain words to ranked candidates with identifiers."""

from typing import Generic, TypeVar

from biofacts.application import listing
from biofacts.domain import organisms
from biofacts.domain.candidate import Candidate
from biofacts.domain.kinds import Kind
from biofacts.domain.paging import DEFAULT_PAGE_SIZE, Page
from biofacts.ports.sources import Query, SearchSource

CandidateT = TypeVar("CandidateT", bound=Candidate)


class Resolve(Generic[CandidateT]):
    """Search one kind of entity."""

    def __init__(self, kind: Kind, source: SearchSource[CandidateT]) -> None:
        self._kind = kind
        self._source = source

    async def __call__(
        self,
        query: str,
        *,
        organism: str | None = None,
        cursor: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
        slim: bool = True,
    ) -> Page[CandidateT]:
        """One page of candidates. Raises: AmbiguousQuery, RateLimited, UpstreamError."""
        asked = Query(text=listing.checked_query(self._kind, query), organism=organisms.check(organism))
        name = (self._kind.search_tool, asked.text.casefold(), asked.organism or "")
        window = listing.window(name, cursor, page_size)
        return listing.page(await self._source.search(asked, window), window, name, cursor, slim=slim)
