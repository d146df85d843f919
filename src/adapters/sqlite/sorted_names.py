"""The rows of hundreds of millions of names, put in order by bounded memory.

They are spread over files by the first byte of their key, which is evenly spread itself, and each file is sorted in
memory: of 400 million rows it holds 1.6 million, which take some 130 MB.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from biofacts.domain.compound_names import KEY, NamedNumber, key

FILES = 256
ROW = KEY + 4
"""A key, the compound's number, and in the last bit whether the name is not its title; big-endian, so that it sorts."""

_BUFFER = 1 << 16
_LOOKS_EVERY = 1 << 14
_OTHER = 1


def read(stored: bytes) -> tuple[bytes, int, bool]:
    """The key, the number, and whether the name is the title."""
    number = int.from_bytes(stored[KEY:])
    return stored[:KEY], number >> 1, not number & _OTHER


class SortedNames:
    """Rows are added in any order, and come out in theirs, each once. Raises: OSError, as files do.

    `look`: is called now and then, and may raise to end the work.
    """

    def __init__(self, folder: Path, look: Callable[[], None]) -> None:
        self._look = look
        self._paths = [folder / f"{number:02x}.rows" for number in range(FILES)]
        self._buffers = [bytearray() for _ in range(FILES)]

    def add(self, named: Iterable[NamedNumber], *, is_title: bool) -> None:
        """Add names."""
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
        """The rows of each file, which is removed. Of a title that is listed among the other names, too, one row."""
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
    for one in rows:
        if one != before:
            yield one
            before = one if one[-1] & _OTHER else one[:-1] + bytes((one[-1] | _OTHER,))
