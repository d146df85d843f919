"""What an annotation asks of tables, in whatever format they lie in a folder."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from biofacts.domain.annotation import Column


class TableError(Exception):
    """A table that cannot be read or written as asked, in one sentence."""


class WrongUse(TableError):
    """What was asked for cannot be, whatever the table holds."""


class Rows(Protocol):
    """A stretch of a table's rows."""

    def texts(self, column: str) -> Sequence[str]:
        """The cells of one column as text, "" where there is nothing. Raises: TableError."""
        ...

    def cells(self) -> Iterator[Sequence[object]]:
        """Row by row, every cell in the order of the table's columns. Raises: TableError."""
        ...


class Table(Protocol):
    """A table that is read from its beginning, as often as wanted."""

    @property
    def columns(self) -> Sequence[str]:
        """The names of its columns."""
        ...

    def stretches(self) -> Iterator[Rows]:
        """All rows in their order, some thousand at a time. Raises: TableError."""
        ...


class TableWriter(Protocol):
    """A table that is being written."""

    def write(self, rows: Rows, added: Sequence[Sequence[object]]) -> None:
        """Rows of the table that was given, with the cells of the new columns of each. Raises: TableError."""
        ...


class Tables(Protocol):
    """Tables as files. The end of a file's name tells its format."""

    def target(self, source: Path, out: Path | None) -> Path:
        """Where the annotated table goes: to `out`, or beside the source.

        Raises: WrongUse where that has no format, is the source, or lies in no folder.
        """
        ...

    def identity(self, path: Path) -> str:
        """What a file has only as long as nobody changes it. Raises: TableError."""
        ...

    def open(self, path: Path) -> Table:
        """A table that is there. Raises: TableError."""
        ...

    def create(self, path: Path, like: Table, added: Sequence[Column]) -> AbstractContextManager[TableWriter]:
        """A table with the columns of another, cell by cell as they are, and new ones behind them.

        It stands whole when the context is left, or not at all. Raises: TableError.
        """
        ...
