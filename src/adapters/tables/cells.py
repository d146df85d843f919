"""Cells of one format in another: nothing is guessed, so that text stays text."""

from collections.abc import Sequence
from typing import cast

import msgspec

from biofacts.ports.tables import TableError

ROWS = 10_000
"""So many rows are in memory at once."""


def text(cell: object) -> str:
    """A cell as text: nothing is "", what has parts is JSON. Raises: ValueError for a JSON string that is none."""
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
    """A cell of a new column as text: ids with strokes between them."""
    return "|".join(cast("tuple[str, ...]", cell)) if isinstance(cell, tuple) else text(cell)


def only_once(columns: Sequence[str]) -> None:
    """Raises: TableError where a column stands twice, which formats with named cells cannot have."""
    for name in columns:
        if columns.count(name) > 1:
            raise TableError(f"The column '{name}' stands in the table more than once: only CSV and TSV can have that.")
