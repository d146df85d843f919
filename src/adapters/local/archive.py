"""All drawings as a local catalogue: fetched part by part, each kept, so that an interruption costs one at most.

`biofacts sync` fetches them at once. A server that has answered does so behind the answers, once a month.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import msgspec

from biofacts.adapters.local.enrichment import Enrichment
from biofacts.adapters.local.freshness import is_recent, plausible, size
from biofacts.adapters.local.jobs import Jobs
from biofacts.adapters.local.pathway_entries import GPML, drawn
from biofacts.domain.errors import UpstreamError
from biofacts.domain.pathway import PATHWAY
from biofacts.ports.catalogue import Catalogue, CatalogueStore, Content, ReleaseInfo
from biofacts.ports.publications import ArchiveListing, DrawingArchive
from biofacts.ports.records import RecordStore, StoredRecord
from biofacts.ports.sync import Pending, Progress, unseen

_FRESH = timedelta(days=30)
_PAUSE_AFTER_FAILURE = timedelta(hours=1)
_LISTING = "archive"


class Archive:
    """The catalogue of all drawings. `complete`: a server completes it by itself."""

    def __init__(
        self,
        source: DrawingArchive,
        enrichment: Enrichment,
        *,
        store: CatalogueStore,
        records: RecordStore,
        jobs: Jobs,
        offline: bool = False,
        complete: bool = True,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._source = source
        self._enrichment = enrichment
        self._store = store
        self._records = records
        self._jobs = jobs
        self._completes = complete and not offline
        self._offline = offline
        self._clock = clock
        self._tried: datetime | None = None

    async def complete(self) -> None:
        """Begin to fetch what is missing behind the answers, when it is due."""
        if not self._completes or (self._tried and is_recent(self._tried, _PAUSE_AFTER_FAILURE, self._clock())):
            return
        known = await self._store.newest(GPML)
        if known is None or not is_recent(known.info.checked, _FRESH, self._clock()):
            self._tried = self._clock()
            self._jobs.start("completing the drawings", self._complete, needed=False)

    async def _complete(self) -> None:
        await self.update(again=False)
        await self._enrichment.enrich()

    async def update(self, progress: Progress = unseen, expected: int = 0, *, again: bool = True) -> Catalogue:
        """Bring all drawings of the newest archive. Raises: RateLimited, UpstreamError.

        `expected`: about how many. `again`: also when the newest is there already.
        """
        if self._offline:
            raise UpstreamError.offline(PATHWAY.service, "the archive", sync="wikipathways")
        async with self._store.building(GPML):
            listing = await self._source.newest()
            known = await self._store.newest(GPML)
            if known is not None and known.info.release == listing.release and not again:
                await self._store.confirm(GPML, msgspec.structs.replace(known.info, checked=self._clock()))
                return known
            parts = await self._fetched(listing, progress)
            catalogue = await self._published(listing, parts, known, progress, expected)
            await self._forget(listing)
        return catalogue

    async def pending(self) -> Pending | None:
        """How many parts of the newest archive have been fetched of those that were begun; None when none was."""
        if (listing := await self._begun()) is None:
            return None
        kept = await self._records.kept([_key(listing, name) for name in listing.parts])
        return Pending(catalogue=GPML, release=listing.release, done=len(kept), total=len(listing.parts))

    async def _fetched(self, listing: ArchiveListing, progress: Progress) -> Sequence[bytes]:
        """Every part, those from the last time as they were kept."""
        begun = await self._begun()
        if begun is not None and begun != listing:
            await self._forget(begun)
        await self._keep(_LISTING, msgspec.msgpack.encode(listing))
        parts: list[bytes] = []
        for number, name in enumerate(listing.parts):
            progress("archive", number, len(listing.parts))
            kept = await self._records.get(_key(listing, name))
            body = kept.body if kept else await self._source.part(name)
            if kept is None:
                await self._keep(_key(listing, name), body)
            parts.append(body)
        progress("archive", len(parts), len(parts))
        return parts

    async def _published(
        self,
        listing: ArchiveListing,
        parts: Sequence[bytes],
        known: Catalogue | None,
        progress: Progress,
        expected: int,
    ) -> Catalogue:
        now = self._clock()
        info = ReleaseInfo(release=listing.release, retrieved=now, checked=now, mode="snapshot")
        try:
            entries = plausible(map(drawn, self._source.read(parts)), await size(known))
            return await self._store.publish(
                GPML,
                Content(info=info, entries=entries, patient=True),
                lambda done: progress("drawings", done, max(done, expected)),
            )
        except ValueError as error:
            await self._forget(listing)  # what cannot be read is not worth keeping
            raise UpstreamError(PATHWAY.service, f"its archive cannot be read: {error}") from error

    async def _begun(self) -> ArchiveListing | None:
        stored = await self._records.get(_LISTING)
        return msgspec.msgpack.decode(stored.body, type=ArchiveListing) if stored else None

    async def _keep(self, key: str, body: bytes) -> None:
        now = self._clock()
        await self._records.put(key, StoredRecord(body=body, validator="", retrieved=now, checked=now))

    async def _forget(self, listing: ArchiveListing) -> None:
        for name in listing.parts:
            await self._records.remove(_key(listing, name))
        await self._records.remove(_LISTING)


def _key(listing: ArchiveListing, name: str) -> str:
    return f"{_LISTING}/{listing.release}/{name}"
