"""The base of all answers: items, records, candidates, and their sources."""

from datetime import UTC, datetime
from typing import Any, Literal, Self, cast

import msgspec


# Without empty slots, every Struct that inherits from these would have a __dict__.
class Item:
    """An item of a list. A base class beside `msgspec.Struct`."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Convert to types of JSON; unknown fields are left out."""
        return cast("dict[str, Any]", msgspec.to_builtins(self))


class Record(Item):
    """The full record of an entity, whose repr is too long for a line."""

    __slots__ = ()

    def __repr__(self) -> str:
        names = [getattr(self, name, None) for name in ("id", "name", "title", "symbol")]
        return f"{type(self).__name__}({', '.join(repr(name) for name in names if name)})"


# The base of all search results


class Candidate(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ranked search result.

    `score` in 0-1: how much of the query the result answers, and how surely, less 0.05 per position; the first part
    does not depend on the other results, and is 1.0 for a whole name or identifier. `unmatched`: words of the query
    that nothing in the result answers.
    """

    id: str
    score: float
    unmatched: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """True if a whole name or identifier matched; valid only until `at` has lowered the score."""
        return self.score == 1.0

    def slim(self) -> Self:
        """Return the candidate with the fewest fields."""
        return self

    def at(self, position: int) -> Self:
        """Return the candidate at its position in the listing (0 first): the score falls by 0.05 per position."""
        return msgspec.structs.replace(self, score=round(max(0.0, self.score - 0.05 * position), 2))


# Provenance: the sources of records and lists


Mode = Literal["live", "cache", "snapshot"]


HGNC, NCBI_GENE = "HGNC", "NCBI Gene"


GUIDE = "Guide to PHARMACOLOGY"
GUIDE_LICENCE = "ODbL / CC BY-SA 4.0"


class Provenance(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The service and release, with the time of retrieval (`retrieved`, ISO 8601, UTC).

    `live`: fetched for this call; `cache`: fetched earlier; `snapshot`: from a synchronised release or the built-in
    sample. `stale`: True if older data answered because the upstream failed, or because offline mode does not contact
    it.
    """

    name: str
    release: str | None = None
    retrieved: str | None = None
    mode: Mode
    licence: str | None = None
    stale: bool = False


def iso(moment: datetime) -> str:
    """Format a time in ISO 8601, UTC, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
