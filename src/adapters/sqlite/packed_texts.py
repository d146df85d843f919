"""Texts by number, compressed in blocks of 64, since neighbours have much in common."""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator

from biofacts.domain.compounds.bulk_names import NamedNumber

LAYOUT = "CREATE TABLE {table} (first INTEGER PRIMARY KEY, block BLOB);"
_TOGETHER = 64


def packed(connection: sqlite3.Connection, table: str, named: Iterable[NamedNumber]) -> Iterator[NamedNumber]:
    """Pass texts through, in ascending order of their numbers, and store them. The first text of a number wins."""
    lines, first = list[str](), 0
    for number, text in named:
        first = first or number
        lines.append(f"{number}\t{text}")
        if len(lines) == _TOGETHER:
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
