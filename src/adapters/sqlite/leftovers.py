"""Files in a cache folder that older versions, crashes and interruptions have left behind.

    <folder>/<n>/, <folder>/pubchem-names-<n>/   older layouts; newer ones are not touched
    *.damaged                                    damaged files that were set aside
    *.building, *.tmp, .probe-*                  files of processes that died while they wrote them
    <version>.sqlite                             a release that no pointer names
    pubchem-names-<n>/downloads/                 files of an interrupted synchronisation
    records.sqlite                               records of an interrupted synchronisation, and unused space

A process that builds holds the `building.lock` of its folder, and nothing in that folder is removed meanwhile. On
Linux, files that a process has open stay as well. Windows refuses to remove them; other systems let the process read
on.
"""

import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import anyio.to_thread
import msgspec

from biofacts.adapters.sqlite.compound_names import FOLDER as NAMES_FOLDER
from biofacts.adapters.sqlite.file_lock import free_lock, is_held
from biofacts.adapters.sqlite.newest_release import NEWEST, Pointer
from biofacts.adapters.sqlite.release_store import RECORDS, SCHEMA
from biofacts.ports.synchronisation import Cleaned, Leftover, Leftovers

_log = logging.getLogger(__name__)

_PROCESSES = Path("/proc")
_ABANDONED = 3600.0
"""Age in seconds after which a temporary file that no lock guards counts as abandoned."""
_WORTH_A_VACUUM = 50_000_000
"""Unused bytes that justify a VACUUM; the next synchronisation fills less by itself."""
# Seconds to wait for the lock of another process.
_BUSY_SECONDS = 10.0


class _Found(NamedTuple):
    """A leftover, the function that removes it, and the lock that must be held to do so."""

    leftover: Leftover
    remove: Callable[[], None]
    lock: Path | None = None


class SqliteLeftovers(Leftovers):
    """The leftovers of a folder. `begun`: the catalogue of each key under which a synchronisation stores its parts."""

    def __init__(self, folder: Path, begun: Mapping[str, str]) -> None:
        self._folder = folder
        self._begun = begun

    async def find(self) -> Sequence[Leftover]:
        return await anyio.to_thread.run_sync(lambda: [one.leftover for one in self._found()])

    async def remove(self) -> Cleaned:
        return await anyio.to_thread.run_sync(self._removed)

    def _removed(self) -> Cleaned:
        removed: list[Leftover] = []
        kept: list[Leftover] = []
        failed: list[Leftover] = []
        for one in self._found():
            if one.leftover.in_use:
                kept.append(one.leftover)
                continue
            try:
                with _alone(one.lock):
                    one.remove()
                removed.append(one.leftover)
            except _HeldError:
                kept.append(msgspec.structs.replace(one.leftover, in_use=_SYNCHRONISING))
            except (OSError, sqlite3.Error) as error:
                failed.append(msgspec.structs.replace(one.leftover, in_use=str(error)))
        size = sum(one.bytes for one in removed)
        return Cleaned(removed=tuple(removed), bytes=size, kept=tuple(kept), failed=tuple(failed))

    def _found(self) -> list[_Found]:
        """List all leftovers, with the users of those that are in use."""
        users = _users(self._folder)
        present = self._folder / SCHEMA
        found = [*self._old_layouts(), *_unfinished(self._folder / NAMES_FOLDER), *self._downloads()]
        found += [*self._in_layout(present), *self._records(present / RECORDS)]
        found += [_file("damaged file", path) for path in sorted(self._folder.glob("*.damaged"))]
        return [one._replace(leftover=_used(one, users)) for one in found]

    def _old_layouts(self) -> Iterator[_Found]:
        names, present = NAMES_FOLDER.rsplit("-", 1)
        for path in sorted(path for path in self._folder.glob("*") if path.is_dir()):
            if _is_before(path.name, "", int(SCHEMA)):
                yield _file("catalogues in an old layout", path)
            elif _is_before(path.name, f"{names}-", int(present)):
                yield _file("PubChem's names in an old layout", path)

    def _downloads(self) -> Iterator[_Found]:
        folder = self._folder / NAMES_FOLDER / "downloads"
        if any(folder.glob("*")):
            yield _file("unfinished download", folder, folder.with_name("building.lock"))

    def _in_layout(self, layout: Path) -> Iterator[_Found]:
        """List the leftovers among the files of the present layout."""
        yield from _abandoned(layout)
        yield from (_file("damaged file", path) for path in sorted(layout.glob("*.damaged")))
        # The cache of answers was one file for each major version of a library.
        yield from (_file("answers in an old layout", path) for path in sorted(layout.glob("pubchem-*.sqlite*")))
        for folder in sorted(path for path in layout.glob("*") if path.is_dir()):
            yield from _unfinished(folder)

    def _records(self, path: Path) -> Iterator[_Found]:
        """List the records of unfinished synchronisations, and the space that removed records have left."""
        if not path.is_file():
            return
        try:
            with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
                for key, catalogue in self._begun.items():
                    given = (key, f"{key}/*")
                    (size,) = connection.execute(f"SELECT total(length(body)) FROM records {_OF_KEY}", given).fetchone()
                    if size:
                        leftover = Leftover(what=f"parts of {catalogue}, unfinished", path=str(path), bytes=int(size))
                        yield _Found(leftover, partial(_vacuum, path, given), self._lock_of(catalogue))
                pages, page = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in _UNUSED)
        except sqlite3.Error as error:
            _log.warning("%s cannot be read: %s", path, error)
            return
        if pages * page >= _WORTH_A_VACUUM:
            yield _Found(Leftover(what="unused room", path=str(path), bytes=pages * page), partial(_vacuum, path))

    def _lock_of(self, catalogue: str) -> Path:
        folder = self._folder / (NAMES_FOLDER if NAMES_FOLDER.startswith(catalogue) else f"{SCHEMA}/{catalogue}")
        return folder / "building.lock"


