"""The catalogue of all pathway drawings, and the text index, which is enriched with texts from the drawings.

The parts of the monthly archive are downloaded and stored one by one, so that an interruption costs at most one part.
Drawings missing from the archive are fetched singly: three organisms have no zip file, and some pathways are newer.
A part that cannot be fetched or parsed is skipped, reported, and retried next time; the older drawings are kept.

`biofacts sync` fetches all drawings at once. A server fetches them in the background, once a month.

The text index lists the existing pathways. Its file truncates descriptions and lacks the labels of groups and lines, so
when newer drawings have arrived, a new release is built from its rows and the drawings, without a request.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import chain

import anyio.from_thread
import msgspec

from biofacts.adapters.local.catalogue_entries.pathways import (
    GPML,
    TEXT,
    XREF,
    decode_drawing,
    decode_listed,
    drawn,
    index_listed,
)
from biofacts.adapters.local.catalogues.refreshed_catalogue import Indexed, LocalCache, LocalCatalogue, plausible, size
from biofacts.adapters.local.pathways.drawings import Drawings
from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.answers.errors import BiofactsError, UpstreamError
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.limits import freshness
from biofacts.domain.pathways.index_files import ListedPathway
from biofacts.domain.pathways.pathway import Drawing
from biofacts.ports.catalogue import Catalogue, CatalogueStore, Content, ReleaseInfo
from biofacts.ports.published_files import ArchiveListing, DrawingArchive, Unreadable
from biofacts.ports.record_store import StoredRecord
from biofacts.ports.synchronisation import Pending, Progress, unseen

_log = logging.getLogger(__name__)


class EnrichedListing:
    """A function that indexes pathways together with their drawings (see `index_listed`), in a worker thread."""

    def __init__(self, store: CatalogueStore) -> None:
        self._store = store

    def __call__(self, rows: Iterable[ListedPathway]) -> Indexed:
        drawings = anyio.from_thread.run(self._store.newest, GPML)
        if drawings is None:
            return index_listed(rows)
        return index_listed(rows, _DrawingLookup(drawings), drawings.version)


class _DrawingLookup:
    """A lookup of single drawings in a catalogue. It finds nothing once the catalogue turns out to be damaged."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue: Catalogue | None = catalogue

    def __call__(self, local_id: str) -> Drawing | None:
        if self._catalogue is None:
            return None
        try:
            stored = anyio.from_thread.run(self._catalogue.record, local_id)
        except UpstreamError as error:
            _log.warning("pathways are indexed without their drawings: %s", error.message)
            self._catalogue = None
            return None
        return decode_drawing(stored) if stored else None


class TextIndexUpdates:
    """The updates that enrich the text index with the newest drawings."""

    def __init__(self, text: LocalCatalogue[ListedPathway], cache: LocalCache) -> None:
        self._text = text
        self._cache = cache

    async def is_current(self, text: Catalogue) -> bool:
        """Return True if the index includes the newest drawings."""
        drawings = await self._cache.store.newest(GPML)
        return drawings is not None and drawings.version == text.info.enriched_by

    async def follow(self) -> None:
        """Rebuild the index in the background if newer drawings have arrived."""
        text = await self._text.present()
        if text is not None and await self._is_due(text.info):
            self._cache.jobs.start("enriching the text index", self.enrich, needed=False)

    async def enrich(self) -> None:
        """Rebuild the index with the newest drawings, unless it already includes them. Raises: UpstreamError."""
        await self._text.rebuild(decode_listed, self._is_due)

    async def _is_due(self, text: ReleaseInfo) -> bool:
        drawings = await self._cache.store.newest(GPML)
        return drawings is not None and drawings.version != text.enriched_by


# A pause costs little: WikiPathways publishes an archive only once a month.
_PAUSE_AFTER_FAILURE = timedelta(hours=1)
_LISTING = "archive"
_MOST_SINGLE = 100  # seven drawings were missing from the archive of June 2026
"""The maximum number of drawings fetched singly; further ones are reported, and wait for the next archive."""
_MOST_FAILURES = 3
"""The number of consecutive failures that ends an update."""


