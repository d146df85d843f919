"""The base of the upstream clients: requests, files that upstreams publish, and errors.

Readers of files know tables, gzip files and JSON. Exceptions of httpx and HTTP statuses become errors of the domain.
"""

import csv
import gzip
import hashlib
import io
import re
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from operator import itemgetter
from typing import BinaryIO, ClassVar, Generic, Self, TypeVar

import anyio.to_thread
import httpx
import msgspec

from biofacts.adapters.http.transport.base import LARGEST_BODY, BodyTooLarge, Undecodable
from biofacts.adapters.http.transport.network import CertificateRefused, NoWayOut, RedirectRefused
from biofacts.adapters.http.transport.queue import QueueTimeout
from biofacts.adapters.http.transport.retry import CircuitOpen, retry_after
from biofacts.domain.answers.errors import RateLimited, UpstreamError
from biofacts.domain.limits import time_limits
from biofacts.domain.limits.request_rates import ONCE_A_SECOND, Rate
from biofacts.ports.published_files import Edition, PublishedFile, Unchanged

T = TypeVar("T")

_HTML = re.compile(rb"\s*<(?:!doctype )?html", re.IGNORECASE)


class Fetched(msgspec.Struct, frozen=True, kw_only=True):
    """A downloaded file. `unchanged`: True if the upstream answered 304 and sent no body.

    `validator`: the ETag, or "". `digest`: the SHA-256 of the body, since an ETag may be wrong. `modified`: the time of
    the last change, in UTC; None if the upstream does not state it.
    """

    body: bytes
    validator: str
    digest: str
    modified: datetime | None
    retrieved: datetime
    unchanged: bool = False


class ProbedFile(msgspec.Struct, frozen=True):
    """A file that `biofacts doctor` fetches, to check that an upstream is available and its format readable.

    `check`: a function that parses the beginning of the file. It raises ValueError or UpstreamError if it cannot.
    """

    path: str
    check: Callable[[bytes], object]


class UpstreamClient:
    """Base class of the upstream clients. Policies such as rate limits are transports of the given `httpx.AsyncClient`.

    `rates`: the upstream's rate limits. `pieces`: the files that `biofacts doctor` checks, at the addresses from which
    `biofacts sync` downloads.
    """

    service: ClassVar[str]
    rates: ClassVar[Sequence[Rate]] = ONCE_A_SECOND
    pieces: Sequence[ProbedFile] = ()

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http

    async def __aenter__(self) -> Self:
        await self._http.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def fetch(self, path: str, *, validator: str = "", html: bool = False) -> Fetched | None:
        """Fetch a file under the base URL. Returns None for 404.

        Raises: RateLimited, UpstreamError (also for an HTML page instead of a file, unless `html`).
        """
        # `If-None-Match` takes ETags only.
        headers = {"If-None-Match": validator} if validator.startswith(('"', "W/")) else {}
        with translated(self.service):
            response = await self._http.get(path, headers=headers)
        now = datetime.now(UTC)
        if response.status_code == 304 and headers:
            return Fetched(body=b"", validator=validator, digest="", modified=None, retrieved=now, unchanged=True)
        if response.status_code == 404:
            return None
        refuse(self.service, response)
        # Login pages and error pages come with status 200, too.
        if not html and _HTML.match(response.content):
            raise UpstreamError.replaced(self.service, f"it sends a web page instead of {path}")
        if not response.content:
            raise UpstreamError.of(self.service, f"it sends nothing instead of {path}")
        return Fetched(
            body=response.content,
            validator=response.headers.get("etag", ""),
            digest=hashlib.sha256(response.content).hexdigest(),
            modified=date(response.headers.get("last-modified", "")),
            retrieved=now,
        )

    async def parsed(
        self, path: str, parse: Callable[[bytes], T], *, validator: str, what: str = ""
    ) -> tuple[T, Fetched] | Unchanged | None:
        """Fetch a file and parse it in a worker thread. Returns None for 404.

        `parse`: a parser that raises ValueError with a readable message; `what`: the name of the file in errors
        (default: its path). Raises: RateLimited, UpstreamError.
        """
        fetched = await self.fetch(path, validator=validator)
        if fetched is None:
            return None
        if fetched.unchanged:
            return Unchanged(validator=fetched.validator, retrieved=fetched.retrieved)
        try:
            return await anyio.to_thread.run_sync(parse, fetched.body), fetched
        except ValueError as error:
            raise UpstreamError.unreadable(self.service, what or path, error) from error


def date(value: str) -> datetime | None:
    """Parse the date in an HTTP header, and convert it to UTC. Returns None if it is empty or malformed."""
    try:
        return parsedate_to_datetime(value).astimezone(UTC) if value else None
    except (ValueError, OverflowError):
        return None


# Files that an upstream publishes for download: `BulkFile` implements the `PublishedFile` port


RowT = TypeVar("RowT")

