"""Conversion of cells between file formats. Types are never guessed: text stays text."""

import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import msgspec

from biofacts.ports.lists import TableError

ROWS = 10_000
"""The number of rows that are read into memory at once."""


def text(cell: object) -> str:
    """Convert a cell to text: None to "", lists, objects and truth values to JSON. Raises: ValueError for bad JSON."""
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
    """Convert a cell of an added column to text, with "|" between several ids."""
    return "|".join(cast("tuple[str, ...]", cell)) if isinstance(cell, tuple) else text(cell)


def only_once(columns: Sequence[str]) -> None:
    """Check that no column name occurs twice, for formats that need unique names. Raises: TableError."""
    for name in columns:
        if columns.count(name) > 1:
            raise TableError(f"The column '{name}' is in the table more than once, which only CSV and TSV files allow.")


# Files that are either complete or absent


@contextmanager
def whole(path: Path) -> Generator[Path]:
    """Yield the path of a temporary file, which replaces `path` if the block succeeds. Raises: TableError."""
    part = path.with_name(f"{path.name}.part")
    try:
        with errors_as_sentences(path):
            yield part
            # Flush the content to disk before the rename, or a power failure could leave an empty file.
            with part.open("rb+") as file:
                os.fsync(file.fileno())
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def errors_as_sentences(path: Path) -> Generator[None]:
    """Convert errors of the file system to a TableError with a readable message."""
    try:
        yield
    except FileNotFoundError as error:
        raise TableError(f"There is no file {path}.") from error
    except OSError as error:
        raise TableError(f"{path}: {error.strerror or error}.") from error
