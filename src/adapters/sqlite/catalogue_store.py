"""The store of releases: a folder per catalogue, with an immutable SQLite file per release and a pointer to the newest.

    <folder>/slots.sqlite                       the request budgets of the upstreams, shared by all layouts
    <folder>/<schema>/records.sqlite            fetched drawings
    <folder>/<schema>/compounds.sqlite          fetched compounds
    <folder>/<schema>/pubchem.sqlite            cached answers of PubChem
    <folder>/<schema>/<name>/newest.json        the pointer, replaced atomically
    <folder>/<schema>/<name>/<version>.sqlite   a release; the two newest releases are kept
    <folder>/<schema>/<name>/building.lock      the lock of the process that builds a release

A release is built in memory, written to a temporary file and moved to its place. If a process dies, the next build
removes its temporary file. Large releases whose content can be pickled are built in a separate process (see
`catalogue_build.py`). A release that cannot be written is kept in memory for the run, with a warning.
"""

import logging
import os
import shutil
import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import ExitStack, asynccontextmanager, closing, nullcontext, suppress
from functools import cached_property, partial
from pathlib import Path
from typing import Self

import anyio
import anyio.to_thread
import msgspec

from biofacts.adapters.sqlite import catalogue_build
from biofacts.adapters.sqlite.catalogue_release import (
    Pointer,
    SqliteCatalogue,
    point,
    remove_superseded_releases,
    version_of,
)
from biofacts.adapters.sqlite.connections import holding, is_held, patiently, replacing
from biofacts.ports.catalogue import Catalogue, CatalogueStatus, CatalogueStore, Content, Entry, ReleaseInfo

_log = logging.getLogger(__name__)

SCHEMA, SCHEMA_DIGEST = "41", "de21b41cab3ac65d"
"""The number of the layout, and a digest of all stored types, by which a test notices that it must be raised."""

_LOCK = "building.lock"
_LOOKS_AGAIN = 0.05
"""Seconds for which a pointer is used before its file is checked again: one call needs some pointers ten times."""
_PROCESSES = 2
"""The number of releases that are built at the same time, each in a separate process."""
RECORDS, COMPOUNDS, ANSWERS, SLOTS = "records.sqlite", "compounds.sqlite", "pubchem.sqlite", "slots.sqlite"
"""Files beside the catalogues: fetched drawings, fetched compounds, cached answers of PubChem, and request budgets."""


