"""The interface for the tables of an annotation, in any file format."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from biofacts.domain.lists.annotation import Column


class TableError(Exception):
    """A table cannot be read or written; the message is one sentence."""


class WrongUse(TableError):
    """The arguments are wrong for any table."""


class Rows(Protocol):
    """A batch of a table's rows."""

    def texts(self, column: str) -> Sequence[str]:
        """Return the cells of one column as text, "" for empty cells. Raises: TableError."""
        ...

    def cells(self) -> Iterator[Sequence[object]]:
        """Iterate over the rows; the cells are in the order of the table's columns. Raises: TableError."""
        ...


class Table(Protocol):
    """A table that can be iterated from the start several times."""

    @property
    def columns(self) -> Sequence[str]:
        """The names of its columns."""
        ...

    def stretches(self) -> Iterator[Rows]:
        """Iterate over all rows in batches of some thousand. Raises: TableError."""
        ...


class TableWriter(Protocol):
    """A table that is being written."""

    def write(self, rows: Rows, added: Sequence[Sequence[object]]) -> None:
        """Write rows of the source table, each with its cells of the new columns. Raises: TableError."""
        ...


class Tables(Protocol):
    """Tables as files. The extension of a file determines its format."""

    def target(self, source: Path, out: Path | None) -> Path:
        """Return the path of the annotated table: `out`, or a file beside the source.

        Raises: WrongUse if the path has no supported format, is the source itself, or its folder does not exist.
        """
        ...

    def identity(self, path: Path) -> str:
        """Return a text that changes whenever the file changes. Raises: TableError."""
        ...

    def open(self, path: Path) -> Table:
        """Open an existing table. Raises: TableError."""
        ...

    def create(self, path: Path, like: Table, added: Sequence[Column]) -> AbstractContextManager[TableWriter]:
        """Create a table with the columns of another table, unchanged, followed by new ones.

        The file appears when the context ends without an error. Raises: TableError.
        """
        ...
