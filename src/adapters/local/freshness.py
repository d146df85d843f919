"""A published file as a local catalogue: fetched on first use, refreshed behind the answer; and how long it is fresh.

A catalogue is asked about once a day, and fetched again once a month whatever its validator says. While the upstream
fails the old one answers, marked stale.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Generic, Literal, TypeVar

import anyio
import anyio.from_thread
import anyio.to_thread
import msgspec

from biofacts.adapters.local.jobs import Jobs
from biofacts.domain import wording
from biofacts.domain.errors import BiofactsError, UpstreamError
from biofacts.domain.paging import Releases
from biofacts.domain.provenance import Mode, Provenance, iso
from biofacts.ports.catalogue import Catalogue, CatalogueStore, Content, Entry, ReleaseInfo
from biofacts.ports.joins import Presence
from biofacts.ports.publications import Edition, PublishedFile, Unchanged
from biofacts.ports.waiting import waiting_for

_log = logging.getLogger(__name__)

RowT = TypeVar("RowT")

FRESH_CATALOGUE = timedelta(days=1)
FRESH_DRAWING = timedelta(days=7)
_BELIEVED_VALIDATOR = timedelta(days=30)
_PAUSE_AFTER_FAILURE = timedelta(minutes=1)
_LARGE = 2_000_000
"""From how many bytes of a file on its catalogue is worth a process of its own, which takes half a second to start."""


class Indexed(msgspec.Struct, frozen=True, kw_only=True):
    """What a catalogue is made of: entries in the order that ranks equals, and rows of names of one thing.

    `patient`: see `Content`; `enriched_by`: see `ReleaseInfo`.
    """

    entries: Iterable[Entry]
    synonyms: Iterable[Sequence[str]] = ()
    patient: bool = False
    enriched_by: str = ""


class OpenCatalogue(msgspec.Struct, frozen=True):
    """A catalogue that can answer. `fetched`: it was built for this call; `stale`: it is old and stays so."""

    catalogue: Catalogue
    fetched: bool = False
    stale: bool = False

    def provenance(self, name: str, licence: str | None = None) -> Provenance:
        """Where its facts come from, as records and lists carry it."""
        info = self.catalogue.info
        mode: Mode = "live" if self.fetched else info.mode
        return Provenance(
            name=name,
            release=info.release,
            retrieved=iso(info.retrieved),
            mode=mode,
            licence=licence,
            stale=self.stale,
        )


class Entries(Generic[RowT]):
    """The entries that `index` makes of rows, each time anew: what another process can do as well as this one."""

    def __init__(self, rows: Iterable[RowT], index: "Callable[[Iterable[RowT]], Indexed]", before: int) -> None:
        self._rows = rows
        self._index = index
        self._before = before

    def __iter__(self) -> Iterator[Entry]:
        return plausible(self._index(self._rows).entries, self._before)


def plausible(entries: Iterable[Entry], before: int) -> Iterator[Entry]:
    """The entries of a new release. Raises: ValueError at the end when there is none, or less than half of `before`."""
    number = 0
    for number, entry in enumerate(entries, start=1):  # noqa: B007 - the last number counts
        yield entry
    if not number:
        raise ValueError("it holds 0 entries")
    if 2 * number < before:
        raise ValueError(f"it holds {number} entries, the release before it {before}")


async def size(catalogue: Catalogue | None) -> int:
    """The number of entries of a catalogue; 0 without one."""
    return sum((await catalogue.category_sizes()).values()) if catalogue else 0


def is_recent(moment: datetime, within: timedelta, now: datetime) -> bool:
    """True when a moment lies no further back; not for one ahead, since a clock that went backwards tells no age."""
    return timedelta(0) <= now - moment < within


class LocalCatalogue(Generic[RowT]):
    """One published file and the catalogue that is built from it.

    `index` makes entries of the file's rows; `sync`: what of `biofacts sync` brings it, "" for all of it. `portable`:
    where the file is large, `index` may work in another process: a function of a module, that gives entries alone.
    """

    def __init__(
        self,
        name: str,
        file: PublishedFile[RowT],
        index: Callable[[Iterable[RowT]], Indexed],
        *,
        store: CatalogueStore,
        jobs: Jobs,
        offline: bool = False,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        sync: str = "",
        portable: bool = False,
    ) -> None:
        self.name = name
        self._portable = portable
        self._sync = sync
        self._file = file
        self._index = index
        self._store = store
        self._jobs = jobs
        self._offline = offline
        self._clock = clock
        self._failed_at: datetime | None = None
        self._missing_at: datetime | None = None

    async def open(self) -> OpenCatalogue:
        """The newest release; fetched and built when there is none. Raises: RateLimited, UpstreamError."""
        catalogue = await self._store.newest(self.name)
        if catalogue is None:
            with waiting_for(wording.first_build(self.name)):
                return OpenCatalogue(await self._jobs.share(f"build of {self.name}", self.build), fetched=True)
        return self._as_it_is(catalogue)

    def _as_it_is(self, catalogue: Catalogue) -> OpenCatalogue:
        """A release that is there; it is refreshed behind the answer when it is old."""
        expired = not is_recent(catalogue.info.checked, FRESH_CATALOGUE, self._clock())
        if expired and not self._offline and not self._failed_recently():
            self._jobs.start(f"refresh of {self.name}", self.refresh)
        return OpenCatalogue(catalogue, stale=expired and (self._offline or self._failed_at is not None))

    async def open_within(self, seconds: float) -> OpenCatalogue | None:
        """As `open`; None, with a warning, where it cannot be had, or not in time: what was begun goes on.

        A file that is not there is asked for once a day.
        """
        try:
            if (catalogue := await self.present()) is not None:
                return self._as_it_is(catalogue)
            if self.is_missing:
                return None
            with anyio.fail_after(seconds):
                return await self.open()
        except BiofactsError as error:
            _log.warning("%s cannot be had: %s", self.name, error.message)
        except TimeoutError:
            _log.warning("%s did not come in time", self.name)
        return None

    @property
    def is_missing(self) -> bool:
        """True for a day after the upstream said that there is no such file."""
        return self._missing_at is not None and is_recent(self._missing_at, FRESH_CATALOGUE, self._clock())

    async def present(self) -> Catalogue | None:
        """The newest release if there is one; nothing is fetched."""
        return await self._store.newest(self.name)

    def prefetch(self, *, needed: bool = False) -> None:
        """Build it behind the answer when it is not there yet; `needed`: even if the process is about to end."""
        if not self._offline and not self._failed_recently():
            self._jobs.start(f"prefetch of {self.name}", self._build_if_missing, needed=needed)

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
            raise UpstreamError.offline(self._file.service, f"the catalogue {self.name}", sync=self._sync)
        try:
            published = await self._file.fetch(validator=self._validator(known))
            if published is None:
                self._missing_at = self._clock()
                raise UpstreamError(self._file.service, f"{self._file.name} is not there")
            catalogue = await self._take(known, published, "snapshot" if mode == "snapshot" else "cache")
        except BiofactsError:
            self._failed_at = self._clock()
            raise
        self._failed_at = None
        return catalogue

    def _validator(self, known: Catalogue | None) -> str:
        """What a release is known by; nothing for one so old that the upstream's word alone is not enough."""
        if known is None or self._clock() - known.info.retrieved > _BELIEVED_VALIDATOR:
            return ""
        return known.info.validator

    async def _take(
        self, known: Catalogue | None, published: Edition[RowT] | Unchanged, mode: Literal["cache", "snapshot"]
    ) -> Catalogue:
        if known and (isinstance(published, Unchanged) or published.digest == known.info.digest):
            return await self._confirm(known, published, mode)
        assert isinstance(published, Edition)  # the other one answers a validator only, and there was none
        return await self._publish(known, published, mode)

    async def _confirm(
        self, known: Catalogue, published: Edition[RowT] | Unchanged, mode: Literal["cache", "snapshot"]
    ) -> Catalogue:
        now = self._clock()
        info = msgspec.structs.replace(
            known.info,
            checked=now,
            retrieved=known.info.retrieved if isinstance(published, Unchanged) else now,
            validator=published.validator,
            mode="snapshot" if known.info.mode == "snapshot" else mode,
        )
        await self._store.confirm(self.name, info)
        return known

    async def _publish(
        self, known: Catalogue | None, edition: Edition[RowT], mode: Literal["cache", "snapshot"]
    ) -> Catalogue:
        now = self._clock()
        info = ReleaseInfo(
            release=edition.release,
            retrieved=now,
            checked=now,
            validator=edition.validator,
            digest=edition.digest,
            mode=mode,
            lacks=edition.lacks,
        )
        if edition.lacks:
            _log.warning("%s", wording.lacking_columns(self._file.name, edition.release, edition.lacks))
        try:
            if self._portable and edition.size >= _LARGE:
                return await self._built_apart(known, info, edition.rows)
            return await self._built(known, info, edition.rows)
        except ValueError as error:
            raise UpstreamError.unreadable(self._file.service, self._file.name, error) from error

    async def _built(
        self, known: Catalogue | None, info: ReleaseInfo, rows: Iterable[RowT], *, patient: bool = False
    ) -> Catalogue:
        """A release out of its rows. Raises: ValueError where they cannot be read."""
        before = await size(known)
        indexed = await anyio.to_thread.run_sync(self._index, rows)
        content = Content(
            info=msgspec.structs.replace(info, enriched_by=indexed.enriched_by),
            entries=plausible(indexed.entries, before),
            synonyms=indexed.synonyms,
            patient=patient or indexed.patient,
        )
        return await self._store.publish(self.name, content)

    async def _built_apart(self, known: Catalogue | None, info: ReleaseInfo, rows: Iterable[RowT]) -> Catalogue:
        """As `_built`, by a process of its own, if the store has one."""
        entries = Entries(rows, self._index, await size(known))
        return await self._store.publish(self.name, Content(info=info, entries=entries, patient=True, portable=True))

    async def rebuild(self, decode: Callable[[bytes], RowT], due: Callable[[ReleaseInfo], Awaitable[bool]]) -> None:
        """Publish the newest release once more, out of the rows that are its records, where that is still due.

        Nothing is fetched. Raises: UpstreamError when its file turns out to be damaged.
        """
        async with self._store.building(self.name):
            known = await self._store.newest(self.name)
            if known is not None and await due(known.info):
                keys = await known.all_keys()
                stored = (anyio.from_thread.run(known.record, key) for key in keys)
                await self._built(known, known.info, (decode(row) for row in stored if row), patient=True)

    def _failed_recently(self) -> bool:
        return self._failed_at is not None and is_recent(self._failed_at, _PAUSE_AFTER_FAILURE, self._clock())


async def reopened(store: CatalogueStore, version: str) -> dict[str, OpenCatalogue] | None:
    """The catalogues of a listing's version, by name; None when one is no longer kept."""
    found: dict[str, OpenCatalogue] = {}
    for name, release in Releases.parse(version).versions.items():
        if (catalogue := await store.release(name, release)) is None:
            return None
        found[name] = OpenCatalogue(catalogue)
    return found


def version_of(opened: Iterable[tuple[str, Catalogue]]) -> str:
    """The version of a listing that those catalogues, by name, make together."""
    return str(Releases({name: catalogue.version for name, catalogue in opened}))


def presence_of(
    needed: Mapping[str, Catalogue | None], others: Mapping[str, Catalogue | None] | None = None
) -> Presence:
    """Whether those catalogues, by name, can answer. `others`: those without which an answer may lack something."""
    everything = {**needed, **(others or {})}
    missing = tuple(name for name, one in needed.items() if one is None)
    known = [(name, one) for name, one in everything.items() if one is not None]
    return Presence(
        version="" if missing else version_of(known),
        missing=missing,
        incomplete=tuple(name for name, one in everything.items() if one is None and name not in needed),
    )