class SqliteCatalogueStore(CatalogueStore):
    """A store of releases in a folder, or in memory if `folder` is None. Without write access, new ones are in memory.

    `looks_again`: the seconds after which a release that another process has published is noticed.
    """

    def __init__(self, folder: Path | None, *, looks_again: float = _LOOKS_AGAIN) -> None:
        self._looks_again = looks_again
        self._wanted = folder and folder / SCHEMA
        self._open: dict[tuple[str, str], SqliteCatalogue] = {}
        self._pointers: dict[str, tuple[object, Pointer]] = {}
        self._looked: dict[str, float] = {}
        self._retired: defaultdict[str, list[SqliteCatalogue]] = defaultdict(list)
        self._held: dict[str, Pointer] = {}
        self._unkept: dict[str, str] = {}
        self._locks: defaultdict[str, anyio.Lock] = defaultdict(anyio.Lock)
        self._builder, self._patient_builder = anyio.Lock(), anyio.Lock()
        self._processes = anyio.Semaphore(_PROCESSES)
        self._urgent = 0
        self._nothing_urgent = threading.Event()
        self._nothing_urgent.set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for catalogue in (*self._open.values(), *(old for many in self._retired.values() for old in many)):
            catalogue.close()
        self._open.clear()
        self._retired.clear()

    @cached_property
    def writable(self) -> Path | None:
        """The folder that releases are written to, or None if new releases stay in memory."""
        return _writable(self._wanted)

    def beside(self, name: str) -> Path | None:
        """Return the path of a file beside the catalogues, or None if the folder is not writable."""
        if self.writable is None:
            return None
        return (self.writable.parent if name == SLOTS else self.writable) / name

    @cached_property
    def folder(self) -> Path | None:
        """The folder that releases are read from, or None if all releases are in memory."""
        if self.writable is None and self._wanted is not None and self._wanted.is_dir():
            return self._wanted
        return self.writable

    @property
    def free(self) -> int | None:
        return shutil.disk_usage(self.writable).free if self.writable else None

    async def newest(self, name: str) -> Catalogue | None:
        pointer = self._pointer(name)
        return self._opened(name, pointer.version, pointer.info) if pointer else None

    async def release(self, name: str, version: str) -> Catalogue | None:
        pointer = self._pointer(name)
        if pointer is None or version not in (pointer.version, pointer.previous):
            return self._open.get((name, version))
        return self._opened(name, version, pointer.info)

    def _pointer(self, name: str) -> Pointer | None:
        """Return the pointer of a catalogue; the pointer's file is read again only after a change."""
        if name in self._held or self.folder is None:
            return self._held.get(name)
        cached, now = self._pointers.get(name), time.monotonic()
        if cached is not None and now - self._looked[name] < self._looks_again:
            return cached[1]
        path = f"{self.folder}/{name}/newest.json"  # building a Path takes longer
        try:
            status = os.stat(path)
            stamp = (status.st_mtime_ns, status.st_ino, status.st_size)
            if cached is None or cached[0] != stamp:
                cached = self._pointers[name] = (
                    stamp,
                    msgspec.json.decode(patiently(Path(path).read_bytes), type=Pointer),
                )
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError) as error:
            _log.warning("the catalogue %s cannot be read and will be built again: %s", name, error)
            return None
        self._looked[name] = now
        return cached[1]

    def _opened(self, name: str, version: str, info: ReleaseInfo) -> SqliteCatalogue | None:
        catalogue = self._open.get((name, version))
        if catalogue is None and self.folder is not None:
            path = self.folder / name / f"{version}.sqlite"
            set_aside = partial(self._set_aside, name, path)
            try:
                catalogue = SqliteCatalogue.open(path, version, info, set_aside)
            except (OSError, ValueError, sqlite3.Error) as error:
                _log.warning("the catalogue %s cannot be opened and will be built again: %s", name, error)
                set_aside()
                return None
            self._open[name, version] = catalogue
        if catalogue is not None:
            catalogue.info = info
        return catalogue

    def _set_aside(self, name: str, path: Path) -> None:
        """Rename a damaged file, so that it can be examined, and drop the release, so that it is rebuilt."""
        with suppress(OSError):
            path.replace(path.with_suffix(".damaged"))
        self._pointers.pop(name, None)  # another process may have published a newer release
        pointer = self._pointer(name)
        if pointer is not None and pointer.version == path.stem:
            with suppress(OSError):
                (path.parent / "newest.json").unlink()
            self._pointers.pop(name, None)
        self._retire(name, path.stem)

    async def publish(self, name: str, content: Content, progress: Callable[[int], None] | None = None) -> Catalogue:
        current = self._pointer(name)
        for retired in self._retired.pop(name, ()):
            retired.close()
        version = version_of(content.info)
        pointer = Pointer(
            version=version,
            # A release that is built again must not become its own predecessor.
            previous=(current.previous if current.version == version else current.version) if current else None,
            info=content.info,
        )
        # Another process could not report the progress.
        if not (content.portable and progress is None and await self._built_apart(name, pointer, content)):
            await self._built_here(name, pointer, content, progress)
        for _, old in [key for key in self._open if key[0] == name and key[1] not in (version, pointer.previous)]:
            self._retire(name, old)
        catalogue = await self.newest(name)
        assert catalogue is not None
        return catalogue

    async def _built_apart(self, name: str, pointer: Pointer, content: Content) -> bool:
        """Build a release in another process; return False if no folder is writable or, with a warning, if it fails."""
        if self.writable is None:
            return False
        folder = self.writable / name
        place = _place(folder, pointer)
        temporary = place.with_suffix(f".{os.getpid()}.building")
        try:
            _clear(folder)
            async with self._processes:
                if not await catalogue_build.build(temporary, content):
                    return False
            self._retire(name, pointer.version)
            temporary.replace(place)
            self._point(name, pointer)
        except OSError as error:
            _log.warning("%s cannot be written by another process: %s", folder, error)
            return False
        finally:
            temporary.unlink(missing_ok=True)
        return True

    def _point(self, name: str, pointer: Pointer) -> None:
        """Make the release that is in its final place the newest. Raises: OSError."""
        assert self.writable is not None
        point(self.writable / name, pointer)
        self._pointers.pop(name, None)
        self._held.pop(name, None)
        remove_superseded_releases(self.writable / name, pointer)

    async def _built_here(
        self, name: str, pointer: Pointer, content: Content, progress: Callable[[int], None] | None
    ) -> None:
        """Build a release in a worker thread; it stays in memory if it cannot be written."""
        version = pointer.version
        # The stack closes the connection, unless the release has to stay in memory.
        with ExitStack() as closing_it:
            connection = closing_it.enter_context(closing(sqlite3.connect(":memory:", check_same_thread=False)))
            await self._built(connection, content, progress)
            self._retire(name, version)
            if self.writable is None or not await self._written(name, pointer, connection):
                closing_it.pop_all()  # the release is read from this connection, so it must stay open
                self._open[name, version] = SqliteCatalogue(connection, version, content.info)
                self._held[name] = pointer

    async def _built(
        self, connection: sqlite3.Connection, content: Content, progress: Callable[[int], None] | None
    ) -> None:
        """Build one release after the other: built at the same time, all of them would be ready only at the end.

        Large releases (`patient`) pause while an urgent one is being built.
        """
        if content.patient:
            async with self._patient_builder:
                entries = _stepping_aside(content.entries, self._nothing_urgent)
                content = msgspec.structs.replace(content, entries=entries)
                return await anyio.to_thread.run_sync(_build, connection, content, progress)
        self._urgent += 1
        self._nothing_urgent.clear()
        try:
            async with self._builder:
                await anyio.to_thread.run_sync(_build, connection, content, progress)
        finally:
            self._urgent -= 1
            if not self._urgent:
                self._nothing_urgent.set()

    async def _written(self, name: str, pointer: Pointer, connection: sqlite3.Connection) -> bool:
        """Write a built release to its place; log a warning and return False if that fails."""
        assert self.writable is not None
        folder = self.writable / name
        try:
            await anyio.to_thread.run_sync(_write, folder, pointer, connection)
            self._point(name, pointer)
        except (OSError, sqlite3.OperationalError) as error:
            place = _place(folder, pointer)
            _log.warning("%s cannot be written (%s): this release is kept in memory for this run", place, error)
            self._unkept[name] = str(error)
            return False
        return True

    async def confirm(self, name: str, info: ReleaseInfo) -> None:
        if (current := self._pointer(name)) is not None:
            pointer = msgspec.structs.replace(current, info=info)
            if name not in self._held and self.writable is not None:
                try:
                    self._pointers.pop(name, None)
                    return point(self.writable / name, pointer)
                except OSError as error:
                    _log.warning("the metadata of %s is kept in memory for this run: %s", name, error)
            self._held[name] = pointer

    async def describe(self, name: str) -> CatalogueStatus:
        building = self._locks[name].locked() or (self.writable is not None and is_held(self.writable / name / _LOCK))
        if (pointer := self._pointer(name)) is None:
            return CatalogueStatus(name=name, building=building)
        if self.folder is None or name in self._held:
            unkept = self._unkept.get(name) or f"nothing can be written to {self._wanted}" if self._wanted else ""
            return CatalogueStatus(name=name, provenance=pointer.info, building=building, unkept=unkept)
        path = self.folder / name / f"{pointer.version}.sqlite"
        size = path.stat().st_size if path.exists() else None
        return CatalogueStatus(name=name, provenance=pointer.info, bytes=size, path=str(path), building=building)

    def _retire(self, name: str, version: str) -> None:
        """Withdraw a release, which running calls may still read; the next publication closes it."""
        if (catalogue := self._open.pop((name, version), None)) is not None:
            self._retired[name].append(catalogue)

    @asynccontextmanager
    async def building(self, name: str) -> AsyncGenerator[None]:
        held = nullcontext() if self.writable is None else holding(self.writable / name / _LOCK)
        async with self._locks[name], held:
            self._pointers.pop(name, None)  # another process may have published a release before it released the lock
            yield


