"""What an annotation keeps of its work, so that it can be taken up again."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple, Protocol


class JournalError(Exception):
    """A journal that cannot be kept, in one sentence."""


class Kept(NamedTuple):
    """How many distinct names a journal has, and how many of them have an answer."""

    names: int
    answered: int


class Journal(Protocol):
    """The distinct names of one column of one table, and the answers that are there. Every method: JournalError."""

    @property
    def rows(self) -> int:
        """The number of rows in which the names stand, once all of them are there."""
        ...

    @property
    def failed(self) -> int:
        """The number of names whose answer is kept until the next run only."""
        ...

    def gather(self, names: Collection[str]) -> None:
        """Add those names that are new."""
        ...

    def gathered(self, rows: int | None = None) -> bool:
        """Whether all names are there; with a number of rows, note that they are."""
        ...

    def begin(self, run: str) -> None:
        """Keep the answers of the same run only, and none that has failed. `run`: what answers depend on."""
        ...

    def names(self) -> Iterator[str]:
        """Every name, in the order in which they came."""
        ...

    def open_names(self, most: int) -> Iterator[Sequence[str]]:
        """The names without an answer, some at a time."""
        ...

    def keep(self, answers: Mapping[str, bytes], failed: Collection[str]) -> None:
        """Keep answers; those to `failed` until the next run."""
        ...

    def answers(self, names: Collection[str]) -> Mapping[str, bytes]:
        """The answers to those names that have one."""
        ...

    def kept(self) -> Kept:
        """How much there is."""
        ...

    def remove(self) -> None:
        """Forget everything."""
        ...


class Journals(Protocol):
    """Where journals lie."""

    def open(self, out: Path, source: str) -> AbstractContextManager[Journal]:
        """The journal of a table that is to be written; a new one where it is of another source.

        Raises: JournalError, also where another process has it.
        """
        ...
