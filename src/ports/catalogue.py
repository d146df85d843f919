"""The local catalogue: immutable, versioned releases of what a source published, shared by all processes of a user."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Literal, Protocol

import msgspec

from biofacts.domain.search.ranking import Field


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One searchable thing. Entries are given in the order that ranks equals.

    `key`: its identifier inside the source. `texts`: what each field of the search holds. `facet`: what listings are
    filtered by. `standing`: see `SearchIndex.standing`. `tokens`: exact, whole identifiers that lead to it. `card` and
    `record`: whatever the source wants back.
    """

    key: str
    texts: Mapping[Field, Sequence[str]] = {}
    facet: str = ""
    standing: float = 0.0
    tokens: Iterable[str] = ()
    card: bytes = b""
    record: bytes = b""


class Provenance(msgspec.Struct, frozen=True, kw_only=True):
    """Where a release comes from. Times are UTC; `checked`: when the upstream last confirmed it.

    `validator` is the upstream's ETag ("" without one), `digest` tells one content from another.
    """

    release: str
    retrieved: datetime
    checked: datetime
    validator: str = ""
    digest: str = ""
    mode: Literal["cache", "snapshot"] = "cache"


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """What one release holds. `entries` is read once, in a worker thread; `synonyms` are rows of names of one thing."""

    provenance: Provenance
    entries: Iterable[Entry] = ()
    synonyms: Iterable[Sequence[str]] = ()


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of a listing: its key and card, its quality relative to the listing's best, and what matched."""

    key: str
    card: bytes
    quality: float
    matched_on: str


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """A window of a ranked listing, its whole length and what to say about it."""

    found: tuple[Found, ...]
    total: int
    guidance: str | None = None


class Catalogue(Protocol):
    """One release, open for reading; it never changes."""

    @property
    def version(self) -> str:
        """A short name that no other release of this catalogue has."""
        ...

    @property
    def provenance(self) -> Provenance:
        """Where it comes from, and when the upstream last confirmed it."""
        ...

    async def search(
        self,
        query: str,
        *,
        offset: int,
        limit: int,
        facet: str | None = None,
        plural: str = "entries",
        synonyms: Mapping[str, Sequence[str]] = {},
    ) -> Listing:
        """Ranked entries for plain words; `synonyms` (see `synonyms_in`) widen the query beside the catalogue's own."""
        ...

    async def prepare(self) -> None:
        """Load now what the first misspelling of the process would wait for."""
        ...

    async def synonyms_in(self, query: str) -> Mapping[str, Sequence[str]]:
        """For every run of words of the query that this catalogue's synonyms know: other names of the same thing."""
        ...

    async def facets(self) -> Mapping[str, int]:
        """Every facet with its number of entries."""
        ...

    async def with_tokens(self, tokens: Sequence[str]) -> Mapping[str, bytes]:
        """Key and card of every entry that one of the tokens leads to, in the order of the entries."""
        ...

    async def keys(self, tokens: Sequence[str]) -> Sequence[str]:
        """The keys of `with_tokens`, without reading a card."""
        ...

    async def placed(self, keys: Iterable[str]) -> Mapping[str, str]:
        """The facets of those entries that exist, in the order of the entries."""
        ...

    async def cards(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """The cards of those entries that exist."""
        ...

    async def record(self, key: str) -> bytes | None:
        """The record of an entry; None when there is no such entry."""
        ...


class CatalogueStatus(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One catalogue as it lies on disk; nothing but the name while there is none. `bytes`: the size of its file."""

    name: str
    provenance: Provenance | None = None
    bytes: int | None = None
    path: str | None = None


class CatalogueStore(Protocol):
    """Where releases lie. Publishing is atomic: a reader sees the old release or the new one."""

    async def newest(self, name: str) -> Catalogue | None:
        """The newest release of a catalogue; None when there is none yet."""
        ...

    async def release(self, name: str, version: str) -> Catalogue | None:
        """A release by its version, as long as it is kept (the newest and the one before); else None."""
        ...

    async def publish(self, name: str, content: Content, progress: Callable[[int], None] | None = None) -> Catalogue:
        """Build a release and make it the newest. `progress` is told the number of entries written so far."""
        ...

    async def confirm(self, name: str, provenance: Provenance) -> None:
        """Note what is now known of the newest release's provenance (its `checked`, its `mode`)."""
        ...

    async def describe(self, name: str) -> CatalogueStatus:
        """What is there of a catalogue."""
        ...

    def building(self, name: str) -> AbstractAsyncContextManager[None]:
        """Hold the right to build a catalogue, alone among all tasks and processes."""
        ...


class StoredRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One fetched record: its bytes, the upstream's validator, and when the upstream last confirmed it (UTC)."""

    body: bytes
    validator: str
    retrieved: datetime
    checked: datetime


class RecordStore(Protocol):
    """Single records, kept until a newer one is put in their place."""

    async def get(self, key: str) -> StoredRecord | None:
        """The record kept under a key, or None."""
        ...

    async def put(self, key: str, record: StoredRecord) -> None:
        """Keep a record under a key."""
        ...

    async def remove(self, key: str) -> None:
        """Forget a key."""
        ...
