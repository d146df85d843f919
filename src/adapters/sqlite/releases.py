"""Where releases lie: one folder per catalogue, one immutable SQLite file per release, one pointer to the newest.

    <folder>/slots.sqlite                       the upstreams' budgets, one for all layouts (see `limiter.py`)
    <folder>/<schema>/records.sqlite            fetched drawings (see `records.py`)
    <folder>/<schema>/compounds.sqlite          fetched compounds (likewise)
    <folder>/<schema>/pubchem-<n>.sqlite        PubChem's answers (see `answers.py`)
    <folder>/<schema>/<name>/newest.json        the pointer, replaced atomically
    <folder>/<schema>/<name>/<version>.sqlite   a release; the newest and the one before are kept
    <folder>/<schema>/<name>/building.lock      held by whoever builds

A release is built in memory, written beside its place and moved there. A process that dies leaves at most a temporary
file behind, which the next one removes. Large ones are built by a process of their own (see `apart.py`). What cannot be
written stays in memory for the run, with a warning.
"""

import logging
import os
import shutil
import sqlite3
import threading
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, closing, suppress
from functools import cached_property, partial
from pathlib import Path
from typing import Self

import anyio
import anyio.to_thread
import msgspec

from biofacts.adapters.sqlite import apart, index
from biofacts.adapters.sqlite.catalogue import SqliteCatalogue
from biofacts.adapters.sqlite.pointer import Pointer, is_held, lock, point, version_of
from biofacts.adapters.sqlite.sharing import patiently
from biofacts.ports.catalogue import Catalogue, CatalogueStatus, CatalogueStore, Content, Entry, ReleaseInfo

_log = logging.getLogger(__name__)

SCHEMA, SCHEMA_DIGEST = "21", "4ce4dfd217bd93c2"
"""The layout's number, and a digest of everything stored under it, by which a test sees that it must be raised."""

_LOCK = "building.lock"
RECORDS, COMPOUNDS, ANSWERS, SLOTS = "records.sqlite", "compounds.sqlite", "pubchem.sqlite", "slots.sqlite"
"""Files beside the catalogues: fetched drawings and compounds, kept answers, and the budgets, shared by all layouts."""