_ENOUGH_UNPACKED = 4 * 1024 * 1024
"""The most bytes to unpack from the beginning of a gzip file: half a megabyte may unpack to half a gigabyte."""

RowReader = Callable[[bytes], Iterator[RowT]]
"""A function that yields the rows of a file. Raises: ValueError with a readable message, at any row."""


class FileHead(msgspec.Struct, frozen=True, kw_only=True):
    """The metadata in a file. `release`: its release, or "" if it names none; `lacks`: see `Edition`."""

    release: str = ""
    lacks: tuple[str, ...] = ()


Describe = Callable[[bytes], FileHead]
"""A function that reads the metadata of a file. Raises: ValueError with a readable message if the file is unusable."""


def whole_lines(beginning: bytes) -> bytes:
    """Return the start of a text file without its incomplete last line."""
    return beginning[: beginning.rfind(b"\n") + 1]


def whole_objects(beginning: bytes) -> bytes:
    """Complete the JSON of a truncated WikiPathways file, which is an object with one array of flat objects."""
    is_whole = re.search(rb"\]\s*\}\s*$", beginning) is not None
    return beginning if is_whole else beginning[: beginning.rfind(b"}") + 1] + b"]}"


def packed_lines(beginning: bytes) -> bytes:
    """Unpack the beginning of a gzip file, drop the incomplete last line, and compress the rest. Raises: ValueError."""
    try:
        # MAX_WBITS | 16 selects the format of gzip.
        unpacked = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(beginning, _ENOUGH_UNPACKED)
        return gzip.compress(whole_lines(unpacked), 1)
    except zlib.error as error:
        raise ValueError(f"it is not a gzip file ({error})") from error


class ParsedRows(Generic[RowT]):
    """The rows of a file, parsed on each iteration. They can be pickled for worker processes if their reader can."""

    def __init__(self, reader: RowReader[RowT], body: bytes) -> None:
        self._read = reader
        self._body = body

    def __iter__(self) -> Iterator[RowT]:
        return self._read(self._body)


class BulkFile(PublishedFile[RowT]):
    """A published file below an upstream's base URL.

    `reader`: a function that yields its rows; `describe`: a function that reads its metadata; `cut`: a function that
    turns the beginning of the file into a complete file that `reader` accepts.
    """

    def __init__(
        self,
        client: UpstreamClient,
        path: str,
        reader: RowReader[RowT],
        describe: Describe = lambda _: FileHead(),
        cut: Callable[[bytes], bytes] = whole_lines,
    ) -> None:
        self.service = client.service
        self.name = path
        self._client = client
        self._read = reader
        self._describe = describe
        self._cut = cut

    @property
    def piece(self) -> ProbedFile:
        return ProbedFile(self.name, self._check)

    def _check(self, beginning: bytes) -> None:
        if next(self._read(self._cut(beginning)), None) is None:
            raise ValueError("it has no rows")

    async def fetch(self, *, validator: str = "") -> Edition[RowT] | Unchanged | None:
        download = await self._client.parsed(self.name, self._describe, validator=validator)
        if not isinstance(download, tuple):
            return download
        head, fetched = download
        return Edition(
            # The gene files of NCBI, for example, do not name their release.
            release=head.release or (fetched.modified or fetched.retrieved).strftime("%Y-%m-%d"),
            retrieved=fetched.retrieved,
            validator=fetched.validator,
            digest=fetched.digest,
            rows=ParsedRows(self._read, fetched.body),
            size=len(fetched.body),
            lacks=head.lacks,
        )


# The Guide spells one column `ChEMBL ID` in a file and `ChEMBl ID` in another, and releases differ as well.
_SEPARATORS = re.compile(r"[\W_]+")

TableRow = Mapping[str, str]
"""The cells of a line by column name; "" for a column that the file does not have."""


class ColumnReader:
    """The columns to read from a table, which is rejected if it lacks a `required` one; `optional` ones may be missing.

    Required columns hold the identifiers of rows, the names that searches use, types, and flags that every answer
    states as true or false.
    """

    def __init__(self, required: Sequence[str], optional: Sequence[str] = ()) -> None:
        self._required = required
        self._names = (*required, *optional)

    def lacking(self, header: Sequence[str]) -> tuple[str, ...]:
        """Return the columns that are missing from a header. Raises: ValueError if one of them is required."""
        places = _places(header)
        missing = tuple(name for name in self._names if _folded(name) not in places)
        if missing and missing[0] in self._required:
            raise ValueError(f"the column '{missing[0]}' is missing")
        return missing

    def rows(self, lines: Iterator[Sequence[str]]) -> Iterator[TableRow]:
        """Yield the rows of a table, whose first line is the header.

        Raises: ValueError if a required column is missing, a row has too few or too many cells, or there are no rows.
        """
        header, number = next(lines, ()), 0
        self.lacking(header)
        places = _places(header)
        # A missing column is read from the empty cell that is appended to each row.
        taken = itemgetter(*(places.get(_folded(name), len(header)) for name in self._names))
        for number, cells in enumerate(lines, start=1):
            if len(cells) != len(header):
                raise ValueError(f"row {number} has {len(cells)} cells instead of {len(header)}")
            yield dict(zip(self._names, taken((*cells, "")), strict=True))
        if not number:
            raise ValueError("it has no rows")


