"""The queue before one upstream: requests go one by one, each when the budget has room."""

import time
from collections.abc import Callable

import anyio
import httpx

from biofacts.adapters.http.transport.line import Line, Turn
from biofacts.adapters.http.transport.observed import Watch
from biofacts.adapters.http.transport.retry import NotWorthRetrying, retry_after
from biofacts.domain import budgets, wording
from biofacts.ports.limiter import Limiter
from biofacts.ports.waiting import waiting_for

_MISSED = 2
"""How many slots in a row are left unused because they came so long ago."""


class QueueTimeout(NotWorthRetrying):
    """So many requests wait for the upstream's budget that this one's turn does not come in time."""


class RequestQueue:
    """The requests to one upstream, let through one by one, clients in turn.

    `spacing`: the seconds that two requests leave apart at least, whatever the budget says: a process that was held up
    uses its slots late, and would use the next ones on time, right behind. `caller`: for whom a request is made;
    `watch`: sees the upstream's requests.
    """

    def __init__(
        self,
        limiter: Limiter,
        spacing: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        caller: Callable[[], str] = lambda: "",
        watch: Watch | None = None,
    ) -> None:
        self.limiter = limiter
        self.watch = watch or Watch()
        self._spacing = spacing
        self._clock = clock
        self._caller = caller
        self._last = -spacing
        self._line = Line()
        self._is_led = False

    async def wait(self) -> None:
        """Wait for one's turn. Raises: QueueTimeout."""
        turn = self._line.join(self._caller())
        try:
            with anyio.fail_after(budgets.TURN):
                if self._is_led:
                    await turn.called.wait()
                if not turn.granted:
                    await self._lead(turn)
        except TimeoutError as error:
            raise QueueTimeout(f"no turn within {budgets.TURN:g} seconds") from error
        finally:
            self._leave(turn)

    async def _lead(self, own: Turn) -> None:
        """Take slots, one at a time, until one is one's own. Who goes is decided when a slot has come, not before."""
        self._is_led, own.leads = True, True
        missed = 0
        while not own.granted:
            late = await self._slot()
            if late > budgets.LATE and missed < _MISSED:
                missed += 1
                continue
            missed, self._last = 0, self._clock()
            self._line.grant()

    async def _slot(self) -> float:
        """Take a slot and wait until it comes. Returns: how many seconds ago it came."""
        asked = self._clock()
        seconds = await self.limiter.reserve()
        if (wait := max(seconds, self._last + self._spacing - self._clock())) > 0:
            try:
                await anyio.sleep(wait)
            except anyio.get_cancelled_exc_class():
                with anyio.CancelScope(shield=True):
                    await self.limiter.give_back()
                raise
        return self._clock() - asked - max(seconds, wait)

    def _leave(self, turn: Turn) -> None:
        """Leave the line; whoever leads it calls another to do so."""
        self._line.leave(turn)
        if turn.leads:
            following = self._line.waiting()
            self._is_led = following is not None
            if following is not None:
                following.leads = True
                following.called.set()


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
