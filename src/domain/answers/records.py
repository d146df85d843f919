"""The base of all answers: items, records, candidates, and their sources."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Literal, Self, TypeVar, cast

import msgspec

from biofacts.domain.text.clean import enumerated


# Without empty slots, every Struct that inherits from these would have a __dict__.
class Item:
    """An item of a list. A base class beside `msgspec.Struct`."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Convert to types of JSON; fields without a value are left out."""
        return cast("dict[str, Any]", msgspec.to_builtins(self))


class Record(Item):
    """The full record of an entity, whose repr is too long for a line."""

    __slots__ = ()

    def __repr__(self) -> str:
        names = [getattr(self, name, None) for name in ("id", "name", "title", "symbol")]
        return f"{type(self).__name__}({', '.join(repr(name) for name in names if name)})"


class RecordReadAs(msgspec.Struct, frozen=True, kw_only=True):
    """The record that a name, or an identifier of another database, was read as, and why.

    `id`: its CURIE; of a compound that only drawings have, its InChIKey.
    """

    id: str
    name: str
    why: str


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
    def rating(self) -> float:
        """The score, 0 for none: see `FactCandidate`."""
        return self.score or 0.0

    @property
    def is_whole(self) -> bool:
        """True if a whole name or identifier matched; valid only until `at` has lowered the score."""
        return self.score == 1.0

    def slim(self) -> Self:
        """Return the candidate with the fewest fields."""
        return self

    def as_fact(self) -> Self:
        """Return the candidate in a list of facts."""
        return self

    def at_most(self, score: float) -> Self:
        """Return the candidate with no higher score than this."""
        return msgspec.structs.replace(self, score=min(self.score, score))

    def at(self, position: int) -> Self:
        """Return the candidate at its position in the listing (0 first): the score falls by 0.05 per position."""
        return msgspec.structs.replace(self, score=round(max(0.0, self.score - 0.05 * position), 2))


class FactCandidate(Candidate, frozen=True, kw_only=True):
    """A candidate of a kind with lists of facts, such as the members of a class, which have no `score` in an answer.

    Sources give every candidate a score.
    """

    score: float | None = None  # type: ignore[assignment]  # pyright: ignore[reportIncompatibleVariableOverride]

    def as_fact(self) -> Self:
        """Return the candidate without its score."""
        return msgspec.structs.replace(self, score=None)


# Provenance: the sources of records and lists


Retrieval = Literal["live", "cache", "snapshot"]

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
    mode: Retrieval
    licence: str | None = None
    stale: bool = False


@lru_cache(maxsize=64)  # answers have the times of a few catalogues
def iso(moment: datetime) -> str:
    """Format a time in ISO 8601, UTC, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


# Missing parts of records, whose sources could not be consulted. Every record reports them in its `remark`


RecordT = TypeVar("RecordT", bound=msgspec.Struct)


class Lack(msgspec.Struct, frozen=True, kw_only=True):
    """Parts, under their names in the record, that are left out or that may be incomplete (`partly`).

    `catalogues`: the catalogues that are not available; `why`: any other reason, as a clause.
    """

    parts: tuple[str, ...]
    catalogues: tuple[str, ...] = ()
    why: str = ""
    partly: bool = False


def with_lacks(record: RecordT, lacks: Iterable[Lack | None]) -> RecordT:
    """Append the missing parts to a record's remark, one sentence for each set of parts."""
    catalogues: dict[tuple[tuple[str, ...], bool], dict[str, None]] = {}
    reasons: dict[tuple[tuple[str, ...], bool], dict[str, None]] = {}
    for lack in lacks:
        if lack is not None:
            catalogues.setdefault((lack.parts, lack.partly), {}).update(dict.fromkeys(lack.catalogues))
            reasons.setdefault((lack.parts, lack.partly), {}).update(dict.fromkeys(filter(None, [lack.why])))
    sentences = [
        lacking(parts, [*catalogues[parts, partly]], [*reasons[parts, partly]], partly=partly)
        for parts, partly in catalogues
    ]
    remark: str | None = getattr(record, "remark", None)
    return msgspec.structs.replace(record, remark=" ".join(filter(None, [remark, *sentences]))) if sentences else record


def lacking(parts: Sequence[str], catalogues: Sequence[str], reasons: Sequence[str], *, partly: bool) -> str:
    """Say which parts of a record are missing or incomplete, and why."""
    whys = [reason.rstrip(".") for reason in reasons]
    if catalogues:
        which = "the catalogue {} is" if len(catalogues) == 1 else "the catalogues {} are"
        whys.insert(0, f"{which.format(enumerated(catalogues))} not available")
    return f"{'Possibly incomplete' if partly else 'Left out'}: {', '.join(parts)}, because {', and '.join(whys)}."
