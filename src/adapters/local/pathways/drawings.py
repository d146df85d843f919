"""Drawings of pathways: cached, archived or fetched, and the choice between them."""

import logging
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import anyio
import msgspec

from biofacts.adapters.local.catalogues.jobs import Jobs
from biofacts.adapters.local.catalogues.local_catalogue import Indexed, OpenCatalogue, is_recent
from biofacts.adapters.local.entries.pathways import GPML, TEXT, decode_drawing, encode_drawing
from biofacts.domain.answers import freshness
from biofacts.domain.answers.bounded_mapping import Recent
from biofacts.domain.answers.errors import BiofactsError, UpstreamError
from biofacts.domain.answers.kinds import PATHWAY
from biofacts.domain.answers.records import Provenance, iso
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.index_files import MappedNode
from biofacts.domain.pathways.pathway import Drawing
from biofacts.ports.catalogue import CatalogueStore, Entry
from biofacts.ports.publications import DrawingSource, FetchedDrawing, MappedDrawing, Unchanged
from biofacts.ports.record_store import RecordStore, StoredRecord

_LONGEST_NUMBER = 9
_MOST_DECODED = 4_000_000
"""Bytes of the stored drawings of which the decoded forms are kept; a large drawing has 100 kB."""


def may_exist(pathway: PathwayId) -> bool:
    """Return False for a number with too many digits, which no upstream needs to be asked about."""
    return len(pathway.digits) <= _LONGEST_NUMBER


class KnownDrawing(msgspec.Struct, frozen=True):
    """A drawing and its provenance. `edition`: tells it from any other drawing of the pathway."""

    drawing: Drawing
    provenance: Provenance
    edition: str


class _Decoded(NamedTuple):
    """A drawing of the archive, and the number of bytes that it has there."""

    drawing: Drawing
    size: int


