"""The base classes of all answers: items of lists, records and search results, and their provenance."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Literal, Self, cast

import msgspec


# Without empty slots, every Struct that inherits from these would have a __dict__.
class Item:
    """An item of a list. It is a second base class, next to `msgspec.Struct`."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Convert to built-in types that JSON supports; fields without a value are omitted."""
        return cast("dict[str, Any]", msgspec.to_builtins(self))


class Record(Item):
    """The full record of an entity. Its repr has only the id and the name, since all fields would fill a screen."""

    __slots__ = ()

    def __repr__(self) -> str:
        names = [getattr(self, name, None) for name in ("id", "name", "title", "symbol")]
        return f"{type(self).__name__}({', '.join(repr(name) for name in names if name)})"


class RecordReadAs(msgspec.Struct, frozen=True, kw_only=True):
    """The record that a name, or an identifier of another database, was interpreted as, and the reason.

    `id`: its CURIE, or the InChIKey of a compound that only drawings contain.
    """

    id: str
    name: str
    why: str


# The base of all search results


class Candidate(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ranked search result.

    `score`: a number in 0-1 for how well and how surely the result matches the query, minus 0.05 per position. Without
    that deduction it does not depend on other results, and is 1.0 for a whole name or identifier. `unmatched`: words of
    the query that nothing in the result matches.
    """

    id: str
    score: float
    unmatched: tuple[str, ...] = ()

    @property
    def rating(self) -> float:
        """The score, or 0 for a `FactCandidate` without one."""
        return self.score or 0.0

    @property
    def is_whole(self) -> bool:
        """True if a whole name or identifier matched; valid only until `at` has lowered the score."""
        return self.score == 1.0

    def slim(self) -> Self:
        """Return the result with the fewest fields."""
        return self

    def as_fact(self) -> Self:
        """Return the result as it is shown in a list of facts."""
        return self

    def at_most(self, score: float) -> Self:
        """Return the result with its score lowered to at most this one."""
        return msgspec.structs.replace(self, score=min(self.score, score))

    def at(self, position: int) -> Self:
        """Return the result with its score reduced by 0.05 per position in the listing; the first position is 0."""
        return msgspec.structs.replace(self, score=round(max(0.0, self.score - 0.05 * position), 2))


class FactCandidate(Candidate, frozen=True, kw_only=True):
    """A search result that may also occur in a list of facts, such as the members of a class, without a score.

    Sources give every result a score; answers with facts remove it.
    """

    score: float | None = None  # type: ignore[assignment]  # pyright: ignore[reportIncompatibleVariableOverride]

    def as_fact(self) -> Self:
        """Return the result without its score."""
        return msgspec.structs.replace(self, score=None)


# Provenance: the sources of records and lists


Retrieval = Literal["live", "cache", "snapshot"]

HGNC, NCBI_GENE = "HGNC", "NCBI Gene"

GUIDE = "Guide to PHARMACOLOGY"
GUIDE_LICENCE = "ODbL / CC BY-SA 4.0"


class Provenance(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The service that data comes from, its release, and the time of retrieval (`retrieved`, ISO 8601, UTC).

    `mode`: `live` if fetched for this call, `cache` if fetched earlier, `snapshot` if from a downloaded release or the
    built-in sample. `stale`: True if expired data was used because the upstream failed or offline mode is on.
    """

    name: str
    release: str | None = None
    retrieved: str | None = None
    mode: Retrieval
    licence: str | None = None
    stale: bool = False


@lru_cache(maxsize=64)  # answers repeat the times of a few catalogues
def iso(moment: datetime) -> str:
    """Format a time in ISO 8601, UTC, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
