"""Merging of identical requests in flight."""

import anyio
import httpx

from biofacts.adapters.http.transport.body import copy, read_whole
from biofacts.adapters.http.transport.cache import CACHE_ONLY


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
