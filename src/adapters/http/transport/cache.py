"""The local HTTP cache: RFC 9111 by hishel, with our own time to live, stale-if-error, and an offline mode.

Each response says in its `Cache-Status` header (RFC 9211) where it comes from: `biofacts; hit`,
`biofacts; hit; detail=stale` or `biofacts; fwd=miss`.
"""

import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime, parsedate_to_datetime
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

import anyio
import anyio.to_thread
import httpx

from biofacts.adapters.http.transport.body import copy, read_whole
from biofacts.ports.observing import CacheOutcome

if TYPE_CHECKING:
    from hishel import AsyncBaseStorage

_SKEW = timedelta(minutes=5)
_NETWORK = "network"
CACHE_ONLY = "cache_only"
"""Request extension: only the cache may answer, and `NotStored` is raised if it cannot."""
_ANSWERS = (400, 404)  # statuses about the requested entity; any other failure is the upstream's own
_OUTDATED = ("pragma", "expires", "age", "vary", "set-cookie")


MaxAge = Callable[[httpx.Request, httpx.Response], int]
"""Returns for how many seconds a response may be cached; 0 for not at all."""

OpenStorage: TypeAlias = "Callable[[], Awaitable[AsyncBaseStorage]]"
"""Opens the storage of cached responses."""


class NotStored(httpx.TransportError):
    """The cache has no response to this request, and the network may not be used."""


def status(response: httpx.Response) -> CacheOutcome:
    """Return where a response comes from: `hit`, `stale` or `miss`."""
    said = response.headers.get("cache-status", "")
    return "stale" if "stale" in said else "hit" if "hit" in said else "miss"


def retrieved(response: httpx.Response) -> datetime:
    """Return when the upstream sent a response; now if it has no date."""
    noted = response.headers.get("date")
    return parsedate_to_datetime(noted) if noted else _now()


def _now() -> datetime:
    return datetime.fromtimestamp(time.time(), UTC)  # hishel uses this clock, too


class _Network(httpx.AsyncBaseTransport):
    """Sends requests to the upstream unless they forbid it, and sets how long each response stays fresh."""

    def __init__(self, inner: httpx.AsyncBaseTransport, max_age: MaxAge) -> None:
        self._inner = inner
        self._max_age = max_age

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.extensions.get(_NETWORK) is False:
            raise NotStored(f"{request.url} is not in the cache", request=request)
        response = await self._inner.handle_async_request(request)
        age = self._max_age(request, response)
        # The upstream's own caching headers would contradict ours.
        for name in _OUTDATED:
            response.headers.pop(name, None)
        response.headers["cache-control"] = f"max-age={age}" if age else "no-store"
        response.headers["date"] = format_datetime(_now(), usegmt=True)  # our clock, not the upstream's
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class CacheTransport(httpx.AsyncBaseTransport):
    """Answers from the cache while a response is fresh, and with an expired one if the upstream fails.

    `offline`: only the cache answers, with responses of any age. hishel is imported by the first request, since most
    runs make none.
    """

    def __init__(
        self,
        inner: httpx.AsyncBaseTransport,
        open_storage: OpenStorage,
        max_age: MaxAge,
        *,
        offline: bool = False,
    ) -> None:
        self._inner = _Network(inner, max_age)
        self._open_storage = open_storage
        self._offline = offline
        self._cached: httpx.AsyncBaseTransport | None = None
        self._storage: AsyncBaseStorage | None = None
        self._opening = anyio.Lock()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        cached = await self._open()
        if self._offline or request.extensions.get(CACHE_ONLY):
            return await self._stored(cached, request)
        try:
            response = await _read(cached, request)
            if retrieved(response) > _now() + _SKEW:  # the clock was set back, so the age is unknown
                headers = {**request.headers, "cache-control": "no-cache"}
                again = httpx.Request(request.method, request.url, headers=headers, extensions=request.extensions)
                response = await _read(cached, again)
        except httpx.TransportError as failure:
            try:
                return await self._stored(cached, request, stale=True)
            except NotStored:
                raise failure from None
        if not response.is_success and response.status_code not in _ANSWERS:
            try:
                return await self._stored(cached, request, stale=True)
            except NotStored:
                return response
        hit = response.extensions["caching"]["from_cache"]
        response.headers["cache-status"] = "biofacts; hit" if hit else "biofacts; fwd=miss"
        return response

    async def _stored(
        self, cached: httpx.AsyncBaseTransport, request: httpx.Request, *, stale: bool = False
    ) -> httpx.Response:
        """Return the cached response, however old. Raises: NotStored."""
        from hishel import CacheOptions

        extensions = {
            **request.extensions,
            _NETWORK: False,
            "caching": {"rfc": CacheOptions(shared=False, allow_stale=True)},
        }
        probe = httpx.Request(request.method, request.url, headers=request.headers, extensions=extensions)
        response = await _read(cached, probe)
        response.headers["cache-status"] = "biofacts; hit; detail=stale" if stale else "biofacts; hit"
        return response

    async def _open(self) -> httpx.AsyncBaseTransport:
        if self._cached is None:
            async with self._opening:
                if self._cached is None:
                    self._cached = await self._built()
        return self._cached

    async def _built(self) -> httpx.AsyncBaseTransport:
        # hishel imports redis if that is installed, which takes 0.2 s: not on the event loop.
        await anyio.to_thread.run_sync(import_module, "hishel.httpx")
        from hishel import CacheOptions
        from hishel.httpx import AsyncCacheTransport

        self._storage = await self._open_storage()
        return AsyncCacheTransport(self._inner, self._storage, rfc=CacheOptions(shared=False))

    async def aclose(self) -> None:
        if self._storage is not None:
            await self._storage.close()
        await self._inner.aclose()


async def _read(transport: httpx.AsyncBaseTransport, request: httpx.Request) -> httpx.Response:
    """Send a request and read the response to its end. Until then the cache does not serve it to others."""
    response = await transport.handle_async_request(request)
    try:
        await response.aread()
    finally:
        await response.aclose()
    return response


# Merging of identical requests in flight


class _Flight:
    """A request in flight, and its outcome for all callers that wait for it."""

    def __init__(self) -> None:
        self.lock = anyio.Lock()
        self.waiting = 0
        self.response: httpx.Response | None = None
        self.error: Exception | None = None


class CoalesceTransport(httpx.AsyncBaseTransport):
    """Merges identical GET requests in flight. The first caller sends it; if that is cancelled, the next one does."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner
        self._flights: dict[tuple[object, ...], _Flight] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.method != "GET":
            return await self._inner.handle_async_request(request)
        key = (
            str(request.url),
            request.headers.get("if-none-match"),
            request.headers.get("accept"),
            request.extensions.get(CACHE_ONLY),  # such a request fails where others go to the network
        )
        flight = self._flights.setdefault(key, _Flight())
        flight.waiting += 1
        try:
            async with flight.lock:
                # A cancelled caller has set neither, so the next one to get the lock sends the request.
                if flight.error is None and flight.response is None:
                    await self._ask(flight, request)
        finally:
            flight.waiting -= 1
            if not flight.waiting:
                self._flights.pop(key, None)
        if flight.error is not None:
            raise flight.error
        assert flight.response is not None
        return copy(flight.response)

    async def _ask(self, flight: _Flight, request: httpx.Request) -> None:
        try:
            flight.response = await read_whole(await self._inner.handle_async_request(request))
        except Exception as error:  # raised again for every caller that waits
            flight.error = error

    async def aclose(self) -> None:
        await self._inner.aclose()
