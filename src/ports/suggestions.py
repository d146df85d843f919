"""What names and identifiers begin with a few letters: for whoever is still writing one."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from biofacts.domain.kinds import Kind


class Suggestion(msgspec.Struct, frozen=True):
    """A thing that may be meant: its CURIE, what it is called, and, of pathways and genes, its organism."""

    id: str
    name: str
    organism: str | None = None


class SuggestionSource(Protocol):
    """Knows beginnings of names."""

    async def beginning(self, kind: Kind, text: str, limit: int, organism: str | None = None) -> Sequence[Suggestion]:
        """What is called so, or has a CURIE that begins so, the likeliest first; at most `limit`.

        By what is at hand: nothing is fetched or built for it, and where nothing is at hand, nothing is suggested.
        Raises: UpstreamError, where what is at hand cannot be read.
        """
        ...


class Unsuggested(SuggestionSource):
    """Suggests nothing."""

    async def beginning(self, kind: Kind, text: str, limit: int, organism: str | None = None) -> Sequence[Suggestion]:  # noqa: D102
        return ()
