"""Conversion of cells between formats. Types are never guessed: text stays text."""

import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import msgspec

from biofacts.ports.lists import TableError

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
            raise TableError(f"The column '{name}' is in the table more than once: only CSV and TSV can have that.")


# Files that are either complete or absent


@contextmanager
def whole(path: Path) -> Generator[Path]:
    """Write to a temporary file, which replaces `path` if the block succeeds. Raises: TableError."""
    part = path.with_name(f"{path.name}.part")
    try:
        with errors_as_sentences(path):
            yield part
            # The content must be on the disk before the move, or a power failure could leave an empty file.
            with part.open("rb+") as file:
                os.fsync(file.fileno())
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def errors_as_sentences(path: Path) -> Generator[None]:
    """Turn errors of the file system into sentences. Raises: TableError."""
    try:
        yield
    except FileNotFoundError as error:
        raise TableError(f"There is no file {path}.") from error
    except OSError as error:
        raise TableError(f"{path}: {error.strerror or error}.") from error
