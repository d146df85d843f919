"""The index of all compound names of PubChem, in one SQLite file of several gigabytes.

Its folder is separate from the catalogues, since their layout changes more often.

    <folder>/newest.json        the pointer, replaced atomically
    <folder>/<version>.sqlite   the names
    <folder>/downloads/         unfinished downloads, including those of an interrupted synchronisation
    <folder>/*.building/        unfinished builds; the next build removes those of processes that died
"""

import logging
import os
import shutil
import sqlite3
import zlib
from bisect import bisect_left
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Self

import anyio.from_thread
import anyio.to_thread
import msgspec

from biofacts.adapters.sqlite.catalogue_release import (
    NEWEST,
    Pointer,
    check_whole,
    point,
    remove_superseded_releases,
    version_of,
)
from biofacts.adapters.sqlite.connections import damaged, holding, open_unchanging, patiently
from biofacts.domain.compounds.queries import FOLDED, KEY, NamedNumber, key
from biofacts.ports.catalogue import CatalogueStatus, ReleaseInfo
from biofacts.ports.compound_names import NAMES, CompoundNames, CompoundNamesStore, NamedCompound, PublishedNames
from biofacts.ports.synchronisation import Progress

_log = logging.getLogger(__name__)

FOLDER = f"{NAMES}-1"
"""The name of the folder. Raise its number when the layout or the folding of names changes."""


# Sorted rows of names, in blocks that each fill a page of SQLite, stored under the folded key of their first row


ROWS_LAYOUT = "CREATE TABLE names (first INTEGER PRIMARY KEY, rows BLOB);"
_TOGETHER = 336
"""The number of rows in a block: 4032 of the 4061 bytes that fit into a page of SQLite."""


def _blocks(rows: Sequence[bytes]) -> Iterator[tuple[int, bytes]]:
    """Split sorted rows into blocks, each with its folded key; rows of names that fold alike stay in one block."""
    start = 0
    while start < len(rows):
        end = min(start + _TOGETHER, len(rows))
        while start < end < len(rows) and _folded(rows[end]) == _folded(rows[end - 1]):
            end -= 1
        if end == start:
            end = start + 1
            while end < len(rows) and _folded(rows[end]) == _folded(rows[start]):
                end += 1
        yield _number(rows[start]), b"".join(rows[start:end])
        start = end


def rows_alike(connection: sqlite3.Connection, key: bytes) -> list[bytes]:
    """Return the rows of all names with the same folded form as this key. Raises: sqlite3.DatabaseError."""
    statement = "SELECT rows FROM names WHERE first <= ? ORDER BY first DESC LIMIT 1"
    stored = connection.execute(statement, (_number(key),)).fetchone()
    if stored is None:
        return []
    block: bytes = stored[0]
    folded = _folded(key)
    starts = range(0, len(block), ROW)
    first = bisect_left(starts, folded, key=lambda start: block[start : start + FOLDED])
    rows: list[bytes] = []
    for start in starts[first:]:
        if block[start : start + FOLDED] != folded:
            break
        rows.append(block[start : start + ROW])
    return rows


def _folded(row: bytes) -> bytes:
    return row[:FOLDED]


def _number(row: bytes) -> int:
    return int.from_bytes(row[:FOLDED])


# Texts by the number of their compound, compressed in blocks of 64, since neighbouring texts are similar


TEXTS_LAYOUT = "CREATE TABLE {table} (first INTEGER PRIMARY KEY, block BLOB);"
_TEXTS_TOGETHER = 64


def pack_texts(connection: sqlite3.Connection, table: str, named: Iterable[NamedNumber]) -> Iterator[NamedNumber]:
    """Yield the given texts, ascending by number, and store them on the way. Of a number's texts, the first is used."""
    lines, first = list[str](), 0
    for number, text in named:
        first = first or number
        lines.append(f"{number}\t{text}")
        if len(lines) == _TEXTS_TOGETHER:
            _write(connection, table, first, lines)
            lines, first = [], 0
        yield number, text
    if lines:
        _write(connection, table, first, lines)


def _write(connection: sqlite3.Connection, table: str, first: int, lines: list[str]) -> None:
    block = zlib.compress("\n".join(["", *lines, ""]).encode(), 6)
    connection.execute(f"INSERT OR IGNORE INTO {table} VALUES (?, ?)", (first, block))


