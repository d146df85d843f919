"""A bulk file of an upstream, as the port of published files wants it."""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from biofacts.adapters.http.client import LifeSciencesClient
from biofacts.ports.publications import Edition, PublishedFile, Unchanged

RowT = TypeVar("RowT")


Reader = Callable[[bytes], Iterator[RowT]]
"""Reads a file's rows, one by one. Raises: ValueError with one clear sentence, at any row."""


def _unnamed(_: bytes) -> None:
    return None


class Rows(Generic[RowT]):
    """The rows of a file, read as they are wanted; another process can read them as well, where the reader is known."""

    def __init__(self, read: Reader[RowT], body: bytes) -> None:
        self._read = read
        self._body = body

    def __iter__(self) -> Iterator[RowT]:
        return self._read(self._body)


class BulkFile(PublishedFile[RowT]):
    """One file under an upstream's base address. `release`: what the file itself is called, where it says so."""

    def __init__(
        self,
        client: LifeSciencesClient,
        path: str,
        read: Reader[RowT],
        release: Callable[[bytes], str | None] = _unnamed,
    ) -> None:
        self._client = client
        self._path = path
        self._read = read
        self._release = release

    @property
    def service(self) -> str:
        return self._client.service

    @property
    def name(self) -> str:
        return self._path

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