def delimited(body: bytes, delimiter: str = ",") -> Iterator[Sequence[str]]:
    """Yield the cells of each line of a CSV or TSV table, without empty lines. Raises: ValueError."""
    # newline="": a few cells of the Guide contain line breaks.
    text = io.TextIOWrapper(io.BytesIO(body), "utf-8-sig", newline="")
    try:
        yield from filter(None, csv.reader(text, delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise ValueError(f"it is not a table: {error}") from error


def _places(header: Sequence[str]) -> Mapping[str, int]:
    """Map each column name to its index; the first of two columns with the same name wins."""
    return {_folded(name): place for place, name in reversed([*enumerate(header)])}


def _folded(name: str) -> str:
    return _SEPARATORS.sub("", name.casefold())


# Streaming of lines from a gzip file, with bounded memory


LONGEST_LINE = 1 << 20
"""The maximum size in bytes of a line. The lines of real files have a few thousand at most."""


def read_lines(packed: BinaryIO, progress: Callable[[int], None] = lambda _: None) -> Iterator[bytes]:
    """Yield the lines of a gzip file, without line ends. `progress`: called with the number of compressed bytes read.

    Raises: ValueError if the file is not a gzip file, is truncated, or has a line that is too long; OSError.
    """
    with gzip.GzipFile(fileobj=packed) as unpacked:
        rest = b""
        try:
            while chunk := unpacked.read(LONGEST_LINE):
                *lines, rest = (rest + chunk).split(b"\n")
                if len(rest) > LONGEST_LINE:
                    raise ValueError(f"it has a line of more than {LONGEST_LINE} bytes")
                yield from lines
                progress(packed.tell())
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise ValueError(f"it is not a complete gzip file: {error}") from error
        if rest:
            yield rest


# Translation of httpx exceptions and HTTP statuses into domain errors


PAUSE = 5.0
"""Seconds to wait if the upstream does not state how long."""

_FAILURES: Mapping[type[Exception], str] = {
    CircuitOpen: f"it failed moments ago and is not queried for {time_limits.RECOVERY:g} seconds",
    httpx.ConnectTimeout: "it cannot be reached",
    httpx.TimeoutException: "it did not answer in time",
    Undecodable: "its answer cannot be decoded",
    NoWayOut: "the proxy or the certificates set in the environment cannot be used",
    httpx.ProxyError: "the proxy set in the environment does not let requests to it through",
    httpx.RequestError: "it cannot be reached",
    httpx.InvalidURL: "it cannot be reached",
}
"""Reasons why a service is unavailable for now, by exception; the first class that matches counts."""

_NO_NETWORK = (NoWayOut, httpx.ProxyError, httpx.ConnectError, httpx.ConnectTimeout)
"""Failures before any request is sent, caused by the local network and not by the service."""


@contextmanager
def translated(service: str) -> Generator[None]:
    """Translate the exceptions of a block: httpx's to UpstreamError, and a full request queue to RateLimited."""
    try:
        yield
    except QueueTimeout as error:
        raise RateLimited.of(service, PAUSE, "too many requests are already waiting for it") from error
    except CertificateRefused as error:
        raise UpstreamError.untrusted(service, error.request.url.host, str(error)) from error
    except RedirectRefused as error:
        raise UpstreamError.replaced(service, f"it redirects to {error.host}, which is not followed") from error
    except httpx.TooManyRedirects as error:
        raise UpstreamError.replaced(service, "its addresses redirect to one another") from error
    except BodyTooLarge as error:
        what = f"it sends more than {LARGEST_BODY // 2**20} MB in one answer"
        raise UpstreamError.replaced(service, what) from error
    except tuple(_FAILURES) as error:
        reason = next(why for kind, why in _FAILURES.items() if isinstance(error, kind))
        failure = UpstreamError.unreachable if isinstance(error, _NO_NETWORK) else UpstreamError.of
        raise failure(service, reason) from error


def refuse(service: str, response: httpx.Response, pause: float = PAUSE) -> None:
    """Raise for an unsuccessful response: RateLimited for 429, UpstreamError for any other.

    `pause`: seconds to wait after a 429 without `Retry-After`.
    """
    if response.status_code == 429:
        raise RateLimited.of(service, retry_after(response) or pause)
    if response.is_redirect:
        raise UpstreamError.replaced(service, "it redirects to another address, which is not followed")
    if not response.is_success:
        raise UpstreamError.of(service, f"it answers with status {response.status_code}")
