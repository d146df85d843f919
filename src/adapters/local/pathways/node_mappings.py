"""The identifiers to which WikiPathways maps the nodes of pathways.

A release of all mappings comes once a month. A pathway that it lacks has a table of its own. It is fetched with the
drawing, cached for as long, and refreshed in the background.
"""

import logging
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

import anyio
import msgspec

from biofacts.adapters.local.catalogues.jobs import Jobs
from biofacts.adapters.local.catalogues.local_catalogue import Indexed, is_recent
from biofacts.domain.answers import freshness
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.pathways.node_mappings import MappedNode
from biofacts.domain.pathways.pathway import PathwayId
from biofacts.ports.catalogue import CatalogueStore, Entry
from biofacts.ports.publications import DrawingSource, MappedDrawing, Unchanged
from biofacts.ports.record_store import RecordStore, StoredRecord

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
        table, release = await self._records.get(_key(pathway)), await self._store.newest(MAPPINGS)
        released = await release.record(pathway.local) if release else None
        if table is None or release is None or released is None or table.checked > release.info.retrieved:
            return table, released
        return None, released

    async def bring(self, pathway: PathwayId, fresh: timedelta) -> None:
        """Fetch a pathway's table, unless it was fetched less than `fresh` ago. Raises: RateLimited, UpstreamError."""
        stored = await self._records.get(_key(pathway))
        if stored is None or not is_recent(stored.checked, fresh, datetime.now(UTC)):
            await self._fetch(pathway, stored)

    async def _fetch(self, pathway: PathwayId, stored: StoredRecord | None) -> Sequence[MappedNode] | None:
        """Fetch and store a table, or confirm the stored one; None if there is no such file.

        A table that another process has just fetched is used as it is. Raises: RateLimited, UpstreamError.
        """
        async with self._records.fetching(_key(pathway)):
            kept = await self._records.get(_key(pathway))
            if kept is not None and (stored is None or kept.checked > stored.checked):
                return _decode(kept.body)
            return await self._asked(pathway, stored)

    async def _asked(self, pathway: PathwayId, stored: StoredRecord | None) -> Sequence[MappedNode] | None:
        found = await self._source.mappings(pathway, validator=stored.validator if stored else "")
        if isinstance(found, Unchanged):
            assert stored is not None  # an upstream answers "unchanged" only to a validator
            await self._records.put(_key(pathway), msgspec.structs.replace(stored, checked=found.retrieved))
            return _decode(stored.body)
        if found is None:
            await self._records.remove(_key(pathway))
            return None
        record = StoredRecord(
            body=msgspec.msgpack.encode(found.nodes),
            validator=found.validator,
            retrieved=found.retrieved,
            checked=found.retrieved,
        )
        await self._records.put(_key(pathway), record)
        return found.nodes


def _key(pathway: PathwayId) -> str:
    return f"wikipathways/{pathway.local}/datanodes"


def _decode(stored: bytes) -> MappedNodes:
    return msgspec.msgpack.decode(stored, type=MappedNodes)
