"""What every outbound client has in common: one fetch with validators."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import ClassVar, Self

import httpx
import msgspec

from biofacts.adapters.http.transport.errors import refuse, translated
from biofacts.domain.errors import UpstreamError


class Fetched(msgspec.Struct, frozen=True, kw_only=True):
    """A fetched file. `unchanged`: the validator that was sent still holds, and there is no body.

    `validator`: the ETag, "" without one. `digest`: of the body, since a validator may lie. `modified`: UTC; None when
    not told.
    """

    body: bytes
    validator: str
    digest: str
    modified: datetime | None
    retrieved: datetime
    unchanged: bool = False


class Piece(msgspec.Struct, frozen=True):
    """A file by which one sees whether an upstream is there, and whether it can be read.

    `check` is given the beginning of the file. It raises ValueError or UpstreamError where that cannot be read.
    """

    path: str
    check: Callable[[bytes], object]


class LifeSciencesClient:
    """Base of the outbound clients: is given its `httpx.AsyncClient`, with the rules of the house as transports.

    `pieces`: what `biofacts doctor` asks for, at the addresses that `biofacts sync` asks.
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
        """Fetch a file under the base URL; None for 404.

        Raises: RateLimited, UpstreamError (also for an HTML page in the place of a file, unless `html`).
        """
        headers = {"If-None-Match": validator} if validator.startswith(('"', "W/")) else {}
        with translated(self.service):
            response = await self._http.get(path, headers=headers)
        now = datetime.now(UTC)
        if response.status_code == 304 and headers:
            return Fetched(body=b"", validator=validator, digest="", modified=None, retrieved=now, unchanged=True)
        if response.status_code == 404:
            return None
        refuse(self.service, response)
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
    """A date of a header, UTC; None where it is none."""
    try:
        return parsedate_to_datetime(value).astimezone(UTC) if value else None
    except (ValueError, OverflowError):
        return None