class Drawings:
    """The drawing of a pathway. `listed`: the text index has the pathway, or there is no text index yet.

    listed   cached or archived   offline   result
    yes      yes                  any       the later revision; an old cached one is refreshed in the background
    yes      no                   no        fetched; if that fails, so does the call
    yes      no                   yes       an error that the drawing is not available offline
    no       any                  no        fetched, since it may be newer than the index; else none
    no       any                  yes       none: the pathway has been deleted
    """

    def __init__(
        self,
        source: DrawingSource,
        *,
        store: CatalogueStore,
        records: RecordStore,
        jobs: Jobs,
        offline: bool = False,
    ) -> None:
        self._source = source
        self._store = store
        self._records = records
        self._jobs = jobs
        self._offline = offline
        self._failing = False
        self._decoded = Recent[tuple[str, str], _Decoded](_MOST_DECODED, lambda one: one.size)

    async def get(self, pathway: PathwayId) -> KnownDrawing | None:
        """Return the drawing, or None if there is none (any more). Raises: RateLimited, UpstreamError."""
        if not may_exist(pathway):
            return None
        index = await self._store.newest(TEXT)
        listed = index is None or bool(await index.summaries([pathway.local]))
        if listed and (known := await self._known(pathway)):
            return known
        if self._offline:
            if listed:
                raise UpstreamError.offline(PATHWAY.service, f"the drawing of {pathway}", sync="wikipathways")
            return None
        try:
            return await self._fetch(pathway, None if listed else await self._records.get(_key(pathway)))
        except UpstreamError:
            if listed:
                raise
            return None

    async def _known(self, pathway: PathwayId) -> KnownDrawing | None:
        """Return the cached or the archived drawing, whichever is the later revision."""
        cached, archived = await self._cached(pathway), await self._archived(pathway)
        found = [one for one in (cached, archived) if one is not None]
        return max(found, key=lambda one: int(one.drawing.revision.version or 0), default=None)

    async def _archived(self, pathway: PathwayId) -> KnownDrawing | None:
        if (archive := await self._store.newest(GPML)) is None:
            return None
        key = archive.version, pathway.local
        if (decoded := self._decoded.get(key)) is None:
            if (stored := await archive.record(pathway.local)) is None:
                return None
            decoded = self._decoded[key] = _Decoded(decode_drawing(stored), len(stored))
        return KnownDrawing(decoded.drawing, OpenCatalogue(archive).provenance(PATHWAY.service), archive.version)

    async def _cached(self, pathway: PathwayId) -> KnownDrawing | None:
        if (stored := await self._records.get(_key(pathway))) is None:
            return None
        expired = not is_recent(stored.checked, freshness.RECORD, datetime.now(UTC))
        if expired and not self._offline:
            self._jobs.start(f"refresh of {pathway}", lambda: self._fetch(pathway, stored))
        stale = expired and (self._offline or self._failing)
        provenance = Provenance(name=PATHWAY.service, retrieved=iso(stored.retrieved), mode="cache", stale=stale)
        return _stored(stored, provenance)

    async def _fetch(self, pathway: PathwayId, stored: StoredRecord | None = None) -> KnownDrawing | None:
        """Fetch a drawing and store it, or confirm the stored one, unless another process has just done so.

        Raises: RateLimited, UpstreamError.
        """
        async with self._records.fetching(_key(pathway)):
            # Another process may have fetched the drawing while this one waited for the lock.
            kept = await self._records.get(_key(pathway))
            if kept is not None and (stored is None or kept.checked > stored.checked):
                provenance = Provenance(name=PATHWAY.service, retrieved=iso(kept.retrieved), mode="cache")
                return _stored(kept, provenance)
            return await self._asked(pathway, stored)

    async def _asked(self, pathway: PathwayId, stored: StoredRecord | None) -> KnownDrawing | None:
        try:
            fetched = await self._source.drawing(pathway, validator=stored.validator if stored else "")
        except BiofactsError:
            self._failing = True
            raise
        self._failing = False
        if fetched is None:
            await self._records.remove(_key(pathway))
            return None
        now = fetched.retrieved
        provenance = Provenance(name=PATHWAY.service, retrieved=iso(now), mode="live")
        if isinstance(fetched, FetchedDrawing):
            record = StoredRecord(
                body=encode_drawing(fetched.drawing), validator=fetched.validator, retrieved=now, checked=now
            )
            await self._records.put(_key(pathway), record)
            return KnownDrawing(fetched.drawing, provenance, now.isoformat())
        assert stored is not None  # an upstream answers "unchanged" only to a validator
        await self._records.put(_key(pathway), msgspec.structs.replace(stored, checked=now))
        return _stored(stored, provenance)


def _stored(stored: StoredRecord, provenance: Provenance) -> KnownDrawing:
    return KnownDrawing(decode_drawing(stored.body), provenance, stored.retrieved.isoformat())


def _key(pathway: PathwayId) -> str:
    return f"wikipathways/{pathway.local}"


# The identifiers to which WikiPathways maps the nodes of pathways


_log = logging.getLogger(__name__)

MAPPINGS = "wikipathways-mappings"
"""The catalogue of a whole release."""

MappedNodes = tuple[MappedNode, ...]


def index_mappings(rows: Iterable[MappedDrawing]) -> Indexed:
    """Index a release: an entry for each pathway, with the mappings as its record."""
    return Indexed(entries=(Entry(key=row.local_id, record=msgspec.msgpack.encode(row.nodes)) for row in rows))


