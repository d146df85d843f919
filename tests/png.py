"""PNG pictures, made here."""

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, content: bytes = b"") -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def header(width: int, height: int) -> bytes:
    """Of a picture in eight shades of grey."""
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))


def png(width: int = 4, height: int = 3, shade: int = 200) -> bytes:
    """A whole picture of one shade."""
    rows = (b"\0" + bytes([shade]) * width) * height
    return SIGNATURE + header(width, height) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND")
