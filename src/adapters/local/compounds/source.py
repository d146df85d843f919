"""The source of compounds that prefers PubChem's downloaded names to PubChem itself, and the download of the names."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from biofacts.domain.answers import scores
from biofacts.domain.answers.entity_kinds import COMPOUND
from biofacts.domain.answers.errors import RateLimited, UpstreamError
from biofacts.domain.answers.pages import Hits, Releases, Window, windowed
from biofacts.domain.answers.records import Provenance, iso
from biofacts.domain.compounds import queries as compound_queries
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate
from biofacts.domain.compounds.queries import NamedNumber
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.domain.source_remarks import compounds as compound_remarks
from biofacts.domain.text import clean
from biofacts.ports.catalogue import CatalogueStatus, ReleaseInfo
from biofacts.ports.compound_names import (
    NAMES,
    CompoundNames,
    CompoundNamesStore,
    PublishedNames,
    SynchroniserOnRequest,
)
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.published_files import Announced, LargeFile, ReportBytes
from biofacts.ports.record_store import RecordStore, StoredRecord
from biofacts.ports.sources import Query
from biofacts.ports.synchronisation import Pending, Progress, Synchronised


class LocalCompounds(CompoundSource):
    """A source that answers from downloaded names, and passes misspellings, structures and records to `pubchem`."""

    def __init__(self, pubchem: CompoundSource, names: CompoundNamesStore, *, offline: bool = False) -> None:
        self._pubchem = pubchem
        self._names = names
        self._offline = offline

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        if window.version is not None:
            return await self._further(query, window)
        if (names := await self._names.newest()) is None:
            return await self._pubchem.search(query, window)
        exact = compound_queries.parse(query.text).exact
        hits = await _hits(names, query, window)
        # A text such as `CCO` may be a structure, which only PubChem can look up.
        is_of_names = all(key.namespace in ("cid", "inchikey", "name") for key in exact)
        if hits.items and is_of_names:
            return hits
        try:
            return await self._pubchem.search(query, window)
        except (RateLimited, UpstreamError):
            # Offline, an empty list is true of a name, but not of a structure.
            if not hits.items and not (self._offline and is_of_names):
                raise
            return hits

    async def _further(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        """Return a later page from the source of the first one; None if its names have been replaced."""
        version = Releases.parse(window.version or "").versions.get(NAMES)
        if version is None:
            return await self._pubchem.search(query, window)
        names = await self._names.newest()
        return await _hits(names, query, window) if names and names.version == version else None

    async def knows(self, name: str) -> bool:
        names = await self._names.newest()
        return bool(names and await _called(names, name)) or await self._pubchem.knows(name)

    async def get(self, identifier: CompoundId) -> Compound | None:
        try:
            return await self._pubchem.get(identifier)
        except (RateLimited, UpstreamError):
            if (record := await self._from_names(identifier)) is None:
                raise
            return record

    async def _from_names(self, identifier: CompoundId) -> Compound | None:
        """Return a record made from a compound's downloaded title and InChIKey; None if there are none."""
        number, names = identifier.number, await self._names.newest()
        if number is None or names is None or (title := await names.title(number)) is None:
            return None
        return Compound(
            id=f"PubChem:CID{number}",
            name=clean.plain(title),
            inchikey=await names.inchikey(number),
            url=f"https://pubchem.ncbi.nlm.nih.gov/compound/{number}",
            remark=compound_remarks.only_names(names.info.release),
            source=_provenance(names),
        )


async def _hits(names: CompoundNames, query: Query, window: Window) -> Hits[CompoundSearchCandidate]:
    candidates = await _called(names, query.text)
    return windowed(
        candidates,
        window,
        version=str(Releases({NAMES: names.version})),
        guidance=None if candidates else compound_remarks.no_such_compound(names.info.release),
        provenance=_provenance(names),
    )


async def _called(names: CompoundNames, text: str) -> Sequence[CompoundSearchCandidate]:
    """Return the compounds with a name, InChIKey or number; other readings of a name only if no compound has it."""
    query = compound_queries.parse(text)
    for key in query.exact:
        match key.namespace:
            case "cid":
                title = await names.title(int(key.key))
                return [_candidate(int(key.key), title, scores.EXACT)] if title else []
            case "name" | "inchikey":  # finds other spellings as well, which fold to the same text
                if candidates := await _compounds_named(names, key.key):
                    return candidates
            case "smiles" | "inchi":
                pass
    for reading in query.readings:
        if candidates := await _compounds_named(names, reading.name):
            others = await _compounds_named(names, reading.also) if reading.also else ()
            agreeing = {candidate.id for candidate in candidates} & {other.id for other in others}
            if reading.is_synonym and not agreeing:
                continue
            return [
                *(_with_reading(candidate, reading.why) for candidate in candidates),
                *(_with_reading(other, compound_remarks.also_called(reading.also)) for other in others if not agreeing),
            ]
    return []


