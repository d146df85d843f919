"""A bulk file of an upstream, as the port of published files wants it."""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

import anyio.to_thread
import msgspec

from biofacts.adapters.http.client import LifeSciencesClient
from biofacts.domain import wording
from biofacts.domain.errors import UpstreamError
from biofacts.ports.publications import Edition, PublishedFile, Unchanged

RowT = TypeVar("RowT")


Reader = Callable[[bytes], Iterator[RowT]]
"""Reads a file's rows, one by one. Raises: ValueError with one clear sentence, at any row."""


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What a file says of itself. `release`: "" where it names none. `lacks`: see `Edition`."""

    release: str = ""
    lacks: tuple[str, ...] = ()


Describe = Callable[[bytes], Head]
"""Reads what a file says of itself. Raises: ValueError with one clear sentence, where it cannot be read at all."""


def _silent(_: bytes) -> Head:
    """A file that says nothing of itself."""
    return Head()


class Rows(Generic[RowT]):
    """The rows of a file, read as they are wanted; another process can read them as well, where the reader is known."""

    def __init__(self, read: Reader[RowT], body: bytes) -> None:
        self._read = read
        self._body = body

    def __iter__(self) -> Iterator[RowT]:
        return self._read(self._body)


class BulkFile(PublishedFile[RowT]):
    """One file under an upstream's base address."""

    def __init__(
        self,
        client: LifeSciencesClient,
        path: str,
        read: Reader[RowT],
        describe: Describe = _silent,
    ) -> None:
        self._client = client
        self._path = path
        self._read = read
        self._describe = describe

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
        try:
            head = await anyio.to_thread.run_sync(self._describe, fetched.body)
        except ValueError as error:
            raise UpstreamError(self.service, wording.unusable(self.name, str(error))) from error
        return Edition(
            release=head.release or (fetched.modified or fetched.retrieved).strftime("%Y-%m-%d"),
            retrieved=fetched.retrieved,
            validator=fetched.validator,
            digest=fetched.digest,
            rows=Rows(self._read, fetched.body),
            size=len(fetched.body),
            lacks=head.lacks,
        )
