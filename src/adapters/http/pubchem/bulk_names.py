"""PubChem's bulk files of names: gzipped lines of `CID<tab>name`, by ascending CID, in UTF-8 with rare broken bytes.

Source: https://ftp.ncbi.nlm.nih.gov/pubchem/Compound/Extras/README-Compound-Extras
"""

import gzip
import hashlib
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

import anyio
import httpx

from biofacts.adapters.http.base_client import (
    ProbedFile,
    UpstreamClient,
    date,
    packed_lines,
    read_lines,
    refuse,
    translated,
)
from biofacts.adapters.http.transport.base import TooSlow
from biofacts.adapters.http.transport.retry import ATTEMPTS, RETRIED_STATUS, RetryPolicy, TryAgain
from biofacts.domain.answers.entity_kinds import COMPOUND
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.compounds.queries import NamedNumber
from biofacts.domain.identifiers.curies import LARGEST_CID
from biofacts.domain.limits import time_limits
from biofacts.ports.published_files import Announced, LargeFile, ReportBytes

_log = logging.getLogger(__name__)

_LONGEST_CID = len(str(LARGEST_CID))
_MOST_DAMAGED = 0.001
"""The share of lines that may be damaged, in addition to the `_FORGIVEN` lines that even a small file may have."""
_FORGIVEN = 10