async def _compounds_named(names: CompoundNames, name: str) -> Sequence[CompoundSearchCandidate]:
    compounds = await names.called(name)
    spelled_so = [compound for compound in compounds if compound.is_spelled_so]
    titled = [
        compound
        for compound in spelled_so
        if compound_queries.spelling(compound.title or "") == compound_queries.spelling(name)
    ]
    best = titled or spelled_so
    return [
        _candidate(compound.number, compound.title, scores.EXACT if compound in best else scores.WHOLE_NAME)
        for compound in dict.fromkeys((*titled, *(spelled_so or compounds)))
    ]


def _with_reading(candidate: CompoundSearchCandidate, why: str) -> CompoundSearchCandidate:
    return msgspec.structs.replace(candidate.at_most(scores.SURE), read_as=why)


def _candidate(number: int, title: str | None, quality: float) -> CompoundSearchCandidate:
    return CompoundSearchCandidate(
        id=f"PubChem:CID{number}", name=clean.plain(title or "") or f"CID {number}", score=quality
    )


def _provenance(names: CompoundNames) -> Provenance:
    info = names.info
    return Provenance(name=COMPOUND.service, release=info.release, retrieved=iso(info.retrieved), mode="snapshot")


INCHIKEYS = "inchikeys"
_MEGABYTE = 1_000_000
_ROOM = 4.0
"""Bytes of disk space per byte of the files: files, sorted rows and index together (`docs/maintainers/scale.md`)."""


# The published files of names: their current editions, and the progress of downloading and parsing


NameFile = LargeFile[NamedNumber]


class Editions(msgspec.Struct, frozen=True):
    """The announced edition of each file, by file name."""

    announced: Mapping[str, Announced]

    @property
    def size(self) -> int:
        return sum(edition.size for edition in self.announced.values())

    @property
    def release(self) -> str:
        return max(edition.modified for edition in self.announced.values()).strftime("%Y-%m-%d")

    @property
    def validator(self) -> str:
        return " ".join(f"{name}={edition.validator}/{edition.size}" for name, edition in self.announced.items())

    def are_in(self, info: ReleaseInfo) -> bool:
        """Return True if a release was built from these editions; False also if one of them has no validator."""
        return info.validator == self.validator and all(edition.validator for edition in self.announced.values())


