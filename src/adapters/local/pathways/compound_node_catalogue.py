"""The catalogue of drawn compounds, built from all drawings and from the identifiers that nodes map to.

The mappings are published as one release, and as a table per pathway. Tables are fetched one by one for the few
pathways that the release lacks. Without the release, all tables are fetched, which takes half an hour.
"""

import hashlib
import logging
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

import anyio.from_thread

from biofacts.adapters.local.catalogue_entries.pathways import GPML, NODES, decode_drawing, index_nodes
from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCache, LocalCatalogue
from biofacts.adapters.local.pathways.drawings import NodeMappings
from biofacts.domain.answers import freshness
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.index_files import MappedNode
from biofacts.domain.pathways.pathway import Drawing
from biofacts.ports.catalogue import Catalogue, Content, ReleaseInfo
from biofacts.ports.published_files import MappedDrawing
from biofacts.ports.synchronisation import Progress, unseen

_log = logging.getLogger(__name__)

# A pause costs little: drawings and mappings are published only once a month.
_PAUSE_AFTER_FAILURE = timedelta(hours=1)
_MOST_FAILURES = 3
"""The number of consecutive failures after which no further table is requested."""


class CompoundNodes:
    """The catalogue of drawn compounds, rebuilt when drawings or mappings are newer."""

    def __init__(self, mappings: NodeMappings, release: LocalCatalogue[MappedDrawing], cache: LocalCache) -> None:
        self._mappings = mappings
        self._release = release
        self._cache = cache
        self._tried: datetime | None = None

    async def present(self) -> Catalogue | None:
        return await self._cache.store.newest(NODES)

    async def complete(self) -> None:
        """Start rebuilding the catalogue in the background, if it is missing or due and all drawings are available."""
        if not self._cache.completes or self._cache.is_recent(self._tried, _PAUSE_AFTER_FAILURE):
            return
        drawings, catalogue = await self._cache.store.newest(GPML), await self.present()
        if drawings is None or (catalogue is not None and await self._is_new(catalogue, drawings)):
            return
        self._tried = self._cache.clock()
        self._cache.jobs.start("completing the compounds", self._complete, needed=False)

    async def _is_new(self, catalogue: Catalogue, drawings: Catalogue) -> bool:
        """Return True if the catalogue uses these drawings and the newest mappings, and is at most a month old."""
        release = await self._release.present()
        return (
            catalogue.info.enriched_by == drawings.version
            and self._cache.is_recent(catalogue.info.checked, freshness.RELEASE)
            and (release is None or catalogue.info.retrieved >= release.info.retrieved)
        )

    async def _complete(self) -> None:
        try:
            await self._release.refresh()
        except BiofactsError as error:
            _log.warning("the mappings are fetched table by table: %s", error.message)
        await self.update()

    async def update(self, progress: Progress = unseen) -> Sequence[str]:
        """Fetch the missing tables and publish the catalogue; return the skipped pathways, each with the reason.

        Without drawings, this does nothing. Raises: UpstreamError if the drawings turn out to be damaged.
        """
        async with self._cache.store.building(NODES):
            if (drawings := await self._cache.store.newest(GPML)) is None:
                return ()
            skipped = await self._fetch(await self._unmapped(drawings), progress)
            catalogue = await self.present()
            if skipped or catalogue is None or not await self._is_new(catalogue, drawings):
                await self._publish(drawings, is_whole=not skipped)
            return skipped

    async def _unmapped(self, drawings: Catalogue) -> Sequence[str]:
        """Return the pathways whose nodes are not mapped in the release."""
        release = await self._release.present()
        mapped = {*await release.all_keys()} if release else set[str]()
        return [key for key in await drawings.all_keys() if key not in mapped]

    async def _fetch(self, wanted: Sequence[str], progress: Progress) -> Sequence[str]:
        skipped: list[str] = []
        in_a_row = 0
        for number, local_id in enumerate(wanted):
            progress("tables of nodes", number, len(wanted))
            try:
                await self._mappings.bring(PathwayId(local_id[2:]), freshness.RELEASE)
                in_a_row = 0
            except BiofactsError as error:
                skipped.append(f"{local_id}: {error.message}")
                in_a_row += 1
            if in_a_row == _MOST_FAILURES:
                break
        if wanted:
            progress("tables of nodes", len(wanted), len(wanted))
        return skipped

    async def _publish(self, drawings: Catalogue, *, is_whole: bool) -> None:
        """Publish the catalogue. An incomplete one counts as old, so that the next check tries again."""

        def drawn() -> Iterator[tuple[Drawing, Sequence[MappedNode]]]:
            for key, drawing in _drawings(drawings):
                rows = anyio.from_thread.run(self._mappings.stored, PathwayId(key[2:]))
                yield drawing, rows or ()

        now = self._cache.clock()
        # The time makes each build a release of its own: mappings may have changed while the drawings have not.
        content = f"{drawings.version} {now.isoformat()}"
        info = ReleaseInfo(
            release=drawings.info.release,
            retrieved=now,
            checked=now if is_whole else now - freshness.RELEASE,
            digest=hashlib.blake2b(content.encode(), digest_size=8).hexdigest(),
            mode="snapshot",
            enriched_by=drawings.version,
            complete=is_whole and drawings.info.complete,
        )
        await self._cache.store.publish(NODES, Content(info=info, entries=index_nodes(drawn()), patient=True))


def _drawings(catalogue: Catalogue) -> Iterator[tuple[str, Drawing]]:
    """Yield all drawings, one at a time, in a worker thread."""
    for key in anyio.from_thread.run(catalogue.all_keys):
        if stored := anyio.from_thread.run(catalogue.record, key):
            yield key, decode_drawing(stored)
