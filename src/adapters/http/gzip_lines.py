"""Streaming of lines from a gzip file, with bounded memory."""

import gzip
import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO

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
            raise ValueError(f"it is no whole gzip file: {error}") from error
        if rest:
            yield rest
