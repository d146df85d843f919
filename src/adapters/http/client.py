"""Base of the outbound clients: fetches files with ETag validators."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import ClassVar, Self

import httpx
import msgspec

from biofacts.adapters.http.transport.errors import refuse, translated
from biofacts.domain.answers.errors import UpstreamError


class Fetched(msgspec.Struct, frozen=True, kw_only=True):
    """A fetched file. `unchanged`: the upstream answered 304, and there is no body.

    `validator`: the ETag, or "". `digest`: SHA-256 of the body, since an ETag may be wrong. `modified`: UTC; None if
    the upstream does not say.
    """

    body: bytes
    validator: str
    digest: str
    modified: datetime | None
    retrieved: datetime
    unchanged: bool = False


class Piece(msgspec.Struct, frozen=True):
    """A file that shows if an upstream is available, and if its format is readable.

    `check` takes the beginning of the file. It raises ValueError or UpstreamError if it cannot read that.
    """

    path: str
    check: Callable[[bytes], object]


class LifeSciencesClient:
    """Base of the outbound clients. Its `httpx.AsyncClient` applies all policies, such as rate limits, as transports.

    `pieces`: the files that `biofacts doctor` checks, at the addresses from which `biofacts sync` fetches.
    """

    service: ClassVar[str]
    pieces: Sequence[Piece] = ()

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http

    async def __aenter__(self) -> Self:
        await self._http.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.__aexit__(kind, error, trace)

    async def fetch(self, path: str, *, validator: str = "", html: bool = False) -> Fetched | None:
        """Fetch a file under the base URL. Returns None for 404.

        Raises: RateLimited, UpstreamError (also for an HTML page instead of a file, unless `html`).
        """
        headers = {"If-None-Match": validator} if validator.startswith(('"', "W/")) else {}
        # `If-None-Match` takes ETags only.
        with translated(self.service):
            response = await self._http.get(path, headers=headers)
        now = datetime.now(UTC)
        if response.status_code == 304 and headers:
            return Fetched(body=b"", validator=validator, digest="", modified=None, retrieved=now, unchanged=True)
        if response.status_code == 404:
            return None
        refuse(self.service, response)
        # Login pages and error pages come with status 200, too.
        if not html and _is_html(response):
            raise UpstreamError.replaced(self.service, f"it answers with a web page in the place of {path}")
        if not response.content:
            raise UpstreamError(self.service, f"it answers with nothing in the place of {path}")
        return Fetched(
            body=response.content,
            validator=response.headers.get("etag", ""),
            digest=hashlib.sha256(response.content).hexdigest(),
            modified=date(response.headers.get("last-modified", "")),
            retrieved=now,
        )


def _is_html(response: httpx.Response) -> bool:
    head = response.content[:200].lstrip().lower()
    return head.startswith((b"<!doctype html", b"<html"))


def date(value: str) -> datetime | None:
    """Parse the date of a header, as UTC. Returns None if it is empty or malformed."""
    try:
        return parsedate_to_datetime(value).astimezone(UTC) if value else None
    except (ValueError, OverflowError):
        return None
