"""What nodes of single pathways are mapped to: fetched with the drawing, kept as long, refreshed behind the answer."""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import anyio
import msgspec

from biofacts.adapters.local.freshness import FRESH_DRAWING, is_recent
from biofacts.adapters.local.jobs import Jobs
from biofacts.domain.errors import BiofactsError
from biofacts.domain.node_mapping import MappedNode
from biofacts.domain.pathway import PathwayId
from biofacts.ports.publications import DrawingSource, Unchanged
from biofacts.ports.records import RecordStore, StoredRecord

_log = logging.getLogger(__name__)

MappedNodes = tuple[MappedNode, ...]


class NodeMappings:
    """The mappings of a pathway, which an answer can do without: no failure of theirs is the answer's."""

    def __init__(self, source: DrawingSource, *, records: RecordStore, jobs: Jobs, offline: bool = False) -> None:
        self._source = source
        self._records = records
        self._jobs = jobs
        self._offline = offline

    async def within(self, pathway: PathwayId, seconds: float) -> Sequence[MappedNode] | None:
        """The mappings; None, with a warning, where they cannot be had, or not in time: what was begun goes on."""
        if (stored := await self._records.get(_key(pathway))) is not None:
            if not self._offline and not is_recent(stored.checked, FRESH_DRAWING, datetime.now(UTC)):
                self._jobs.start(f"refresh of the mappings of {pathway}", lambda: self._fetch(pathway, stored))
            return _decode(stored.body)
        if self._offline:
            return None
        try:
            with anyio.fail_after(seconds):
                return await self._jobs.share(f"mappings of {pathway}", lambda: self._fetch(pathway, None))
        except BiofactsError as error:
            _log.warning("the mappings of %s cannot be had: %s", pathway, error.message)
        except TimeoutError:
            _log.warning("the mappings of %s did not come in time", pathway)
        return None

    async def kept(self, pathway: PathwayId) -> Sequence[MappedNode] | None:
        """The mappings as they were fetched, however old; None where they were not."""
        stored = await self._records.get(_key(pathway))
        return _decode(stored.body) if stored is not None else None

    async def bring(self, pathway: PathwayId, fresh: timedelta) -> None:
        """Fetch the mappings, unless they were within that time. Raises: RateLimited, UpstreamError."""
        stored = await self._records.get(_key(pathway))
        if stored is None or not is_recent(stored.checked, fresh, datetime.now(UTC)):
            await self._fetch(pathway, stored)

    async def _fetch(self, pathway: PathwayId, stored: StoredRecord | None) -> Sequence[MappedNode] | None:
        """Fetch them and keep them, or confirm what is kept; None where there is no such file.

        What another process has just fetched is taken as it is. Raises: RateLimited, UpstreamError.
        """
        async with self._records.fetching(_key(pathway)):
            kept = await self._records.get(_key(pathway))
            if kept is not None and (stored is None or kept.checked > stored.checked):
                return _decode(kept.body)
            return await self._asked(pathway, stored)

    async def _asked(self, pathway: PathwayId, stored: StoredRecord | None) -> Sequence[MappedNode] | None:
        found = await self._source.mappings(pathway, validator=stored.validator if stored else "")
        if isinstance(found, Unchanged):
            assert stored is not None  # "unchanged" answers a validator only
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
