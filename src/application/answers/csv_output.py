"""Tables of an answer's items: as CSV or TSV for the terminal and the web page, and as files with typed columns."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol, cast

import msgspec

from biofacts.domain.lists.annotation import Column
from biofacts.domain.lists.input_tables import TextTable
from biofacts.ports.lists import Tables

# A spreadsheet takes a cell that begins with one of these for a formula (OWASP's list for CSV injection).
_FORMULA = ("=", "@", "+", "-", "\t", "\r")


class Output(Protocol):
    """A stream of text."""

    def write(self, text: str, /) -> object:
        """Write a text."""
        ...


class DelimitedWriter:
    """A writer of CSV or TSV rows to a stream."""

    def __init__(self, stream: Output, delimiter: str = ",") -> None:
        # `csv` would end lines with `\r\n` on every system.
        self._writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n")

    def header(self, columns: Sequence[str]) -> None:
        """Write the line of column names."""
        self._writer.writerow(columns)

    def row(self, values: Iterable[object]) -> None:
        """Write a row of values."""
        self._writer.writerow([cell(value) for value in values])


def cell(value: object) -> str:
    """Format a value: None as "", a list of texts and numbers joined by `; `, and nested data as JSON."""
    if value is None:
        return ""
    if isinstance(value, str):
        return _inert(value)
    if isinstance(value, list | tuple):
        items = cast("Sequence[object]", value)
        if all(isinstance(item, str | int | float) for item in items):
            return _inert("; ".join(map(str, items)))
    # Numbers need no protection: negative numbers begin like a formula, but are safe.
    return msgspec.json.encode(value).decode()


def _inert(text: str) -> str:
    """Protect a text against CSV injection, since spreadsheets would run it as a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


# Items of an answer as a table in a file: a row for each item, columns with types


def write_items(tables: Tables, path: Path, columns: Sequence[str], items: Sequence[Mapping[str, object]]) -> None:
    """Write items to a file, whose suffix determines the format; overwrite an existing file.

    Raises: TableError, WrongUse.
    """
    cells = {name: [item.get(name) for item in items] for name in columns}
    typed = [_column(name, cells[name]) for name in columns]
    # `Tables` adds columns to a user's table; here that table has no columns of its own.
    with tables.create(path, TextTable((), ()), typed) as writer:
        for start in range(0, len(items), _AT_ONCE):
            some = [_row(typed, item) for item in items[start : start + _AT_ONCE]]
            writer.write(TextTable((), [()] * len(some)), some)


_AT_ONCE = 10_000


def _column(name: str, cells: Sequence[object]) -> Column:
    present = [cell for cell in cells if cell is not None]
    if present and all(isinstance(cell, list | tuple) for cell in present):
        return Column(name, "ids")
    if present and all(isinstance(cell, int | float) and not isinstance(cell, bool) for cell in present):
        return Column(name, "integer" if all(isinstance(cell, int) for cell in present) else "number")
    return Column(name)


def _row(columns: Sequence[Column], item: Mapping[str, object]) -> Sequence[object]:
    return [_cell(column, item.get(column.name)) for column in columns]


def _cell(column: Column, value: object) -> object:
    if column.holds == "ids":
        return tuple(cast("Sequence[object]", value or ()))
    if column.holds == "text" and value is not None and not isinstance(value, str):
        return msgspec.json.encode(value).decode()
    return value
