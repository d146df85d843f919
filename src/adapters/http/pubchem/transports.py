"""PubChem's peculiarities, as transports that wrap transports.

From the outside in: throttling, statuses, identifiers as forms.
"""

import re
import time
from collections.abc import Callable
from datetime import timedelta

import httpx

from biofacts.adapters.http.pubchem.wire import PICTURE, fault, is_answer
from biofacts.adapters.http.transport.body import read_whole
from biofacts.domain.answers import freshness
from biofacts.ports.request_budgets import Limiter

_STATUS = {
    "BadRequest": 400, "NotFound": 404, "NotAllowed": 405, "Unimplemented": 501,
    "ServerBusy": 429, "Timeout": 504, "ServerError": 502, "Unknown": 502,
}  # fmt: skip
_WAITING, _NOT_MODIFIED, _NO_ANSWER = 202, 304, 502
UNREADABLE = "biofacts-unreadable"
"""A header that marks a response as no answer, whatever its status."""

_IDENTIFIERS = ("name", "smiles", "inchi")
_PAUSES = {"yellow": 0.5, "red": 5.0, "black": 10.0}
_COLOUR = re.compile(r"status:\s*(yellow|red|black)\b", re.I)
_REFUSED = re.compile(r"blacklisted|blocking time", re.I)


class ThrottleTransport(httpx.AsyncBaseTransport):
    """Obeys `X-Throttling-Control`: each yellow answer slows down, a red one pauses, a refusal pauses longer."""

    def __init__(self, inner: httpx.AsyncBaseTransport, limiter: Limiter) -> None:
        self._inner = inner
        self._limiter = limiter

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        control = response.headers.get("x-throttling-control", "")
        seen = [found.lower() for found in _COLOUR.findall(control)] + ["black"] * bool(_REFUSED.search(control))
        if seen:
            await self._limiter.pause_for(max(_PAUSES[colour] for colour in seen))
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class StatusTransport(httpx.AsyncBaseTransport):
    """Gives every response the status that fits its content.

    PubChem sends transient faults with wrong statuses, web pages instead of faults, and truncated bodies with 200.
    `ServerBusy` becomes 429. A body that does not have the form of an answer becomes 502, with a header that keeps it
    out of the cache.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport, clock: Callable[[], float] = time.monotonic) -> None:
        self._inner = inner
        self._clock = clock

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await read_whole(await self._inner.handle_async_request(request), self._clock)
        # Only we may set it.
        response.headers.pop(UNREADABLE, None)
        if (status := _meant(request.url.path, response)) is None:
            response.headers[UNREADABLE] = "1"
        response.status_code = status or _NO_ANSWER
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


def _meant(path: str, response: httpx.Response) -> int | None:
    """Return the status that fits the content; None if that is no answer."""
    if found := fault(response.content):
        return _STATUS.get(found.kind, _NO_ANSWER if response.is_success else response.status_code)
    if response.status_code == _WAITING:  # the search still runs; a later request gets its result
        return _STATUS["Timeout"]
    if response.has_redirect_location or response.status_code == _NOT_MODIFIED:
        return None  # our requests are not conditional
    if response.is_success:
        return response.status_code if is_answer(path, response.content) else None
    # Only PubChem itself can report a missing compound; the page of a proxy in between cannot.
    return None if response.status_code in (400, 404) else response.status_code


class PostIdentifierTransport(httpx.AsyncBaseTransport):
    """Sends the identifier of a query string as a form, which PubChem treats alike and whose length has no limit.

    Outer transports see a GET, so that such answers are merged and cached like all others.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        form = {name: request.url.params[name] for name in _IDENTIFIERS if name in request.url.params}
        if request.method == "GET" and form:
            kept = [(name, value) for name, value in request.headers.items() if name != "host"]
            url = request.url.copy_with(query=None)
            request = httpx.Request("POST", url, headers=kept, data=form, extensions=request.extensions)
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        await self._inner.aclose()


def dialect(
    inner: httpx.AsyncBaseTransport, limiter: Limiter, clock: Callable[[], float] = time.monotonic
) -> httpx.AsyncBaseTransport:
    """Wrap a transport in all three."""
    return ThrottleTransport(StatusTransport(PostIdentifierTransport(inner), clock), limiter)


# Freshness of PubChem's answers in the cache


def max_age(request: httpx.Request, response: httpx.Response) -> int:
    """Return for how many seconds an answer may be cached: records for a week, searches for a day, misses for hours."""
    path = request.url.path
    if response.status_code == 404 or (response.status_code == 400 and not path.endswith(PICTURE)):
        return _seconds(freshness.MISS)
    if not response.is_success:
        return 0
    if "/pug_view/" in path or path.endswith(PICTURE):  # large; the records made of them are stored instead
        return 0
    return _seconds(freshness.RECORD if "/compound/cid/" in path else freshness.SEARCH)


def _seconds(span: timedelta) -> int:
    return int(span.total_seconds())
