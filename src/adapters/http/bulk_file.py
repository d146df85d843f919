"""A bulk file of an upstream, as the port of published files wants it."""

import gzip
import re
import zlib
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

import anyio.to_thread
import msgspec

from biofacts.adapters.http.client import LifeSciencesClient, Piece
from biofacts.domain.errors import UpstreamError
from biofacts.ports.publications import Edition, PublishedFile, Unchanged

RowT = TypeVar("RowT")


_ENOUGH_UNPACKED = 4 * 1024 * 1024
"""Bytes that hold the first rows of every gzip file: half a megabyte of one may unpack to half a gigabyte."""

Reader = Callable[[bytes], Iterator[RowT]]
"""Reads a file's rows, one by one. Raises: ValueError with one clear sentence, at any row."""


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """A file's own description. `release`: "" if it names none. `lacks`: as in `Edition`."""

    release: str = ""
    lacks: tuple[str, ...] = ()


Describe = Callable[[bytes], Head]
"""Reads a file's own description. Raises: ValueError with one clear sentence if the file cannot be used at all."""


def _silent(_: bytes) -> Head:
    """Describe a file that says nothing of itself."""
    return Head()


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
        unpacked = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(beginning, _ENOUGH_UNPACKED)
        return gzip.compress(whole_lines(unpacked), 1)
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

    `describe`: reads the file's own description; `cut`: makes the beginning of a file a readable one.
    """

    def __init__(
        self,
        client: LifeSciencesClient,
        path: str,
        read: Reader[RowT],
        describe: Describe = _silent,
        cut: Callable[[bytes], bytes] = whole_lines,
    ) -> None:
        self._client = client
        self._path = path
        self._read = read
        self._describe = describe
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
        try:
            head = await anyio.to_thread.run_sync(self._describe, fetched.body)
        except ValueError as error:
            raise UpstreamError.unreadable(self.service, self.name, error) from error
        return Edition(
            release=head.release or (fetched.modified or fetched.retrieved).strftime("%Y-%m-%d"),
            retrieved=fetched.retrieved,
            validator=fetched.validator,
            digest=fetched.digest,
            rows=Rows(self._read, fetched.body),
            size=len(fetched.body),
            lacks=head.lacks,
        )
