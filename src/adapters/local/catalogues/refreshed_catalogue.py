"""A published file as a local catalogue: fetched on first use, and refreshed in the background.

The upstream is asked once a day whether the file has changed, and the file is fetched again once a month whatever its
validator says. While the upstream fails, the old catalogue answers, marked as stale.
"""

import hashlib
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

import anyio
import anyio.from_thread
import anyio.to_thread
import msgspec

from biofacts.adapters.local.catalogues.background_jobs import Jobs
from biofacts.domain.answers import time_limits
from biofacts.domain.answers.errors import BiofactsError, UpstreamError
from biofacts.domain.answers.pages import Releases
from biofacts.domain.answers.records import Lack, Provenance, Retrieval, iso
from biofacts.domain.remarks import answers as answer_remarks
from biofacts.ports.catalogue import Catalogue, CatalogueStore, Content, Entry, ReleaseInfo
from biofacts.ports.genes import GeneSource
from biofacts.ports.publications import Edition, PublishedFile, Unchanged
from biofacts.ports.record_store import RecordStore
from biofacts.ports.request_budgets import waiting_for
from biofacts.ports.sources import Presence

_log = logging.getLogger(__name__)

RowT = TypeVar("RowT")

# After this time a validator alone is not enough, and the whole file is fetched again.
_BELIEVED_VALIDATOR = time_limits.FRESH_RELEASE
_PAUSE_AFTER_FAILURE = timedelta(minutes=1)
_LARGE = 2_000_000
"""Bytes of a file that justify a process of its own for its catalogue; it takes half a second to start."""


class LocalCache(msgspec.Struct, frozen=True, kw_only=True):
    """The stores of local data, the jobs that fetch it in the background, and what may be fetched.

    `offline`: nothing may be. `complete`: a server fetches all drawings without a request. `clock`: tells what is old.
    `release`: what all releases are called; "" if the upstreams name them.
    """

    store: CatalogueStore
    records: RecordStore
    jobs: Jobs
    offline: bool = False
    complete: bool = True
    release: str = ""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    @property
    def completes(self) -> bool:
        """True if all drawings are fetched without a request."""
        return self.complete and not self.offline

    def is_recent(self, moment: datetime | None, within: timedelta) -> bool:
        """Return True if a moment is less than `within` ago; False without a moment."""
        return moment is not None and is_recent(moment, within, self.clock())


