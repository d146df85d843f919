"""Connections with time limits: uvicorn itself would leave slow ones open for ever.

A request's head and its body must each arrive within a time, even if bytes keep coming; a client must read its
response. If there are too many connections, those that have waited longest for a request are closed for new ones.

No option of uvicorn limits any of that but idle connections: `limit_concurrency` refuses callers because others are
silent, and an ASGI application sees neither heads that are incomplete nor connections that wait. So `TimedConnection`
inherits from uvicorn's protocol class, which is not a documented interface; hence the upper limit of its version in
`pyproject.toml`. Measurements of the alternatives are in `docs/maintainers/checks.md`.
"""

import logging
import socket
from asyncio import AbstractEventLoop, TimerHandle, Transport  # noqa: TID251 - uvicorn's protocols are asyncio's
from collections.abc import Callable
from types import FrameType
from typing import Any, Final, cast

import uvicorn
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from biofacts.adapters.mcp.server_calls import Calls
from biofacts.adapters.mcp.streamable_http.request_checks import LOST

_log = logging.getLogger(__name__)

HEAD: Final = 10.0
"""Seconds for a request's head, from its first byte or, for the first request, from the start of the connection."""

BODY: Final = 20.0
"""Seconds for a request's body."""

IDLE: Final = 75
"""Seconds for which an idle connection stays open: more than the 60 of nginx."""

UNREAD: Final = 30.0
"""Seconds until the connection of a client that does not read its response is closed."""

LARGEST_HEAD: Final = 64 * 1024
"""Bytes of a request's head: the parser itself has no limit."""

MOST_AT_ONCE: Final = 16
"""Requests that a client may send on one connection without reading responses. MCP clients send one."""

_LARGE: Final = 64 * 1024
"""Bytes that are sent at once, so that the transport can say when its buffer is full."""

_UNNEEDED: Final = 0.01
"""Seconds of pause after each piece of a refused body: a client that sends 50 MB gets its response at once."""

_LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

_ONCE: Final = frozenset({b"host", b"origin"})
"""Headers that decide who may call. Of two values a proxy may check one and we the other (RFC 9112, section 3.2)."""


class BrokenRequest(Exception):
    """A request that is answered with 400. Raised in a parser callback, where uvicorn takes it for a parse error."""


class TooManyAtOnce(BrokenRequest):
    """A client sends requests without reading responses."""


class TwiceTheSame(BrokenRequest):
    """A request repeats a header that may occur only once."""


class Connections(ServerState):
    """All connections of a server. `most`: the limit; beyond it, each new connection closes an idle one."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        self.waiting: dict[TimedConnection, None] = {}  # a dict for its order: the longest waiting first

    def make_room(self) -> None:
        """Close the connection that has waited longest, if there are too many."""
        if len(self.connections) > self.most and (oldest := next(iter(self.waiting), None)) is not None:
            oldest.give_up()


class Gathered:
    """A transport that sends together what is written in one turn of the event loop: a response's head and body.

    Otherwise uvicorn sends each by itself, which takes the system, and the client, twice the time.
    """

    def __init__(self, transport: Transport, loop: AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._written: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        self._written.append(data)
        if len(data) > _LARGE:
            self._send()
        elif len(self._written) == 1:
            self._loop.call_soon(self._send)

    def close(self) -> None:
        self._send()
        self._transport.close()

    def _send(self) -> None:
        if self._written and not self._transport.is_closing():
            self._transport.write(b"".join(self._written))
        self._written.clear()


class TimedConnection(HttpToolsProtocol):
    """One connection, with a time limit for each thing that it waits for."""

    def __init__(self, config: Config, server_state: Connections, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._all = server_state
        self._timer: TimerHandle | None = None
        self._awaited: object = None
        self._head = 0
        self._extensions: dict[str, Any] = {LOST: set[Callable[[], None]]()}

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(cast("Transport", Gathered(transport, self.loop)))
        self._all.waiting[self] = None
        self._wait("first byte", HEAD, self.give_up)
        self._all.make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all waiting, and tell those who serve requests of this connection."""
        self._all.waiting.pop(self, None)
        self._stop()
        for end in tuple(self._extensions[LOST]):
            end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Wait for the missing rest; read a body slowly that is no longer needed."""
        super().data_received(data)
        self._look()
        self._head = self._head + len(data) if self._awaited == "head" else 0
        if self._head > LARGEST_HEAD:
            self.give_up()
        if (cycle := self._cycle) is not None and cycle.response_complete and cycle.more_body:
            self.flow.pause_reading()
            self.loop.call_later(_UNNEEDED, self._read_on)

    def on_message_begin(self) -> None:
        """Limit the requests that a client can queue in our memory. Raises: TooManyAtOnce."""
        if len(self.pipeline) >= MOST_AT_ONCE:
            raise TooManyAtOnce
        super().on_message_begin()
        self.scope["extensions"] = self._extensions

    def on_header(self, name: bytes, value: bytes) -> None:
        """Reject duplicate headers, and strip values. Raises: TwiceTheSame."""
        if (lower := name.lower()) in _ONCE and any(header == lower for header, _ in self.headers):
            raise TwiceTheSame
        # Blanks after a value are not part of it (RFC 9110, section 5.5); the parser strips only those before it.
        super().on_header(name, value.rstrip(b" \t"))

    def on_response_complete(self) -> None:
        """Wait for the next request. uvicorn itself closes idle connections."""
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
        super().pause_writing()
        self._wait("reading", UNREAD, self.give_up)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._look()

    def shutdown(self) -> None:
        """Close the connection if no response is pending, or a request's body is still incomplete."""
        if self._cycle is not None and self._cycle.more_body:
            self.give_up()
        else:
            super().shutdown()

    def give_up(self) -> None:
        """Close at once, and drop unsent bytes."""
        self._all.waiting.pop(self, None)
        self._stop()
        self.transport.abort()

    @property
    def _cycle(self) -> RequestResponseCycle | None:
        """The last request; None before the first, although uvicorn's annotation excludes it."""
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
        """Start a timer, unless the connection waits for that already."""
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


# Graceful shutdown: no new calls, then responses to running ones, then the end of every connection


_LAST_WORDS: Final = 2.0
"""Seconds for the responses of interrupted calls."""


class GracefulServer(uvicorn.Server):
    """Drains on SIGTERM and SIGINT, for `drain` seconds at most; a second signal interrupts at once.

    While calls run it goes on to listen: readiness checks hear that it is not ready, and new calls are refused.
    """

    def __init__(
        self, config: uvicorn.Config, calls: Calls, connections: Connections, drain: float, started: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self.server_state = connections
        self._calls = calls
        self._drain = drain
        self._told = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._told()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Start to drain; on a second signal, interrupt running calls."""
        if self._calls.leaving:  # the second signal
            self._calls.interrupt()
        self._calls.leave()

    async def on_tick(self, counter: int) -> bool:
        # `should_exit` stays unset: sse-starlette ends all streams within half a second once it is set.
        return await super().on_tick(counter) or self._calls.leaving

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Wait for running calls, interrupt those that do not end, and close."""
        self._calls.leave()
        if not await self._calls.ended(self._drain):
            _log.info("%d calls did not end in time: their callers are asked to try again", self._calls.running)
            self._calls.interrupt()
            await self._calls.ended(_LAST_WORDS)
        self.should_exit = True
        await super().shutdown(sockets)
