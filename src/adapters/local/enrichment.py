"""The text index, enriched by the drawings: it is built of the richest facts that are at hand.

The index file cuts descriptions and leaves labels out; the drawings have all of it. What the file lists still says
which pathways there are. Whenever other drawings have come than those that the text index holds, it is built again of
its own rows and them, without a request, as a new release.
"""

import logging
from collections.abc import Iterable

import anyio.from_thread

from biofacts.adapters.local.freshness import Indexed, LocalCatalogue
from biofacts.adapters.local.jobs import Jobs
from biofacts.adapters.local.pathway_entries import GPML, decode_drawing, decode_listed, index_listed
from biofacts.domain.drawing import Drawing
from biofacts.domain.errors import UpstreamError
from biofacts.domain.listed_pathway import ListedPathway
from biofacts.ports.catalogue import Catalogue, CatalogueStore, ReleaseInfo

_log = logging.getLogger(__name__)


class EnrichedListing:
    """Makes entries of listed pathways and their drawings, in a worker thread. See `index_listed`."""

    def __init__(self, store: CatalogueStore) -> None:
        self._store = store

    def __call__(self, rows: Iterable[ListedPathway]) -> Indexed:
        drawings = anyio.from_thread.run(self._store.newest, GPML)
        if drawings is None:
            return index_listed(rows)
        return index_listed(rows, _Drawings(drawings), drawings.version)


class _Drawings:
    """Reads the drawings of a catalogue, one at a time. A damaged one costs what it would have added."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue: Catalogue | None = catalogue

    def __call__(self, local_id: str) -> Drawing | None:
        if self._catalogue is None:
            return None
        try:
            stored = anyio.from_thread.run(self._catalogue.record, local_id)
        except UpstreamError as error:
            _log.warning("pathways are listed without their drawings: %s", error.message)
            self._catalogue = None
            return None
        return decode_drawing(stored) if stored else None


class Enrichment:
    """Keeps the text index as rich as the drawings that are at hand."""

    def __init__(self, text: LocalCatalogue[ListedPathway], *, store: CatalogueStore, jobs: Jobs) -> None:
        self._text = text
        self._store = store
        self._jobs = jobs

    async def is_whole(self, text: Catalogue) -> bool:
        """True when the index holds the newest drawings."""
        drawings = await self._store.newest(GPML)
        return drawings is not None and drawings.version == text.info.enriched_by

    async def follow(self) -> None:
        """Enrich the index behind the answers when other drawings have come."""
        text = await self._text.present()
        if text is not None and await self._is_due(text.info):
            self._jobs.start("enriching the text index", self.enrich, needed=False)

    async def enrich(self) -> None:
        """Build the index again with the newest drawings, unless it holds them. Raises: UpstreamError."""
        await self._text.rebuild(decode_listed, self._is_due)

    async def _is_due(self, text: ReleaseInfo) -> bool:
        drawings = await self._store.newest(GPML)
        return drawings is not None and drawings.version != text.enriched_by