class SyncCompoundNames(SynchroniserOnRequest):
    """The synchronisation of names. The part `inchikeys` is downloaded on request, or if the index already has it."""

    name = "pubchem"
    catalogues = ()

    def __init__(
        self,
        titles: NameFile,
        names: NameFile,
        inchikeys: NameFile,
        *,
        store: CompoundNamesStore,
        records: RecordStore,
        offline: bool = False,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._titles = titles
        self._names = names
        self._inchikeys = inchikeys
        self._store = store
        self._records = records
        self._offline = offline
        self._clock = clock

    async def describe(self) -> CatalogueStatus:
        return msgspec.structs.replace(await self._store.describe(), pending=await self.pending())

    async def pending(self) -> Pending | None:
        if (stored := await self._records.get(NAMES)) is None:
            return None
        begun = msgspec.msgpack.decode(stored.body, type=Editions)
        return Pending(
            catalogue=NAMES,
            release=begun.release,
            done=self._fetched_bytes(begun) // _MEGABYTE,
            total=begun.size // _MEGABYTE,
            unit="MB fetched",
        )

    async def announce(self, parts: Sequence[str] = ()) -> str | None:
        index = await self._store.newest()
        files = await self._requested_files(index, parts)
        editions = await _announced(files)
        if index is not None and editions.are_in(index.info):
            return None
        rest = editions.size - self._fetched_bytes(editions)
        return compound_remarks.large_sync(
            COMPOUND.service, len(files), editions.size, rest, int(_ROOM * editions.size)
        )

    async def sync(self, progress: Progress, parts: Sequence[str] = ()) -> Synchronised:
        async with self._store.building():
            index = await self._store.newest()
            files = await self._requested_files(index, parts)
            editions = await _announced(files)
            try:
                if index is not None and editions.are_in(index.info):
                    await self._store.confirm(msgspec.structs.replace(index.info, checked=self._clock()))
                else:
                    index = await self._import_files(index, files, editions, progress)
            except OSError as error:
                raise UpstreamError.no_room(COMPOUND.service, str(error), sync=self.name) from error
        return Synchronised(source=COMPOUND.service, release=index.info.release, records=await index.size())

    def _all(self) -> tuple[NameFile, ...]:
        return self._titles, self._names, self._inchikeys

    async def _requested_files(self, index: CompoundNames | None, parts: Sequence[str]) -> Sequence[NameFile]:
        if self._offline:
            raise UpstreamError.offline(COMPOUND.service, "the newest file of names", sync=self.name)
        is_wanted = INCHIKEYS in parts or (index is not None and await index.has_inchikeys())
        # The file of InChIKeys has 7 GB, the others 3 GB together.
        return self._all() if is_wanted else self._all()[:2]

    def _fetched_bytes(self, editions: Editions) -> int:
        """Return the number of bytes of these editions that have already been downloaded."""
        announced = editions.announced
        files = [file for file in self._all() if file.name in announced]
        return sum(file.fetched_bytes(announced[file.name], self._store.downloads) for file in files)

    async def _import_files(
        self, index: CompoundNames | None, files: Sequence[NameFile], editions: Editions, progress: Progress
    ) -> CompoundNames:
        """Fetch the files and publish the index. Raises: RateLimited, UpstreamError, OSError."""
        self._check_room(editions)
        # Recorded before the first byte, so that `status` can report the progress of an interrupted synchronisation.
        await self._begin(editions)
        paths = [await self._fetched(file, editions.announced[file.name], progress) for file in files]
        # An index with less than half as many names as before is rejected, like a catalogue (see `plausible`).
        least = await index.size() // 2 if index else 1
        try:
            published = await self._store.publish(self._published(files, paths, editions, least, progress), progress)
        except ValueError as error:
            await self._forget(paths)  # the next attempt fetches the files again
            raise UpstreamError.of(COMPOUND.service, f"its downloaded names cannot be read: {error}") from error
        await self._forget(paths)
        return published

    def _check_room(self, editions: Editions) -> None:
        """Check the free space before anything is fetched. Raises: UpstreamError if the disk is too small."""
        needed, free = int(_ROOM * editions.size) - self._fetched_bytes(editions), self._store.free
        if free < needed:
            why = f"{compound_remarks.gigabytes(needed)} are needed, {compound_remarks.gigabytes(free)} are free"
            raise UpstreamError.no_room(COMPOUND.service, why, sync=self.name)

    async def _begin(self, editions: Editions) -> None:
        self._store.downloads.mkdir(parents=True, exist_ok=True)
        now = self._clock()
        body = msgspec.msgpack.encode(editions)
        await self._records.put(NAMES, StoredRecord(body=body, validator="", retrieved=now, checked=now))

    async def _fetched(self, file: NameFile, announced: Announced, progress: Progress) -> Path:
        return await file.fetch(announced, self._store.downloads, in_megabytes(progress, file.name, announced))

    def _published(
        self, files: Sequence[NameFile], paths: Sequence[Path], editions: Editions, least: int, progress: Progress
    ) -> PublishedNames:
        now = self._clock()
        titles, names, *inchikeys = [
            rows(file, path, editions.announced[file.name], progress) for file, path in zip(files, paths, strict=True)
        ]
        info = ReleaseInfo(
            release=editions.release, retrieved=now, checked=now, validator=editions.validator, mode="snapshot"
        )
        return PublishedNames(
            info=info, titles=titles, names=names, inchikeys=inchikeys[0] if inchikeys else None, least=least
        )

    async def _forget(self, paths: Iterable[Path]) -> None:
        for path in paths:
            path.unlink(missing_ok=True)
        await self._records.remove(NAMES)


async def _announced(files: Sequence[NameFile]) -> Editions:
    return Editions({file.name: await file.announced() for file in files})


def in_megabytes(progress: Progress, stage: str, announced: Announced) -> ReportBytes:
    """Return a callback that reports the progress of a file in megabytes."""

    def report(done: int) -> None:
        progress(f"{stage}, MB", done // _MEGABYTE, max(1, announced.size // _MEGABYTE))

    return report


def rows(file: NameFile, path: Path, announced: Announced, progress: Progress) -> Iterator[NamedNumber]:
    """Yield the rows of a file. Raises: ValueError, which names the file; OSError."""
    try:
        yield from file.read(path, in_megabytes(progress, f"reading {file.name}", announced))
    except ValueError as error:
        raise ValueError(f"{file.name}: {error}") from error
