"""The local catalogue: immutable, versioned releases of published data, shared by all processes of a user."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Literal, Protocol, Self

import msgspec

from biofacts.domain.search.index import Field
from biofacts.domain.search.query import NOTHING_KNOWN, QueryHints
from biofacts.domain.search.ranking import RankedMatch, Ranking
from biofacts.ports.synchronisation import Pending


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One searchable item. Entries with equal scores are listed in the order of the catalogue.

    `key`: its identifier inside the source. `texts`: the texts of each search field. `category`: the value by which
    listings are filtered. `prior`: see `SearchIndex.prior`. `exact_terms`: whole identifiers and names that find it.
    `accessions`: see `Catalogue.accessions`. `summary` and `record`: bytes that only the source interprets; listings
    return the summary.
    """

    key: str
    texts: Mapping[Field, Sequence[str]] = {}
    category: str = ""
    prior: float = 0.0
    exact_terms: Iterable[str] = ()
    accessions: Iterable[str] = ()
    summary: bytes = b""
    record: bytes = b""


# gc=False: a query may list thousands, which the garbage collector would visit in vain.
class Listed(msgspec.Struct, frozen=True, gc=False):
    """An entry without its record. `terms`: the exact terms of the query that it has."""

    key: str
    category: str
    summary: bytes
    terms: Collection[str] = ()


class ReleaseInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The metadata of a release. Times are UTC; `checked`: when the upstream last confirmed it.

    `validator` is the upstream's ETag ("" without one), `digest` a content hash. `enriched_by`:
    the version of the catalogue that supplied additional facts, or "". `complete`: False if a part of the published
    data could not be fetched. `lacks`: columns missing from the file, whose facts are absent.
    """

    release: str
    retrieved: datetime
    checked: datetime
    validator: str = ""
    digest: str = ""
    mode: Literal["cache", "snapshot"] = "cache"
    enriched_by: str = ""
    complete: bool = True
    lacks: tuple[str, ...] = ()

    @property
    def identity(self) -> str:
        """A text that changes whenever the content of the catalogue changes."""
        return " ".join([self.release, self.digest or self.validator or self.retrieved.isoformat(), self.enriched_by])


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """The content of one release. `entries`, then `synonyms` (rows of equivalent names), are iterated in a thread.

    `patient`: the content is large, so smaller ones are built first. `portable`: both iterables can be pickled, so that
    another process may build the release.
    """

    info: ReleaseInfo
    entries: Iterable[Entry] = ()
    synonyms: Iterable[Sequence[str]] = ()
    patient: bool = False
    portable: bool = False


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of a ranked listing.

    `score`: the confidence in the match, from 0 to 1. `field`: the search field of the best match. `by_synonym`: the
    best match used a synonym. `unmatched`: words of the query that the entry does not match.
    """

    key: str
    summary: bytes
    score: float
    field: Field
    by_synonym: bool = False
    unmatched: tuple[str, ...] = ()


class RankedHits(msgspec.Struct, frozen=True, kw_only=True):
    """A window of a ranked listing, the length of the whole listing, and remarks on the words of the query.

    `unknown`: words that no entry contains; `corrected`: words that were replaced by similar ones; `suggested`: words
    with similar ones that were not used.
    """

    hits: tuple[Hit, ...]
    total: int
    unknown: tuple[str, ...] = ()
    corrected: Mapping[str, str] = {}
    suggested: Mapping[str, str] = {}

    @classmethod
    def of(cls, ranking: Ranking, window: Sequence[RankedMatch], entries: Mapping[int, tuple[str, bytes]]) -> Self:
        """Build the hits of a window. `entries`: key and summary of each document."""
        unmatched = {
            match.answered: ranking.unmatched(match)
            for match in {ranked.answered: ranked for ranked in window}.values()
        }
        hits = [
            Hit(
                key=entries[match.document][0],
                summary=entries[match.document][1],
                score=match.score,
                field=match.field,
                by_synonym=match.by_synonym,
                unmatched=unmatched[match.answered],
            )
            for match in window
        ]
        return cls(
            hits=tuple(hits),
            total=len(ranking.matches),
            unknown=ranking.unknown,
            corrected=ranking.corrected,
            suggested=ranking.suggested,
        )


