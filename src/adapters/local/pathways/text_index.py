"""The text index, enriched by the drawings.

The index file cuts descriptions short and has no labels; the drawings have both. The file decides which pathways
exist. When newer drawings have arrived, the index is rebuilt from its own rows and the drawings, without a request,
as a new release.
"""

import logging
from collections.abc import Iterable

import anyio.from_thread

from biofacts.adapters.local.catalogues.refreshed_catalogue import Indexed, LocalCache, LocalCatalogue
from biofacts.adapters.local.entries.pathways import GPML, decode_drawing, decode_listed, index_listed
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.pathways.index_files import ListedPathway
from biofacts.domain.pathways.pathway import Drawing
from biofacts.ports.catalogue import Catalogue, CatalogueStore, ReleaseInfo

_log = logging.getLogger(__name__)


class EnrichedListing:
    """A function that turns listed pathways and their drawings into entries, in a worker thread. See `index_listed`."""

    def __init__(self, store: CatalogueStore) -> None:
        self._store = store

    def __call__(self, rows: Iterable[ListedPathway]) -> Indexed:
        drawings = anyio.from_thread.run(self._store.newest, GPML)
        if drawings is None:
            return index_listed(rows)
        return index_listed(rows, _Drawings(drawings), drawings.version)


class _Drawings:
    """The drawings of a catalogue, read one at a time. If it is damaged, pathways are listed without drawings."""

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


class TextIndexUpdates:
    """The updates of the text index to the newest drawings."""

    def __init__(self, text: LocalCatalogue[ListedPathway], cache: LocalCache) -> None:
        self._text = text
        self._cache = cache

    async def is_whole(self, text: Catalogue) -> bool:
        """Return True if the index includes the newest drawings."""
        drawings = await self._cache.store.newest(GPML)
        return drawings is not None and drawings.version == text.info.enriched_by

    async def follow(self) -> None:
        """Start to enrich the index in the background, if newer drawings have arrived."""
        text = await self._text.present()
        if text is not None and await self._is_due(text.info):
            self._cache.jobs.start("enriching the text index", self.enrich, needed=False)

    async def enrich(self) -> None:
        """Rebuild the index with the newest drawings, unless it includes them. Raises: UpstreamError."""
        await self._text.rebuild(decode_listed, self._is_due)

    async def _is_due(self, text: ReleaseInfo) -> bool:
        drawings = await self._cache.store.newest(GPML)
        return drawings is not None and drawings.version != text.enriched_by
