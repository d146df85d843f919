"""A bulk file of an upstream, as the port of published files wants it."""

import gzip
import re
import zlib
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from biofacts.adapters.http.client import LifeSciencesClient, Piece
from biofacts.ports.publications import Edition, PublishedFile, Unchanged

RowT = TypeVar("RowT")


Reader = Callable[[bytes], Iterator[RowT]]
"""Reads a file's rows, one by one. Raises: ValueError with one clear sentence, at any row."""


def _unnamed(_: bytes) -> None:
    return None


def whole_lines(beginning: bytes) -> bytes:
    """Cut the beginning of a file of lines to whole ones."""
    return beginning[: beginning.rfind(b"\n") + 1]


def whole_objects(beginning: bytes) -> bytes:
    """Cut the beginning of WikiPathways' JSON, one array of flat objects, to whole ones, and close it."""
    is_whole = re.search(rb"\]\s*\}\s*$", beginning) is not None
    return beginning if is_whole else beginning[: beginning.rfind(b"}") + 1] + b"]}"


def packed_lines(beginning: bytes) -> bytes:
    """Cut the beginning of a gzip file of lines to whole ones. Raises: ValueError."""
    try:
        return gzip.compress(whole_lines(zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(beginning)), 1)
    except zlib.error as error:
        raise ValueError(f"it is no gzip file ({error})") from error


class Rows(Generic[RowT]):
    """The rows of a file, read as they are wanted; another process can read them as well, where the reader is known."""

    def __init__(self, read: Reader[RowT], body: bytes) -> None:
        self._read = read
        self._body = body

    def __iter__(self) -> Iterator[RowT]:
        return self._read(self._body)


class BulkFile(PublishedFile[RowT]):
    """One file under an upstream's base address.

    `release`: names the file's release, where the file says it; `cut`: makes the beginning of a file a readable one.
    """

    def __init__(
        self,
        client: LifeSciencesClient,
        path: str,
        read: Reader[RowT],
        release: Callable[[bytes], str | None] = _unnamed,
        cut: Callable[[bytes], bytes] = whole_lines,
    ) -> None:
        self._client = client
        self._path = path
        self._read = read
        self._release = release
        self._cut = cut

    @property
    def service(self) -> str:
        return self._client.service

    @property
    def name(self) -> str:
        return self._path

    @property
    def piece(self) -> Piece:
        """The file, as a checkup asks for it."""
        return Piece(self._path, self._check)

    def _check(self, beginning: bytes) -> None:
        if next(self._read(self._cut(beginning)), None) is None:
            raise ValueError("there is no row in it")

    async def fetch(self, *, validator: str = "") -> Edition[RowT] | Unchanged | None:
        fetched = await self._client.fetch(self._path, validator=validator)
        if fetched is None:
            return None
        if fetched.unchanged:
            return Unchanged(validator=fetched.validator, retrieved=fetched.retrieved)
        day = (fetched.modified or fetched.retrieved).strftime("%Y-%m-%d")
        return Edition(
            release=self._release(fetched.body) or day,
            retrieved=fetched.retrieved,
            validator=fetched.validator,
            digest=fetched.digest,
            rows=Rows(self._read, fetched.body),
            size=len(fetched.body),
        )
