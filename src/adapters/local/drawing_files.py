"""The files of drawings, as they are published: kept for a week once somebody has asked for them."""

from collections.abc import Callable
from datetime import datetime

import msgspec

from biofacts.adapters.local.drawings import may_exist
from biofacts.adapters.local.freshness import FRESH_DRAWING, is_recent
from biofacts.domain.errors import BiofactsError, UpstreamError
from biofacts.domain.pathway import PATHWAY, PathwayId
from biofacts.ports.publications import DrawingSource, FetchedFile
from biofacts.ports.records import RecordStore, StoredRecord


class DrawingFiles:
    """GPML by pathway. A kept one answers while it is fresh, while the upstream fails, and offline."""

    def __init__(
        self,
        source: DrawingSource,
        *,
        records: RecordStore,
        offline: bool = False,
        clock: Callable[[], datetime],
    ) -> None:
        self._source = source
        self._records = records
        self._offline = offline
        self._clock = clock

    async def get(self, pathway: PathwayId) -> bytes | None:
        """As `PathwaySource.file`."""
        if not may_exist(pathway):
            return None
        key = f"wikipathways-gpml/{pathway.local}"
        async with self._records.fetching(key):
            kept = await self._records.get(key)
            if kept and (self._offline or is_recent(kept.checked, FRESH_DRAWING, self._clock())):
                return kept.body
            if self._offline:
                raise UpstreamError.offline(PATHWAY.service, f"the GPML of {pathway}")
            try:
                return await self._fetched(pathway, key, kept)
            except BiofactsError:
                if kept is None:
                    raise
                return kept.body

    async def _fetched(self, pathway: PathwayId, key: str, kept: StoredRecord | None) -> bytes | None:
        fetched = await self._source.file(pathway, validator=kept.validator if kept else "")
        if fetched is None:
            await self._records.remove(key)
            return None
        now = fetched.retrieved
        if isinstance(fetched, FetchedFile):
            kept = StoredRecord(body=fetched.body, validator=fetched.validator, retrieved=now, checked=now)
        else:
            assert kept is not None  # "unchanged" answers a validator only
            kept = msgspec.structs.replace(kept, checked=now)
        await self._records.put(key, kept)
        return kept.body
