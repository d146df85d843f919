"""Validation of PNG pictures: size, checksums, completeness.

Source: https://www.w3.org/TR/png/#5Chunk-layout
"""

import struct
import zlib
from typing import NamedTuple

LARGEST = 2 * 1024 * 1024
"""Bytes: a hundred times the size of PubChem's pictures."""

_LARGEST_SIDE = 4096
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LENGTH, _AROUND, _HEADER = struct.Struct(">I4s"), 12, struct.Struct(">II")  # 12: length, kind, checksum of a chunk


class Size(NamedTuple):
    """Width and height in pixels."""

    width: int
    height: int


def size(body: bytes) -> Size | None:
    """Return the size of a picture; None if it is no PNG, is damaged or truncated, or is too large."""
    if len(body) > LARGEST or not body.startswith(_SIGNATURE):
        return None
    found: Size | None = None
    kinds: list[bytes] = []
    at = len(_SIGNATURE)
    while at + _AROUND <= len(body) and kinds[-1:] != [b"IEND"]:
        length, kind = _LENGTH.unpack_from(body, at)
        content, end = body[at + 8 : at + 8 + length], at + _AROUND + length
        if body[end - 4 : end] != zlib.crc32(kind + content).to_bytes(4):
            return None
        if not kinds:
            found = _size(kind, content)
        kinds.append(kind)
        at = end
    is_whole = kinds[-1:] == [b"IEND"] and b"IDAT" in kinds and at == len(body)
    return found if is_whole else None


def _size(kind: bytes, content: bytes) -> Size | None:
    """Read the size from the first chunk; None if that is not a valid header."""
    if kind != b"IHDR" or len(content) < _HEADER.size:
        return None
    read = Size(*_HEADER.unpack_from(content))
    return read if all(0 < side <= _LARGEST_SIDE for side in read) else None
