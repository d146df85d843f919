"""JSON lines: one object a line, whose values stay as they are written: https://jsonlines.org."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import msgspec

from biofacts.adapters.tables.cells import ROWS, only_once, text
from biofacts.domain.lists.annotation import Column
from biofacts.ports.tables import Rows, Table, TableError, TableWriter

# Raw values are written back byte by byte, so that numbers have all their digits.
_Object = Mapping[str, msgspec.Raw]
_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])
_NOTHING = msgspec.Raw(b"null")


class JsonRows(Rows):
    """Objects of a table. An object without a column has null there."""

    def __init__(self, columns: Sequence[str], objects: Sequence[_Object]) -> None:
        self._columns = columns
        self.objects = objects

    def texts(self, column: str) -> Sequence[str]:
        try:
            return [text(one.get(column)) for one in self.objects]
        except ValueError as error:
            raise TableError(f"The column '{column}' holds a text that is not JSON: {error}.") from error

    def cells(self) -> Iterator[Sequence[object]]:
        return ([one.get(column, _NOTHING) for column in self._columns] for one in self.objects)


class JsonTable(Table):
    """A file of objects. Its columns are the names in all objects, in order of appearance."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._columns = tuple(dict.fromkeys(name for one in self._objects() for name in one))

    @property
    def columns(self) -> Sequence[str]:
        return self._columns

    def stretches(self) -> Iterator[Rows]:
        objects = self._objects()
        while several := list(islice(objects, ROWS)):
            yield JsonRows(self._columns, several)

    def _objects(self) -> Iterator[_Object]:
        with self._path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    try:
                        yield _OBJECT.decode(line)
                    except (msgspec.DecodeError, UnicodeDecodeError) as error:
                        raise TableError(f"{self._path} has no JSON object in line {number}: {error}.") from error


class _Writer(TableWriter):
    def __init__(self, file: BinaryIO, columns: Sequence[str], added: Sequence[Column]) -> None:
        self._file = file
        self._columns = columns
        self._added = [column.name for column in added]

    def write(self, rows: Rows, added: Sequence[Sequence[object]]) -> None:
        for one, new in zip(self._objects(rows), added, strict=True):
            self._file.write(msgspec.json.encode({**one, **dict(zip(self._added, new, strict=True))}, enc_hook=str))
            self._file.write(b"\n")

    def _objects(self, rows: Rows) -> Iterator[Mapping[str, object]]:
        if isinstance(rows, JsonRows):
            return iter(rows.objects)
        return (dict(zip(self._columns, cells, strict=True)) for cells in rows.cells())


@contextmanager
def create(path: Path, like: Table, added: Sequence[Column]) -> Generator[TableWriter]:
    """Create a file of objects. Raises: OSError, TableError."""
    only_once(like.columns)
    with path.open("wb") as file:
        yield _Writer(file, like.columns, added)