class PubChemBulkClient(UpstreamClient):
    """Client for PubChem's bulk files. `http`: a client that streams response bodies."""

    service = COMPOUND.service

    def __init__(self, http: httpx.AsyncClient, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(http)
        extras = "Compound/Extras"
        self.titles = StreamedFile(http, self.service, f"{extras}/CID-Title.gz", read_names, clock)
        self.names = StreamedFile(http, self.service, f"{extras}/CID-Synonym-filtered.gz", read_names, clock)
        self.inchikeys = StreamedFile(http, self.service, f"{extras}/CID-InChI-Key.gz", read_inchikeys, clock)
        self.pieces = (ProbedFile(f"{extras}/CID-Title.gz", check_names),)


def check_names(beginning: bytes) -> None:
    """Check that the beginning of a file has CIDs with names. Raises: ValueError."""
    lines = gzip.decompress(packed_lines(beginning)).splitlines()
    if not any(_row(line, columns=2)[1] for line in lines[:_FORGIVEN]):
        raise ValueError("its first lines are not numbers with names")


def read_names(path: Path, report: ReportBytes) -> Iterator[NamedNumber]:
    """Yield the CIDs and names in a file of titles or synonyms. Raises: ValueError, OSError."""
    return _rows(path, report, columns=2)


def read_inchikeys(path: Path, report: ReportBytes) -> Iterator[NamedNumber]:
    """Yield the CIDs and InChIKeys in a file that also has the InChI between them. Raises: ValueError, OSError."""
    return _rows(path, report, columns=3)


def _rows(path: Path, report: ReportBytes, *, columns: int) -> Iterator[NamedNumber]:
    last, damaged = 0, 0
    for count, line in enumerate(_lines(path, report), start=1):
        number, name = _row(line, columns)
        # The file is sorted: a CID out of order comes from a damaged line.
        if name and last <= number <= LARGEST_CID:
            last = number
            yield number, name
        else:
            damaged += 1
            if damaged > _FORGIVEN + count * _MOST_DAMAGED:
                raise ValueError(f"{damaged} of its first {count} lines are not numbers with names")
    if not last:
        raise ValueError("it is empty")
    if damaged:
        _log.warning("%s: skipped %d damaged lines", path.name, damaged)


def _row(line: bytes, columns: int) -> NamedNumber:
    """Return the CID and the last cell of a line; (0, "") if the line is damaged."""
    cells = line.split(b"\t")
    # Python refuses to convert more than 4,300 digits, so the length is checked before `int`.
    if len(cells) != columns or not cells[0].isdigit() or len(cells[0]) > _LONGEST_CID:
        return 0, ""
    return int(cells[0]), cells[-1].decode(errors="replace").strip()


def _lines(path: Path, report: ReportBytes) -> Iterator[bytes]:
    """Yield the lines of a gzip file. Raises: ValueError, OSError."""
    with path.open("rb") as packed:
        yield from read_lines(packed, report)


# Download of files that are larger than memory: streamed into a folder, and resumed after an interruption


T = TypeVar("T")
RowT = TypeVar("RowT")

ReadFile = Callable[[Path, ReportBytes], Iterator[RowT]]
"""A function that yields the rows of a file and reports the bytes read. Raises: ValueError, OSError, at any row."""

_AS_IT_IS = {"Accept-Encoding": "identity"}  # a compressed transfer has neither a length nor ranges


class StreamedFile(LargeFile[RowT]):
    """A large file below an upstream's base URL, downloaded to disk. `http`: a client that streams response bodies."""

    def __init__(
        self,
        http: httpx.AsyncClient,
        service: str,
        path: str,
        reader: ReadFile[RowT],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._http = http
        self.service = service
        self.name = path.rpartition("/")[2]
        self._path = path
        self._read = reader
        self._clock = clock

    async def announced(self) -> Announced:
        head = await self._retried(self._head)
        size = head.headers.get("content-length", "")
        if not size.isdecimal() or not int(size):
            raise UpstreamError.of(self.service, f"it does not say how large {self.name} is")
        modified = date(head.headers.get("last-modified", ""))
        return Announced(size=int(size), validator=_validator(head), modified=modified or datetime.now(UTC))

    def fetched_bytes(self, announced: Announced, folder: Path) -> int:
        return _size(self._place(announced, folder)) if announced.validator else 0

    async def fetch(self, announced: Announced, folder: Path, report: ReportBytes) -> Path:
        path = self._place(announced, folder)
        # Without a validator nothing shows that a part on disk belongs to the announced file.
        self._forget(folder, but=path if announced.validator else None)
        report(_size(path))
        while _size(path) < announced.size:
            await self._retried(partial(self._append, path, announced, report))
        if _size(path) > announced.size:
            path.unlink()
            raise UpstreamError.of(self.service, f"{self.name} is longer than announced")
        return path

    def read(self, path: Path, report: ReportBytes) -> Iterator[RowT]:
        return self._read(path, report)

    def _place(self, announced: Announced, folder: Path) -> Path:
        edition = hashlib.blake2b(f"{announced.validator} {announced.size}".encode(), digest_size=5).hexdigest()
        return folder / f"{self.name}.{edition}"

    def _forget(self, folder: Path, *, but: Path | None) -> None:
        for other in folder.glob(f"{self.name}.*"):
            if other != but:
                other.unlink()

    async def _retried(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Call `ask` until it succeeds. Raises: RateLimited, UpstreamError if all attempts fail."""
        import stamina

        try:
            with translated(self.service):
                async for attempt in stamina.retry_context(on=RetryPolicy(), attempts=ATTEMPTS, timeout=None):
                    with attempt:
                        return await ask()
        except TryAgain as last:
            refuse(self.service, last.response)
        raise AssertionError("stamina ends by returning or raising")

    async def _head(self) -> httpx.Response:
        async with self._http.stream("HEAD", self._path, headers=_AS_IT_IS) as response:
            self._check(response)
            return response

    async def _append(self, path: Path, announced: Announced, report: ReportBytes) -> None:
        """Send one request and append its body. Raises: httpx.TransportError if it breaks off without anything new."""
        before = start = _size(path)
        # With If-Range, a file that has changed is sent whole instead of as a part that does not fit.
        rest = {"Range": f"bytes={start}-", "If-Range": announced.validator} if start and announced.validator else {}
        headers = {**_AS_IT_IS, **rest}
        async with self._http.stream("GET", self._path, headers=headers) as response:
            self._check(response)
            # A changed file must not be appended to the part on disk.
            if _validator(response) != announced.validator:
                raise UpstreamError.of(self.service, f"{self.name} has changed since it was announced")
            if response.status_code != 206:  # the upstream does not support ranges and sends the whole file
                start = 0
            elif not response.headers.get("content-range", "").startswith(f"bytes {start}-"):
                raise UpstreamError.of(self.service, f"it sends the wrong part of {self.name}")
            try:
                await self._write(response, path, start, report)
            except TooSlow:  # a TransportError, too, but resuming at once would be as slow
                raise
            except httpx.TransportError:
                # A transfer that breaks off after some progress is no failure: the next request resumes it.
                if _size(path) <= before:
                    raise
                return
        if _size(path) < announced.size:
            raise UpstreamError.of(self.service, f"{self.name} is shorter than it says")

    async def _write(self, response: httpx.Response, path: Path, start: int, report: ReportBytes) -> None:
        """Write a body to a file as it arrives. Raises: TooSlow, httpx.TransportError, OSError."""
        assert isinstance(response.stream, httpx.AsyncByteStream)
        parts = aiter(response.stream)
        began, size = self._clock(), 0
        try:
            async with await anyio.open_file(path, "ab" if start else "wb") as file:
                async for part in parts:
                    await file.write(part)
                    size += len(part)
                    report(start + size)
                    if (
                        seconds := self._clock() - began
                    ) > time_limits.BODY and size < seconds * time_limits.SLOWEST_BODY:
                        raise TooSlow(f"{size} bytes in {seconds:.0f} seconds")
        finally:
            if isinstance(parts, AsyncGenerator):
                await parts.aclose()

    def _check(self, response: httpx.Response) -> None:
        """Reject every response that is not the file. Raises: TryAgain, RateLimited, UpstreamError."""
        if response.status_code in RETRIED_STATUS:
            raise TryAgain(response)
        if response.status_code == 404:
            raise UpstreamError.of(self.service, f"{self.name} does not exist")
        refuse(self.service, response)
        if "content-encoding" in response.headers or "text/html" in response.headers.get("content-type", ""):
            raise UpstreamError.of(self.service, f"it sends something else instead of {self.name}")


def _validator(response: httpx.Response) -> str:
    """Return the ETag if it is strong, else the date of the last modification."""
    # Weak ETags do not work with If-Range (RFC 9110, section 13.1.5).
    etag: str = response.headers.get("etag", "")
    return etag if etag.startswith('"') else response.headers.get("last-modified", "")


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
