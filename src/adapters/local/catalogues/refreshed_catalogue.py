"""A published file as a local catalogue: fetched on first use, and refreshed in the background.

At most once a day, the upstream is asked whether the file has changed. After a month, the file is downloaded again
whatever its validator says. While the upstream fails, the old catalogue is used, marked as stale.
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
from biofacts.domain.answers.errors import BiofactsError, UpstreamError
from biofacts.domain.answers.missing_parts import MissingParts
from biofacts.domain.answers.pages import Releases
from biofacts.domain.answers.records import Provenance, Retrieval, iso
from biofacts.domain.limits import freshness, time_limits
from biofacts.domain.source_remarks import any_source as source_remarks
from biofacts.ports.catalogue import Catalogue, CatalogueStore, Content, Entry, ReleaseInfo
from biofacts.ports.genes import GeneSource
from biofacts.ports.published_files import Edition, PublishedFile, Unchanged
from biofacts.ports.record_store import RecordStore
from biofacts.ports.request_budgets import waiting_for
from biofacts.ports.sources import Presence

_log = logging.getLogger(__name__)

RowT = TypeVar("RowT")

# After this time, an unchanged validator is not trusted any more, and the whole file is fetched again.
_BELIEVED_VALIDATOR = freshness.RELEASE
_PAUSE_AFTER_FAILURE = timedelta(minutes=1)
_LARGE = 2_000_000
"""The file size in bytes from which a catalogue is built in another process, which takes half a second to start."""


class LocalCache(msgspec.Struct, frozen=True, kw_only=True):
    """The stores of local data, the background jobs that fetch it, and the settings for fetching.

    `offline`: True if nothing may be fetched. `complete`: True if a server fetches all drawings in advance. `release`:
    a name for all releases; "" to use the upstreams' names. `clock`: a function that returns the current time (UTC).
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
        """True if all drawings are fetched in advance, before a call needs them."""
        return self.complete and not self.offline

    def is_recent(self, moment: datetime | None, within: timedelta) -> bool:
        """Return True if a moment is less than `within` ago; False for None."""
        return moment is not None and is_recent(moment, within, self.clock())


