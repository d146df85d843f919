"""Interfaces for sources of any kind of entity."""

from typing import Protocol, TypeVar

import msgspec

from biofacts.domain.answers.advice import Advice
from biofacts.domain.answers.pages import Hits, Window

CandidateT = TypeVar("CandidateT")
IdentifierT = TypeVar("IdentifierT", contravariant=True)
RecordT = TypeVar("RecordT", covariant=True)


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """Plain words, trimmed, at least two characters; `organism` is an exact scientific name."""

    text: str
    organism: str | None = None


class NameSource(Protocol):
    """Recognises names."""

    async def knows(self, name: str) -> bool:
        """Return True if a cached entity has exactly this name or identifier.

        Fetches and builds nothing: False if nothing is in the cache. Raises nothing.
        """
        ...


class SearchSource(NameSource, Protocol[CandidateT]):
    """Searches entities by plain words."""

    async def search(self, query: Query, window: Window) -> Hits[CandidateT] | None:
        """Return ranked candidates, best first. A candidate's `score` is absolute (see `Candidate`), without position.

        Without a match, there are no items but a guidance. Returns None if the window's version has been deleted.
        Raises: RateLimited, UpstreamError.
        """
        ...


class RecordSource(Protocol[IdentifierT, RecordT]):
    """Fetches one entity."""

    async def get(self, identifier: IdentifierT) -> RecordT | None:
        """Return the whole record; None if there is no such entity (any more). Raises: RateLimited, UpstreamError."""
        ...


class OtherKindHint(Protocol[IdentifierT]):
    """Explains identifiers of another kind, for kinds that share one form of identifier."""

    async def hint_for(self, identifier: IdentifierT) -> Advice | None:
        """If an identifier belongs to another kind, return a sentence that names the call to fetch it."""
        ...
