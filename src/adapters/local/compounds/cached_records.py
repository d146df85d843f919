"""Sources that cache PubChem's compounds and their pictures, and fetch them again when they are old."""

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Generic, TypeVar

import msgspec

from biofacts.adapters.local.catalogues.refreshed_catalogue import is_recent
from biofacts.domain.answers.errors import RateLimited, UpstreamError
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate, Depiction
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.domain.limits import freshness
from biofacts.ports.compounds import CompoundSource, DepictionSource
from biofacts.ports.observing import CacheAnswered, Observer, unobserved
from biofacts.ports.record_store import RecordStore, StoredRecord
from biofacts.ports.sources import Query, RecordSource

_log = logging.getLogger(__name__)


def now() -> datetime:
    """Return the current time."""
    return datetime.fromtimestamp(time.time(), UTC)


RecordT = TypeVar("RecordT", bound=Compound | Depiction)


class CachedRecords(RecordSource[CompoundId, RecordT], Generic[RecordT]):
    """A source with a cache, used while a record is fresh, and also for old records if the wrapped source fails.

    Offline, records are used whatever their age. Only complete records are stored. `form`: the kind of record and the
    number of its format, the first part of each key.
    """

    form: str
    _encode: Callable[[object], bytes]
    _decode: Callable[[bytes], RecordT]

    def __init__(
        self,
        source: RecordSource[CompoundId, RecordT],
        records: RecordStore,
        *,
        offline: bool = False,
        observer: Observer = unobserved,
        clock: Callable[[], datetime] = now,
    ) -> None:
        self._source = source
        self._records = records
        self._offline = offline
        self._observer = observer
        self._clock = clock

    async def get(self, identifier: CompoundId) -> RecordT | None:
        if (number := identifier.number) is None:
            return await self._source.get(identifier)
        key = f"{self.form}/{number}"
        if (cached := await self._cached(key)) is not None and (self._offline or self._is_fresh(*cached)):
            return self._from_cache(cached[0], stale=not self._is_fresh(*cached))
        async with self._records.fetching(key):
            # Another process may have fetched the record while this one waited for the lock.
            if (newer := await self._cached(key)) is not None and self._is_fresh(*newer):
                return self._from_cache(newer[0])
            return await self._fetched(identifier, key, newer)

    async def _fetched(
        self, identifier: CompoundId, key: str, cached: tuple[RecordT, datetime] | None
    ) -> RecordT | None:
        try:
            record = await self._source.get(identifier)
        except (RateLimited, UpstreamError):
            if cached is None:
                raise
            return self._from_cache(cached[0], stale=True)
        if record is None:
            if cached is not None:
                await self._records.remove(key)
        elif _is_new(record) and self._is_whole(record):
            await self._records.put(key, self._stored(record))
        # An answer that lacks parts does not replace a complete record.
        elif cached is not None:
            return self._from_cache(cached[0], stale=True)
        return record

    async def _cached(self, key: str) -> tuple[RecordT, datetime] | None:
        if (stored := await self._records.get(key)) is None:
            return None
        try:
            return self._decode(stored.body), stored.retrieved
        except msgspec.DecodeError as error:
            _log.warning("the record %s cannot be read (%s) and is fetched again", key, error)
            return None

    def _is_whole(self, record: RecordT) -> bool:
        """Return True if a record has all its parts."""
        return True

    def _lifetime(self, record: RecordT) -> timedelta:
        """Return the time for which a record is used without a request."""
        return freshness.RECORD

    def _is_fresh(self, record: RecordT, retrieved: datetime) -> bool:
        return is_recent(retrieved, self._lifetime(record), self._clock())

    def _from_cache(self, record: RecordT, *, stale: bool = False) -> RecordT:
        assert record.source is not None  # `_is_new` checks it
        self._observer(CacheAnswered("pubchem", "stale" if stale else "hit"))
        source = msgspec.structs.replace(record.source, mode="cache", stale=stale)
        return msgspec.structs.replace(record, source=source)

    def _stored(self, record: RecordT) -> StoredRecord:
        assert record.source is not None  # `_is_new` checks it
        retrieved = datetime.fromisoformat(str(record.source.retrieved))
        return StoredRecord(body=self._encode(record), validator="", retrieved=retrieved, checked=retrieved)


def _is_new(record: Compound | Depiction) -> bool:
    """Return True if a record has a date and is not itself a stale answer."""
    source = record.source
    return source is not None and source.retrieved is not None and not source.stale


# Cached compounds


COMPOUND_LAYOUT, COMPOUND_LAYOUT_DIGEST = "1", "d6f2640e893cef24"
"""The number of the format of cached compounds, and a digest of the format: if that changes, so must the number."""


class CachedCompounds(CachedRecords[Compound], CompoundSource):
    """A source of compounds that caches records (see `CachedRecords`); searches go to the wrapped source."""

    form = f"pubchem/{COMPOUND_LAYOUT}"
    _encode = staticmethod(msgspec.json.encode)
    _decode = msgspec.json.Decoder(Compound).decode
    _source: CompoundSource

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        return await self._source.search(query, window)

    async def knows(self, name: str) -> bool:
        return await self._source.knows(name)

    def _is_whole(self, record: Compound) -> bool:
        return record.remark is None

    def _lifetime(self, record: Compound) -> timedelta:
        # PubChem may have left out names and identifiers that exist.
        is_bare = not (record.synonyms or record.cross_references)
        return freshness.BARE_RECORD if is_bare else freshness.RECORD


# Cached pictures of compounds


DEPICTION_LAYOUT, DEPICTION_LAYOUT_DIGEST = "1", "cc772e3a20b574cc"
"""The number of the format of cached pictures, and a digest of the format: if that changes, so must the number."""


class CachedDepictions(CachedRecords[Depiction], DepictionSource):
    """A source of pictures of compounds that caches them (see `CachedRecords`)."""

    form = f"pubchem-depiction/{DEPICTION_LAYOUT}"
    _encode = staticmethod(msgspec.msgpack.encode)
    _decode = msgspec.msgpack.Decoder(Depiction).decode