class SqliteCatalogueStore(CatalogueStore):
    """Releases under a folder; in memory when `folder` is None, and what is new also when it cannot be written."""

    def __init__(self, folder: Path | None) -> None:
        self._wanted = folder and folder / SCHEMA
        self._open: dict[tuple[str, str], SqliteCatalogue] = {}
        self._pointers: dict[str, tuple[object, Pointer]] = {}
        self._retired: defaultdict[str, list[SqliteCatalogue]] = defaultdict(list)
        self._held: dict[str, Pointer] = {}
        self._unkept: dict[str, str] = {}
        self._locks: defaultdict[str, anyio.Lock] = defaultdict(anyio.Lock)
        self._builder, self._patient_builder = anyio.Lock(), anyio.Lock()
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
        """The folder that releases are written to; None for memory."""
        return _writable(self._wanted)

    def beside(self, name: str) -> Path | None:
        """The path of a file beside the catalogues; None for memory."""
        if self.writable is None:
            return None
        return (self.writable.parent if name == SLOTS else self.writable) / name

    @cached_property
    def folder(self) -> Path | None:
        """The folder that releases are read from; None for memory."""
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
        """The pointer, read again only when its file has changed."""
        if name in self._held or self.folder is None:
            return self._held.get(name)
        known = self._pointers.get(name)
        path = f"{self.folder}/{name}/newest.json"  # asked several times a call, and a Path costs more than the answer
        try:
            status = os.stat(path)
            stamp = (status.st_mtime_ns, status.st_ino, status.st_size)
            if known is None or known[0] != stamp:
                known = self._pointers[name] = (
                    stamp,
                    msgspec.json.decode(patiently(Path(path).read_bytes), type=Pointer),
                )
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError) as error:
            _log.warning("the catalogue %s cannot be read and will be built again: %s", name, error)
            return None
        return known[1]

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
        """Keep a damaged file for whoever wants to look at it, and forget the release, so that it is built again."""
        with suppress(OSError):
            path.replace(path.with_suffix(".damaged"))
        pointer = self._pointer(name)
        if pointer is not None and pointer.version == path.stem:
            with suppress(OSError):
                (path.parent / "newest.json").unlink()
            self._pointers.pop(name, None)
        self._retire(name, path.stem)

    async def publish(self, name: str, content: Content, progress: Callable[[int], None] | None = None) -> Catalogue:
        known = self._pointer(name)
        for retired in self._retired.pop(name, ()):
            retired.close()
        version = version_of(content.info)
        pointer = Pointer(
            version=version,
            previous=(known.previous if known.version == version else known.version) if known else None,
            info=content.info,
        )
        if not (content.portable and progress is None and await self._built_apart(name, pointer, content)):
            await self._built_here(name, pointer, content, progress)
        for _, old in [key for key in self._open if key[0] == name and key[1] not in (version, pointer.previous)]:
            self._retire(name, old)
        catalogue = await self.newest(name)
        assert catalogue is not None
        return catalogue

    async def _built_apart(self, name: str, pointer: Pointer, content: Content) -> bool:
        """Build a release in another process; False, with a warning, where that cannot be done, or be written."""
        if self.writable is None:
            return False
        folder = self.writable / name
        temporary = _temporary(folder, pointer)
        try:
            _clear(folder)
            async with self._patient_builder:
                if not await apart.build(temporary, content):
                    return False
            self._retire(name, pointer.version)
            temporary.replace(_place(folder, pointer))
            self._point(name, pointer)
        except OSError as error:
            _log.warning("%s cannot be written by another process: %s", folder, error)
            return False
        finally:
            temporary.unlink(missing_ok=True)
        return True

    def _point(self, name: str, pointer: Pointer) -> None:
        """Make the newest release of what lies in its place. Raises: OSError."""
        assert self.writable is not None
        point(self.writable / name, pointer)
        self._held.pop(name, None)
        _remove_old(self.writable / name, pointer)

    async def _built_here(
        self, name: str, pointer: Pointer, content: Content, progress: Callable[[int], None] | None
    ) -> None:
        """Build a release in a thread; what cannot be written stays in memory."""
        version = pointer.version
        with ExitStack() as closing_it:
            connection = closing_it.enter_context(closing(sqlite3.connect(":memory:", check_same_thread=False)))
            await self._built(connection, content, progress)
            self._retire(name, version)
            if self.writable is None or not await self._written(name, pointer, connection):
                closing_it.pop_all()  # the release is read from this connection
                self._open[name, version] = SqliteCatalogue(connection, version, content.info)
                self._held[name] = pointer

    async def _built(
        self, connection: sqlite3.Connection, content: Content, progress: Callable[[int], None] | None
    ) -> None:
        """Build one by one, since side by side all would be done when the last one is; the large ones step aside."""
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
        """Write a finished release to its place; False, with a warning, when there is no room for it."""
        assert self.writable is not None
        folder = self.writable / name
        try:
            await anyio.to_thread.run_sync(_write, folder, pointer, connection)
            self._point(name, pointer)
        except (OSError, sqlite3.OperationalError) as error:
            place = _place(folder, pointer)
            _log.warning("%s cannot be written (%s): this release lives in memory for this run", place, error)
            self._unkept[name] = str(error)
            return False
        return True

    async def confirm(self, name: str, info: ReleaseInfo) -> None:
        if (known := self._pointer(name)) is not None:
            pointer = msgspec.structs.replace(known, info=info)
            if name not in self._held and self.writable is not None:
                try:
                    return point(self.writable / name, pointer)
                except OSError as error:
                    _log.warning("what is known of %s lives in memory for this run: %s", name, error)
            self._held[name] = pointer

    async def describe(self, name: str) -> CatalogueStatus:
        building = self._locks[name].locked() or self._is_built_elsewhere(name)
        if (pointer := self._pointer(name)) is None:
            return CatalogueStatus(name=name, building=building)
        if self.folder is None or name in self._held:
            unkept = self._unkept.get(name) or f"nothing can be written to {self._wanted}" if self._wanted else ""
            return CatalogueStatus(name=name, provenance=pointer.info, building=building, unkept=unkept)
        path = self.folder / name / f"{pointer.version}.sqlite"
        size = path.stat().st_size if path.exists() else None
        return CatalogueStatus(name=name, provenance=pointer.info, bytes=size, path=str(path), building=building)

    def _is_built_elsewhere(self, name: str) -> bool:
        """True while another process holds the lock of a catalogue."""
        return self.writable is not None and is_held(self.writable / name / _LOCK)

    def _retire(self, name: str, version: str) -> None:
        """Hand out a release no more; calls that hold it have until the next one is published, which closes it."""
        if (catalogue := self._open.pop((name, version), None)) is not None:
            self._retired[name].append(catalogue)

    def building(self, name: str) -> AbstractAsyncContextManager[None]:
        return self._building(name)

    @asynccontextmanager
    async def _building(self, name: str) -> AsyncGenerator[None]:
        async with self._locks[name]:
            if self.writable is None:
                yield
                return
            held = await lock(self.writable / name / _LOCK)
            try:
                yield
            finally:
                if held is not None:
                    held.release()


def _writable(folder: Path | None) -> Path | None:
    """The folder, made when it is not there; None, with a warning, when nothing can be written into it."""
    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        _log.warning(
            "nothing can be kept in %s (%s): what is new lives in memory for this run",
            folder,
            error.strerror,
        )
        return None
    return folder


def _place(folder: Path, pointer: Pointer) -> Path:
    return folder / f"{pointer.version}.sqlite"


def _temporary(folder: Path, pointer: Pointer) -> Path:
    """Where this process builds a release."""
    return _place(folder, pointer).with_suffix(f".{os.getpid()}.building")


def _clear(folder: Path) -> None:
    """Remove what builders have left behind that died. Raises: OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for leftover in folder.glob("*.building"):
        leftover.unlink(missing_ok=True)


def _write(folder: Path, pointer: Pointer, connection: sqlite3.Connection) -> None:
    """Write a database beside its place, then move it there: whoever reads sees a whole file or none."""
    _clear(folder)
    temporary = _temporary(folder, pointer)
    try:
        apart.save(temporary, connection)
        temporary.replace(_place(folder, pointer))
    finally:
        temporary.unlink(missing_ok=True)


def _stepping_aside(entries: Iterable[Entry], nothing_urgent: threading.Event) -> Iterator[Entry]:
    """Entries, none of which comes while something urgent is built."""
    for entry in entries:
        nothing_urgent.wait()
        yield entry


def _build(connection: sqlite3.Connection, content: Content, progress: Callable[[int], None] | None) -> None:
    with connection:
        index.write(connection, content, progress)


def _remove_old(folder: Path, pointer: Pointer) -> None:
    kept = {f"{pointer.version}.sqlite", f"{pointer.previous}.sqlite"}
    for path in folder.glob("*.sqlite"):
        if path.name not in kept:
            with suppress(OSError):  # another process of an older release may hold it open (Windows)
                path.unlink()