def stored_text(connection: sqlite3.Connection, table: str, number: int) -> str | None:
    """Return the text of a number, or None. Raises: sqlite3.DatabaseError if its block is damaged."""
    statement = f"SELECT block FROM {table} WHERE first <= ? ORDER BY first DESC LIMIT 1"
    stored = connection.execute(statement, (number,)).fetchone()
    if stored is None:
        return None
    try:
        block = zlib.decompress(stored[0]).decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise sqlite3.DatabaseError(f"a block cannot be unpacked: {error}") from error
    # A newline precedes every line, also the first one (see `_write`).
    start = block.find(f"\n{number}\t")
    return block[block.index("\t", start) + 1 : block.index("\n", start + 1)] if start >= 0 else None


# An external sort: hundreds of millions of names are sorted in bounded memory


# One file for each value of the first byte of a key.
# With PubChem's 370 million names, a file has 1.45 million rows, and sorting one takes 310 MB of memory.
SORTED_FILES = 256
ROW = KEY + 4
"""The size of a row in bytes: the key, then the compound's number and a last bit that is 0 if the name is its title.

Numbers are big-endian, so that rows can be sorted as bytes.
"""

# The bytes at which a buffer is written to its file, and the number of names between two calls of `look`.
_BUFFER = 1 << 16
_LOOKS_EVERY = 1 << 14
_OTHER = 1


def read_row(stored: bytes) -> tuple[bytes, int, bool]:
    """Split a row into its key, the compound's number, and True if the name is the compound's title."""
    number = int.from_bytes(stored[KEY:])
    return stored[:KEY], number >> 1, not number & _OTHER


class SortedNames:
    """A sorter of rows, which may be added in any order and are returned sorted, without duplicates. Raises: OSError.

    `look`: a function that is called from time to time, and may raise an error to stop the work.
    """

    def __init__(self, folder: Path, look: Callable[[], None]) -> None:
        self._look = look
        self._paths = [folder / f"{number:02x}.rows" for number in range(SORTED_FILES)]
        self._buffers = [bytearray() for _ in range(SORTED_FILES)]

    def add(self, named: Iterable[NamedNumber], *, is_title: bool) -> None:
        buffers, last_bit = self._buffers, int(not is_title)
        for count, (number, name) in enumerate(named):
            stored = key(name)
            buffers[stored[0]] += stored + (number << 1 | last_bit).to_bytes(4)
            if count % _LOOKS_EVERY == 0:
                self._look()
                self._write(_BUFFER)
        self._write(1)

    def _write(self, fullness: int) -> None:
        for path, buffer in zip(self._paths, self._buffers, strict=True):
            if len(buffer) >= fullness:
                with path.open("ab") as file:
                    file.write(buffer)
                buffer.clear()

    def parts(self) -> Iterator[list[bytes]]:
        """Yield the sorted rows of each file, after removing the file.

        If a title is also among the compound's other names, only the row of the title is returned.
        """
        for path in self._paths:
            self._look()
            yield list(_distinct(_sorted(path)))


def _sorted(path: Path) -> list[bytes]:
    if not path.exists():
        return []
    body = path.read_bytes()
    path.unlink()
    return sorted([body[start : start + ROW] for start in range(0, len(body), ROW)])


def _distinct(rows: Iterable[bytes]) -> Iterator[bytes]:
    before = b""
    # A title (last bit 0) sorts before the same name (last bit 1). `before` has the bit set, so it equals that name.
    for row in rows:
        if row != before:
            yield row
            before = row if row[-1] & _OTHER else row[:-1] + bytes((row[-1] | _OTHER,))


# A release of compound names in an SQLite file, as it is built and read


