"""Sorted rows of names, stored as blocks that each fill a page, under the key of the first row."""

import sqlite3
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from biofacts.adapters.sqlite.sorted_names import ROW
from biofacts.domain.compounds.bulk_names import FOLDED

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
