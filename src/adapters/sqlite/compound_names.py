"""Names of compounds in one SQLite file of several gigabytes.

It is apart from the catalogues, whose layouts change more often.

    <folder>/newest.json        the pointer, replaced atomically
    <folder>/<version>.sqlite   the names
    <folder>/downloads/         unfinished downloads, also those of an interrupted synchronisation
    <folder>/*.building/        unfinished builds; the next build removes those of processes that died
"""

import logging
import os
import shutil
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Self

import anyio
import anyio.to_thread
import msgspec

from biofacts.adapters.sqlite.names_file import SqliteCompoundNames, build
from biofacts.adapters.sqlite.newest_release import NEWEST, Pointer, lock, point, version_of
from biofacts.adapters.sqlite.open_files import patiently
from biofacts.ports.bulk_names import NAMES, CompoundNames, CompoundNamesStore, PublishedNames
from biofacts.ports.catalogue import CatalogueStatus, ReleaseInfo
from biofacts.ports.synchronisation import Progress

_log = logging.getLogger(__name__)

FOLDER = f"{NAMES}-1"
"""The folder beside the catalogues. Raise the number when the layout changes, or the way in which names are folded."""


class SqliteCompoundNamesStore(CompoundNamesStore):
    """The release in a folder, opened again when another process has published a newer one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stamp: object = None
        self._open: SqliteCompoundNames | None = None
        self._retired: SqliteCompoundNames | None = None
        self._lock = anyio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for one in (self._open, self._retired):
            if one is not None:
                one.close()
        self._open = self._retired = self._stamp = None

    async def newest(self) -> SqliteCompoundNames | None:
        pointer = self._folder / NEWEST
        try:
            status = os.stat(pointer)
            # The time alone may be too coarse to tell two pointers apart; a replaced file has another inode.
            stamp = (status.st_mtime_ns, status.st_ino, status.st_size)
            if stamp != self._stamp:
                self._reopen(msgspec.json.decode(patiently(pointer.read_bytes), type=Pointer))
                self._stamp = stamp
        except FileNotFoundError:
            return None
        except (OSError, ValueError, msgspec.DecodeError, sqlite3.Error) as error:
            _log.warning("%s cannot be opened and will be built again: %s", NAMES, error)
            self._set_aside()
            return None
        return self._open

    def _reopen(self, pointer: Pointer) -> None:
        """Open a release. The one before stays open until the next change, since calls may still use it."""
        if self._retired is not None:
            self._retired.close()
        self._retired = self._open
        self._open = SqliteCompoundNames(self._place(pointer.version), pointer, self._set_aside)

    def _set_aside(self) -> None:
        with suppress(OSError):
            (self._folder / NEWEST).replace(self._folder / f"{NEWEST}.damaged")

    def _place(self, version: str) -> Path:
        return self._folder / f"{version}.sqlite"

    async def publish(self, published: PublishedNames, progress: Progress) -> CompoundNames:
        version = version_of(published.info)
        building = self._folder / f"{version}.{os.getpid()}.building"
        try:
            for leftover in self._folder.glob("*.building"):
                shutil.rmtree(leftover)
            building.mkdir(parents=True)
            built = await anyio.to_thread.run_sync(build, building, published, progress)
            built.replace(self._place(version))
            point(self._folder, Pointer(version=version, previous=None, info=published.info))
        except sqlite3.OperationalError as error:  # SQLite's word for a full disk
            raise OSError(str(error)) from error
        finally:
            shutil.rmtree(building, ignore_errors=True)
        newest = await self.newest()
        assert newest is not None
        # The release before is not retained as those of catalogues are: it takes gigabytes.
        for old in self._folder.glob("*.sqlite"):
            if old != self._place(version):
                with suppress(OSError):  # another process may hold it open (Windows)
                    old.unlink()
        return newest

    async def confirm(self, info: ReleaseInfo) -> None:
        if (known := await self.newest()) is not None:
            point(self._folder, Pointer(version=known.version, previous=None, info=info))

    async def describe(self) -> CatalogueStatus:
        if (known := await self.newest()) is None:
            return CatalogueStatus(name=NAMES)
        path = self._place(known.version)
        return CatalogueStatus(name=NAMES, provenance=known.info, bytes=path.stat().st_size, path=str(path))

    @property
    def downloads(self) -> Path:
        return self._folder / "downloads"

    @property
    def free(self) -> int:
        folder = self._folder
        while not folder.exists():
            folder = folder.parent
        return shutil.disk_usage(folder).free

    def building(self) -> AbstractAsyncContextManager[None]:
        return self._building()

    @asynccontextmanager
    async def _building(self) -> AsyncGenerator[None]:
        async with self._lock:
            held = await lock(self._folder / "building.lock")
            try:
                yield
            finally:
                if held is not None:
                    held.release()
