"""The dialect of CSV and TSV that the terminal and the web page write."""

import csv
from collections.abc import Iterable, Sequence
from typing import Protocol, cast

import msgspec

_FORMULA = ("=", "@", "+", "-", "\t", "\r")


class Output(Protocol):
    """A stream of text."""

    def write(self, text: str, /) -> object:
        """Write a text."""
        ...


class DelimitedWriter:
    """A writer of rows into a stream, with `,` or a tab between cells."""

    def __init__(self, stream: Output, delimiter: str = ",") -> None:
        # The default of `csv` is `\r\n` on every system.
        self._writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n")

    def header(self, columns: Sequence[str]) -> None:
        """Write the line of column names."""
        self._writer.writerow(columns)

    def row(self, values: Iterable[object]) -> None:
        """Write a row of values."""
        self._writer.writerow([cell(value) for value in values])


def cell(value: object) -> str:
    """Format a value: None as "", lists of texts and numbers joined with `; `, nested data as JSON."""
    if value is None:
        return ""
    if isinstance(value, str):
        return _inert(value)
    if isinstance(value, list | tuple):
        items = cast("Sequence[object]", value)
        if all(isinstance(item, str | int | float) for item in items):
            return _inert("; ".join(map(str, items)))
    # Numbers are not protected: negative ones begin with a minus as formulas do, but are safe.
    return msgspec.json.encode(value).decode()


def _inert(text: str) -> str:
    """Protect a text against CSV injection: spreadsheets would run it as a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