class NodeMappings:
    """The mappings of a pathway, which are optional: without them, an answer is less complete."""

    def __init__(
        self,
        source: DrawingSource,
        *,
        store: CatalogueStore,
        records: RecordStore,
        jobs: Jobs,
        offline: bool = False,
    ) -> None:
        self._source = source
        self._store = store
        self._records = records
        self._jobs = jobs
        self._offline = offline

    async def within(self, pathway: PathwayId, seconds: float) -> Sequence[MappedNode] | None:
        """Return the mappings; None, with a warning, if they are not available in time.

        A request that has begun goes on.
        """
        try:
            with anyio.fail_after(seconds):
                return await self._at_hand_or_fetched(pathway)
        except BiofactsError as error:
            _log.warning("the mappings of %s cannot be had: %s", pathway, error.message)
        except TimeoutError:
            _log.warning("the mappings of %s did not come in time", pathway)
        return None

    async def _at_hand_or_fetched(self, pathway: PathwayId) -> Sequence[MappedNode] | None:
        """Return the mappings; None if they are missing and this is offline. Raises: RateLimited, UpstreamError."""
        stored, released = await self._stored(pathway)
        if stored is not None:
            if not self._offline and not is_recent(stored.checked, freshness.RECORD, datetime.now(UTC)):
                self._jobs.start(f"refresh of the mappings of {pathway}", lambda: self._fetch(pathway, stored))
            return _decode(stored.body)
        if released is not None:
            return _decode(released)
        if self._offline:
            return None
        # Shared, so that the request goes on if this call ends, and later calls find its result.
        return await self._jobs.share(f"mappings of {pathway}", lambda: self._fetch(pathway, None))

    async def kept(self, pathway: PathwayId) -> Sequence[MappedNode] | None:
        """Return the local mappings, however old; None if there are none."""
        stored, released = await self._stored(pathway)
        body = stored.body if stored is not None else released
        return _decode(body) if body is not None else None

    async def _stored(self, pathway: PathwayId) -> tuple[StoredRecord | None, bytes | None]:
        """Return the table of a pathway if it is newer than the release, else the mappings of the release."""
        table, release = await self._records.get(_mappings_key(pathway)), await self._store.newest(MAPPINGS)
        released = await release.record(pathway.local) if release else None
        if table is None or release is None or released is None or table.checked > release.info.retrieved:
            return table, released
        return None, released

    async def bring(self, pathway: PathwayId, fresh: timedelta) -> None:
        """Fetch a pathway's table, unless it was fetched less than `fresh` ago. Raises: RateLimited, UpstreamError."""
        stored = await self._records.get(_mappings_key(pathway))
        if stored is None or not is_recent(stored.checked, fresh, datetime.now(UTC)):
            await self._fetch(pathway, stored)

    async def _fetch(self, pathway: PathwayId, stored: StoredRecord | None) -> Sequence[MappedNode] | None:
        """Fetch and store a table, or confirm the stored one; None if there is no such file.

        A table that another process has just fetched is used as it is. Raises: RateLimited, UpstreamError.
        """
        async with self._records.fetching(_mappings_key(pathway)):
            kept = await self._records.get(_mappings_key(pathway))
            if kept is not None and (stored is None or kept.checked > stored.checked):
                return _decode(kept.body)
            return await self._asked(pathway, stored)

    async def _asked(self, pathway: PathwayId, stored: StoredRecord | None) -> Sequence[MappedNode] | None:
        found = await self._source.mappings(pathway, validator=stored.validator if stored else "")
        if isinstance(found, Unchanged):
            assert stored is not None  # an upstream answers "unchanged" only to a validator
            await self._records.put(_mappings_key(pathway), msgspec.structs.replace(stored, checked=found.retrieved))
            return _decode(stored.body)
        if found is None:
            await self._records.remove(_mappings_key(pathway))
            return None
        record = StoredRecord(
            body=msgspec.msgpack.encode(found.nodes),
            validator=found.validator,
            retrieved=found.retrieved,
            checked=found.retrieved,
        )
        await self._records.put(_mappings_key(pathway), record)
        return found.nodes


def _mappings_key(pathway: PathwayId) -> str:
    return f"wikipathways/{pathway.local}/datanodes"


def _decode(stored: bytes) -> MappedNodes:
    return msgspec.msgpack.decode(stored, type=MappedNodes)
