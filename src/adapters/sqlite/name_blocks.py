"""Sorted rows of names, stored as blocks that each fill a page, under the key of the first row."""

import sqlite3
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from biofacts.domain.compounds.query import FOLDED, KEY, NamedNumber, key

LAYOUT = "CREATE TABLE names (first INTEGER PRIMARY KEY, rows BLOB);"
_TOGETHER = 336
"""Rows of a block: 4032 bytes, of the 4061 that a page of SQLite has room for."""


def write(connection: sqlite3.Connection, rows: Sequence[bytes]) -> None:
    """Write sorted rows that come after all rows written so far."""
    connection.executemany("INSERT INTO names VALUES (?, ?)", _blocks(rows))


def _blocks(rows: Sequence[bytes]) -> Iterator[tuple[int, bytes]]:
    """Split rows into blocks; names that fold alike are always in one block, however many they are."""
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


def alike(connection: sqlite3.Connection, key: bytes) -> list[bytes]:
    """Return the rows of the names that fold like this key. Raises: sqlite3.DatabaseError."""
    statement = "SELECT rows FROM names WHERE first <= ? ORDER BY first DESC LIMIT 1"
    stored = connection.execute(statement, (_number(key),)).fetchone()
    if stored is None:
        return []
    block: bytes = stored[0]
    folded = _folded(key)
    starts = range(0, len(block), ROW)
    first = bisect_left(starts, folded, key=lambda start: block[start : start + FOLDED])
    found: list[bytes] = []
    for start in starts[first:]:
        if block[start : start + FOLDED] != folded:
            break
        found.append(block[start : start + ROW])
    return found


def _folded(row: bytes) -> bytes:
    return row[:FOLDED]


def _number(row: bytes) -> int:
    return int.from_bytes(row[:FOLDED])


# Texts by number, compressed in blocks of 64, since neighbours have much in common


TEXTS_LAYOUT = "CREATE TABLE {table} (first INTEGER PRIMARY KEY, block BLOB);"
_TEXTS_TOGETHER = 64


def packed(connection: sqlite3.Connection, table: str, named: Iterable[NamedNumber]) -> Iterator[NamedNumber]:
    """Pass texts through, in ascending order of their numbers, and store them. The first text of a number wins."""
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


def text(connection: sqlite3.Connection, table: str, number: int) -> str | None:
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


# An external sort for the rows of hundreds of millions of names, in bounded memory


# One for each value of the first byte of a key.
FILES = 256
ROW = KEY + 4
"""The size of a row in bytes: a key, then the compound's number and a last bit that is 0 for its title.

Rows are big-endian, so that they sort as bytes.
"""

# Bytes of a buffer before it is written, and names between two calls of `look`.
_BUFFER = 1 << 16
_LOOKS_EVERY = 1 << 14
_OTHER = 1


def read(stored: bytes) -> tuple[bytes, int, bool]:
    """Split a row into the key, the compound's number, and True if the name is its title."""
    number = int.from_bytes(stored[KEY:])
    return stored[:KEY], number >> 1, not number & _OTHER


class SortedNames:
    """Rows that are added in any order and come out sorted, without duplicates. Raises: OSError.

    `look` is called now and then, and may raise to end the work.
    """

    def __init__(self, folder: Path, look: Callable[[], None]) -> None:
        self._look = look
        self._paths = [folder / f"{number:02x}.rows" for number in range(FILES)]
        self._buffers = [bytearray() for _ in range(FILES)]

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
        """Yield the sorted rows of each file, and remove the file.

        A title that is also among the other names has one row, that of the title.
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
    # A title (last bit 0) sorts before the equal name (last bit 1). `before` has the bit set, so that both are equal.
    for one in rows:
        if one != before:
            yield one
            before = one if one[-1] & _OTHER else one[:-1] + bytes((one[-1] | _OTHER,))
