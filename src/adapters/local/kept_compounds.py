"""Compounds that were fetched before, kept whole: one look in place of PubChem's answers and of reading them."""

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec

from biofacts.adapters.local.freshness import is_recent
from biofacts.domain.compound import Compound, CompoundId, CompoundSearchCandidate
from biofacts.domain.errors import RateLimited, UpstreamError
from biofacts.domain.paging import Hits, Window
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.observing import CacheAnswered, Observer, unobserved
from biofacts.ports.records import RecordStore, StoredRecord
from biofacts.ports.sources import Query

_log = logging.getLogger(__name__)

LAYOUT, LAYOUT_DIGEST = "1", "d6f2640e893cef24"
"""The number of the form in which a compound is kept, and a digest of that form: another form has another number."""

FRESH = timedelta(days=7)
FRESH_BARE = timedelta(hours=6)
"""For how long a record answers without a question: whole, and one of which PubChem had no names or identifiers."""

_SERVICE = "pubchem"
"""As requests to it are counted; what is not kept is counted there."""

_decoder = msgspec.json.Decoder(Compound)


class KeptCompounds(CompoundSource):
    """Answers with what is kept while it is fresh, and when PubChem fails; offline however old it is.

    A record is kept when everything that it can have was had.
    """

    def __init__(
        self,
        pubchem: CompoundSource,
        records: RecordStore,
        *,
        offline: bool = False,
        observer: Observer = unobserved,
        clock: Callable[[], datetime] = lambda: datetime.fromtimestamp(time.time(), UTC),
    ) -> None:
        self._pubchem = pubchem
        self._records = records
        self._offline = offline
        self._observer = observer
        self._clock = clock

    async def get(self, identifier: CompoundId) -> Compound | None:
        if (number := identifier.number) is None:
            return await self._pubchem.get(identifier)
        key = _key(number)
        if (kept := await self._kept(key)) is not None and self._is_good(*kept):
            return self._told(kept[0])
        async with self._records.fetching(key):
            if (newer := await self._kept(key)) is not None and self._is_good(*newer):
                return self._told(newer[0])
            return await self._asked(identifier, key, newer)

    async def _asked(self, identifier: CompoundId, key: str, kept: tuple[Compound, datetime] | None) -> Compound | None:
        try:
            found = await self._pubchem.get(identifier)
        except (RateLimited, UpstreamError):
            if kept is None:
                raise
            return self._told(kept[0], stale=True)
        if found is None:
            if kept is not None:
                await self._records.remove(key)
        elif _is_whole(found):
            await self._records.put(key, _stored(found))
        elif kept is not None:
            return self._told(kept[0], stale=True)
        return found

    async def _kept(self, key: str) -> tuple[Compound, datetime] | None:
        if (stored := await self._records.get(key)) is None:
            return None
        try:
            return _decoder.decode(stored.body), stored.retrieved
        except msgspec.DecodeError as error:
            _log.warning("the record %s cannot be read (%s) and is fetched again", key, error)
            return None

    def _is_good(self, compound: Compound, retrieved: datetime) -> bool:
        if self._offline:
            return True
        is_bare = not compound.synonyms and not compound.cross_references
        return is_recent(retrieved, FRESH_BARE if is_bare else FRESH, self._clock())

    def _told(self, compound: Compound, *, stale: bool = False) -> Compound:
        assert compound.source is not None  # see `_is_whole`
        self._observer(CacheAnswered(_SERVICE, "stale" if stale else "hit"))
        source = msgspec.structs.replace(compound.source, mode="cache", stale=stale)
        return msgspec.structs.replace(compound, source=source)

    # As PubChem has it

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        return await self._pubchem.search(query, window)

    async def knows(self, name: str) -> bool:
        return await self._pubchem.knows(name)


def _key(number: int) -> str:
    return f"pubchem/{LAYOUT}/{number}"


def _is_whole(compound: Compound) -> bool:
    source = compound.source
    return compound.remark is None and source is not None and source.retrieved is not None and not source.stale


def _stored(compound: Compound) -> StoredRecord:
    assert compound.source is not None  # see `_is_whole`
    retrieved = datetime.fromisoformat(str(compound.source.retrieved))
    return StoredRecord(body=msgspec.json.encode(compound), validator="", retrieved=retrieved, checked=retrieved)
