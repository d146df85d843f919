"""Lookup of the columns of an upstream's table by their names.

Case and separators are ignored: the Guide has headed one column `Ligand ID`, `Ligand id` and `ligand_id`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter

_SEPARATORS = re.compile(r"[\W_]+")

Row = Mapping[str, str]
"""The cells of a line by column name; "" for a column that the file does not have."""


class Columns:
    """The columns that a reader uses. It rejects a file without a `required` one; other columns may be missing.

    Required columns hold the identifiers of rows, the names that searches use, types, and flags that every answer
    states as true or false.
    """

    def __init__(self, required: Sequence[str], optional: Sequence[str] = ()) -> None:
        self._required = required
        self._names = (*required, *optional)

    def lacking(self, header: Sequence[str]) -> tuple[str, ...]:
        """Return the columns that a header does not have. Raises: ValueError if a required one is among them."""
        known = _places(header)
        missing = tuple(name for name in self._names if _folded(name) not in known)
        if missing and missing[0] in self._required:
            raise ValueError(f"the column '{missing[0]}' is missing")
        return missing

    def reader(self, header: Sequence[str]) -> Callable[[Sequence[str]], Row]:
        """Make a function that turns cells of a line into a row. Raises: ValueError if a required column is missing."""
        self.lacking(header)
        known = _places(header)
        taken = itemgetter(*(known.get(_folded(name), len(header)) for name in self._names))
        return lambda cells: dict(zip(self._names, taken((*cells, "")), strict=True))


def _places(header: Sequence[str]) -> Mapping[str, int]:
    """Map each column name to its index; the first of two columns with equal names counts."""
    return {_folded(name): place for place, name in reversed([*enumerate(header)])}


def _folded(name: str) -> str:
    return _SEPARATORS.sub("", name.casefold())
