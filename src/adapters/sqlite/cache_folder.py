"""The cache folder as a whole: its leftovers from older versions, crashes and interruptions, and its snapshots.

    <folder>/<n>/, <folder>/pubchem-names-<n>/   older layouts; newer layouts are not touched
    *.damaged                                    damaged files that were set aside
    *.building, *.tmp, .probe-*                  files of processes that died while they wrote them
    <version>.sqlite                             a release that no pointer names
    pubchem-names-<n>/downloads/                 files of an interrupted synchronisation
    records.sqlite                               records of an interrupted synchronisation, and unused space

While a process holds the `building.lock` of a folder to build a release, nothing in that folder is removed. On Linux,
files that another process has open are kept as well. Windows refuses to remove open files; on other systems, the
process can still read them after their removal.
"""

import hashlib
import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from gzip import GzipFile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import anyio.to_thread
import msgspec

from biofacts.adapters.sqlite.catalogue_release import NEWEST, Pointer, point, remove_superseded_releases
from biofacts.adapters.sqlite.catalogue_store import RECORDS, SCHEMA
from biofacts.adapters.sqlite.compound_names import FOLDER as NAMES_FOLDER
from biofacts.adapters.sqlite.connections import free_lock, is_held, lock, replacing
from biofacts.ports.synchronisation import Cleaned, Leftover, Leftovers, Snapshot, SnapshotError, Snapshots

_log = logging.getLogger(__name__)

_PROCESSES = Path("/proc")
_ABANDONED = 3600.0
"""Age in seconds after which a temporary file that no lock guards counts as abandoned."""
_WORTH_A_VACUUM = 50_000_000
"""Unused bytes that justify a VACUUM; the next synchronisation reuses smaller amounts anyway."""
# Seconds to wait for the lock of another process.
_BUSY_SECONDS = 10.0


class _RemovableLeftover(NamedTuple):
    """A leftover, the function that removes it, and the lock that must be held meanwhile."""

    leftover: Leftover
    remove: Callable[[], None]
    lock: Path | None = None


class SqliteLeftovers(Leftovers):
    """A cleaner of a cache folder. `begun`: maps the key of a synchronisation's stored parts to its catalogue."""

    def __init__(self, folder: Path, begun: Mapping[str, str]) -> None:
        self._folder = folder
        self._begun = begun

    async def find(self) -> Sequence[Leftover]:
        return await anyio.to_thread.run_sync(lambda: [candidate.leftover for candidate in self._leftovers()])

    async def remove(self) -> Cleaned:
        return await anyio.to_thread.run_sync(self._removed)

    def _removed(self) -> Cleaned:
        removed: list[Leftover] = []
        remaining: list[Leftover] = []
        failed: list[Leftover] = []
        for candidate in self._leftovers():
            if candidate.leftover.in_use:
                remaining.append(candidate.leftover)
                continue
            try:
                with _locked(candidate.lock):
                    candidate.remove()
                removed.append(candidate.leftover)
            except _HeldError:
                remaining.append(msgspec.structs.replace(candidate.leftover, in_use=_SYNCHRONISING))
            except (OSError, sqlite3.Error) as error:
                failed.append(msgspec.structs.replace(candidate.leftover, in_use=str(error)))
        size = sum(leftover.bytes for leftover in removed)
        return Cleaned(removed=tuple(removed), bytes=size, kept=tuple(remaining), failed=tuple(failed))

    def _leftovers(self) -> list[_RemovableLeftover]:
        """List all leftovers, and for leftovers in use the reason."""
        users = _users(self._folder)
        present = self._folder / SCHEMA
        candidates = [*self._old_layouts(), *_unfinished(self._folder / NAMES_FOLDER), *self._downloads()]
        candidates += [*self._in_layout(present), *self._records(present / RECORDS)]
        candidates += [_file("damaged file", path) for path in sorted(self._folder.glob("*.damaged"))]
        return [candidate._replace(leftover=_used(candidate, users)) for candidate in candidates]

    def _old_layouts(self) -> Iterator[_RemovableLeftover]:
        names, present = NAMES_FOLDER.rsplit("-", 1)
        for path in sorted(path for path in self._folder.glob("*") if path.is_dir()):
            if _is_before(path.name, "", int(SCHEMA)):
                yield _file("catalogues in an old layout", path)
            elif _is_before(path.name, f"{names}-", int(present)):
                yield _file("PubChem's names in an old layout", path)

    def _downloads(self) -> Iterator[_RemovableLeftover]:
        folder = self._folder / NAMES_FOLDER / "downloads"
        if any(folder.glob("*")):
            yield _file("unfinished download", folder, folder.with_name("building.lock"))

    def _in_layout(self, layout: Path) -> Iterator[_RemovableLeftover]:
        """List the leftovers in the folder of the current layout."""
        yield from _abandoned(layout)
        yield from (_file("damaged file", path) for path in sorted(layout.glob("*.damaged")))
        for folder in sorted(path for path in layout.glob("*") if path.is_dir()):
            yield from _unfinished(folder)

    def _records(self, path: Path) -> Iterator[_RemovableLeftover]:
        """List the records of unfinished synchronisations, and the unused space in their file."""
        if not path.is_file():
            return
        try:
            with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
                for key, catalogue in self._begun.items():
                    parameters = (key, f"{key}/*")
                    (size,) = connection.execute(
                        f"SELECT total(length(body)) FROM records {_OF_KEY}", parameters
                    ).fetchone()
                    if size:
                        leftover = Leftover(what=f"unfinished download of {catalogue}", path=str(path), bytes=int(size))
                        yield _RemovableLeftover(leftover, partial(_vacuum, path, parameters), self._lock_of(catalogue))
                pages, page = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in _UNUSED)
        except sqlite3.Error as error:
            _log.warning("%s cannot be read: %s", path, error)
            return
        if pages * page >= _WORTH_A_VACUUM:
            yield _RemovableLeftover(
                Leftover(what="unused space", path=str(path), bytes=pages * page), partial(_vacuum, path)
            )

    def _lock_of(self, catalogue: str) -> Path:
        folder = self._folder / (NAMES_FOLDER if NAMES_FOLDER.startswith(catalogue) else f"{SCHEMA}/{catalogue}")
        return folder / "building.lock"


