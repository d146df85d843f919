"""GtoPdb's CSV files: a banner with the release, a header, and cells looked up by column name.

Source: https://www.guidetopharmacology.org/DATA/ (UTF-8; every cell quoted; `|` between several values of a cell).
"""

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from biofacts.adapters.http.client import Describe, FileHead
from biofacts.adapters.http.columns import Columns, Row
from biofacts.domain.text import clean

_BANNER = re.compile(r"#\s*GtoPdb Version:\s*(\S+)")
_LONGEST_BANNER = 1000
_TRUE = frozenset({"yes", "y", "true", "t", "1"})
_MARKS = re.compile(r"\s*(?:[®™©℠]|&re?g;)", re.I)  # two cells misspell the entity
_ANGLED = re.compile(r"<([A-Za-z/][^<>]*)>")


def head_reader(columns: Columns) -> Describe:
    """Make a function that reads the release, and the columns that a file lacks."""
    return partial(_head, columns)


def _head(columns: Columns, body: bytes) -> FileHead:
    return FileHead(release=release(body), lacks=columns.lacking(_header(_lines(body))))


def release(body: bytes) -> str:
    """Read the release from the banner; "" if there is none, as in files up to 2020."""
    first = body.split(b"\n", 1)[0][:_LONGEST_BANNER].decode("utf-8-sig", errors="ignore")
    found = _BANNER.match(first.strip('"'))
    return clean.visible(found[1]).strip('"') if found else ""


def read(body: bytes, columns: Columns) -> Iterator[Row]:
    """Yield the rows of a file, with the cells of those columns. Raises: ValueError."""
    lines = _lines(body)
    header = _header(lines)
    return _rows(lines, len(header), columns.reader(header))


def _lines(body: bytes) -> Iterator[list[str]]:
    return csv.reader(io.TextIOWrapper(io.BytesIO(body), "utf-8-sig", newline=""), strict=True)


def _header(lines: Iterator[list[str]]) -> Sequence[str]:
    """Read the first line that is not the banner."""
    header = _next(lines)
    return _next(lines) if header and _BANNER.match(header[0]) else header


def _next(lines: Iterator[list[str]]) -> list[str]:
    """Return the next line that is not empty; an empty list at the end. Raises: ValueError."""
    try:
        return next((cells for cells in lines if cells), list[str]())
    except csv.Error as error:
        raise ValueError(f"it is not a table: {error}") from error


def _rows(lines: Iterator[list[str]], width: int, row: Callable[[Sequence[str]], Row]) -> Iterator[Row]:
    number = 0
    while cells := _next(lines):
        number += 1
        if len(cells) != width:
            raise ValueError(f"row {number} has {len(cells)} cells in the place of {width}")
        yield row(cells)
    if not number:
        raise ValueError("there is no row in it")


def is_number(cell: str) -> bool:
    """Return True if a cell is an id as the upstream writes it."""
    return cell.isascii() and cell.isdecimal()


def flag(cell: str) -> bool:
    """Return True for every spelling of true in past releases: `yes`, `true`, `t`."""
    return cell.strip().casefold() in _TRUE


def plain(cell: str) -> str:
    """Convert a cell to plain text: no tags, no entities, no trademark signs, no outer blanks."""
    if "<" in cell or "&" in cell:
        cell = _ANGLED.sub(r"(\1)", clean.without_tags(clean.plain(cell)))  # a name, if it is no tag
    return " ".join(_MARKS.sub("", clean.plain(cell)).split())


def values(cell: str) -> list[str]:
    """Split a cell into its values, without outer blanks and duplicates."""
    return list(dict.fromkeys(value for part in cell.split("|") if (value := clean.visible(part))))


def names(cell: str) -> list[str]:
    """Split a cell into names as plain text, without duplicates."""
    return list(dict.fromkeys(name for part in cell.split("|") if (name := plain(part))))
