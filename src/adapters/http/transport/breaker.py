"""A circuit breaker: an upstream that fails is left alone for a while."""

import time
from collections.abc import Callable

import httpx

from biofacts.adapters.http.transport.retry import NotWorthRetrying
from biofacts.domain import budgets

_FAILURES = 2


class CircuitOpen(httpx.TransportError):
    """The upstream failed moments ago, and is left alone for a while."""


class CircuitBreakerTransport(httpx.AsyncBaseTransport):
    """Leaves an upstream alone for `pause` seconds after `failures` requests in a row have failed, retries and all."""

    def __init__(
        self,
        inner: httpx.AsyncBaseTransport,
        failures: int = _FAILURES,
        pause: float = budgets.RECOVERY,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inner = inner
        self._failures = failures
        self._pause = pause
        self._clock = clock
        self._failed = 0
        self._until = 0.0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if self._clock() < self._until:
            raise CircuitOpen(f"{request.url.host} failed moments ago", request=request)
        try:
            response = await self._inner.handle_async_request(request)
        except NotWorthRetrying:  # our own doing
            raise
        except httpx.TransportError:
            self._count_failure()
            raise
        if response.status_code >= 500:
            self._count_failure()
        else:
            self._failed = 0
        return response

    def _count_failure(self) -> None:
        self._failed += 1
        if self._failed >= self._failures:
            self._until = self._clock() + self._pause
            self._failed = self._failures - 1  # afterwards one request tries, and decides

    async def aclose(self) -> None:
        await self._inner.aclose()
