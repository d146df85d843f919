"""Columns of an upstream's table, found by their names.

Capitals and separators do not count: `Ligand ID`, `Ligand id` and `ligand_id` have all headed one column of the Guide.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter

_SEPARATORS = re.compile(r"[\W_]+")

Row = Mapping[str, str]
"""The cells of a line by the names of the columns that are used; empty for a column that the file does not have."""


class Columns:
    """The columns that a reader uses: without a `required` one it refuses the file, without others facts are absent.

    Required are identifiers of rows, the names by which they are found, types, and flags that every answer states.
    """

    def __init__(self, required: Sequence[str], optional: Sequence[str] = ()) -> None:
        self._required = required
        self._names = (*required, *optional)

    def lacking(self, header: Sequence[str]) -> tuple[str, ...]:
        """The columns that a header does not have. Raises: ValueError when a required one is among them."""
        known = _places(header)
        missing = tuple(name for name in self._names if _folded(name) not in known)
        if missing and missing[0] in self._required:
            raise ValueError(f"the column '{missing[0]}' is missing")
        return missing

    def reader(self, header: Sequence[str]) -> Callable[[Sequence[str]], Row]:
        """A function that makes a line's cells a row. Raises: ValueError, as `lacking`."""
        self.lacking(header)
        known = _places(header)
        taken = itemgetter(*(known.get(_folded(name), len(header)) for name in self._names))
        return lambda cells: dict(zip(self._names, taken((*cells, "")), strict=True))


def _places(header: Sequence[str]) -> Mapping[str, int]:
    """The place of each column; of two that are called alike, the first."""
    return {_folded(name): place for place, name in reversed([*enumerate(header)])}


def _folded(name: str) -> str:
    return _SEPARATORS.sub("", name.casefold())
