"""Events of an upstream for an observer: each wait for a turn, and each attempt with its outcome."""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

import httpx

from biofacts.adapters.http.transport.base import WrappingTransport
from biofacts.ports.observing import Observer, TurnAwaited, TurnEnded, UpstreamAnswered, unobserved


class Watch:
    """Reports the events of one upstream to an observer."""

    def __init__(
        self, service: str = "", observer: Observer = unobserved, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.service = service
        self.observer = observer
        self.clock = clock

    @contextmanager
    def turn(self) -> Generator[None]:
        """Report that a request waits for its turn while the block runs."""
        started = self.clock()
        self.observer(TurnAwaited(self.service))
        try:
            yield
        finally:
            self.observer(TurnEnded(self.service, self.clock() - started))


class ObservedTransport(WrappingTransport):
    """Reports the outcome of each attempt, and how long it took."""

    def __init__(self, inner: httpx.AsyncBaseTransport, watch: Watch) -> None:
        super().__init__(inner)
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
