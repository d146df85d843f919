"""PubChem's names in bulk, brought when somebody asks for them: files of gigabytes into an index of gigabytes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from biofacts.domain import wording
from biofacts.domain.compound import COMPOUND
from biofacts.domain.compound_names import NamedNumber
from biofacts.domain.errors import UpstreamError
from biofacts.ports.catalogue import CatalogueStatus, ReleaseInfo
from biofacts.ports.compound_names import (
    NAMES,
    CompoundNames,
    CompoundNamesStore,
    PublishedNames,
    SynchroniserOnRequest,
)
from biofacts.ports.publications import Announced, LargeFile, Report
from biofacts.ports.records import RecordStore, StoredRecord
from biofacts.ports.sync import Pending, Progress, Synchronised

INCHIKEYS = "inchikeys"
_MEGABYTE = 1_000_000
_ROOM = 4.0
"""Bytes on the disk for each byte of the files: themselves, the rows on their way, and the index (`docs/scale.md`)."""

_File = LargeFile[NamedNumber]
_Announced = Mapping[str, Announced]
"""By the file's name."""


class SyncCompoundNames(SynchroniserOnRequest):
    """`inchikeys` come where they are asked for as a part, or are there already."""

    def __init__(
        self,
        titles: _File,
        names: _File,
        inchikeys: _File,
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

    @property
    def name(self) -> str:
        return "pubchem"

    @property
    def catalogues(self) -> tuple[str, ...]:
        return ()

    async def describe(self) -> CatalogueStatus:
        return msgspec.structs.replace(await self._store.describe(), pending=await self.pending())

    async def pending(self) -> Pending | None:
        stored = await self._records.get(NAMES)
        if stored is None:
            return None
        begun = msgspec.msgpack.decode(stored.body, type=dict[str, Announced])
        kept = sum(self._kept(file, begun[file.name]) for file in self._all() if file.name in begun)
        total = sum(one.size for one in begun.values())
        return Pending(
            catalogue=NAMES,
            release=_release(begun),
            done=kept // _MEGABYTE,
            total=total // _MEGABYTE,
            unit="MB fetched",
        )

    async def announce(self, parts: Sequence[str] = ()) -> str | None:
        known = await self._store.newest()
        files = await self._wanted(known, parts)
        announced = await self._announced(files)
        if _is_there(known, announced):
            return None
        size, rest = self._sizes(files, announced)
        return wording.large_sync(COMPOUND.service, len(files), size, rest, int(_ROOM * size))

    async def sync(self, progress: Progress, parts: Sequence[str] = ()) -> Synchronised:
        async with self._store.building():
            known = await self._store.newest()
            files = await self._wanted(known, parts)
            announced = await self._announced(files)
            try:
                if known is not None and _is_there(known, announced):
                    await self._store.confirm(msgspec.structs.replace(known.info, checked=self._clock()))
                else:
                    known = await self._brought(known, files, announced, progress)
            except OSError as error:
                raise UpstreamError.no_room(COMPOUND.service, str(error), sync=self.name) from error
        return Synchronised(source=COMPOUND.service, release=known.info.release, records=await known.size())

    def _all(self) -> tuple[_File, ...]:
        return self._titles, self._names, self._inchikeys

    async def _wanted(self, known: CompoundNames | None, parts: Sequence[str]) -> Sequence[_File]:
        if self._offline:
            raise UpstreamError.offline(COMPOUND.service, "the newest file of names", sync=self.name)
        is_wanted = INCHIKEYS in parts or (known is not None and await known.has_inchikeys())
        return self._all() if is_wanted else self._all()[:2]

    async def _announced(self, files: Sequence[_File]) -> _Announced:
        return {file.name: await file.announced() for file in files}

    def _kept(self, file: _File, announced: Announced) -> int:
        return file.kept(announced, self._store.downloads)

    def _sizes(self, files: Sequence[_File], announced: _Announced) -> tuple[int, int]:
        """Bytes of all files together, and of what has not been fetched of them."""
        size = sum(announced[file.name].size for file in files)
        return size, size - sum(self._kept(file, announced[file.name]) for file in files)

    async def _brought(
        self, known: CompoundNames | None, files: Sequence[_File], announced: _Announced, progress: Progress
    ) -> CompoundNames:
        """Raises: RateLimited, UpstreamError; OSError."""
        self._check_room(files, announced)
        await self._begin(announced)
        paths = {file.name: await self._fetched(file, announced[file.name], progress) for file in files}
        rows = [_rows(file, paths[file.name], announced[file.name], progress) for file in files]
        least = await known.size() // 2 if known else 1
        info = self._info(announced)
        titles, names, *inchikeys = rows
        try:
            published = await self._store.publish(
                PublishedNames(
                    info=info, titles=titles, names=names, inchikeys=inchikeys[0] if inchikeys else None, least=least
                ),
                progress,
            )
        except ValueError as error:
            await self._forget(paths.values())  # what cannot be read is not worth keeping
            raise UpstreamError(COMPOUND.service, f"its names in bulk cannot be read: {error}") from error
        await self._forget(paths.values())
        return published

    def _check_room(self, files: Sequence[_File], announced: _Announced) -> None:
        """Raises: UpstreamError, before anything is fetched, where the disk is too small for all of it."""
        size, rest = self._sizes(files, announced)
        needed, free = int((_ROOM - 1) * size) + rest, self._store.free
        if free < needed:
            why = f"{wording.gigabytes(needed)} are needed, {wording.gigabytes(free)} are free"
            raise UpstreamError.no_room(COMPOUND.service, why, sync=self.name)

    async def _fetched(self, file: _File, announced: Announced, progress: Progress) -> Path:
        return await file.fetch(announced, self._store.downloads, _in_megabytes(progress, file.name, announced))

    def _info(self, announced: _Announced) -> ReleaseInfo:
        now = self._clock()
        return ReleaseInfo(
            release=_release(announced), retrieved=now, checked=now, validator=_validator(announced), mode="snapshot"
        )

    async def _begin(self, announced: _Announced) -> None:
        self._store.downloads.mkdir(parents=True, exist_ok=True)
        now = self._clock()
        body = msgspec.msgpack.encode(announced)
        await self._records.put(NAMES, StoredRecord(body=body, validator="", retrieved=now, checked=now))

    async def _forget(self, paths: Iterable[Path]) -> None:
        for path in paths:
            path.unlink(missing_ok=True)
        await self._records.remove(NAMES)


def _is_there(known: CompoundNames | None, announced: _Announced) -> bool:
    """Whether a release is made of these editions; never of one without a validator."""
    return (
        known is not None
        and known.info.validator == _validator(announced)
        and all(one.validator for one in announced.values())
    )


def _validator(announced: _Announced) -> str:
    return " ".join(f"{name}={one.validator}/{one.size}" for name, one in announced.items())


def _release(announced: _Announced) -> str:
    """The day of the newest file."""
    return max(one.modified for one in announced.values()).strftime("%Y-%m-%d")


def _rows(file: _File, path: Path, announced: Announced, progress: Progress) -> Iterator[NamedNumber]:
    """The rows of a file. Raises: ValueError, which names it."""
    try:
        yield from file.read(path, _in_megabytes(progress, f"reading {file.name}", announced))
    except ValueError as error:
        raise ValueError(f"{file.name}: {error}") from error


def _in_megabytes(progress: Progress, stage: str, announced: Announced) -> Report:
    def report(done: int) -> None:
        progress(f"{stage}, MB", done // _MEGABYTE, max(1, announced.size // _MEGABYTE))

    return report
