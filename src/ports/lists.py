"""Interfaces for lists: tables, the journal and workers of an annotation, statistics, and plots."""

from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from biofacts.domain.lists.annotation import Column, ColumnQuery
from biofacts.domain.lists.enrichment_statistics import Plot, PlotFormat
from biofacts.domain.lists.ranked_lists import SetScore


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


class RowTable(Protocol):
    """A table that can be iterated from the start several times."""

    columns: Sequence[str]
    """The names of its columns."""

    def batches(self) -> Iterator[Rows]:
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

    def open(self, path: Path) -> RowTable:
        """Open an existing table. Raises: TableError."""
        ...

    def create(self, path: Path, like: RowTable, added: Sequence[Column]) -> AbstractContextManager[TableWriter]:
        """Create a table with the columns of another table, unchanged, followed by new ones.

        The file appears when the context ends without an error. Raises: TableError.
        """
        ...


# The journal of an annotation, from which an interrupted run resumes


class JournalError(Exception):
    """The journal cannot be used; the message is one sentence."""


class JournalSize(NamedTuple):
    """The number of distinct names in a journal, and the number of those with an answer."""

    names: int
    answered: int


class Journal(Protocol):
    """The distinct names in a column of a table, and their answers, from which an interrupted annotation resumes.

    Every method raises JournalError.
    """

    @property
    def rows(self) -> int:
        """The number of rows with a name, once all of them have been collected."""
        ...

    @property
    def failed(self) -> int:
        """The number of names whose lookup failed, which the next run repeats."""
        ...

    def gather(self, names: Collection[str]) -> None:
        """Add names; skip names that the journal already has."""
        ...

    @property
    def is_complete(self) -> bool:
        """True if the journal has every name of the column."""
        ...

    def complete(self, rows: int) -> None:
        """Record that the journal has every name of the column. `rows`: the number of rows with a name."""
        ...

    def begin(self, run: str) -> None:
        """Delete failed answers, and answers of runs with another `run`: a text with all that answers depend on."""
        ...

    def names(self) -> Iterator[str]:
        """Return every name, in the order of insertion."""
        ...

    def open_names(self, most: int) -> Iterator[Sequence[str]]:
        """Return the names without an answer in batches of at most `most`."""
        ...

    def keep(self, answers: Mapping[str, bytes], failed: Collection[str]) -> None:
        """Store answers; the answers to `failed` names are kept only until the next run."""
        ...

    def answers(self, names: Collection[str]) -> Mapping[str, bytes]:
        """Return the stored answers to these names."""
        ...

    def size(self) -> JournalSize:
        """Return the size of the journal."""
        ...

    def remove(self) -> None:
        """Delete the journal."""
        ...


class Journals(Protocol):
    """A store of journals."""

    def open(self, out: Path, source: str) -> AbstractContextManager[Journal]:
        """Open the journal of an output table; start a new journal if the source has changed.

        Raises: JournalError, also if another process has opened it.
        """
        ...


# The interface for workers that answer the names of an annotation, in this process or in others


class AnsweringError(Exception):
    """The workers cannot continue; the message is one sentence."""


class Answering(Protocol):
    """Workers that answer names from identical versions of the catalogues."""

    workers: int
    """The number of names that are answered at a time."""

    async def prepare(self, question: ColumnQuery, organisms: Collection[str]) -> str:
        """Fetch the catalogues that the answers need, including the gene names of these organisms.

        Returns: the versions of all catalogues. Raises: RateLimited, UpstreamError.
        """
        ...

    async def answer(self, question: ColumnQuery, names: Sequence[str], versions: str) -> Sequence[bytes]:
        """Return an encoded answer per name, from catalogues of these versions. Raises: AnsweringError."""
        ...


# The statistics and the plots of lists

Advance = Callable[[int, int], Awaitable[None]]
"""A callback that receives the number of finished permutations and of all permutations."""


class SetScorer(Protocol):
    """A scorer of sets in a ranking; equal input gives equal output."""

    async def score(
        self, ranking: Sequence[float], sets: Sequence[Sequence[int]], *, permutations: int, seed: int, advance: Advance
    ) -> Sequence[SetScore]:
        """Return one score per set. `ranking`: descending scores; `sets`: ascending positions in it, never all.

        Does not block the event loop; a cancelled call ends soon. Raises: UpstreamError if a library is missing.
        """
        ...


class Plotter(Protocol):
    """A renderer of plots; equal input gives equal output. Neither method blocks the event loop.

    Raises: UpstreamError if a library is missing.
    """

    async def figure(self, plot: Plot) -> Any:
        """Return the plot as a figure of the plotting library."""
        ...

    async def image(self, plot: Plot, form: PlotFormat) -> bytes:
        """Return the plot as the content of a file."""
        ...
