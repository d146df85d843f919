"""The monthly archive of WikiPathways: every drawing, one zip per organism.

Source: https://data.wikipathways.org/current/gpml (an HTML table of files).
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import httpx

from biofacts.adapters.http.bulk import BulkCatalogue, believed, count
from biofacts.adapters.http.client import LifeSciencesClient
from biofacts.adapters.http.wikipathways.client import GPML, SERVICE
from biofacts.adapters.http.wikipathways.index_files import archive_entries
from biofacts.domain.errors import BiofactsError, UpstreamError
from biofacts.ports.catalogue import CatalogueStore, Content, Entry, Provenance
from biofacts.ports.sync import Progress, Synchronised, Synchroniser

_INDEX = "current/gpml"
_FILE = re.compile(r"wikipathways-(\d{8})-gpml-[\w.-]+?\.zip")


class WikiPathwaysArchive(LifeSciencesClient, Synchroniser):
    """Brings the index files, the ontology and all drawings into the local catalogue."""

    service = SERVICE

    def __init__(
        self,
        http: httpx.AsyncClient,
        *,
        store: CatalogueStore,
        indexes: tuple[BulkCatalogue, ...],
        offline: bool = False,
    ) -> None:
        super().__init__(http)
        self._store = store
        self._indexes = indexes
        self._offline = offline

    async def sync(self, progress: Progress) -> Synchronised:
        skipped: list[str] = []
        for number, index in enumerate(self._indexes):
            progress("index files", number, len(self._indexes))
            try:
                await index.update("snapshot")
            except BiofactsError as error:
                if await index.present() is None:
                    raise
                skipped.append(f"{index.name}: {error.message}")
        progress("index files", len(self._indexes), len(self._indexes))
        release, archives = await self._download(progress)
        now = datetime.now(UTC)
        provenance = Provenance(release=release, retrieved=now, checked=now, mode="snapshot")
        listed = await self._indexes[0].ready()
        expected = await count(listed.catalogue)
        written = 0

        def told(done: int) -> None:
            nonlocal written
            written = done
            progress("drawings", done, max(done, expected))

        try:
            async with self._store.building(GPML):
                entries = believed(_unique(archives), await count(await self._store.newest(GPML)))
                await self._store.publish(GPML, Content(provenance=provenance, entries=entries), told)
        except ValueError as error:
            raise UpstreamError(SERVICE, f"its archive cannot be read: {error}") from error
        return Synchronised(source=SERVICE, release=release, records=written, skipped=tuple(skipped))

    async def _download(self, progress: Progress) -> tuple[str, list[bytes]]:
        """The release's date and its zips. Raises: RateLimited, UpstreamError."""
        if self._offline:
            raise UpstreamError.offline(SERVICE, "the archive")
        page = await self.fetch(_INDEX, html=True)
        found = {match[0]: match[1] for match in _FILE.finditer(page.body.decode(errors="replace"))} if page else {}
        if not found:
            raise UpstreamError(SERVICE, f"its archive lists no files at {_INDEX}")
        newest = max(found.values())
        names = sorted(name for name, date in found.items() if date == newest)
        archives: list[bytes] = []
        for number, name in enumerate(names):
            progress("archive", number, len(names))
            fetched = await self.fetch(f"{_INDEX}/{name}")
            if fetched is None:
                raise UpstreamError(SERVICE, f"its archive lists {name} but does not have it")
            archives.append(fetched.body)
        progress("archive", len(names), len(names))
        return f"{newest[:4]}-{newest[4:6]}-{newest[6:]}", archives

    @property
    def name(self) -> str:
        return "wikipathways"

    @property
    def catalogues(self) -> tuple[str, ...]:
        return (*(index.name for index in self._indexes), GPML)


def _unique(archives: list[bytes]) -> Iterator[Entry]:
    """The archive's entries, each pathway once."""
    seen = set[str]()
    for entry in archive_entries(archives):
        if entry.key not in seen:
            seen.add(entry.key)
            yield entry
