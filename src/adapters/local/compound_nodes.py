"""The catalogue of drawn compounds: made of all drawings, and of the tables that say what their nodes are mapped to.

There is one table a pathway, so that they take their time: those that bring most that is new come first, and each is
kept. A server fetches them behind the answers once all drawings are there; `biofacts sync compounds` at once.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta

import anyio.from_thread
import anyio.to_thread

from biofacts.adapters.local.compound_entries import NODES, index_nodes
from biofacts.adapters.local.freshness import is_recent
from biofacts.adapters.local.jobs import Jobs
from biofacts.adapters.local.node_mappings import NodeMappings
from biofacts.adapters.local.pathway_entries import GPML, decode_drawing
from biofacts.domain.cross_references import pairs
from biofacts.domain.drawing import Drawing
from biofacts.domain.drawn_compound import of_compounds
from biofacts.domain.errors import BiofactsError
from biofacts.domain.node_mapping import MappedNode
from biofacts.domain.pathway import PathwayId
from biofacts.ports.catalogue import Catalogue, CatalogueStore, Content, ReleaseInfo
from biofacts.ports.sync import Progress, unseen

_FRESH = timedelta(days=30)
_PAUSE_AFTER_FAILURE = timedelta(hours=1)
_MOST_FAILURES = 3
"""One after another: then the upstream is left alone."""


class CompoundNodes:
    """Keeps the catalogue as new as the drawings. `complete`: a server fetches the tables by itself."""

    def __init__(
        self,
        mappings: NodeMappings,
        *,
        store: CatalogueStore,
        jobs: Jobs,
        offline: bool = False,
        complete: bool = True,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._mappings = mappings
        self._store = store
        self._jobs = jobs
        self._completes = complete and not offline
        self._clock = clock
        self._tried: datetime | None = None

    async def present(self) -> Catalogue | None:
        """The newest release if there is one; nothing is fetched."""
        return await self._store.newest(NODES)

    async def complete(self) -> None:
        """Begin to fetch the tables behind the answers, when all drawings are there and it is due."""
        if not self._completes or (self._tried and is_recent(self._tried, _PAUSE_AFTER_FAILURE, self._clock())):
            return
        drawings, known = await self._store.newest(GPML), await self.present()
        if drawings is None or (known is not None and self._is_new(known, drawings)):
            return
        self._tried = self._clock()
        self._jobs.start("completing the compounds", self.update, needed=False)

    def _is_new(self, known: Catalogue, drawings: Catalogue) -> bool:
        return known.info.enriched_by == drawings.version and is_recent(known.info.checked, _FRESH, self._clock())

    async def update(self, progress: Progress = unseen) -> Sequence[str]:
        """Fetch the tables that are missing, and publish what all say. Returns: what could not be had.

        Without drawings there is nothing to do. Raises: UpstreamError where the drawings turn out to be damaged.
        """
        async with self._store.building(NODES):
            if (drawings := await self._store.newest(GPML)) is None:
                return ()
            wanted = await anyio.to_thread.run_sync(_wanted, drawings)
            skipped = await self._fetch(wanted, progress)
            await self._publish(drawings, is_whole=not skipped)
            return skipped

    async def _fetch(self, wanted: Sequence[str], progress: Progress) -> Sequence[str]:
        skipped: list[str] = []
        in_a_row = 0
        for number, local_id in enumerate(wanted):
            progress("tables of nodes", number, len(wanted))
            try:
                await self._mappings.bring(PathwayId(local_id[2:]), _FRESH)
                in_a_row = 0
            except BiofactsError as error:
                skipped.append(f"{local_id}: {error.message}")
                in_a_row += 1
            if in_a_row == _MOST_FAILURES:
                break
        progress("tables of nodes", len(wanted), len(wanted))
        return skipped

    async def _publish(self, drawings: Catalogue, *, is_whole: bool) -> None:
        """The mode of what is not whole is `cache`, and it is as good as old."""

        def drawn() -> Iterator[tuple[Drawing, Sequence[MappedNode]]]:
            for key, drawing in _drawings(drawings):
                rows = anyio.from_thread.run(self._mappings.kept, PathwayId(key[2:]))
                yield drawing, rows or ()

        now = self._clock()
        content = f"{drawings.version} {now.isoformat()}"
        info = ReleaseInfo(
            release=drawings.info.release,
            retrieved=now,
            checked=now if is_whole else now - _FRESH,
            digest=hashlib.blake2b(content.encode(), digest_size=8).hexdigest(),
            mode="snapshot" if is_whole else "cache",
            enriched_by=drawings.version,
        )
        await self._store.publish(NODES, Content(info=info, entries=index_nodes(drawn()), patient=True))


def _drawings(catalogue: Catalogue) -> Iterator[tuple[str, Drawing]]:
    """Every drawing, one at a time; to be called in a worker thread."""
    for key in anyio.from_thread.run(catalogue.all_keys):
        if stored := anyio.from_thread.run(catalogue.record, key):
            yield key, decode_drawing(stored)


def _wanted(catalogue: Catalogue) -> list[str]:
    """The pathways whose tables are wanted, those first that together have every drawn identifier."""
    drawn = {key: found for key, drawing in _drawings(catalogue) if (found := _identifiers(drawing))}
    first: list[str] = []
    covered = set[tuple[str, str]]()
    for key in sorted(drawn, key=lambda one: -len(drawn[one])):
        if not drawn[key] <= covered:
            first.append(key)
            covered |= drawn[key]
    return list(dict.fromkeys([*first, *drawn]))


def _identifiers(drawing: Drawing) -> set[tuple[str, str]]:
    """What its compounds are drawn with."""
    nodes = drawing.components.nodes
    return {pair for node in nodes for pair in of_compounds(pairs(node.cross_references))}
