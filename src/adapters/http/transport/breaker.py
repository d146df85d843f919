"""Circuit breaker: pauses requests to an upstream that keeps failing."""

import time
from collections.abc import Callable

import httpx

from biofacts.adapters.http.transport.retry import NotWorthRetrying
from biofacts.domain.answers import time_budgets

_FAILURES = 2


class CircuitOpen(httpx.TransportError):
    """The upstream failed moments ago, and requests to it are paused."""


class CircuitBreakerTransport(httpx.AsyncBaseTransport):
    """Pauses requests for `pause` seconds after `failures` requests in a row have failed, including their retries."""

    def __init__(
        self,
        inner: httpx.AsyncBaseTransport,
        failures: int = _FAILURES,
        pause: float = time_budgets.RECOVERY,
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
        except NotWorthRetrying:  # our own doing, which says nothing about the upstream
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
            self._failed = self._failures - 1  # after the pause a single failure opens the circuit again

    async def aclose(self) -> None:
        await self._inner.aclose()
