"""Conversion of cells between formats. Types are never guessed: text stays text."""

from collections.abc import Sequence
from typing import cast

import msgspec

from biofacts.ports.tables import TableError

ROWS = 10_000
"""The number of rows that are in memory at a time."""


def text(cell: object) -> str:
    """Return a cell as text; None becomes "", and lists and objects become JSON. Raises: ValueError for bad JSON."""
    match cell:
        case str():
            return cell
        case None:
            return ""
        case msgspec.Raw():
            return _raw(bytes(cell))
        case list() | dict() | tuple() | bool():
            return msgspec.json.encode(cell, enc_hook=str).decode()
        case _:
            return str(msgspec.to_builtins(cell, enc_hook=str))


def _raw(json: bytes) -> str:
    if json.startswith(b'"'):
        return msgspec.json.decode(json, type=str)
    return "" if json == b"null" else json.decode()


def joined(cell: object) -> str:
    """Return a cell of a new column as text, with "|" between ids."""
    return "|".join(cast("tuple[str, ...]", cell)) if isinstance(cell, tuple) else text(cell)


def only_once(columns: Sequence[str]) -> None:
    """Refuse duplicate column names, for formats with named cells. Raises: TableError."""
    for name in columns:
        if columns.count(name) > 1:
            raise TableError(f"The column '{name}' stands in the table more than once: only CSV and TSV can have that.")