class Catalogue(Protocol):
    """One release, open for reading; it never changes."""

    version: str
    """A short name unique to the release in its catalogue, without blanks or equals signs."""

    info: ReleaseInfo
    """The metadata of the release."""

    async def search(
        self, query: str, *, offset: int, limit: int, category: str | None = None, hints: QueryHints = NOTHING_KNOWN
    ) -> RankedHits:
        """Return the entries that match plain words, best first. `hints` adds synonyms to those of the catalogue."""
        ...

    async def knows(self, words: Sequence[str]) -> AbstractSet[str]:
        """Return those of the folded words that occur in some entry."""
        ...

    async def preload(self) -> None:
        """Load the data for correcting misspellings now, so that the first misspelt query need not wait."""
        ...

    async def category_sizes(self) -> Mapping[str, int]:
        """Return the number of entries of each category."""
        ...

    async def with_terms(self, terms: Sequence[str]) -> Mapping[str, bytes]:
        """Return key and summary of each entry that has one of the exact terms, in the order of the entries."""
        ...

    async def keys(self, terms: Sequence[str]) -> Sequence[str]:
        """Return the keys of `with_terms`, without loading summaries."""
        ...

    async def accessions(self) -> AbstractSet[str]:
        """Return the UniProt accessions of all entries; loading all is faster than looking up a few hundred."""
        ...

    async def entries(self, keys: Collection[str], terms: Sequence[str] = ()) -> Sequence[Listed]:
        """Return the entries with these keys or with one of the exact terms, in the order of the entries."""
        ...

    async def beginning(self, name: str, limit: int, category: str | None = None) -> Sequence[Listed]:
        """Return the first entries with a title or name that begins with this text, in any spelling, in their order."""
        ...

    async def called(self, query: str) -> AbstractSet[str]:
        """Return the keys of the entries that have the query as a whole title or name, in any spelling."""
        ...

    async def keyed(self, beginning: str, limit: int) -> Sequence[Listed]:
        """Return the first entries whose key begins with this text, in the order of the entries."""
        ...

    async def all_keys(self) -> Sequence[str]:
        """Return the key of every entry, in the order of the entries."""
        ...

    async def categories(self, keys: Collection[str] | None = None) -> Mapping[str, str]:
        """Return categories by key, in the order of the entries. `keys`: only these entries; None for all."""
        ...

    async def summaries(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """Return the summary of each entry that exists."""
        ...

    async def records(self, keys: Collection[str]) -> Mapping[str, bytes]:
        """Return the records of those entries that exist and have one."""
        ...

    async def record(self, key: str) -> bytes | None:
        """Return the record of an entry, or None if the entry is missing or has no record."""
        return (await self.records([key])).get(key)


class CatalogueStatus(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The state of one catalogue on disk. Only the name is set if there is no release. `bytes`: the size of its file.

    `pending`: a newer release, of which a part has been fetched. `building`: this process or another one is building a
    release. `unkept`: why the newest release exists only in the memory of this process.
    """

    name: str
    provenance: ReleaseInfo | None = None
    bytes: int | None = None
    path: str | None = None
    pending: Pending | None = None
    building: bool = False
    unkept: str = ""


class CatalogueStore(Protocol):
    """A store of releases. Publishing is atomic: a reader sees either the old release or the new one."""

    @property
    def free(self) -> int | None:
        """The number of bytes that are free for new releases, or None for a store in memory."""
        ...

    async def newest(self, name: str) -> Catalogue | None:
        """Return the newest release of a catalogue, or None if there is none yet."""
        ...

    async def release(self, name: str, version: str) -> Catalogue | None:
        """Return a release by its version, or None if it has been deleted. The two newest releases are kept."""
        ...

    async def publish(self, name: str, content: Content, progress: Callable[[int], None] | None = None) -> Catalogue:
        """Build a release and make it the newest. `progress` is called with the number of entries written so far."""
        ...

    async def confirm(self, name: str, info: ReleaseInfo) -> None:
        """Update the metadata of the newest release (`checked`, `mode`)."""
        ...

    async def describe(self, name: str) -> CatalogueStatus:
        """Return the state of a catalogue."""
        ...

    def building(self, name: str) -> AbstractAsyncContextManager[None]:
        """Acquire an exclusive lock, across all tasks and processes, on building a catalogue."""
        ...