class Indexed(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a catalogue: entries, in the order that breaks ties, and rows of names with one meaning.

    `patient`: see `Content`; `enriched_by`: see `ReleaseInfo`.
    """

    entries: Iterable[Entry]
    synonyms: Iterable[Sequence[str]] = ()
    patient: bool = False
    enriched_by: str = ""


class OpenCatalogue(msgspec.Struct, frozen=True):
    """A catalogue that can answer. `fetched`: built for this call; `stale`: old and not refreshable now."""

    catalogue: Catalogue
    fetched: bool = False
    stale: bool = False

    def provenance(self, name: str, licence: str | None = None) -> Provenance:
        """Return the provenance of the facts, for records and lists."""
        info = self.catalogue.info
        mode: Retrieval = "live" if self.fetched else info.mode
        return Provenance(
            name=name, release=info.release, retrieved=iso(info.retrieved), mode=mode, licence=licence, stale=self.stale
        )


class Entries(Generic[RowT]):
    """The entries that `index` makes of rows, created anew for each iteration, so that another process can do it."""

    def __init__(self, rows: Iterable[RowT], index: "Callable[[Iterable[RowT]], Indexed]", before: int) -> None:
        self._rows = rows
        self._index = index
        self._before = before

    def __iter__(self) -> Iterator[Entry]:
        return plausible(self._index(self._rows).entries, self._before)


def plausible(entries: Iterable[Entry], before: int) -> Iterator[Entry]:
    """Yield the entries of a new release.

    Raises: ValueError at the end if there are none, or less than half as many as `before`.
    """
    number = 0
    for number, entry in enumerate(entries, start=1):  # noqa: B007 - the last number counts
        yield entry
    if not number:
        raise ValueError("it holds 0 entries")
    if 2 * number < before:
        raise ValueError(f"it holds {number} entries, the release before it {before}")


async def size(catalogue: Catalogue | None) -> int:
    """Return the number of entries of a catalogue; 0 without one."""
    return sum((await catalogue.category_sizes()).values()) if catalogue else 0


def is_recent(moment: datetime, within: timedelta, now: datetime) -> bool:
    """Return True if a moment is less than `within` ago; False for the future, since the clock has been set back."""
    return moment <= now < moment + within


class LocalCatalogue(Generic[RowT]):
    """A published file and the catalogue that is built from it.

    `index` makes entries of the file's rows. `sync`: the source that `biofacts sync` fetches it with, "" for all
    sources. `portable`: `index` may run in another process if the file is large, since it is a module's function and
    returns only entries.
    """

    def __init__(
        self,
        name: str,
        file: PublishedFile[RowT],
        index: Callable[[Iterable[RowT]], Indexed],
        cache: LocalCache,
        *,
        sync: str = "",
        portable: bool = False,
    ) -> None:
        self.name = name
        self.portable = portable
        self._sync = sync
        self._file = file
        self._index = index
        self._cache = cache
        self._failed_at: datetime | None = None
        self._missing_at: datetime | None = None
        self._is_there = False

    async def open(self) -> OpenCatalogue:
        """Return the newest release; fetch and build it if there is none. Raises: RateLimited, UpstreamError."""
        catalogue = await self.present()
        if catalogue is None:
            with waiting_for(answer_remarks.first_build(self.name)):
                return OpenCatalogue(await self._cache.jobs.share(f"build of {self.name}", self.build), fetched=True)
        return self._as_it_is(catalogue)

    def _as_it_is(self, catalogue: Catalogue) -> OpenCatalogue:
        """Return a release as it is, and refresh it in the background if it is old."""
        expired = self._is_expired(catalogue)
        if expired and self._may_be_asked():
            self._cache.jobs.start(f"refresh of {self.name}", self.refresh)
        return OpenCatalogue(catalogue, stale=expired and self._is_stale_if_expired())

    def settled(self, catalogue: Catalogue | None) -> object | None:
        """Return all that an answer from a release depends on; None without one, or if `open` would refresh it."""
        if catalogue is None:
            return None
        expired = self._is_expired(catalogue)
        if expired and self._may_be_asked():
            return None
        return self.name, catalogue.info, expired and self._is_stale_if_expired()

    def _is_expired(self, catalogue: Catalogue) -> bool:
        return not self._cache.is_recent(catalogue.info.checked, time_limits.FRESH_CATALOGUE)

    def _may_be_asked(self) -> bool:
        # An upstream that has just failed is left alone; the old release answers meanwhile.
        return not self._cache.offline and not self._cache.is_recent(self._failed_at, _PAUSE_AFTER_FAILURE)

    def _is_stale_if_expired(self) -> bool:
        return self._cache.offline or self._failed_at is not None

    async def open_within(self, seconds: float) -> OpenCatalogue | None:
        """Open the catalogue; None, with a warning, if it is not available in time. A build that has begun goes on.

        A missing file is requested once a day.
        """
        try:
            if (catalogue := await self.present()) is not None:
                return self._as_it_is(catalogue)
            if self.is_missing:
                return None
            with anyio.fail_after(seconds):
                return await self.open()
        except BiofactsError as error:
            _log.warning("%s could not be downloaded: %s", self.name, error.message)
        except TimeoutError:
            _log.warning("%s did not come in time", self.name)
        return None

    @property
    def is_missing(self) -> bool:
        """True for a day after the upstream reported that there is no such file."""
        return self._cache.is_recent(self._missing_at, time_limits.FRESH_CATALOGUE)

    @property
    def may_come(self) -> bool:
        """True if a release that is not there may be fetched now: not offline, and not just after a failure."""
        return self._may_be_asked() and not self.is_missing

    async def present(self) -> Catalogue | None:
        return await self._cache.store.newest(self.name)

    def prefetch(self, *, needed: bool = False) -> None:
        """Build the catalogue in the background if it is missing; `needed`: even if the process is about to end."""
        if not self._is_there and self._may_be_asked():
            self._cache.jobs.start(f"prefetch of {self.name}", self._build_if_missing, needed=needed)

    async def _build_if_missing(self) -> None:
        if await self.present() is None:
            await self.build()
        self._is_there = True

    async def build(self) -> Catalogue:
        """Fetch the file and publish it, unless another task or process has just done so."""
        async with self._cache.store.building(self.name):
            return await self.present() or await self._update(None, "cache")

    async def refresh(self) -> None:
        await self.update("cache")

    async def update(self, mode: Retrieval) -> Catalogue:
        """Update the catalogue. Raises: RateLimited, UpstreamError."""
        async with self._cache.store.building(self.name):
            return await self._update(await self.present(), mode)

    async def _update(self, previous: Catalogue | None, mode: Retrieval) -> Catalogue:
        if self._cache.offline:
            raise UpstreamError.offline(self._file.service, f"the catalogue {self.name}", sync=self._sync)
        try:
            published = await self._file.fetch(validator=self._validator(previous))
            if published is None:
                self._missing_at = self._cache.clock()
                raise UpstreamError.of(self._file.service, f"{self._file.name} is not there")
            catalogue = await self._take(previous, published, "snapshot" if mode == "snapshot" else "cache")
        except BiofactsError:
            self._failed_at = self._cache.clock()
            raise
        self._failed_at = None
        return catalogue

    def _validator(self, previous: Catalogue | None) -> str:
        """Return the validator of a release, or "" if it is so old that the whole file must be fetched again."""
        if previous is None or self._cache.clock() - previous.info.retrieved > _BELIEVED_VALIDATOR:
            return ""
        return previous.info.validator

    async def _take(
        self, previous: Catalogue | None, published: Edition[RowT] | Unchanged, mode: Literal["cache", "snapshot"]
    ) -> Catalogue:
        if previous and (isinstance(published, Unchanged) or published.digest == previous.info.digest):
            return await self._confirm(previous, published, mode)
        assert isinstance(published, Edition)  # an upstream answers `Unchanged` only to a validator
        return await self._publish(previous, published, mode)

    async def _confirm(
        self, previous: Catalogue, published: Edition[RowT] | Unchanged, mode: Literal["cache", "snapshot"]
    ) -> Catalogue:
        now = self._cache.clock()
        info = msgspec.structs.replace(
            previous.info,
            checked=now,
            retrieved=previous.info.retrieved if isinstance(published, Unchanged) else now,
            validator=published.validator,
            mode="snapshot" if previous.info.mode == "snapshot" else mode,
        )
        await self._cache.store.confirm(self.name, info)
        return previous

    async def _publish(
        self, previous: Catalogue | None, edition: Edition[RowT], mode: Literal["cache", "snapshot"]
    ) -> Catalogue:
        now = self._cache.clock()
        info = ReleaseInfo(
            release=self._cache.release or edition.release,
            retrieved=now,
            checked=now,
            validator=edition.validator,
            digest=edition.digest,
            mode=mode,
            lacks=edition.lacks,
        )
        if edition.lacks:
            _log.warning("%s", answer_remarks.lacking_columns(self._file.name, edition.release, edition.lacks))
        try:
            if self.portable and edition.size >= _LARGE:
                return await self._built_apart(previous, info, edition.rows)
            return await self._built(previous, info, edition.rows)
        except ValueError as error:
            raise UpstreamError.unreadable(self._file.service, self._file.name, error) from error

    async def _built(
        self, previous: Catalogue | None, info: ReleaseInfo, rows: Iterable[RowT], *, patient: bool = False
    ) -> Catalogue:
        """Build a release from rows. Raises: ValueError if they cannot be parsed."""
        before = await size(previous)
        indexed = await anyio.to_thread.run_sync(self._index, rows)
        content = Content(
            info=msgspec.structs.replace(info, enriched_by=indexed.enriched_by),
            entries=plausible(indexed.entries, before),
            synonyms=indexed.synonyms,
            patient=patient or indexed.patient,
        )
        return await self._cache.store.publish(self.name, content)

    async def _built_apart(self, previous: Catalogue | None, info: ReleaseInfo, rows: Iterable[RowT]) -> Catalogue:
        """Build a release from rows in another process, if the store has one."""
        entries = Entries(rows, self._index, await size(previous))
        return await self._cache.store.publish(
            self.name, Content(info=info, entries=entries, patient=True, portable=True)
        )

    async def rebuild(self, decode: Callable[[bytes], RowT], due: Callable[[ReleaseInfo], Awaitable[bool]]) -> None:
        """Publish the newest release again from the rows in its records, if that is due; nothing is fetched.

        Raises: UpstreamError if its file turns out to be damaged.
        """
        async with self._cache.store.building(self.name):
            newest = await self.present()
            if newest is not None and await due(newest.info):
                keys = await newest.all_keys()
                stored = (anyio.from_thread.run(newest.record, key) for key in keys)
                await self._built(newest, newest.info, (decode(row) for row in stored if row), patient=True)


async def reopened(store: CatalogueStore, version: str) -> dict[str, OpenCatalogue] | None:
    """Open the catalogues of a listing's version, by name; None if one has been removed."""
    opened: dict[str, OpenCatalogue] = {}
    for name, release in Releases.parse(version).versions.items():
        if (catalogue := await store.release(name, release)) is None:
            return None
        opened[name] = OpenCatalogue(catalogue)
    return opened


class DerivedCatalogue(ABC):
    """A catalogue that is built from others without a request, and built again after these.

    `work`: the name of its job. `built_from`: catalogues on which it rests besides the names of genes; the first has
    its release, and must be there.
    """

    name: ClassVar[str]
    work: ClassVar[str]
    built_from: ClassVar[Sequence[str]]

    def __init__(self, genes: GeneSource, cache: LocalCache) -> None:
        self._genes = genes
        self._cache = cache

    async def open(self) -> Catalogue | None:
        """Return the newest release; None without drawings.

        It is built now if there is none; an old one answers while it is rebuilt. Raises: UpstreamError if a catalogue
        turns out to be damaged.
        """
        if (catalogue := await self.present()) is None:
            return await self._cache.jobs.share(self.work, self.update)
        if catalogue.info.enriched_by != await self._rests_on():
            self._cache.jobs.start(self.work, self.update, needed=False)
        return catalogue

    async def present(self) -> Catalogue | None:
        return await self._cache.store.newest(self.name)

    async def update(self) -> Catalogue | None:
        """Publish the catalogue, unless it is new; None without drawings. Raises: see `open`."""
        store = self._cache.store
        async with store.building(self.name):
            catalogue, rests_on = await self.present(), await self._rests_on()
            first = await store.newest(self.built_from[0])
            if first is None or (catalogue and catalogue.info.enriched_by == rests_on):
                return catalogue
            if (entries := await self.entries(first)) is None:
                return catalogue
            now = self._cache.clock()
            info = ReleaseInfo(
                release=first.info.release,
                retrieved=now,
                checked=now,
                digest=hashlib.blake2b(rests_on.encode(), digest_size=8).hexdigest(),
                mode="snapshot",
                enriched_by=rests_on,
                complete=first.info.complete,
            )
            return await store.publish(self.name, Content(info=info, entries=entries, patient=True))

    @abstractmethod
    async def entries(self, first: Catalogue) -> Iterable[Entry] | None:
        """Build the entries; None if another catalogue is missing. `first`: the first of `built_from`."""

    async def _rests_on(self) -> str:
        catalogues = [
            (name, catalogue) for name in self.built_from if (catalogue := await self._cache.store.newest(name))
        ]
        return f"{version_of(catalogues)} {(await self._genes.at_hand()).version}".strip()


def version_of(opened: Iterable[tuple[str, Catalogue]]) -> str:
    """Return the version of a listing that these catalogues, by name, make together."""
    return str(Releases({name: catalogue.version for name, catalogue in opened}))


def presence_of(
    needed: Mapping[str, Catalogue | None],
    settled: Sequence[object],
    others: Mapping[str, Catalogue | None] | None = None,
) -> Presence:
    """Return which of these catalogues are available. `others`: those without which an answer may lack something.

    `settled`: the state of each catalogue (see `LocalCatalogue.settled`), None if it has none.
    """
    everything = {**needed, **(others or {})}
    return Presence(
        {name: catalogue.version for name, catalogue in everything.items() if catalogue is not None},
        missing=tuple(name for name, catalogue in needed.items() if catalogue is None),
        incomplete=tuple(name for name, catalogue in everything.items() if catalogue is None and name not in needed),
        settled=() if None in settled else tuple(settled),
    )


T = TypeVar("T")


class PartFound(NamedTuple, Generic[T]):
    """The result of a lookup. `lack`: why there is none (`found` is None); `stale`: a catalogue is out of date."""

    found: T | None = None
    lack: Lack | None = None
    stale: bool = False


class PartLookups:
    """The lookups of one record, all within one time limit, which ends before the call does.

    Missing catalogues are fetched side by side from the start; those that take too long arrive in the background.
    """

    def __init__(self, *catalogues: LocalCatalogue[Any]) -> None:
        # Leaves time to put the answer together from the parts that are there.
        ends = anyio.current_effective_deadline() - time_limits.LAST
        self._until = min(anyio.current_time() + time_limits.PARTS, ends)
        for catalogue in catalogues:
            catalogue.prefetch()

    async def ask(
        self,
        parts: tuple[str, ...],
        lookup: Callable[..., Awaitable[T]],
        *catalogues: LocalCatalogue[Any],
        partly: bool = False,
    ) -> PartFound[T]:
        """Look up something in opened catalogues. `parts`, `partly`: what the record lacks without it (see `Lack`)."""
        seconds = max(0.0, self._until - anyio.current_time())
        opened = {catalogue.name: await catalogue.open_within(seconds) for catalogue in catalogues}
        available = {name: release.catalogue if release else None for name, release in opened.items()}
        answer = await look_up_part(parts, lookup, available, partly=partly)
        return answer._replace(stale=any(release is not None and release.stale for release in opened.values()))


async def look_up_part(
    parts: tuple[str, ...],
    lookup: Callable[..., Awaitable[T]],
    available: Mapping[str, Catalogue | None],
    *,
    partly: bool = False,
) -> PartFound[T]:
    """Look up something in catalogues, unless one of them is missing or turns out to be damaged."""
    if missing := tuple(name for name, catalogue in available.items() if catalogue is None):
        return PartFound(lack=Lack(parts=parts, catalogues=missing, partly=partly))
    try:
        return PartFound(await lookup(*available.values()))
    except BiofactsError as error:
        return PartFound(lack=Lack(parts=parts, why=error.message, partly=partly))
