"""The local catalogue: immutable, versioned releases of what a source published, shared by all processes of a user."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Literal, Protocol, Self

import msgspec

from biofacts.domain.search.index import Field
from biofacts.domain.search.query import NOTHING_KNOWN, Known
from biofacts.domain.search.ranking import Match, Ranking
from biofacts.ports.sync import Pending


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One searchable thing. Entries are given in the order that ranks equals.

    `key`: its identifier inside the source. `texts`: what each field of the search holds. `category`: what listings are
    filtered by. `prior`: see `SearchIndex.prior`. `exact_terms`: whole identifiers and names that lead to it. `summary`
    and `record`: whatever the source wants back, the first in listings.
    """

    key: str
    texts: Mapping[Field, Sequence[str]] = {}
    category: str = ""
    prior: float = 0.0
    exact_terms: Iterable[str] = ()
    summary: bytes = b""
    record: bytes = b""


class Listed(msgspec.Struct, frozen=True, gc=False):
    """An entry as `Catalogue.listed` finds it. `terms`: those of the exact terms asked for that lead to it."""

    key: str
    category: str
    summary: bytes
    terms: Collection[str] = ()


class ReleaseInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a release. Times are UTC; `checked`: when the upstream last confirmed it.

    `validator` is the upstream's ETag ("" without one), `digest` tells one content from another. `enriched_by`: the
    version of the catalogue whose facts it holds beside its own, "" without one. `complete`: False where a part of what
    was published could not be had. `lacks`: columns that its file does not have, whose facts are absent.
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
        """What no other content of the same catalogue has."""
        return " ".join([self.release, self.digest or self.validator or self.retrieved.isoformat(), self.enriched_by])


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """What one release holds. `entries`, then `synonyms` (rows of names of one thing), are read in a thread.

    `patient`: it is large, and lets others be built first. `portable`: both can be pickled and read again, so that a
    process of its own may build it.
    """

    info: ReleaseInfo
    entries: Iterable[Entry] = ()
    synonyms: Iterable[Sequence[str]] = ()
    patient: bool = False
    portable: bool = False


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of a ranked listing.

    `score`: how far it may be trusted, in 0-1. `field`, `by_synonym`: where and how the best of the query was answered.
    `unmatched`: words of the query that nothing in it answers.
    """

    key: str
    summary: bytes
    score: float
    field: Field
    by_synonym: bool = False
    unmatched: tuple[str, ...] = ()


class RankedHits(msgspec.Struct, frozen=True, kw_only=True):
    """A window of a ranked listing, the length of the whole, and what became of the query's words.

    `unknown`: words that no entry holds; `corrected`: words that were read as others; `suggested`: words that look
    like others.
    """

    hits: tuple[Hit, ...]
    total: int
    unknown: tuple[str, ...] = ()
    corrected: Mapping[str, str] = {}
    suggested: Mapping[str, str] = {}

    @classmethod
    def of(cls, ranking: Ranking, window: Sequence[Match], entries: Mapping[int, tuple[str, bytes]]) -> Self:
        """A window of a ranking; `entries`: key and summary of its documents."""
        hits = (
            Hit(
                key=entries[match.document][0],
                summary=entries[match.document][1],
                score=match.score,
                field=match.field,
                by_synonym=match.by_synonym,
                unmatched=ranking.unmatched(match),
            )
            for match in window
        )
        return cls(
            hits=tuple(hits),
            total=len(ranking.matches),
            unknown=ranking.unknown,
            corrected=ranking.corrected,
            suggested=ranking.suggested,
        )


class Catalogue(Protocol):
    """One release, open for reading; it never changes."""

    @property
    def version(self) -> str:
        """A short name that no other release of this catalogue has; without blanks and equals signs."""
        ...

    @property
    def info(self) -> ReleaseInfo:
        """Where it comes from, and when the upstream last confirmed it."""
        ...

    async def search(
        self,
        query: str,
        *,
        offset: int,
        limit: int,
        category: str | None = None,
        known: Known = NOTHING_KNOWN,
    ) -> RankedHits:
        """Ranked entries for plain words. What is `known` of them widens it, beside the catalogue's own synonyms."""
        ...

    async def knows(self, words: Sequence[str]) -> AbstractSet[str]:
        """Those folded words that some entry holds."""
        ...

    async def preload(self) -> None:
        """Load now what the first misspelling of the process would wait for."""
        ...

    async def synonyms_in(self, query: str) -> Mapping[str, Sequence[str]]:
        """For every run of words of the query that this catalogue's synonyms know: other names of the same thing."""
        ...

    async def category_sizes(self) -> Mapping[str, int]:
        """Every category with its number of entries."""
        ...

    async def with_terms(self, terms: Sequence[str]) -> Mapping[str, bytes]:
        """Key and summary of every entry that one of the exact terms leads to, in the order of the entries."""
        ...

    async def keys(self, terms: Sequence[str]) -> Sequence[str]:
        """The keys of `with_terms`, without reading a summary."""
        ...

    async def listed(self, keys: Collection[str], terms: Sequence[str] = ()) -> Sequence[Listed]:
        """The entries of those keys, and those to which one of the exact terms leads, in the order of the entries."""
        ...

    async def beginning(self, name: str, limit: int, category: str | None = None) -> Sequence[Listed]:
        """The first entries of which a title or a name begins so, however it is spelt, in the order of the entries."""
        ...

    async def keyed(self, beginning: str, limit: int) -> Sequence[Listed]:
        """The first entries whose key begins so, in the order of the entries."""
        ...

    async def all_keys(self) -> Sequence[str]:
        """The key of every entry, in the order of the entries."""
        ...

    async def categories(self, keys: Iterable[str]) -> Mapping[str, str]:
        """The categories of those entries that exist, in the order of the entries."""
        ...

    async def summaries(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """The summaries of those entries that exist."""
        ...

    async def records(self, keys: Collection[str]) -> Mapping[str, bytes]:
        """Return the records of those entries that exist and have one."""
        ...

    async def record(self, key: str) -> bytes | None:
        """Return the record of an entry; None when there is no such entry, or it has none."""
        return (await self.records([key])).get(key)


class CatalogueStatus(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One catalogue as it lies on disk; nothing but the name while there is none. `bytes`: the size of its file.

    `pending`: a newer release of which a part has been fetched. `building`: this process or another one is making one.
    `unkept`: why the newest release lies in the memory of this process only.
    """

    name: str
    provenance: ReleaseInfo | None = None
    bytes: int | None = None
    path: str | None = None
    pending: Pending | None = None
    building: bool = False
    unkept: str = ""


class CatalogueStore(Protocol):
    """Where releases lie. Publishing is atomic: a reader sees the old release or the new one."""

    @property
    def free(self) -> int | None:
        """The bytes that are free for new releases; None where they are kept in memory."""
        ...

    async def newest(self, name: str) -> Catalogue | None:
        """The newest release of a catalogue; None when there is none yet."""
        ...

    async def release(self, name: str, version: str) -> Catalogue | None:
        """A release by its version, as long as it is kept (the newest and the one before); else None."""
        ...

    async def publish(self, name: str, content: Content, progress: Callable[[int], None] | None = None) -> Catalogue:
        """Build a release and make it the newest. `progress` is called with the number of entries written so far."""
        ...

    async def confirm(self, name: str, info: ReleaseInfo) -> None:
        """Note what is now known of the newest release (its `checked`, its `mode`)."""
        ...

    async def describe(self, name: str) -> CatalogueStatus:
        """What is there of a catalogue."""
        ...

    def building(self, name: str) -> AbstractAsyncContextManager[None]:
        """Hold the right to build a catalogue, alone among all tasks and processes."""
        ...
