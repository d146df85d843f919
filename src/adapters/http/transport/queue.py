"""The queue before one upstream: requests go one by one, each when the budget has room."""

import time
from collections.abc import Callable

import anyio
import httpx

from biofacts.adapters.http.transport.observed import Watch
from biofacts.adapters.http.transport.retry import NotWorthRetrying, retry_after
from biofacts.domain import budgets, wording
from biofacts.ports.limiter import Limiter
from biofacts.ports.waiting import waiting_for


class QueueTimeout(NotWorthRetrying):
    """So many requests wait for the upstream's budget that this one's turn does not come in time."""


class RequestQueue:
    """The requests to one upstream, let through one by one.

    `spacing`: the seconds that two requests leave apart at least, whatever the budget says: a process that was held up
    uses its slots late, and would use the next ones on time, right behind. `watch`: sees the upstream's requests.
    """

    def __init__(
        self,
        limiter: Limiter,
        spacing: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        watch: Watch | None = None,
    ) -> None:
        self.limiter = limiter
        self.watch = watch or Watch()
        self._spacing = spacing
        self._clock = clock
        self._last = -spacing
        self._lock = anyio.Lock()

    async def wait(self) -> None:
        """Wait for one's turn. Raises: QueueTimeout."""
        try:
            with anyio.fail_after(budgets.TURN):
                async with self._lock:
                    # The wait is known only now, with the lock in hand: whoever was before has moved it.
                    seconds = await self.limiter.reserve()
                    if (seconds := max(seconds, self._last + self._spacing - self._clock())) > 0:
                        await anyio.sleep(seconds)
                    self._last = self._clock()
        except TimeoutError as error:
            raise QueueTimeout(f"no turn within {budgets.TURN:g} seconds") from error


class LimitTransport(httpx.AsyncBaseTransport):
    """Sends a request when its turn has come.

    `prepare` is done before a turn is taken: what takes long afterwards would bunch the requests of several processes.
    """

    def __init__(
        self,
        inner: httpx.AsyncBaseTransport,
        queue: RequestQueue,
        *,
        prepare: Callable[[httpx.Request], object] = lambda _: None,
    ) -> None:
        self._inner = inner
        self._queue = queue
        self._prepare = prepare

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._prepare(request)
        with self._queue.watch.turn(), waiting_for(wording.turn(request.url.host)):
            await self._queue.wait()
        with waiting_for(wording.answer(request.url.host)):
            response = await self._inner.handle_async_request(request)
        if response.status_code in (429, 503) and (pause := retry_after(response)):
            await self._queue.limiter.pause_for(min(pause, budgets.PAUSES))
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()