def _writable(folder: Path | None) -> Path | None:
    """Create the folder if necessary and return it; log a warning and return None if it is not writable."""
    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Permission bits do not reveal read-only mounts or full disks, so a file is written as a test.
        probe = folder / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        _log.warning(
            "nothing can be stored in %s (%s): new data is kept in memory for this run", folder, error.strerror
        )
        return None
    return folder


def _place(folder: Path, pointer: Pointer) -> Path:
    return folder / f"{pointer.version}.sqlite"


def _clear(folder: Path) -> None:
    """Remove the unfinished builds of processes that died. Raises: OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for leftover in folder.glob("*.building"):
        leftover.unlink(missing_ok=True)


def _write(folder: Path, pointer: Pointer, connection: sqlite3.Connection) -> None:
    """Write a database to a temporary file, then move it to its place, so that no reader sees a partial file."""
    _clear(folder)
    with replacing(_place(folder, pointer), "building") as temporary:
        catalogue_build.save(temporary, connection)


def _stepping_aside(entries: Iterable[Entry], nothing_urgent: threading.Event) -> Iterator[Entry]:
    """Yield entries, but pause while an urgent release is being built."""
    for entry in entries:
        nothing_urgent.wait()
        yield entry


def _build(connection: sqlite3.Connection, content: Content, progress: Callable[[int], None] | None) -> None:
    with connection:
        catalogue_build.write(connection, content.entries, content.synonyms, progress)
