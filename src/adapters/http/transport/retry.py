"""Retries: which failures are worth another attempt, how many, and after which pauses."""

import math
import random
import time
from collections.abc import Callable

import httpx

from biofacts.adapters.http.transport.base import BodyTooLarge, TooSlow, WrappingTransport, read_whole
from biofacts.domain.limits import time_limits

RETRIED_STATUS = frozenset({429, 502, 503, 504, 524})  # 524: a gateway got no answer from the upstream in time
ATTEMPTS = 4
_FIRST_BACKOFF = 0.5
_LONGEST_RETRY_AFTER = 86_400.0


class NotWorthRetrying(httpx.TransportError):
    """A failure with a local cause, such as a full queue: the same request would fail again at once."""


def retry_after(response: httpx.Response) -> float | None:
    """Return the seconds of a `Retry-After` header, a day at most; None without one (or with a date)."""
    value = response.headers.get("retry-after", "").strip()
    return min(float(value), _LONGEST_RETRY_AFTER) if value.isascii() and value.replace(".", "", 1).isdigit() else None


class TryAgain(Exception):
    """A response with a status that is worth a retry."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response


class RetryPolicy:
    """The retry decisions for one request, with limits on its pauses and on attempts that get no answer."""

    def __init__(self) -> None:
        self._pauses = time_limits.PAUSES
        self._unanswered = 1  # a call has time for two requests that time out (see `time_limits.READ`)

    def __call__(self, error: Exception) -> bool | float:
        """Return True to retry, False to give up, or the seconds that the upstream demands to wait before a retry."""
        if isinstance(error, TryAgain):
            if (pause := retry_after(error.response)) is None:
                return True
            self._pauses -= pause
            # Jitter, so that several processes do not retry at once.
            return pause + random.uniform(0, 0.1) if self._pauses >= 0 else False
        if isinstance(error, BodyTooLarge | TooSlow | NotWorthRetrying):
            return False
        if isinstance(error, httpx.TimeoutException | httpx.ConnectError):
            self._unanswered -= 1
            return self._unanswered >= 0
        return isinstance(error, httpx.TransportError)


class RetryTransport(WrappingTransport):
    """Retries up to three times on 429, 502, 503, 504, 524 and transport errors, but only once without an answer.

    It reads the body as part of the attempt, so that a broken transfer is retried as well.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(inner)
        self._clock = clock

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        import stamina  # only a request needs it, and it is slow to import

        try:
            async for attempt in stamina.retry_context(
                on=RetryPolicy(),
                attempts=ATTEMPTS,
                timeout=None,  # the whole call has a time limit already
                wait_initial=_FIRST_BACKOFF,
                wait_jitter=_FIRST_BACKOFF,
            ):
                with attempt:
                    response = await read_whole(await self._inner.handle_async_request(request), self._clock)
                    if response.status_code in RETRIED_STATUS:
                        raise TryAgain(response)
                    return response
        except TryAgain as last:
            return last.response
        raise AssertionError("stamina ends by returning or raising")


# Circuit breaker: pauses requests to an upstream that keeps failing


_FAILURES = 2


class CircuitOpen(httpx.TransportError):
    """The upstream failed moments ago, and requests to it are paused."""


class CircuitBreakerTransport(WrappingTransport):
    """Pauses requests for `pause` seconds after `failures` requests in a row have failed, including their retries."""

    def __init__(
        self,
        inner: httpx.AsyncBaseTransport,
        failures: int = _FAILURES,
        pause: float = time_limits.RECOVERY,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(inner)
        self._failures = failures
        self._pause = pause
        self._clock = clock
        self._failed = 0
        self._until = -math.inf

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if self._clock() < self._until:
            raise CircuitOpen(f"{request.url.host} failed moments ago", request=request)
        try:
            response = await self._inner.handle_async_request(request)
        except NotWorthRetrying:  # a local cause, which says nothing about the upstream
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