_SYNCHRONISING = "another process is building there"
_OF_KEY = "WHERE key = ? OR key GLOB ?"
_UNUSED = ("freelist_count", "page_size")


class _HeldError(Exception):
    """Another process holds the lock."""


@contextmanager
def _locked(lock: Path | None) -> Generator[None]:
    """Hold a lock, if any, while the block removes files. Raises: _HeldError if another process holds it."""
    if lock is None or not lock.parent.is_dir():
        yield
        return
    if (held := free_lock(lock)) is None:
        raise _HeldError
    try:
        yield
    finally:
        held.release()


def _unfinished(folder: Path) -> Iterator[_RemovableLeftover]:
    """List the leftovers of one catalogue: unfinished builds, damaged files, releases without a pointer."""
    lock = folder / "building.lock"
    for path in sorted(folder.glob("*.damaged")):
        yield _file("damaged file", path, lock)
    for path in sorted((*folder.glob("*.building"), *folder.glob("*.tmp"))):
        yield _file("unfinished build", path, lock)
    named = _names_in(folder / NEWEST)
    for path in sorted(folder.glob("*.sqlite")):
        if path.stem not in named:
            yield _file("release that is no longer read", path, lock)


def _names_in(pointer: Path) -> set[str | None]:
    """Return the versions that a pointer names; without a readable pointer none, since a new release will be built."""
    try:
        newest = msgspec.json.decode(pointer.read_bytes(), type=Pointer)
    except (OSError, msgspec.DecodeError):
        return set()
    return {newest.version, newest.previous}


def _abandoned(folder: Path) -> Iterator[_RemovableLeftover]:
    """List old temporary files that no lock guards."""
    for path in sorted((*folder.glob(".probe-*"), *folder.glob("*.tmp"))):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _ABANDONED:
                yield _file("temporary file", path)


def _file(what: str, path: Path, lock: Path | None = None) -> _RemovableLeftover:
    return _RemovableLeftover(Leftover(what=what, path=str(path), bytes=_size(path)), partial(_remove, path), lock)


def _remove(path: Path) -> None:
    """Remove a file or a folder. Raises: OSError."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _size(path: Path) -> int:
    try:
        return sum(map(_size, path.iterdir())) if path.is_dir() else path.stat().st_size
    except OSError:  # another process has just removed it
        return 0


def _vacuum(path: Path, without: tuple[str, str] | None = None) -> None:
    """Delete the records that `without` selects (see `_OF_KEY`), and free unused space. Raises: sqlite3.Error."""
    with closing(sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)) as connection:
        if without is not None:
            connection.execute(f"DELETE FROM records {_OF_KEY}", without)
        connection.execute("VACUUM")


def _is_before(name: str, prefix: str, present: int) -> bool:
    """Return True if a folder's name is the prefix with a lower number than that of the current layout."""
    number = name.removeprefix(prefix)
    return name.startswith(prefix) and number.isdecimal() and int(number) < present