class Archive:
    """The catalogue of all drawings, updated from the monthly archive."""

    def __init__(
        self, source: DrawingArchive, singly: Drawings, enrichment: TextIndexUpdates, cache: LocalCache
    ) -> None:
        self._source = source
        self._singly = singly
        self._enrichment = enrichment
        self._cache = cache
        self._tried: datetime | None = None

    async def complete(self) -> None:
        """Start fetching the drawings in the background, if they are missing or due for an update."""
        if not self._cache.completes or self._cache.is_recent(self._tried, _PAUSE_AFTER_FAILURE):
            return
        drawings = await self._cache.store.newest(GPML)
        if drawings is None or not self._cache.is_recent(drawings.info.checked, freshness.RELEASE):
            self._tried = self._cache.clock()
            self._cache.jobs.start("completing the drawings", self._complete, needed=False)

    async def _complete(self) -> None:
        await self.update()
        await self._enrichment.enrich()

    async def update(self, progress: Progress = unseen) -> Sequence[str]:
        """Update the catalogue from the newest archive; return the skipped parts, each with the reason.

        Raises: RateLimited; UpstreamError, also if there is no archive, or nothing in it can be parsed.
        """
        if self._cache.offline:
            raise UpstreamError.offline(PATHWAY.service, "the archive", sync="wikipathways")
        async with self._cache.store.building(GPML):
            listing = await self._source.newest()
            listing = msgspec.structs.replace(listing, release=self._cache.release or listing.release)
            previous = await self._cache.store.newest(GPML)
            is_whole = previous is not None and previous.info.release == listing.release and previous.info.complete
            keys = await previous.all_keys() if previous else ()
            update = _Update(await self._organisms_by_id(), keys, is_whole=is_whole)
            if not is_whole:
                await self._fetch_parts(listing, update, progress)
            await self._fetch_singly(update, progress)
            if previous is not None and is_whole and not update.changes:
                await self._cache.store.confirm(
                    GPML, msgspec.structs.replace(previous.info, checked=self._cache.clock())
                )
            else:
                await self._publish(listing, update, previous, progress)
            await self._forget(listing)
        return update.skipped

    async def pending(self) -> Pending | None:
        """Return how many parts of an unfinished update are stored, or None if no update is unfinished."""
        if (listing := await self._begun()) is None:
            return None
        stored = await self._cache.records.present([_key(listing, name) for name in listing.parts])
        return Pending(catalogue=GPML, release=listing.release, done=len(stored), total=len(listing.parts))

    async def _organisms_by_id(self) -> Mapping[str, str]:
        """Return the organism of each pathway in the local indexes, by pathway id."""
        indexes = [await self._cache.store.newest(name) for name in (TEXT, XREF)]
        return {
            key: organism
            for index in indexes
            if index is not None
            for key, organism in (await index.categories()).items()
        }

    async def _fetch_parts(self, listing: ArchiveListing, update: "_Update", progress: Progress) -> None:
        """Fetch all parts of the archive, except those that an interrupted update has stored."""
        begun = await self._begun()
        if begun is not None and begun != listing:
            # The stored parts belong to an older archive.
            await self._forget(begun)
        await self._keep(_LISTING, msgspec.msgpack.encode(listing))
        failures = 0
        for number, name in enumerate(listing.parts):
            progress("archive", number, len(listing.parts))
            try:
                body = await self._part(listing, name)
                failures = 0
            except BiofactsError as error:
                failures += 1
                if failures == _MOST_FAILURES:
                    raise
                update.fail(name, error.message)
                continue
            try:
                if body is None:
                    # The index page lists some zip files minutes before they exist.
                    update.fail(name, "it is listed, but does not exist yet")
                else:
                    update.add(name, body, self._source.held(body))
            except ValueError as error:
                update.fail(name, str(error))
                await self._cache.records.remove(_key(listing, name))  # so that the next attempt fetches it again
        progress("archive", len(listing.parts), len(listing.parts))
        if not update.has_parts:
            raise UpstreamError.of(PATHWAY.service, f"no part of its archive can be used ({update.skipped[0]})")

    async def _part(self, listing: ArchiveListing, name: str) -> bytes | None:
        """Return a part from the store, or else fetch and store it."""
        if (stored := await self._cache.records.get(_key(listing, name))) is not None:
            return stored.body
        if (body := await self._source.part(name)) is not None:
            await self._keep(_key(listing, name), body)
        return body

    async def _fetch_singly(self, update: "_Update", progress: Progress) -> None:
        """Fetch the drawings that are in no part."""
        wanted = update.missing
        for number, local_id in enumerate(wanted):
            progress("single drawings", number, len(wanted))
            try:
                if number >= _MOST_SINGLE:
                    raise UpstreamError.of(PATHWAY.service, f"more than {_MOST_SINGLE} drawings are not in its archive")
                single = await self._singly.get(PathwayId(local_id[2:]))
            except BiofactsError as error:
                update.fail(local_id, error.message)
            else:
                update.singles += [single.drawing] if single else []
        if wanted:
            progress("single drawings", len(wanted), len(wanted))

    async def _publish(
        self, listing: ArchiveListing, update: "_Update", previous: Catalogue | None, progress: Progress
    ) -> None:
        now, before = self._cache.clock(), await size(previous)
        expected = max(len(await self._organisms_by_id()), before)

        def older(key: str) -> Drawing | None:
            stored = anyio.from_thread.run(previous.record, key) if previous else None
            return decode_drawing(stored) if stored else None

        try:
            catalogue = await self._cache.store.publish(
                GPML,
                Content(
                    info=ReleaseInfo(release=listing.release, retrieved=now, checked=now, mode="snapshot"),
                    entries=plausible(map(drawn, update.drawings(self._source, older)), before),
                    patient=True,
                ),
                lambda done: progress("drawings", done, max(done, expected)),
            )
        except ValueError as error:
            await self._forget(listing)
            raise UpstreamError.unreadable(PATHWAY.service, "The archive", error) from error
        # An incomplete catalogue counts as old, so that the next check tries the skipped parts again.
        if update.skipped:
            info = msgspec.structs.replace(catalogue.info, complete=False, checked=now - freshness.RELEASE)
            await self._cache.store.confirm(GPML, info)

    async def _begun(self) -> ArchiveListing | None:
        stored = await self._cache.records.get(_LISTING)
        return msgspec.msgpack.decode(stored.body, type=ArchiveListing) if stored else None

    async def _keep(self, key: str, body: bytes) -> None:
        now = self._cache.clock()
        await self._cache.records.put(key, StoredRecord(body=body, validator="", retrieved=now, checked=now))

    async def _forget(self, listing: ArchiveListing) -> None:
        for name in listing.parts:
            await self._cache.records.remove(_key(listing, name))
        await self._cache.records.remove(_LISTING)


