"""Drawings of pathways, and the mappings of their nodes: from the cache, from a monthly release, or fetched singly."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple

import anyio
import msgspec

from biofacts.adapters.local.catalogue_entries.pathways import GPML, TEXT, decode_drawing, encode_drawing
from biofacts.adapters.local.catalogues.refreshed_catalogue import Indexed, LocalCache, OpenCatalogue, is_recent
from biofacts.domain.answers.bounded_caches import Recent
from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.answers.errors import BiofactsError, UpstreamError
from biofacts.domain.answers.records import Provenance, iso
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.limits import freshness
from biofacts.domain.pathways.index_files import MappedNode
from biofacts.domain.pathways.pathway import Drawing
from biofacts.ports.catalogue import Entry
from biofacts.ports.published_files import ContentT, DrawingSource, FetchedFile, MappedDrawing, MappedNodes, Unchanged
from biofacts.ports.record_store import RecordStore, StoredRecord

_log = logging.getLogger(__name__)

_LONGEST_NUMBER = 9  # published ids have four digits at most
_MOST_DECODED = 4_000_000
"""The maximum bytes, as stored, of the drawings kept decoded in memory; a large drawing has 100 kB."""


def may_exist(pathway: PathwayId) -> bool:
    """Return False for an identifier with so many digits that asking the upstream is pointless."""
    return len(pathway.digits) <= _LONGEST_NUMBER


class KnownDrawing(msgspec.Struct, frozen=True):
    """A drawing and its provenance. `edition`: a text that differs between all editions of the drawing."""

    drawing: Drawing
    provenance: Provenance
    edition: str


class _Decoded(NamedTuple):
    """A drawing from the archive, and its size there in bytes."""

    drawing: Drawing
    size: int


class Drawings:
    """The source of single drawings. Below, `listed`: the text index has the pathway, or there is no text index yet.

    listed   cached or archived   offline   result
    yes      yes                  any       the later revision; an expired cached one is refreshed in the background
    yes      no                   no        fetched; if that fails, the call fails
    yes      no                   yes       an error: the drawing is not available offline
    no       any                  no        fetched, since it may be newer than the index; None if that fails
    no       any                  yes       None: the pathway has been deleted
    """

    def __init__(self, source: DrawingSource, cache: LocalCache) -> None:
        self._source = source
        self._cache = cache
        self._failing = False
        self._decoded = Recent[tuple[str, str], _Decoded](_MOST_DECODED, lambda decoded: decoded.size)

    async def get(self, pathway: PathwayId) -> KnownDrawing | None:
        """Return the drawing; None if there is no such pathway (any more). Raises: RateLimited, UpstreamError."""
        if not may_exist(pathway):
            return None
        index = await self._cache.store.newest(TEXT)
        listed = index is None or bool(await index.summaries([pathway.local]))
        if listed and (drawing := await self._latest(pathway)):
            return drawing
        if self._cache.offline:
            if listed:
                raise UpstreamError.offline(PATHWAY.service, f"the drawing of {pathway}", sync="wikipathways")
            return None
        try:
            return await self._fetch(pathway, None if listed else await self._cache.records.get(_key(pathway)))
        except UpstreamError:
            if listed:
                raise
            return None

    async def _latest(self, pathway: PathwayId) -> KnownDrawing | None:
        """Return the cached or the archived drawing, whichever is the later revision."""
        cached, archived = await self._cached(pathway), await self._archived(pathway)
        candidates = [candidate for candidate in (cached, archived) if candidate is not None]
        return max(candidates, key=lambda candidate: int(candidate.drawing.revision.version or 0), default=None)

    async def _archived(self, pathway: PathwayId) -> KnownDrawing | None:
        if (archive := await self._cache.store.newest(GPML)) is None:
            return None
        key = archive.version, pathway.local
        if (decoded := self._decoded.get(key)) is None:
            if (stored := await archive.record(pathway.local)) is None:
                return None
            decoded = self._decoded[key] = _Decoded(decode_drawing(stored), len(stored))
        return KnownDrawing(decoded.drawing, OpenCatalogue(archive).provenance(PATHWAY.service), archive.version)

    async def _cached(self, pathway: PathwayId) -> KnownDrawing | None:
        if (stored := await self._cache.records.get(_key(pathway))) is None:
            return None
        expired = not is_recent(stored.checked, freshness.RECORD, datetime.now(UTC))
        if expired and not self._cache.offline:
            self._cache.jobs.start(f"refresh of {pathway}", lambda: self._fetch(pathway, stored))
        stale = expired and (self._cache.offline or self._failing)
        provenance = Provenance(name=PATHWAY.service, retrieved=iso(stored.retrieved), mode="cache", stale=stale)
        return _stored(stored, provenance)

    async def _fetch(self, pathway: PathwayId, stored: StoredRecord | None = None) -> KnownDrawing | None:
        """Fetch a drawing and store it, or confirm the stored one, unless another process has just done so.

        Raises: RateLimited, UpstreamError.
        """

        async def drawing(validator: str) -> FetchedFile[Drawing] | Unchanged | None:
            try:
                fetched = await self._source.drawing(pathway, validator=validator)
            except BiofactsError:
                self._failing = True
                raise
            self._failing = False
            return fetched

        record, is_live = await _renewed(self._cache.records, _key(pathway), stored, drawing, encode_drawing)
        if record is None:
            return None
        retrieved = record.checked if is_live else record.retrieved
        mode: Literal["live", "cache"] = "live" if is_live else "cache"
        return _stored(record, Provenance(name=PATHWAY.service, retrieved=iso(retrieved), mode=mode))


async def _renewed(
    records: RecordStore,
    key: str,
    stored: StoredRecord | None,
    fetch: Callable[[str], Awaitable[FetchedFile[ContentT] | Unchanged | None]],
    encode: Callable[[ContentT], bytes],
) -> tuple[StoredRecord | None, bool]:
    """Fetch and store a record, or confirm the stored one, unless another process has just done so.

    `fetch`: a function that takes a validator; None if there is no such file. Returns the record, and True if `fetch`
    was called for it.

    Raises: the errors of `fetch`.
    """
    async with records.fetching(key):
        # Another process may have fetched the record while this one waited for the lock.
        latest = await records.get(key)
        if latest is not None and (stored is None or latest.checked > stored.checked):
            return latest, False
        fetched = await fetch(stored.validator if stored else "")
        if fetched is None:
            await records.remove(key)
            return None, True
        if isinstance(fetched, Unchanged):
            assert stored is not None  # an upstream answers "unchanged" only to a validator
            record = msgspec.structs.replace(stored, checked=fetched.retrieved)
        else:
            body, now = encode(fetched.content), fetched.retrieved
            record = StoredRecord(body=body, validator=fetched.validator, retrieved=now, checked=now)
        await records.put(key, record)
        return record, True


def _stored(stored: StoredRecord, provenance: Provenance) -> KnownDrawing:
    return KnownDrawing(decode_drawing(stored.body), provenance, stored.retrieved.isoformat())


def _key(pathway: PathwayId) -> str:
    return f"wikipathways/{pathway.local}"


# The identifiers to which WikiPathways maps the nodes of pathways


MAPPINGS = "wikipathways-mappings"
"""The name of the catalogue of mappings, built from a whole release."""


def index_mappings(rows: Iterable[MappedDrawing]) -> Indexed:
    """Index a release of mappings: one entry per pathway, with the mappings of its nodes as the record."""
    return Indexed(entries=(Entry(key=row.local_id, record=msgspec.msgpack.encode(row.nodes)) for row in rows))


class NodeMappings:
    """The mappings of the nodes of pathways. They are optional: without them, an answer is less complete."""

    def __init__(self, source: DrawingSource, cache: LocalCache) -> None:
        self._source = source
        self._cache = cache

    async def within(self, pathway: PathwayId, seconds: float) -> Sequence[MappedNode] | None:
        """Return the mappings; None if they are not available in time, which is logged.

        A request that has begun continues in the background.
        """
        try:
            with anyio.fail_after(seconds):
                return await self._at_hand_or_fetched(pathway)
        except BiofactsError as error:
            _log.warning("the mappings of %s could not be downloaded: %s", pathway, error.message)
        except TimeoutError:
            _log.warning("the mappings of %s did not arrive in time", pathway)
        return None

    async def _at_hand_or_fetched(self, pathway: PathwayId) -> Sequence[MappedNode] | None:
        """Return the stored mappings, else fetch them; None if there are none. Raises: RateLimited, UpstreamError."""
        stored, released = await self._stored(pathway)
        if stored is not None:
            if not self._cache.offline and not is_recent(stored.checked, freshness.RECORD, datetime.now(UTC)):
                self._cache.jobs.start(f"refresh of the mappings of {pathway}", lambda: self._fetch(pathway, stored))
            return _decode(stored.body)
        if released is not None:
            return _decode(released)
        if self._cache.offline:
            return None
        # Shared, so that the request continues if this call ends, and later calls find its result.
        return await self._cache.jobs.share(f"mappings of {pathway}", lambda: self._fetch(pathway, None))

    async def stored(self, pathway: PathwayId) -> Sequence[MappedNode] | None:
        """Return the local mappings, however old; None if there are none."""
        stored, released = await self._stored(pathway)
        body = stored.body if stored is not None else released
        return _decode(body) if body is not None else None

    async def _stored(self, pathway: PathwayId) -> tuple[StoredRecord | None, bytes | None]:
        """Return a pathway's own table, or None if the release is newer; and its mappings in the release."""
        table, release = await self._cache.records.get(_mappings_key(pathway)), await self._cache.store.newest(MAPPINGS)
        released = await release.record(pathway.local) if release else None
        if table is None or release is None or released is None or table.checked > release.info.retrieved:
            return table, released
        return None, released

    async def bring(self, pathway: PathwayId, fresh: timedelta) -> None:
        """Fetch a pathway's table, unless it was checked less than `fresh` ago. Raises: RateLimited, UpstreamError."""
        stored = await self._cache.records.get(_mappings_key(pathway))
        if stored is None or not is_recent(stored.checked, fresh, datetime.now(UTC)):
            await self._fetch(pathway, stored)

    async def _fetch(self, pathway: PathwayId, stored: StoredRecord | None) -> Sequence[MappedNode] | None:
        """Fetch and store a table, or confirm the stored one; None if there is no such file.

        A table that another process has just fetched is not fetched again. Raises: RateLimited, UpstreamError.
        """
        record, _ = await _renewed(
            self._cache.records, _mappings_key(pathway), stored,
            lambda validator: self._source.mappings(pathway, validator=validator), msgspec.msgpack.encode,
        )  # fmt: skip
        return None if record is None else _decode(record.body)


def _mappings_key(pathway: PathwayId) -> str:
    return f"wikipathways/{pathway.local}/datanodes"


def _decode(stored: bytes) -> MappedNodes:
    return msgspec.msgpack.decode(stored, type=MappedNodes)