class Indexed(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a catalogue: entries, in the order in which ties are listed, and rows of equivalent names.

    `patient`: see `Content`; `enriched_by`: see `ReleaseInfo`.
    """

    entries: Iterable[Entry]
    synonyms: Iterable[Sequence[str]] = ()
    patient: bool = False
    enriched_by: str = ""


class OpenCatalogue(msgspec.Struct, frozen=True):
    """An open catalogue. `fetched`: True if just built; `stale`: True if out of date and not refreshable now."""

    catalogue: Catalogue
    fetched: bool = False
    stale: bool = False

    def provenance(self, name: str, licence: str | None = None) -> Provenance:
        """Return the provenance of facts from this catalogue. `name`: the name of the service."""
        info = self.catalogue.info
        mode: Retrieval = "live" if self.fetched else info.mode
        return Provenance(
            name=name, release=info.release, retrieved=iso(info.retrieved), mode=mode, licence=licence, stale=self.stale
        )


class Entries(Generic[RowT]):
    """The entries of rows, indexed anew in each iteration; an instance can be pickled for another process."""

    def __init__(self, rows: Iterable[RowT], index: "Callable[[Iterable[RowT]], Indexed]", before: int) -> None:
        self._rows = rows
        self._index = index
        self._before = before

    def __iter__(self) -> Iterator[Entry]:
        return plausible(self._index(self._rows).entries, self._before)


def plausible(entries: Iterable[Entry], before: int) -> Iterator[Entry]:
    """Yield the entries of a new release. `before`: the number of entries in the previous release.

    Raises: ValueError after the last entry if there are none, or fewer than half of `before`.
    """
    number = 0
    for number, entry in enumerate(entries, start=1):  # noqa: B007 - the last number is used
        yield entry
    if not number:
        raise ValueError("it contains no entries")
    # A release that has shrunk by more than half is taken for a mistake of the upstream.
    if 2 * number < before:
        raise ValueError(f"it contains {number} entries, but the previous release had {before}")


async def size(catalogue: Catalogue | None) -> int:
    """Return the number of entries of a catalogue; 0 without one."""
    return sum((await catalogue.category_sizes()).values()) if catalogue else 0


def is_recent(moment: datetime, within: timedelta, now: datetime) -> bool:
    """Return True if a moment is less than `within` ago; False in the future, which means a clock was set back."""
    return moment <= now < moment + within


class LocalCatalogue(Generic[RowT]):
    """A published file and the catalogue that is built from it.

    `index`: a function that turns the file's rows into entries. `sync`: the source to name in `biofacts sync`, "" for
    all sources. `portable`: True if `index` may run in another process for a large file: a function of a module that
    returns entries and no synonyms.
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
        """Return the newest release, or else fetch and build it. Raises: RateLimited, UpstreamError."""
        catalogue = await self.present()
        if catalogue is None:
            with waiting_for(source_remarks.first_build(self.name)):
                return OpenCatalogue(await self._cache.jobs.share(f"build of {self.name}", self.build), fetched=True)
        return self._as_it_is(catalogue)

    def _as_it_is(self, catalogue: Catalogue) -> OpenCatalogue:
        """Return a release without waiting, and refresh it in the background if it has expired."""
        expired = self._is_expired(catalogue)
        if expired and self._may_fetch():
            self._cache.jobs.start(f"refresh of {self.name}", self.refresh)
        return OpenCatalogue(catalogue, stale=expired and self._is_stale_if_expired())

    def settled(self, catalogue: Catalogue | None) -> object | None:
        """Return the state on which an answer depends; None without a release, or if `open` would refresh it."""
        if catalogue is None:
            return None
        expired = self._is_expired(catalogue)
        if expired and self._may_fetch():
            return None
        return self.name, catalogue.info, expired and self._is_stale_if_expired()

    def _is_expired(self, catalogue: Catalogue) -> bool:
        return not self._cache.is_recent(catalogue.info.checked, freshness.CATALOGUE)

    def _may_fetch(self) -> bool:
        # An upstream that has just failed is not asked again at once; the old release is used meanwhile.
        return not self._cache.offline and not self._cache.is_recent(self._failed_at, _PAUSE_AFTER_FAILURE)

    def _is_stale_if_expired(self) -> bool:
        return self._cache.offline or self._failed_at is not None

    async def open_within(self, seconds: float) -> OpenCatalogue | None:
        """Open the catalogue; None if it is not available in time, which is logged. A build that has begun continues.

        A file that does not exist upstream is requested at most once a day.
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
            _log.warning("%s did not arrive in time", self.name)
        return None

    @property
    def is_missing(self) -> bool:
        """True for a day after the upstream reported that the file does not exist."""
        return self._cache.is_recent(self._missing_at, freshness.CATALOGUE)

    @property
    def may_come(self) -> bool:
        """True if a missing release may be fetched now: not offline, not just after a failure, and not `is_missing`."""
        return self._may_fetch() and not self.is_missing

    async def present(self) -> Catalogue | None:
        return await self._cache.store.newest(self.name)

    def prefetch(self, *, needed: bool = False) -> None:
        """Build the catalogue in the background if it is missing. `needed`: True to do so in a command, too."""
        if not self._is_there and self._may_fetch():
            self._cache.jobs.start(f"prefetch of {self.name}", self._build_if_missing, needed=needed)

    async def _build_if_missing(self) -> None:
        if await self.present() is None:
            await self.build()
        self._is_there = True

    async def build(self) -> Catalogue:
        """Fetch the file and publish its catalogue, unless another task or process has just done so."""
        async with self._cache.store.building(self.name):
            return await self.present() or await self._update(None, "cache")

    async def refresh(self) -> None:
        await self.update("cache")

    async def update(self, mode: Retrieval) -> Catalogue:
        """Publish the newest edition of the file, or confirm the current one. Raises: RateLimited, UpstreamError."""
        async with self._cache.store.building(self.name):
            return await self._update(await self.present(), mode)

    async def _update(self, previous: Catalogue | None, mode: Retrieval) -> Catalogue:
        if self._cache.offline:
            raise UpstreamError.offline(self._file.service, f"the catalogue {self.name}", sync=self._sync)
        try:
            published = await self._file.fetch(validator=self._validator(previous))
            if published is None:
                self._missing_at = self._cache.clock()
                raise UpstreamError.of(self._file.service, f"{self._file.name} was not found")
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
        # A new validator does not mean new content: WikiPathways rebuilds its index files with every deployment.
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
            _log.warning("%s", source_remarks.lacking_columns(self._file.name, edition.release, edition.lacks))
        try:
            if self.portable and edition.size >= _LARGE:
                return await self._built_apart(previous, info, edition.rows)
            return await self._built(previous, info, edition.rows)
        except ValueError as error:
            raise UpstreamError.unreadable(self._file.service, self._file.name, error) from error

    async def _built(
        self, previous: Catalogue | None, info: ReleaseInfo, rows: Iterable[RowT], *, patient: bool = False
    ) -> Catalogue:
        """Build a release from rows. Raises: ValueError if they cannot be parsed, or are too few."""
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
        """Build a release from rows in another process, if the store supports that."""
        entries = Entries(rows, self._index, await size(previous))
        return await self._cache.store.publish(
            self.name, Content(info=info, entries=entries, patient=True, portable=True)
        )

    async def rebuild(self, decode: Callable[[bytes], RowT], due: Callable[[ReleaseInfo], Awaitable[bool]]) -> None:
        """Rebuild the newest release from its own records if it is due, without a request.

        `decode`: a function that turns a record into a row. Raises: UpstreamError if the release is damaged.
        """
        async with self._cache.store.building(self.name):
            newest = await self.present()
            if newest is not None and await due(newest.info):
                keys = await newest.all_keys()
                stored = (anyio.from_thread.run(newest.record, key) for key in keys)
                await self._built(newest, newest.info, (decode(row) for row in stored if row), patient=True)


async def reopened(store: CatalogueStore, version: str) -> dict[str, OpenCatalogue] | None:
    """Open the catalogues of a listing's version, by name; None if one of them has been deleted."""
    opened: dict[str, OpenCatalogue] = {}
    for name, release in Releases.parse(version).versions.items():
        if (catalogue := await store.release(name, release)) is None:
            return None
        opened[name] = OpenCatalogue(catalogue)
    return opened


class DerivedCatalogue(ABC):
    """A catalogue that is built from other catalogues without a request, and rebuilt when one of them is newer.

    `work`: the name of the job that builds it. `built_from`: the catalogues from which it is built, besides those of
    gene names; the first is required, and its release name is used.
    """

    name: ClassVar[str]
    work: ClassVar[str]
    built_from: ClassVar[Sequence[str]]

    def __init__(self, genes: GeneSource, cache: LocalCache) -> None:
        self._genes = genes
        self._cache = cache

    async def open(self) -> Catalogue | None:
        """Return the newest release, or else build it; None if a required catalogue is missing.

        An outdated release is returned, and rebuilt in the background. Raises: UpstreamError if a catalogue turns out
        to be damaged.
        """
        if (catalogue := await self.present()) is None:
            return await self._cache.jobs.share(self.work, self.update)
        if catalogue.info.enriched_by != await self._rests_on():
            self._cache.jobs.start(self.work, self.update, needed=False)
        return catalogue

    async def present(self) -> Catalogue | None:
        return await self._cache.store.newest(self.name)

    async def update(self) -> Catalogue | None:
        """Build the catalogue if it is missing or outdated; return the newest release, if any. Raises: see `open`."""
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
        """Build the entries; None if another catalogue is missing. `first`: the first catalogue of `built_from`."""

    async def _rests_on(self) -> str:
        catalogues = [
            (name, catalogue) for name in self.built_from if (catalogue := await self._cache.store.newest(name))
        ]
        return f"{version_of(catalogues)} {(await self._genes.at_hand()).version}".strip()


def version_of(opened: Iterable[tuple[str, Catalogue]]) -> str:
    """Return the version of a listing that is made from these catalogues (pairs of name and release)."""
    return str(Releases({name: catalogue.version for name, catalogue in opened}))


def presence_of(
    needed: Mapping[str, Catalogue | None],
    settled: Sequence[object],
    others: Mapping[str, Catalogue | None] | None = None,
) -> Presence:
    """Describe the availability of catalogues. `others`: those without which an answer may be incomplete.

    `settled`: the state of each catalogue, or None (see `LocalCatalogue.settled`).
    """
    everything = {**needed, **(others or {})}
    return Presence(
        {name: catalogue.version for name, catalogue in everything.items() if catalogue is not None},
        missing=tuple(name for name, catalogue in needed.items() if catalogue is None),
        incomplete=tuple(name for name, catalogue in everything.items() if catalogue is None and name not in needed),
        settled=() if None in settled else tuple(settled),
    )


T = TypeVar("T")


class PartResult(NamedTuple, Generic[T]):
    """The result of a lookup. `lack`: why it is missing or incomplete; `stale`: True if a catalogue is out of date."""

    value: T | None = None
    lack: MissingParts | None = None
    stale: bool = False


class PartLookups:
    """The lookups for the parts of one record, within a common time limit, which ends before the call does.

    Missing catalogues are fetched concurrently from the start. Fetches that take too long continue in the background.
    """

    def __init__(self, *catalogues: LocalCatalogue[Any]) -> None:
        # Leaves time to build the answer from the available parts.
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
    ) -> PartResult[T]:
        """Open catalogues, and look something up in them. `parts`, `partly`: what the record lacks if that fails."""
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
) -> PartResult[T]:
    """Look something up in catalogues. If one is missing or damaged, the result is a `MissingParts` of the parts."""
    if missing := tuple(name for name, catalogue in available.items() if catalogue is None):
        return PartResult(lack=MissingParts(parts=parts, catalogues=missing, partly=partly))
    try:
        return PartResult(await lookup(*available.values()))
    except BiofactsError as error:
        return PartResult(lack=MissingParts(parts=parts, why=error.message, partly=partly))