class _Update:
    """The drawings for the next release, and the parts that were skipped.

    `listed`: the organism of each pathway in the indexes. `keys`: the pathways in the previous release, whose drawings
    are reused if there is nothing newer; `is_whole`: True if that release already has all of the newest archive.
    """

    def __init__(self, listed: Mapping[str, str], keys: Collection[str], *, is_whole: bool) -> None:
        self.skipped: list[str] = []
        self.singles: list[Drawing] = []
        self._listed = listed
        self._known = keys
        self._parts: list[tuple[str, bytes]] = []
        self._held = {*keys} if is_whole else set[str]()
        self._failed: list[str] = []

    def add(self, name: str, body: bytes, held: Collection[str]) -> None:
        """Add a part. `held`: the ids of the pathways that it contains."""
        self._parts.append((name, body))
        self._held.update(held)

    def fail(self, name: str, why: str) -> None:
        """Record that a part or a single drawing could not be fetched."""
        self._failed.append(name)
        self.skipped.append(f"{name}: {why}")

    @property
    def has_parts(self) -> bool:
        """True if at least one part could be fetched."""
        return bool(self._parts)

    @property
    def missing(self) -> Sequence[str]:
        """The listed pathways that still have no drawing, except those of an organism whose part failed."""
        # The name of a zip file contains its organism, with underscores for spaces.
        return [
            key
            for key, organism in self._listed.items()
            if key not in self._held and not any(organism.replace(" ", "_") in part for part in self._failed)
        ]

    @property
    def changes(self) -> bool:
        """True if drawings were fetched singly, or the previous release has a drawing of a pathway no longer listed."""
        return bool(self.singles) or any(not self._is_listed(key) for key in self._known)

    def drawings(self, source: DrawingArchive, previous: Callable[[str], Drawing | None]) -> Iterator[Drawing]:
        """Yield one drawing of each pathway: from a part, else fetched singly, else from the previous release.

        Call this in a worker thread. Raises: ValueError if no drawing in the parts can be parsed.
        """
        seen = set[str]()
        for drawing in chain(self._archived(source), self.singles):
            if drawing.local_id not in seen:
                seen.add(drawing.local_id)
                yield drawing
        for key in self._known:
            if key not in seen and self._is_listed(key) and (older := previous(key)):
                yield older

    def _archived(self, source: DrawingArchive) -> Iterator[Drawing]:
        number = 0
        for name, body in self._parts:
            for drawing in source.read(name, body):
                if isinstance(drawing, Unreadable):
                    self.skipped.append(f"{drawing.name}: {drawing.why}")
                else:
                    number += 1
                    yield drawing
        if self._parts and not number:
            raise ValueError(self.skipped[-1] if self.skipped else "it contains no drawing")

    def _is_listed(self, key: str) -> bool:
        return not self._listed or key in self._listed


def _key(listing: ArchiveListing, name: str) -> str:
    return f"{_LISTING}/{listing.release}/{name}"
