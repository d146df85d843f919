"""Snapshots of a cache folder: the newest releases, records and HTTP answers.

A folder is updated in place, as a store publishes a release: first the file, then the pointer to it, so that readers
always find a complete release. An archive is written to a temporary file and moved to its place.
"""

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

import anyio.to_thread
import msgspec

from biofacts.adapters.sqlite.compound_names import FOLDER as NAMES_FOLDER
from biofacts.adapters.sqlite.file_lock import lock
from biofacts.adapters.sqlite.newest_release import NEWEST, Pointer, patiently, point
from biofacts.adapters.sqlite.release_store import SCHEMA
from biofacts.ports.synchronisation import Snapshot, SnapshotError, Snapshots

_ARCHIVE = ".tar"
# The bytes of an archive must not depend on the modes of the files, and so on a user's umask.
_FILE_MODE = 0o644


class SqliteSnapshots(Snapshots):
    """Snapshots of a folder in which other processes may be building."""

    def __init__(self, folder: Path, *, offline: bool = False) -> None:
        self._folder = folder
        self.brings = not offline

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
        """Copy the releases and databases into a folder. Raises: OSError, sqlite3.Error, SnapshotError."""
        if await anyio.Path(target).resolve() == await anyio.Path(self._folder).resolve():
            raise SnapshotError(f"{target} is the cache folder itself")
        for path in pointers:
            # A build would remove the release while it is being copied.
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
    """Copy the newest release, and remove older ones from the target. Raises: OSError."""
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
            with suppress(OSError):  # a process may have it open (Windows)
                old.unlink()


def _copy_changing(source: Path, target: Path) -> None:
    """Copy one state of a database that others may be writing to. Raises: sqlite3.Error."""
    temporary = target.with_suffix(f".{os.getpid()}.tmp")
    try:
        with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(temporary)) as written:
            read.backup(written)
            # Without a journal of its own the copy is one file, and can be read where nothing can be written.
            written.execute("PRAGMA journal_mode = DELETE")
        patiently(lambda: temporary.replace(target))
    finally:
        temporary.unlink(missing_ok=True)


def _files(folder: Path) -> Iterator[Path]:
    """Return the files of a snapshot, without locks and temporary files."""
    return (path for path in sorted(folder.rglob("*")) if path.name == NEWEST or path.suffix == ".sqlite")


def _pack(folder: Path, file: Path) -> None:
    """Pack a folder; equal content gives equal bytes, in order, without dates and owners. Raises: OSError."""
    import tarfile  # a server does not need it

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


# The content of a cache folder for another machine, as one ZIP file: newest releases, records and HTTP answers


_PART = 16 * 2**20
_QUICKLY = 1
"""The level of compression: it leaves two fifths of the bytes, and takes a second for 100 MB."""
_UNPACKING = "unpacking-"


def pack(folder: Path, file: Path, *, names: bool) -> str:
    """Write the ZIP file of a cache folder, with PubChem's names in bulk if `names`. Returns: its digest."""
    with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=_QUICKLY) as archive:
        pointers = sorted((folder / SCHEMA).glob(f"*/{NEWEST}"))
        if names:
            pointers += (folder / NAMES_FOLDER).glob(NEWEST)
        for pointer in pointers:
            version = msgspec.json.decode(pointer.read_bytes(), type=Pointer).version
            for path in (pointer, pointer.with_name(f"{version}.sqlite")):
                _add(archive, path, path.relative_to(folder))
        for path in sorted((folder / SCHEMA).glob("*.sqlite")):
            _add_changing(archive, path, path.relative_to(folder))
    return _digest(file)


def parts(file: Path) -> Iterator[bytes]:
    """Yield a file in parts of 16 MiB, to send them over the network one by one."""
    with file.open("rb") as opened:
        while part := opened.read(_PART):
            yield part


def unpacked(root: Path, digest: str, fetch: Callable[[], Iterable[bytes]]) -> Path:
    """Return the cache folder of a digest. The first process of a machine fetches and unpacks its parts.

    Raises: OSError; ValueError if the parts have another digest.
    """
    folder = root / digest
    if not folder.is_dir():
        root.mkdir(parents=True, exist_ok=True)
        from filelock import FileLock  # slow to import

        with FileLock(root / "unpacking.lock"):
            # Another process may have unpacked it while this one waited for the lock.
            if not folder.is_dir():
                _remove_old(root)
                _unpack(folder, fetch())
    return folder


def _add(archive: ZipFile, path: Path, name: Path) -> None:
    """Add a file without its date, so that the digest depends on the content alone."""
    with path.open("rb") as file, archive.open(name.as_posix(), "w", force_zip64=True) as entry:
        shutil.copyfileobj(file, entry, _PART)


def _add_changing(archive: ZipFile, path: Path, name: Path) -> None:
    """Add a consistent copy of a database that other processes may be writing to."""
    with TemporaryDirectory() as temporary:
        copy = Path(temporary) / path.name
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        _add(archive, copy, name)


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()[:16]


def _unpack(folder: Path, fetched: Iterable[bytes]) -> None:
    with TemporaryDirectory(dir=folder.parent, prefix=_UNPACKING) as temporary:
        packed, cache = Path(temporary, "packed.zip"), Path(temporary, "cache")
        with packed.open("wb") as file:
            file.writelines(fetched)
        if _digest(packed) != folder.name:
            raise ValueError(f"{folder} would get what was not packed for it")
        cache.mkdir()
        with ZipFile(packed) as archive:
            archive.extractall(cache)
        # A move is atomic: other processes see the folder only when it is complete.
        cache.replace(folder)


def _remove_old(root: Path) -> None:
    """Remove all folders but the newest, and those that processes left behind when they died."""
    folders = sorted((path for path in root.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    whole = [path for path in folders if not path.name.startswith(_UNPACKING)]
    for path in folders:
        if path not in whole[-1:]:
            shutil.rmtree(path)
