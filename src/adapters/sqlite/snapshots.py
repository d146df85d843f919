"""Snapshots of a cache folder: the newest releases, kept records and kept answers.

A folder is renewed in place, each catalogue as a store publishes it: the file first, then the pointer to it, so that
whoever reads it meanwhile finds either release whole. An archive is written beside its place and moved there.
"""

import os
import shutil
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import anyio
import anyio.to_thread
import msgspec

from biofacts.adapters.sqlite.compound_names import FOLDER as NAMES_FOLDER
from biofacts.adapters.sqlite.pointer import NEWEST, Pointer, lock, point
from biofacts.adapters.sqlite.releases import SCHEMA
from biofacts.adapters.sqlite.sharing import patiently
from biofacts.ports.snapshots import Snapshot, SnapshotError, Snapshots

_ARCHIVE = ".tar"
_FILE_MODE = 0o644


class SqliteSnapshots(Snapshots):
    """Snapshots of a folder that other processes may be building in."""

    def __init__(self, folder: Path, *, offline: bool = False) -> None:
        self._folder = folder
        self._offline = offline

    @property
    def brings(self) -> bool:
        return not self._offline

    async def write(self, target: Path) -> Snapshot:
        pointers = [path for root in (SCHEMA, NAMES_FOLDER) for path in self._pointers(root)]
        if not pointers:
            raise SnapshotError(f"there is nothing in {self._folder} to write")
        try:
            if target.suffix != _ARCHIVE:
                return await self._into(target, pointers)
            target.parent.mkdir(parents=True, exist_ok=True)
            with TemporaryDirectory(dir=target.parent, prefix=f".{target.name}-") as temporary:
                snapshot = await self._into(Path(temporary, "cache"), pointers)
                packed = Path(temporary, "packed")
                await anyio.to_thread.run_sync(_pack, Path(temporary, "cache"), packed)
                await anyio.to_thread.run_sync(packed.replace, target)
            return msgspec.structs.replace(snapshot, path=str(target))
        except (OSError, sqlite3.Error) as error:
            raise SnapshotError(f"{target} cannot be written: {error}") from error

    def _pointers(self, root: str) -> list[Path]:
        return sorted((self._folder / root).glob(NEWEST if root == NAMES_FOLDER else f"*/{NEWEST}"))

    async def _into(self, target: Path, pointers: list[Path]) -> Snapshot:
        """Raises: OSError, sqlite3.Error, SnapshotError."""
        if await anyio.Path(target).resolve() == await anyio.Path(self._folder).resolve():
            raise SnapshotError(f"{target} is the cache folder itself")
        for path in pointers:
            held = await lock(path.with_name("building.lock"))
            try:
                copy = target / path.relative_to(self._folder).parent
                await anyio.to_thread.run_sync(_copy_release, path, copy)
            finally:
                if held is not None:
                    held.release()
        for path in sorted((self._folder / SCHEMA).glob("*.sqlite")):
            await anyio.to_thread.run_sync(partial(_copy_changing, path, target / SCHEMA / path.name))
        size = sum(path.stat().st_size for path in _files(target))
        return Snapshot(path=str(target), catalogues=tuple(path.parent.name for path in pointers), bytes=size)


def _copy_release(pointer: Path, folder: Path) -> None:
    """Copy the newest release, which is then the only one. Raises: OSError."""
    known = msgspec.json.decode(pointer.read_bytes(), type=Pointer)
    file = f"{known.version}.sqlite"
    folder.mkdir(parents=True, exist_ok=True)
    temporary = folder / f"{known.version}.{os.getpid()}.building"
    try:
        shutil.copyfile(pointer.with_name(file), temporary)
        temporary.replace(folder / file)
    finally:
        temporary.unlink(missing_ok=True)
    point(folder, msgspec.structs.replace(known, previous=None))
    for old in folder.glob("*.sqlite"):
        if old.name != file:
            with suppress(OSError):  # somebody may read it (Windows)
                old.unlink()


def _copy_changing(source: Path, target: Path) -> None:
    """One state of a database that others may be writing to, in a file that needs no other. Raises: sqlite3.Error."""
    temporary = target.with_suffix(f".{os.getpid()}.tmp")
    try:
        with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(temporary)) as written:
            read.backup(written)
            written.execute("PRAGMA journal_mode = DELETE")
        patiently(lambda: temporary.replace(target))
    finally:
        temporary.unlink(missing_ok=True)


def _files(folder: Path) -> Iterator[Path]:
    """What makes a snapshot: no locks, and nothing that somebody is just writing."""
    return (path for path in sorted(folder.rglob("*")) if path.name == NEWEST or path.suffix == ".sqlite")


def _pack(folder: Path, file: Path) -> None:
    """The same for the same content: in order, without dates and owners. Raises: OSError."""
    with tarfile.open(file, "w", format=tarfile.PAX_FORMAT) as archive:
        for path in _files(folder):
            member = archive.gettarinfo(path, arcname=path.relative_to(folder).as_posix())
            member.mtime, member.mode = 0, _FILE_MODE
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            with path.open("rb") as content:
                archive.addfile(member, content)
    with file.open("rb+") as written:
        os.fsync(written.fileno())
