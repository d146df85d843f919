"""The queue in front of an upstream: sends requests one by one, as the rate limit allows."""

import time
from collections import OrderedDict, deque
from collections.abc import Callable

import anyio
import httpx

from biofacts.adapters.http.transport.base import WrappingTransport
from biofacts.adapters.http.transport.request_events import Watch
from biofacts.adapters.http.transport.retry import NotWorthRetrying, retry_after
from biofacts.domain.limits import time_limits
from biofacts.domain.source_remarks import any_source as source_remarks
from biofacts.ports.request_budgets import Limiter, waiting_for

_MISSED = 2
"""The maximum number of slots in a row that are skipped because the process has woken up too late for them."""


class QueueTimeout(NotWorthRetrying):
    """A request that got no turn in time, because too many others wait for the upstream's rate limit."""


# Order of waiting requests: round-robin between clients, first come, first served within a client


class Turn:
    """A request's place in the line. `called` is set when the request may be sent, or must reserve slots for all.

    `granted`: True if the request may be sent; `leads`: True if it reserves the slots for all waiting requests.
    """

    def __init__(self, client: str) -> None:
        self.client = client
        self.called = anyio.Event()
        self.granted = False
        self.leads = False


class RequestQueue:
    """The requests to one upstream, sent one by one, round-robin between clients.

    `limiter`: the upstream's rate limit. `spacing`: the minimum seconds between two requests of this
    process: after a delay it would use one slot late and the next on time, right after it. `caller`: a function that
    returns the client of the current request; `watch`: reports the upstream's events.
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
        self._line = WaitingLine()
        self._is_led = False

    async def wait(self) -> None:
        """Wait for a turn. Raises: QueueTimeout."""
        turn = self._line.join(self._caller())
        try:
            with anyio.fail_after(time_limits.TURN):
                if self._is_led:
                    await turn.called.wait()
                if not turn.granted:
                    await self._lead(turn)
        except TimeoutError as error:
            raise QueueTimeout(f"no turn within {time_limits.TURN:g} seconds") from error
        finally:
            self._leave(turn)

    async def _lead(self, own: Turn) -> None:
        """Reserve slots for all waiting turns until this one is granted. Each slot goes to whichever turn is next."""
        self._is_led, own.leads = True, True
        missed = 0
        while not own.granted:
            late = await self._slot()
            # A late request would coincide with those that other processes send in the following slots.
            if late > time_limits.LATE and missed < _MISSED:
                missed += 1
                continue
            missed, self._last = 0, self._clock()
            self._line.grant()

    async def _slot(self) -> float:
        """Take a slot and wait for its time. Returns how many seconds late this process woke up."""
        started = self._clock()
        seconds = await self.limiter.reserve()
        if (wait := max(seconds, self._last + self._spacing - self._clock())) > 0:
            try:
                await anyio.sleep(wait)
            except anyio.get_cancelled_exc_class():
                # Unused slots add up: a hundred short commands once reserved a minute and a half in advance.
                with anyio.CancelScope(shield=True):
                    await self.limiter.give_back()
                raise
        return self._clock() - started - max(seconds, wait)

    def _leave(self, turn: Turn) -> None:
        """Leave the line. If this turn reserves the slots, hand that over to another turn."""
        self._line.leave(turn)
        if turn.leads:
            following = self._line.waiting()
            self._is_led = following is not None
            if following is not None:
                following.leads = True
                following.called.set()


class LimitTransport(WrappingTransport):
    """Sends a request when its turn has come.

    `prepare` runs before the wait: slow work after it would bunch the requests of several processes.
    """

    def __init__(
        self,
        inner: httpx.AsyncBaseTransport,
        queue: RequestQueue,
        *,
        prepare: Callable[[httpx.Request], object] = lambda _: None,
    ) -> None:
        super().__init__(inner)
        self._queue = queue
        self._prepare = prepare

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._prepare(request)
        with self._queue.watch.turn(), waiting_for(source_remarks.turn(request.url.host)):
            await self._queue.wait()
        with waiting_for(source_remarks.answer(request.url.host)):
            response = await self._inner.handle_async_request(request)
        # All processes pause, not only this request.
        if response.status_code in (429, 503) and (pause := retry_after(response)):
            await self._queue.limiter.pause_for(min(pause, time_limits.PAUSES))
        return response


_FIRST_ROUND, _LATER_ROUNDS = 2, 1
"""Turns per client and round: two at first, since a lookup sends two requests at once, then one."""


class _WaitingClient:
    def __init__(self) -> None:
        self.turns: deque[Turn] = deque()
        self.left = _FIRST_ROUND


class WaitingLine:
    """Waiting turns, round-robin between clients. A new client is served before the one just served."""

    def __init__(self) -> None:
        self._clients: OrderedDict[str, _WaitingClient] = OrderedDict()

    def join(self, client: str) -> Turn:
        """Add a turn behind the client's other turns."""
        turn = Turn(client)
        self._clients.setdefault(client, _WaitingClient()).turns.append(turn)
        return turn

    def leave(self, turn: Turn) -> None:
        """Give up a turn. Does nothing if it was granted."""
        if (client := self._clients.get(turn.client)) and turn in client.turns:
            client.turns.remove(turn)
            self._forget(turn.client)

    def waiting(self) -> Turn | None:
        """Return any waiting turn; None if there is none."""
        return next((client.turns[0] for client in self._clients.values()), None)

    def grant(self) -> Turn | None:
        """Grant and return the next turn; None if there is none."""
        if not self._clients:
            return None
        name, client = next(iter(self._clients.items()))
        if not client.left:  # its round is over; checked only now, so that clients who came meanwhile go first
            client.left = _LATER_ROUNDS
            self._clients.move_to_end(name)
            name, client = next(iter(self._clients.items()))
        client.left -= 1
        turn = client.turns.popleft()
        self._forget(name)
        turn.granted = True
        turn.called.set()
        return turn

    def _forget(self, name: str) -> None:
        if not self._clients[name].turns:
            del self._clients[name]
