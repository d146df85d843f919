"""A bulk file of an upstream as a local catalogue: fetched on first use, refreshed behind the answer."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Literal, TypeVar

import anyio.to_thread
import msgspec

from biofacts.adapters.http.background import Background
from biofacts.adapters.http.client import Fetched, LifeSciencesClient
from biofacts.domain.errors import BiofactsError, UpstreamError
from biofacts.domain.paging import Hits, Window
from biofacts.domain.provenance import Mode, Source
from biofacts.ports.catalogue import Catalogue, CatalogueStore, Content, Entry, Found, Listing, Provenance

CandidateT = TypeVar("CandidateT")


FRESH = timedelta(days=1)
_VERIFIED = timedelta(days=30)
_PAUSE_AFTER_FAILURE = timedelta(minutes=1)
PREPARING = "preparing for misspellings"

Reader = Callable[[bytes, Provenance], Content]
"""Turns a file into a catalogue's content. Raises: ValueError with one clear sentence. Runs in a worker thread."""


class Ready(msgspec.Struct, frozen=True):
    """A catalogue that can answer; `fetched` when it was built for this call, `stale` when it is old and stays so."""

    catalogue: Catalogue
    fetched: bool = False
    stale: bool = False

    def source(self, name: str, licence: str | None = None) -> Source:
        """Its provenance, as records and lists carry it."""
        provenance = self.catalogue.provenance
        mode: Mode = "live" if self.fetched else provenance.mode
        return Source(
            name=name,
            release=provenance.release,
            retrieved=iso(provenance.retrieved),
            mode=mode,
            licence=licence,
            stale=self.stale,
        )


def searched(
    listing: Listing,
    window: Window,
    candidate: Callable[[Found], CandidateT],
    *,
    version: str,
    source: Source,
    guidance: str | None = None,
) -> Hits[CandidateT]:
    """What a catalogue found in a window; `guidance` in the place of the catalogue's own."""
    return Hits(
        items=tuple(candidate(found) for found in listing.found),
        total=listing.total,
        more=window.offset + len(listing.found) < listing.total,
        version=version,
        guidance=guidance or listing.guidance,
        source=source,
    )


def believed(entries: Iterable[Entry], before: int) -> Iterator[Entry]:
    """The entries of a new release. Raises: ValueError at the end when there is none, or less than half of `before`."""
    number = 0
    for number, entry in enumerate(entries, start=1):  # noqa: B007 - the last number counts
        yield entry
    if not number or 2 * number < before:
        raise ValueError(f"it holds {number} entries, the release before {before}")


async def count(catalogue: Catalogue | None) -> int:
    """The number of entries of a catalogue; 0 without one."""
    return sum((await catalogue.facets()).values()) if catalogue else 0


def recent(moment: datetime, within: timedelta, now: datetime) -> bool:
    """True when a moment lies no further back; not for one ahead, since a clock that went backwards tells no age."""
    return timedelta(0) <= now - moment < within


def iso(moment: datetime) -> str:
    """ISO 8601, UTC, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class BulkCatalogue:
    """One bulk file and the catalogue that is built from it."""

    def __init__(
        self,
        name: str,
        *,
        client: LifeSciencesClient,
        path: str,
        read: Reader,
        store: CatalogueStore,
        background: Background,
        offline: bool = False,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.name = name
        self._client = client
        self._path = path
        self._read = read
        self._store = store
        self._background = background
        self._offline = offline
        self._clock = clock
        self._failed_at: datetime | None = None

    async def ready(self) -> Ready:
        """The newest release; fetched and built when there is none. Raises: RateLimited, UpstreamError."""
        catalogue = await self._store.newest(self.name)
        if catalogue is None:
            return Ready(await self._background.finish(f"build of {self.name}", self.build), fetched=True)
        expired = not recent(catalogue.provenance.checked, FRESH, self._clock())
        if expired and not self._offline and not self._failed_recently():
            self._background.start(f"refresh of {self.name}", self.refresh)
        return Ready(catalogue, stale=expired and (self._offline or self._failed_at is not None))

    async def kept(self, version: str) -> Ready | None:
        """The release of that version, as long as it is kept."""
        catalogue = await self._store.release(self.name, version)
        return Ready(catalogue) if catalogue else None

    async def present(self) -> Catalogue | None:
        """The newest release if there is one; nothing is fetched."""
        return await self._store.newest(self.name)

    def warm(self, *, needed: bool = False) -> None:
        """Build it behind the answer when it is not there yet; `needed`: even if the process is about to end."""
        if not self._offline and not self._failed_recently():
            self._background.start(f"refresh of {self.name}", self._build_if_missing, needed=needed)

    async def _build_if_missing(self) -> None:
        if await self._store.newest(self.name) is None:
            await self.build()

    async def build(self) -> Catalogue:
        """Fetch the file and publish it, unless another task or process has just done so."""
        async with self._store.building(self.name):
            return await self._store.newest(self.name) or await self._update(None, "cache")

    async def refresh(self) -> None:
        """Ask the upstream whether the file has changed, and publish it if so."""
        await self.update("cache")

    async def update(self, mode: Mode) -> Catalogue:
        """Bring the catalogue up to date. Raises: RateLimited, UpstreamError."""
        async with self._store.building(self.name):
            return await self._update(await self._store.newest(self.name), mode)

    async def _update(self, known: Catalogue | None, mode: Mode) -> Catalogue:
        if self._offline:
            raise UpstreamError.offline(self._client.service, f"the catalogue {self.name}")
        try:
            fetched = await self._client.fetch(self._path, validator=self._validator(known))
            if fetched is None:
                raise UpstreamError(self._client.service, f"{self._path} is not there")
            catalogue = await self._take(known, fetched, mode)
        except BiofactsError:
            self._failed_at = self._clock()
            raise
        self._failed_at = None
        return catalogue

    def _validator(self, known: Catalogue | None) -> str:
        """What a release is known by; nothing for one so old that the upstream's word alone is not enough."""
        if known is None or self._clock() - known.provenance.retrieved > _VERIFIED:
            return ""
        return known.provenance.validator

    async def _take(self, known: Catalogue | None, fetched: Fetched, mode: Mode) -> Catalogue:
        now = self._clock()
        kept_mode: Literal["cache", "snapshot"] = "snapshot" if mode == "snapshot" else "cache"
        if known and (fetched.unchanged or fetched.digest == known.provenance.digest):
            provenance = msgspec.structs.replace(
                known.provenance,
                checked=now,
                retrieved=known.provenance.retrieved if fetched.unchanged else now,
                validator=fetched.validator,
                mode="snapshot" if known.provenance.mode == "snapshot" else kept_mode,
            )
            await self._store.confirm(self.name, provenance)
            return known
        released = fetched.modified or fetched.retrieved
        provenance = Provenance(
            release=released.strftime("%Y-%m-%d"),
            retrieved=now,
            checked=now,
            validator=fetched.validator,
            digest=fetched.digest,
            mode=kept_mode,
        )
        before = await count(known)
        try:
            content = await anyio.to_thread.run_sync(self._read, fetched.body, provenance)
            content = msgspec.structs.replace(content, entries=believed(content.entries, before))
            return await self._store.publish(self.name, content)
        except ValueError as error:
            raise UpstreamError(self._client.service, f"{self._path} cannot be read: {error}") from error

    def _failed_recently(self) -> bool:
        return self._failed_at is not None and recent(self._failed_at, _PAUSE_AFTER_FAILURE, self._clock())
