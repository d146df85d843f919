"""Connections that keep nobody waiting: what uvicorn leaves open for ever is closed after a while.

A request's head and its body must each come within a time, however many bytes come meanwhile; an answer must be read.
When there are very many connections, those that have waited longest for a request are closed for new ones.
"""

from asyncio import TimerHandle, Transport  # noqa: TID251 - uvicorn's protocols are asyncio's
from collections.abc import Callable
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

HEAD: Final = 10.0
"""Seconds for a request's head, from its first byte or, of the first request, from the connection's begin."""

BODY: Final = 20.0
"""Seconds for a request's body."""

IDLE: Final = 75
"""Seconds that a connection is kept for another request: more than the 60 for which nginx keeps one."""

UNREAD: Final = 30.0
"""Seconds until a client that does not read its answer is given up."""

LARGEST_HEAD: Final = 64 * 1024
"""Bytes of a request's head: the parser itself would keep any number."""

MOST_AT_ONCE: Final = 16
"""Requests that a client may send on one connection without reading answers; clients of MCP send one."""

_UNNEEDED: Final = 0.01
"""Seconds of rest after each piece of a body that was refused: a client that sends 50 MB gets its answer at once."""

_LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


_ONCE: Final = frozenset({b"host", b"origin"})
"""Headers that decide who is answered: of two, a proxy may go by one and we by the other (RFC 9112, section 3.2)."""


class BrokenRequest(Exception):
    """A request that is answered 400: raised in a callback of the parser, which uvicorn takes for a broken one."""


class TooManyAtOnce(BrokenRequest):
    """A client sends requests and reads no answers."""


class TwiceTheSame(BrokenRequest):
    """A request has a header twice that may come once."""


class Connections(ServerState):
    """All connections of a server. `most`: above it, one that waits for a request is closed for each new one."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        self.waiting: dict[TimedConnection, None] = {}  # in the order in which they began to

    def make_room(self) -> None:
        """Close what has waited longest, if there are too many."""
        if len(self.connections) > self.most and (oldest := next(iter(self.waiting), None)) is not None:
            oldest.give_up()


class TimedConnection(HttpToolsProtocol):
    """One connection, with a time for each thing that it waits for."""

    def __init__(self, config: Config, server_state: Connections, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._all = server_state
        self._timer: TimerHandle | None = None
        self._awaited: object = None
        self._head = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Wait for a head."""
        super().connection_made(transport)
        self._all.waiting[self] = None
        self._wait("first byte", HEAD, self.give_up)
        self._all.make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing."""
        self._all.waiting.pop(self, None)
        self._stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Wait for what is still missing; read slowly what nobody needs any more."""
        super().data_received(data)
        self._look()
        self._head = self._head + len(data) if self._awaited == "head" else 0
        if self._head > LARGEST_HEAD:
            self.give_up()
        if (cycle := self._cycle) is not None and cycle.response_complete and cycle.more_body:
            self.flow.pause_reading()
            self.loop.call_later(_UNNEEDED, self._read_on)

    def on_message_begin(self) -> None:
        """Let nobody queue requests in our memory. Raises: TooManyAtOnce."""
        if len(self.pipeline) >= MOST_AT_ONCE:
            raise TooManyAtOnce
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Blanks behind a value are no part of it (RFC 9110, section 5.5); the parser cuts those before it only.

        Raises: TwiceTheSame.
        """
        if (lower := name.lower()) in _ONCE and any(known == lower for known, _ in self.headers):
            raise TwiceTheSame
        super().on_header(name, value.rstrip(b" \t"))

    def on_response_complete(self) -> None:
        """Wait for the next request; uvicorn closes what stays idle."""
        self._all.waiting[self] = None
        super().on_response_complete()
        if self.cycle.response_complete and not self.cycle.more_body:
            self._stop()
        else:
            self._look()

    def _read_on(self) -> None:
        if not self.transport.is_closing():
            self.flow.resume_reading()

    def pause_writing(self) -> None:
        """Wait until the client reads."""
        super().pause_writing()
        self._wait("reading", UNREAD, self.give_up)

    def resume_writing(self) -> None:
        """Wait no more."""
        super().resume_writing()
        self._look()

    def shutdown(self) -> None:
        """Close what no answer is due on; a body that has not come by now is not waited for."""
        if self._cycle is not None and self._cycle.more_body:
            self.give_up()
        else:
            super().shutdown()

    def give_up(self) -> None:
        """Close at once, whatever is still unsent."""
        self._all.waiting.pop(self, None)
        self._stop()
        self.transport.abort()

    @property
    def _cycle(self) -> RequestResponseCycle | None:
        """The last request; none before the first, other than uvicorn's annotation says."""
        return self.cycle

    def _look(self) -> None:
        if self.flow.write_paused or self.transport.is_closing():
            return
        cycle = self._cycle
        if cycle is None or (cycle.response_complete and not cycle.more_body):
            self._wait("head", HEAD, self._too_late)
        elif cycle.more_body:
            self._wait(cycle, BODY, self._too_late)
        else:
            self._all.waiting.pop(self, None)
            self._stop()

    def _wait(self, awaited: object, seconds: float, late: Callable[[], None]) -> None:
        """Begin to wait, unless that is waited for already."""
        if self._awaited is not awaited:
            self._stop()
            self._awaited = awaited
            self._timer = self.loop.call_later(seconds, late)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._awaited = None

    def _too_late(self) -> None:
        cycle = self._cycle
        answered = cycle is not None and cycle.more_body and cycle.response_started
        if not answered and not self.transport.is_closing():
            self.transport.write(_LATE)
        self._all.waiting.pop(self, None)
        self._stop()
        self.transport.close()
