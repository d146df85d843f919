"""What of an upstream can be seen: the wait for a turn, each attempt with its status, and what the cache has."""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

import httpx

from biofacts.adapters.http.transport.cache import status
from biofacts.ports.observing import (
    CacheAnswered,
    CacheOutcome,
    Observer,
    TurnAwaited,
    TurnEnded,
    UpstreamAnswered,
    unobserved,
)


class Watch:
    """Tells an observer of one upstream."""

    def __init__(
        self, service: str = "", observer: Observer = unobserved, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.service = service
        self.observer = observer
        self.clock = clock

    @contextmanager
    def turn(self) -> Generator[None]:
        """For as long as a request waits for its turn."""
        started = self.clock()
        self.observer(TurnAwaited(self.service))
        try:
            yield
        finally:
            self.observer(TurnEnded(self.service, self.clock() - started))


class ObservedTransport(httpx.AsyncBaseTransport):
    """Tells of each attempt: how it ended, and how long that took."""

    def __init__(self, inner: httpx.AsyncBaseTransport, watch: Watch) -> None:
        self._inner = inner
        self._watch = watch

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        started = self._watch.clock()
        ended = "cancelled"
        try:
            response = await self._inner.handle_async_request(request)
            ended = str(response.status_code)
        except httpx.TimeoutException:
            ended = "timeout"
            raise
        except httpx.TransportError:
            ended = "unreachable"
            raise
        finally:
            seconds = self._watch.clock() - started
            event = UpstreamAnswered(self._watch.service, request.url.host, request.method, ended, seconds)
            self._watch.observer(event)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class ObservedCache(httpx.AsyncBaseTransport):
    """Tells what a cache had for each request."""

    def __init__(self, cache: httpx.AsyncBaseTransport, watch: Watch) -> None:
        self._cache = cache
        self._watch = watch

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        outcome: CacheOutcome = "miss"
        try:
            response = await self._cache.handle_async_request(request)
            outcome = status(response)
        finally:
            self._watch.observer(CacheAnswered(self._watch.service, outcome))
        return response

    async def aclose(self) -> None:
        await self._cache.aclose()
