"""CSV and TSV, in UTF-8, with a line of column names: https://www.rfc-editor.org/rfc/rfc4180."""

import csv
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Protocol

from biofacts.adapters.tables.cells import ROWS, joined, text
from biofacts.domain.lists.annotation import Column
from biofacts.ports.tables import Rows, Table, TableError, TableWriter

_LONGEST_CELL = 1 << 24
"""Characters of a cell at most: a quote that is never closed would take in the rest of the file."""


class DelimitedRows(Rows):
    """Lines of a table."""

    def __init__(self, columns: Sequence[str], lines: Sequence[Sequence[str]]) -> None:
        self._columns = columns
        self._lines = lines

    def texts(self, column: str) -> Sequence[str]:
        number = self._columns.index(column)
        return [line[number] for line in self._lines]

    def cells(self) -> Iterator[Sequence[object]]:
        return iter(self._lines)


class DelimitedTable(Table):
    """A file of lines. Blank lines are no rows."""

    def __init__(self, path: Path, delimiter: str) -> None:
        self._path = path
        self._delimiter = delimiter
        self._columns = self._header()

    @property
    def columns(self) -> Sequence[str]:
        return self._columns

    def stretches(self) -> Iterator[Rows]:
        lines = self._lines()
        next(lines)
        while several := list(islice(lines, ROWS)):
            yield DelimitedRows(self._columns, several)

    def _header(self) -> Sequence[str]:
        lines = self._lines()
        try:
            header = next(lines, None)
        finally:
            lines.close()
        if header is None:
            raise TableError(f"{self._path} is empty: the names of its columns are missing.")
        return header

    def _lines(self) -> Generator[Sequence[str]]:
        csv.field_size_limit(_LONGEST_CELL)
        width = 0
        # Excel writes a byte order mark before UTF-8.
        with self._path.open(encoding="utf-8-sig", newline="") as file:
            # Without `strict`, the reader passes over broken quotes silently.
            reader = csv.reader(file, delimiter=self._delimiter, strict=True)
            try:
                for line in reader:
                    if line:
                        width = width or len(line)
                        if len(line) != width:
                            raise TableError(self._uneven(reader.line_num, len(line), width))
                        yield line
            except UnicodeDecodeError as error:
                raise TableError(f"{self._path} is not text in UTF-8 (after line {reader.line_num}).") from error
            except csv.Error as error:
                raise TableError(f"{self._path} cannot be read at line {reader.line_num}: {error}.") from error

    def _uneven(self, number: int, cells: int, width: int) -> str:
        return f"{self._path} has {cells} cells in line {number}, but {width} columns."


class _Lines(Protocol):
    """The writer that `csv.writer` returns; its type has no public name."""

    def writerows(self, rows: Iterable[Sequence[str]], /) -> None: ...


class _Writer(TableWriter):
    def __init__(self, file: _Lines) -> None:
        self._file = file

    def write(self, rows: Rows, added: Sequence[Sequence[object]]) -> None:
        self._file.writerows(
            [*map(text, cells), *map(joined, new)] for cells, new in zip(rows.cells(), added, strict=True)
        )


@contextmanager
def create(path: Path, like: Table, added: Sequence[Column], delimiter: str) -> Generator[TableWriter]:
    """Create a file of lines. Raises: OSError."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
        writer.writerow([*like.columns, *(column.name for column in added)])
        yield _Writer(writer)
