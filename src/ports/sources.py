"""What the use cases ask of a source of any kind of entity."""

from typing import Protocol, TypeVar

import msgspec

from biofacts.domain.advice import Advice
from biofacts.domain.paging import Hits, Window

CandidateT = TypeVar("CandidateT")
IdentifierT = TypeVar("IdentifierT", contravariant=True)
RecordT = TypeVar("RecordT", covariant=True)


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """Plain words, trimmed, at least two characters; `organism` is an exact scientific name."""

    text: str
    organism: str | None = None


class NameSource(Protocol):
    """Knows what things are called."""

    async def knows(self, name: str) -> bool:
        """Whether something bears that whole name, or that identifier, by what is at hand.

        Nothing is fetched or built for it: False where nothing is at hand. Raises nothing.
        """
        ...


class SearchSource(NameSource, Protocol[CandidateT]):
    """Finds entities by plain words."""

    async def search(self, query: Query, window: Window) -> Hits[CandidateT] | None:
        """Ranked candidates, best first; a candidate's `score` is absolute (see `Candidate`), without its position.

        Nothing found: no items and a guidance. None when the window's version is no longer kept.
        Raises: RateLimited, UpstreamError.
        """
        ...


class RecordSource(Protocol[IdentifierT, RecordT]):
    """Fetches one entity."""

    async def get(self, identifier: IdentifierT) -> RecordT | None:
        """The whole record; None when there is no such entity (any more). Raises: RateLimited, UpstreamError."""
        ...


class OtherKindHint(Protocol[IdentifierT]):
    """Knows what else an identifier may mean, where several kinds share one form of identifier."""

    async def hint_for(self, identifier: IdentifierT) -> Advice | None:
        """A sentence that names the call that finds it, when it is an entity of another kind."""
        ...
