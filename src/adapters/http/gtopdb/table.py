"""GtoPdb's CSV files: a banner with the release, a header, and cells found by the names of their columns.

Source: https://www.guidetopharmacology.org/DATA/ (UTF-8; every cell quoted; `|` between several values of a cell).
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from biofacts.domain.text import fold as text

_BANNER = re.compile(r"#\s*GtoPdb Version:\s*(\S+)")
_TRUE = frozenset({"yes", "y", "true", "t", "1"})
_MARKS = re.compile(r"\s*(?:[®™©℠]|&re?g;)", re.I)  # two cells misspell the entity
_ANGLED = re.compile(r"<([A-Za-z/][^<>]*)>")

Row = Mapping[str, str]


def read(body: bytes, columns: Iterable[str]) -> tuple[str | None, Iterator[Row]]:
    """The release that the banner names (None without one), and the rows with at least those columns.

    Raises: ValueError, also while the rows are read.
    """
    lines = csv.reader(io.StringIO(body.decode("utf-8-sig"), newline=""), strict=True)
    header = _next(lines)
    release = _BANNER.match(header[0]) if header else None
    if release:
        header = _next(lines)
    names = [name.strip() for name in header]
    if missing := [column for column in columns if column not in names]:
        raise ValueError(f"the column '{missing[0]}' is missing")
    return text.visible(release[1]) if release else None, _rows(lines, names)


def _next(lines: Iterator[list[str]]) -> list[str]:
    """The next line that is not empty; nothing at the end."""
    try:
        return next((cells for cells in lines if cells), list[str]())
    except csv.Error as error:
        raise ValueError(f"it is not a table: {error}") from error


def _rows(lines: Iterator[list[str]], names: Sequence[str]) -> Iterator[Row]:
    number = 0
    while cells := _next(lines):
        number += 1
        if len(cells) != len(names):
            raise ValueError(f"row {number} has {len(cells)} cells in the place of {len(names)}")
        yield dict(zip(names, cells, strict=True))
    if not number:
        raise ValueError("there is no row in it")


def flag(cell: str) -> bool:
    """True for every spelling that the releases have had: `yes`, `true`, `t`."""
    return cell.strip().casefold() in _TRUE


def words(cell: str) -> str:
    """A cell as plain text: no tags, no entities, no marks, no outer blanks."""
    if "<" in cell or "&" in cell:
        cell = _ANGLED.sub(r"(\1)", text.without_tags(text.plain(cell)))  # what is no tag is a name in angled brackets
    return " ".join(_MARKS.sub("", text.plain(cell)).split())


def values(cell: str) -> list[str]:
    """The values of a cell, each without blanks around it, doubles removed."""
    return list(dict.fromkeys(value for part in cell.split("|") if (value := text.visible(part))))


def names(cell: str) -> list[str]:
    """The names in a cell as plain text, doubles removed."""
    return list(dict.fromkeys(name for part in cell.split("|") if (name := words(part))))
