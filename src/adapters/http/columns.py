"""Published tables: gzipped lines, and columns by name."""

import gzip
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import BinaryIO

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


# Streaming of lines from a gzip file, with bounded memory


_CHUNK = 1 << 20
LONGEST_LINE = 1 << 20
"""Bytes. The lines of real files have a few thousand at most."""


def read_lines(packed: BinaryIO, read: Callable[[int], None] = lambda _: None) -> Iterator[bytes]:
    """Yield the lines without line ends. Calls `read` with the number of compressed bytes that were read so far.

    Raises: ValueError if the file is no gzip file, is truncated, or has a line that is too long; OSError.
    """
    with gzip.GzipFile(fileobj=packed) as unpacked:
        rest = b""
        try:
            while chunk := unpacked.read(_CHUNK):
                *lines, rest = (rest + chunk).split(b"\n")
                if len(rest) > LONGEST_LINE:
                    raise ValueError(f"it has a line of more than {LONGEST_LINE} bytes")
                yield from lines
                read(packed.tell())
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise ValueError(f"it is not a complete gzip file: {error}") from error
        if rest:
            yield rest
