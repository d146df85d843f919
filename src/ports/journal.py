"""The journal of an annotation, from which an interrupted run resumes."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple, Protocol


class JournalError(Exception):
    """The journal cannot be used; the message is one sentence."""


class Kept(NamedTuple):
    """The number of distinct names in a journal, and the number of those with an answer."""

    names: int
    answered: int


class Journal(Protocol):
    """The distinct names of one column of one table, and their answers. Every method raises JournalError."""

    @property
    def rows(self) -> int:
        """The number of rows with a name, once all of them have been collected."""
        ...

    @property
    def failed(self) -> int:
        """The number of names with a failed answer, which the next run repeats."""
        ...

    def gather(self, names: Collection[str]) -> None:
        """Add the names that are new."""
        ...

    def gathered(self, rows: int | None = None) -> bool:
        """Return True if all names have been collected; with a number of rows, first record that they have."""
        ...

    def begin(self, run: str) -> None:
        """Delete the answers of other runs and those that failed. `run`: a text with all that answers depend on."""
        ...

    def names(self) -> Iterator[str]:
        """Return every name, in the order of insertion."""
        ...

    def open_names(self, most: int) -> Iterator[Sequence[str]]:
        """Return the names without an answer in batches of at most `most`."""
        ...

    def keep(self, answers: Mapping[str, bytes], failed: Collection[str]) -> None:
        """Store answers; those to `failed` names until the next run only."""
        ...

    def answers(self, names: Collection[str]) -> Mapping[str, bytes]:
        """Return the stored answers to these names."""
        ...

    def kept(self) -> Kept:
        """Return the size of the journal."""
        ...

    def remove(self) -> None:
        """Delete the journal."""
        ...


class Journals(Protocol):
    """A store of journals."""

    def open(self, out: Path, source: str) -> AbstractContextManager[Journal]:
        """Open the journal of an output table; start a new one if the source differs.

        Raises: JournalError, also if another process has opened it.
        """
        ...