class SqliteCompoundNames(CompoundNames):
    """A release of names.

    It is read on the event loop: a lookup reads a few pages, which is faster than switching to a worker thread.
    """

    def __init__(self, path: Path, pointer: Pointer, on_damage: Callable[[], None]) -> None:
        """Open a release's file. Raises: OSError if it is missing; ValueError if it is not complete."""
        check_whole(path)
        self._connection = open_unchanging(path)
        self.version, self.info = pointer.version, pointer.info
        self._on_damage = on_damage

    def close(self) -> None:
        self._connection.close()

    async def called(self, name: str) -> Sequence[NamedCompound]:
        with self._reading():
            return self._called(key(name))

    def _called(self, wanted: bytes) -> Sequence[NamedCompound]:
        matches: dict[int, tuple[bool, bool]] = {}
        for row in rows_alike(self._connection, wanted):
            named, number, is_title = read_row(row)
            ways = (named == wanted, is_title)
            matches[number] = max(ways, matches.get(number, ways))
        ranked = sorted(matches.items(), key=lambda match: (not match[1][0], not match[1][1], match[0]))
        return [
            NamedCompound(number=number, title=self._text(_TITLES, number), is_title=is_title, is_spelled_so=spelled)
            for number, (spelled, is_title) in ranked
        ]

    async def title(self, number: int) -> str | None:
        with self._reading():
            return self._text(_TITLES, number)

    async def inchikey(self, number: int) -> str | None:
        with self._reading():
            return self._text(_INCHIKEYS, number)

    async def size(self) -> int:
        with self._reading():
            return self._sizes().get("names", 0)

    async def has_inchikeys(self) -> bool:
        with self._reading():
            return _INCHIKEYS in self._sizes()

    def _sizes(self) -> dict[str, int]:
        return dict(self._connection.execute("SELECT name, number FROM sizes"))

    def _text(self, table: str, number: int) -> str | None:
        return stored_text(self._connection, table, number)

    @contextmanager
    def _reading(self) -> Generator[None]:
        """Report a damaged file to the store while the block reads it. Raises: UpstreamError if the file is damaged."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            self._on_damage()
            raise damaged(error) from error


class SqliteCompoundNamesStore(CompoundNamesStore):
    """A store of the newest release of names, which is reopened when another process has published a newer release."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stamp: object = None
        self._open: SqliteCompoundNames | None = None
        self._retired: SqliteCompoundNames | None = None
        self._lock = anyio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for database in (self._open, self._retired):
            if database is not None:
                database.close()
        self._open = self._retired = self._stamp = None

    async def newest(self) -> SqliteCompoundNames | None:
        pointer = self._folder / NEWEST
        try:
            status = os.stat(pointer)
            # The modification time may be too coarse to distinguish two pointers; a replaced file has another inode.
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
        """Open a release. The previous release stays open until the next change, since running calls may use it."""
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
            # Unlike a catalogue's, the previous release is not kept: it takes gigabytes.
            pointer = Pointer(version=version, previous=None, info=published.info)
            point(self._folder, pointer)
        except sqlite3.OperationalError as error:  # SQLite raises this if the disk is full
            raise OSError(str(error)) from error
        finally:
            shutil.rmtree(building, ignore_errors=True)
        newest = await self.newest()
        assert newest is not None
        remove_superseded_releases(self._folder, pointer)
        return newest

    async def confirm(self, info: ReleaseInfo) -> None:
        if (release := await self.newest()) is not None:
            point(self._folder, Pointer(version=release.version, previous=None, info=info))

    async def describe(self) -> CatalogueStatus:
        if (release := await self.newest()) is None:
            return CatalogueStatus(name=NAMES)
        path = self._place(release.version)
        return CatalogueStatus(name=NAMES, provenance=release.info, bytes=path.stat().st_size, path=str(path))

    @property
    def downloads(self) -> Path:
        return self._folder / "downloads"

    @property
    def free(self) -> int:
        folder = self._folder
        while not folder.exists():
            folder = folder.parent
        return shutil.disk_usage(folder).free

    @asynccontextmanager
    async def building(self) -> AsyncGenerator[None]:
        async with self._lock, holding(self._folder / "building.lock"):
            yield


_TITLES, _INCHIKEYS = "titles", "inchikeys"
LAYOUT = "\n".join([
    ROWS_LAYOUT,
    "CREATE TABLE sizes (name TEXT PRIMARY KEY, number INTEGER);",
    *(TEXTS_LAYOUT.format(table=table) for table in (_TITLES, _INCHIKEYS)),
])  # fmt: skip
# The file is not read before it is complete, so a build needs no journal. The page cache is 64 MiB.
_FAST = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;"


def build(folder: Path, published: PublishedNames, progress: Progress) -> Path:
    """Build a release's file in an empty folder. Runs in a worker thread, and stops if the waiting task is cancelled.

    Raises: OSError, ValueError, sqlite3.OperationalError.
    """
    path = folder / "names.sqlite"
    rows = SortedNames(folder, anyio.from_thread.check_cancelled)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(f"{_FAST} {LAYOUT} BEGIN;")
        rows.add(pack_texts(connection, _TITLES, published.titles), is_title=True)
        rows.add(published.names, is_title=False)
        if published.inchikeys is not None:
            rows.add(pack_texts(connection, _INCHIKEYS, published.inchikeys), is_title=False)
            connection.execute("INSERT INTO sizes VALUES (?, 1)", (_INCHIKEYS,))
        names = 0
        for number, part in enumerate(rows.parts()):
            progress("sorting names", number, SORTED_FILES)
            connection.executemany("INSERT INTO names VALUES (?, ?)", _blocks(part))
            names += len(part)
        progress("sorting names", SORTED_FILES, SORTED_FILES)
        if names < published.least:
            raise ValueError(f"it holds {names} names instead of {published.least} or more")
        connection.execute("INSERT INTO sizes VALUES ('names', ?)", (names,))
        connection.execute("COMMIT")
    with path.open("rb+") as file:
        os.fsync(file.fileno())
    return path