def _used(candidate: _RemovableLeftover, users: Mapping[Path, int]) -> Leftover:
    """Return the leftover, marked as in use if another process has one of its files open or holds one of its locks."""
    path = Path(candidate.leftover.path)
    if path.name == RECORDS:  # only rows of the file are removed, under SQLite's own locks
        return candidate.leftover
    for opened, process in users.items():
        if opened == path or path in opened.parents:
            return msgspec.structs.replace(candidate.leftover, in_use=f"process {process} has it open")
    is_building = candidate.lock is not None and is_held(candidate.lock)
    if is_building or (path.is_dir() and any(is_held(lock) for lock in path.rglob("*.lock"))):
        return msgspec.structs.replace(candidate.leftover, in_use=_SYNCHRONISING)
    return candidate.leftover


def _users(folder: Path) -> dict[Path, int]:
    """Map the files below a folder that other processes have open to the ids of these processes, as far as known."""
    users: dict[Path, int] = {}
    root = str(folder.resolve())
    # Linux lists the open files of a process here; on systems without this folder, no users are found.
    for process in _PROCESSES.glob("[0-9]*"):
        with suppress(OSError):  # the process has ended meanwhile, or belongs to another user
            if process.name == str(os.getpid()):
                continue
            for link in os.listdir(process / "fd"):
                if (target := _target(process / "fd" / link)).startswith(f"{root}{os.sep}"):
                    users[folder / Path(target).relative_to(root)] = int(process.name)
    return users


def _target(link: Path) -> str:
    """Return the target of a symbolic link, or "" if the link has just disappeared."""
    try:
        return os.readlink(link)
    except OSError:
        return ""


# Snapshots. A target folder is updated in place: first the file of a release, then the pointer to it, so that readers
# always find a complete release. An archive is written to a temporary file, which is then moved to its place.

_ARCHIVES = (".tar", ".gz")
_COMPRESSION = 1
"""The compression level of gzip: the result has two fifths of the size, and 100 MB take a second."""
# A fixed mode: the bytes of an archive must not depend on the umask of the user who writes it.
_FILE_MODE = 0o644


class SqliteSnapshots(Snapshots):
    """A writer of snapshots of a cache folder, in which other processes may be building releases."""

    def __init__(self, folder: Path, *, offline: bool = False) -> None:
        self._folder = folder
        self.brings = not offline

    async def write(self, target: Path, *, names: bool = True) -> Snapshot:
        """Write a snapshot (see the port). `names`: True to include the index of PubChem's names, if there is one."""
        pointers = sorted((self._folder / SCHEMA).glob(f"*/{NEWEST}"))
        pointers += (self._folder / NAMES_FOLDER).glob(NEWEST) if names else ()
        if not pointers:
            raise SnapshotError(f"there are no catalogues in {self._folder}")
        try:
            if target.suffix not in _ARCHIVES:
                return await self._into(target, pointers)
            target.parent.mkdir(parents=True, exist_ok=True)
            with TemporaryDirectory(dir=target.parent, prefix=f".{target.name}-") as temporary:
                snapshot = await self._into(Path(temporary, "cache"), pointers)
                packed = Path(temporary, "packed")
                await anyio.to_thread.run_sync(_pack, Path(temporary, "cache"), packed, target.suffix == ".gz")
                await anyio.to_thread.run_sync(packed.replace, target)
            return msgspec.structs.replace(snapshot, path=str(target))
        except (OSError, sqlite3.Error) as error:
            raise SnapshotError(f"{target} cannot be written: {error}") from error

    async def _into(self, target: Path, pointers: list[Path]) -> Snapshot:
        """Copy the releases and databases into a folder. Raises: OSError, sqlite3.Error, SnapshotError."""
        if await anyio.Path(target).resolve() == await anyio.Path(self._folder).resolve():
            raise SnapshotError(f"{target} is the cache folder itself")
        for path in pointers:
            # Without the lock, a build could remove the release while it is copied.
            held = await lock(path.with_name("building.lock"))
            try:
                copy = target / path.relative_to(self._folder).parent
                await anyio.to_thread.run_sync(_copy_release, path, copy)
            finally:
                if held is not None:
                    held.release()
        # The request budgets, one folder above, belong to this machine.
        for path in sorted((self._folder / SCHEMA).glob("*.sqlite")):
            await anyio.to_thread.run_sync(partial(_copy_changing, path, target / SCHEMA / path.name))
        size = sum(path.stat().st_size for path in _files(target))
        return Snapshot(path=str(target), catalogues=tuple(path.parent.name for path in pointers), bytes=size)