_SYNCHRONISING = "somebody is building there"
_OF_KEY = "WHERE key = ? OR key GLOB ?"
_UNUSED = ("freelist_count", "page_size")


class _HeldError(Exception):
    """Another process holds the lock."""


@contextmanager
def _alone(lock: Path | None) -> Generator[None]:
    """Hold a lock while something is removed. Raises: _HeldError."""
    if lock is None or not lock.parent.is_dir():
        yield
        return
    if (held := free_lock(lock)) is None:
        raise _HeldError
    try:
        yield
    finally:
        held.release()


def _unfinished(folder: Path) -> Iterator[_Found]:
    """List the leftovers of one catalogue: unfinished builds, damaged files, releases without a pointer."""
    lock = folder / "building.lock"
    for path in sorted(folder.glob("*.damaged")):
        yield _file("damaged file", path, lock)
    for path in sorted((*folder.glob("*.building"), *folder.glob("*.tmp"))):
        yield _file("unfinished build", path, lock)
    named = _named_by(folder / NEWEST)
    for path in sorted(folder.glob("*.sqlite")):
        if path.stem not in named:
            yield _file("release that is no longer read", path, lock)


def _named_by(pointer: Path) -> set[str | None]:
    """Return the releases that may be read; without a pointer there are none, and a new release is built."""
    try:
        known = msgspec.json.decode(pointer.read_bytes(), type=Pointer)
    except (OSError, msgspec.DecodeError):
        return set()
    return {known.version, known.previous}


def _abandoned(folder: Path) -> Iterator[_Found]:
    """List old temporary files that no lock guards."""
    for path in sorted((*folder.glob(".probe-*"), *folder.glob("*.tmp"))):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _ABANDONED:
                yield _file("temporary file", path)


def _file(what: str, path: Path, lock: Path | None = None) -> _Found:
    return _Found(Leftover(what=what, path=str(path), bytes=_size(path)), partial(_remove, path), lock)


def _remove(path: Path) -> None:
    """Remove a file or a folder. Raises: OSError."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _size(path: Path) -> int:
    try:
        return sum(map(_size, path.iterdir())) if path.is_dir() else path.stat().st_size
    except OSError:  # it has just gone
        return 0


def _vacuum(path: Path, without: tuple[str, str] | None = None) -> None:
    """Return unused space to the system, after removing the records `without`, if any. Raises: sqlite3.Error."""
    with closing(sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)) as connection:
        if without is not None:
            connection.execute(f"DELETE FROM records {_OF_KEY}", without)
        connection.execute("VACUUM")


def _is_before(name: str, prefix: str, present: int) -> bool:
    """Return True for the prefix and a lower number than that of the present layout."""
    number = name.removeprefix(prefix)
    return name.startswith(prefix) and number.isdecimal() and int(number) < present


def _used(one: _Found, users: Mapping[Path, int]) -> Leftover:
    """Add the process that uses a leftover: it has one of its files open, or holds a lock in it."""
    path = Path(one.leftover.path)
    if path.name == RECORDS:  # single rows of it go: SQLite has locks of its own
        return one.leftover
    for opened, process in users.items():
        if opened == path or path in opened.parents:
            return msgspec.structs.replace(one.leftover, in_use=f"process {process} has it open")
    is_building = one.lock is not None and is_held(one.lock)
    if is_building or (path.is_dir() and any(is_held(lock) for lock in path.rglob("*.lock"))):
        return msgspec.structs.replace(one.leftover, in_use=_SYNCHRONISING)
    return one.leftover


def _users(folder: Path) -> dict[Path, int]:
    """Return the files below a folder that other processes have open, as far as the system says so."""
    found: dict[Path, int] = {}
    root = str(folder.resolve())
    # Linux lists the open files of a process here; other systems have no such folder, and nothing is found.
    for process in _PROCESSES.glob("[0-9]*"):
        with suppress(OSError):  # the process has ended meanwhile, or belongs to another user
            if process.name == str(os.getpid()):
                continue
            for link in os.listdir(process / "fd"):
                if (target := _target(process / "fd" / link)).startswith(f"{root}{os.sep}"):
                    found[folder / Path(target).relative_to(root)] = int(process.name)
    return found


def _target(link: Path) -> str:
    """Return the target of a link, or "" if the link has just gone."""
    try:
        return os.readlink(link)
    except OSError:
        return ""
