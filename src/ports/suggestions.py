"""The interface for completion: names and identifiers that begin with a few letters."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from biofacts.domain.answers.kinds import Kind


class Suggestion(msgspec.Struct, frozen=True):
    """A completion: its CURIE, its name, and, for pathways and genes, its organism."""

    id: str
    name: str
    organism: str | None = None


class SuggestionSource(Protocol):
    """Completes names."""

    async def beginning(self, kind: Kind, text: str, limit: int, organism: str | None = None) -> Sequence[Suggestion]:
        """Return the likeliest entities whose name or CURIE begins with the text; at most `limit`.

        Searches the cache only: fetches and builds nothing, and suggests nothing if nothing is in the cache. Raises:
        UpstreamError if the cache is damaged.
        """
        ...


class Unsuggested(SuggestionSource):
    """Suggests nothing."""

    async def beginning(self, kind: Kind, text: str, limit: int, organism: str | None = None) -> Sequence[Suggestion]:  # noqa: D102
        return ()
