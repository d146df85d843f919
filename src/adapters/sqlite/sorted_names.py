"""An external sort for the rows of hundreds of millions of names, in bounded memory.

Rows are spread over files by the first byte of their key, a hash. Each file is sorted in memory: of 400 million rows
it holds 1.6 million, which take about 130 MB.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from biofacts.domain.compounds.bulk_names import KEY, NamedNumber, key

# One for each value of the first byte of a key.
FILES = 256
ROW = KEY + 4
"""The size of a row in bytes: a key, then the compound's number and a last bit that is 0 for its title.

Rows are big-endian, so that they sort as bytes.
"""

# Bytes of a buffer before it is written, and names between two calls of `look`.
_BUFFER = 1 << 16
_LOOKS_EVERY = 1 << 14
_OTHER = 1


def read(stored: bytes) -> tuple[bytes, int, bool]:
    """Split a row into the key, the compound's number, and True if the name is its title."""
    number = int.from_bytes(stored[KEY:])
    return stored[:KEY], number >> 1, not number & _OTHER


class SortedNames:
    """Rows that are added in any order and come out sorted, without duplicates. Raises: OSError.

    `look` is called now and then, and may raise to end the work.
    """

    def __init__(self, folder: Path, look: Callable[[], None]) -> None:
        self._look = look
        self._paths = [folder / f"{number:02x}.rows" for number in range(FILES)]
        self._buffers = [bytearray() for _ in range(FILES)]

    def add(self, named: Iterable[NamedNumber], *, is_title: bool) -> None:
        """Add the names of compounds."""
        buffers, last_bit = self._buffers, int(not is_title)
        for count, (number, name) in enumerate(named):
            stored = key(name)
            buffers[stored[0]] += stored + (number << 1 | last_bit).to_bytes(4)
            if count % _LOOKS_EVERY == 0:
                self._look()
                self._write(_BUFFER)
        self._write(1)

    def _write(self, fullness: int) -> None:
        for path, buffer in zip(self._paths, self._buffers, strict=True):
            if len(buffer) >= fullness:
                with path.open("ab") as file:
                    file.write(buffer)
                buffer.clear()

    def parts(self) -> Iterator[list[bytes]]:
        """Yield the sorted rows of each file, and remove the file.

        A title that is also among the other names has one row, that of the title.
        """
        for path in self._paths:
            self._look()
            yield list(_distinct(_sorted(path)))


def _sorted(path: Path) -> list[bytes]:
    if not path.exists():
        return []
    body = path.read_bytes()
    path.unlink()
    return sorted([body[start : start + ROW] for start in range(0, len(body), ROW)])


def _distinct(rows: Iterable[bytes]) -> Iterator[bytes]:
    before = b""
    # A title (last bit 0) sorts before the equal name (last bit 1). `before` has the bit set, so that both are equal.
    for one in rows:
        if one != before:
            yield one
            before = one if one[-1] & _OTHER else one[:-1] + bytes((one[-1] | _OTHER,))