def _copy_release(pointer: Path, folder: Path) -> None:
    """Copy the newest release to a folder, and remove older releases from there. Raises: OSError."""
    newest = msgspec.json.decode(pointer.read_bytes(), type=Pointer)
    file = f"{newest.version}.sqlite"
    folder.mkdir(parents=True, exist_ok=True)
    with replacing(folder / file, "building") as temporary:
        shutil.copyfile(pointer.with_name(file), temporary)
    alone = msgspec.structs.replace(newest, previous=None)
    point(folder, alone)
    remove_superseded_releases(folder, alone)


def _copy_changing(source: Path, target: Path) -> None:
    """Copy a consistent state of a database that other processes may be writing to. Raises: sqlite3.Error."""
    with (
        replacing(target) as temporary,
        closing(sqlite3.connect(source)) as original,
        closing(sqlite3.connect(temporary)) as written,
    ):
        original.backup(written)
        # Without a write-ahead log, the copy is a single file that can be read on a read-only disk.
        written.execute("PRAGMA journal_mode = DELETE")


def _files(folder: Path) -> Iterator[Path]:
    """Return the files of a snapshot, without locks and temporary files."""
    return (path for path in sorted(folder.rglob("*")) if path.name == NEWEST or path.suffix == ".sqlite")


def _pack(folder: Path, file: Path, compress: bool) -> None:
    """Pack a snapshot, sorted and without dates and owners: equal content gives equal bytes. Raises: OSError."""
    import tarfile  # here, since servers need no archives

    with ExitStack() as stack:
        opened = stack.enter_context(file.open("wb"))
        zipped = GzipFile("", "wb", _COMPRESSION, opened, mtime=0) if compress else None
        written = stack.enter_context(zipped) if zipped else opened
        archive = stack.enter_context(tarfile.open(fileobj=written, mode="w", format=tarfile.PAX_FORMAT))
        for path in _files(folder):
            member = archive.gettarinfo(path, arcname=path.relative_to(folder).as_posix())
            member.mtime, member.mode = 0, _FILE_MODE
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            with path.open("rb") as content:
                archive.addfile(member, content)
    with file.open("rb+") as complete:
        os.fsync(complete.fileno())


# Transfer of an archive to another machine

_PART = 16 * 2**20
_UNPACKING = "unpacking-"


def digest_of(file: Path) -> str:
    """Return a digest of an archive (SHA-256, 16 digits), which names its folder on the nodes of a cluster."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()[:16]


def parts(file: Path) -> Iterator[bytes]:
    """Yield the content of a file in parts of 16 MiB, which are sent over the network one by one."""
    with file.open("rb") as opened:
        while part := opened.read(_PART):
            yield part


def unpacked(root: Path, digest: str, fetch: Callable[[], Iterable[bytes]]) -> Path:
    """Return the cache folder that was unpacked from the archive with this digest.

    The first process on a machine fetches the archive's parts and unpacks them. Raises: OSError; ValueError if the
    digest of the fetched archive differs.
    """
    folder = root / digest
    if not folder.is_dir():
        from filelock import FileLock  # slow to import

        with FileLock(root / "unpacking.lock"):
            # Another process may have unpacked it while this one waited for the lock.
            if not folder.is_dir():
                _remove_older_folders(root)
                _unpack(folder, fetch())
    return folder


def _unpack(folder: Path, fetched: Iterable[bytes]) -> None:
    import tarfile

    with TemporaryDirectory(dir=folder.parent, prefix=_UNPACKING) as temporary:
        packed, cache = Path(temporary, "packed.tar.gz"), Path(temporary, "cache")
        with packed.open("wb") as file:
            file.writelines(fetched)
        if digest_of(packed) != folder.name:
            raise ValueError(f"the archive fetched for {folder} has another digest")
        with tarfile.open(packed) as archive:
            # Python before 3.11.4 has no filter; the digest proves that the archive is ours.
            archive.extraction_filter = getattr(tarfile, "data_filter", None)
            archive.extractall(cache)
        # Moving is atomic: other processes see the folder only when it is complete.
        cache.replace(folder)


def _remove_older_folders(root: Path) -> None:
    """Remove all folders except the newest complete one, including folders that crashed processes left behind."""
    folders = sorted((path for path in root.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    whole = [path for path in folders if not path.name.startswith(_UNPACKING)]
    for path in folders:
        if path not in whole[-1:]:
            shutil.rmtree(path)
