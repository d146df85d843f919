"""HTTP connections with time limits: uvicorn itself would leave slow connections open forever.

The head and the body of a request must each arrive within a time limit, even if bytes keep coming, and a client must
read its response. If there are too many connections, the one that has waited longest for a request is closed.

uvicorn's options limit only idle connections: `limit_concurrency` refuses clients because other clients are silent,
and an ASGI application sees neither incomplete heads nor waiting connections. So `TimedConnection` inherits from
uvicorn's protocol class, which is not a documented interface; hence the upper bound of its version in
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

from biofacts.adapters.mcp.running_requests import RunningRequests
from biofacts.adapters.mcp.streamable_http.request_checks import LOST

_log = logging.getLogger(__name__)

HEAD: Final = 10.0
"""Seconds for the head of a request, from its first byte; for the first request, from the start of the connection."""

BODY: Final = 20.0
"""Seconds for the body of a request."""

IDLE: Final = 75
"""Seconds until an idle connection is closed: more than the 60 s after which nginx closes it."""

UNREAD: Final = 30.0
"""Seconds until the connection of a client that does not read its response is closed."""

LARGEST_HEAD: Final = 64 * 1024
"""The largest head of a request in bytes: the parser itself has no limit."""

MOST_AT_ONCE: Final = 16
"""The number of requests that a client may send on one connection without reading responses. MCP clients send one."""

_LARGE: Final = 64 * 1024
"""The number of bytes beyond which a write is sent immediately, so that the transport notices a full buffer."""

_UNNEEDED: Final = 0.01
"""Seconds between reads of a body that is no longer needed: even a client that sends 50 MB gets its response."""

_LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

_ONCE: Final = frozenset({b"host", b"origin"})
"""Headers that decide who may call. If they repeat, a proxy may check another value than we (RFC 9112, section 3.2)."""


class BrokenRequest(Exception):
    """The error for a request that gets status 400. Raised in a parser callback, where uvicorn expects parse errors."""


class TooManyAtOnce(BrokenRequest):
    """The error for too many requests on one connection whose responses the client has not read."""


class TwiceTheSame(BrokenRequest):
    """The error for a request that repeats a header that may occur only once."""


class Connections(ServerState):
    """All connections of a server. `most`: the limit beyond which each new connection closes a waiting one."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        self.waiting: dict[TimedConnection, None] = {}  # a dict for its order: the longest waiting first

    def make_room(self) -> None:
        """If there are too many connections, close the one that has waited longest for a request."""
        if len(self.connections) > self.most and (oldest := next(iter(self.waiting), None)) is not None:
            oldest.give_up()


class Gathered:
    """A transport that sends all data written in one turn of the event loop together, as head and body of a response.

    uvicorn would send them separately, which takes twice the time on both sides.
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
    """An HTTP connection with a time limit for each wait: for a head, for a body, for the client to read."""

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
        """Cancel the timer, and the requests of this connection that are being served."""
        self._all.waiting.pop(self, None)
        self._stop()
        for end in tuple(self._extensions[LOST]):
            end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse data and wait for the rest of the request. Read the rest of a body that is no longer needed slowly."""
        super().data_received(data)
        self._look()
        self._head = self._head + len(data) if self._awaited == "head" else 0
        if self._head > LARGEST_HEAD:
            self.give_up()
        if (cycle := self._cycle) is not None and cycle.response_complete and cycle.more_body:
            self.flow.pause_reading()
            self.loop.call_later(_UNNEEDED, self._resume_reading)

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
        # Spaces after a value do not belong to it (RFC 9110, section 5.5); the parser strips only the spaces before it.
        super().on_header(name, value.rstrip(b" \t"))

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the rest of this one; uvicorn itself closes idle connections."""
        self._all.waiting[self] = None
        super().on_response_complete()
        if self.cycle.response_complete and not self.cycle.more_body:
            self._stop()
        else:
            self._look()

    def _resume_reading(self) -> None:
        if not self.transport.is_closing():
            self.flow.resume_reading()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait("reading", UNREAD, self.give_up)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._look()

    def shutdown(self) -> None:
        """Close the connection, unless a response to a complete request is still pending."""
        if self._cycle is not None and self._cycle.more_body:
            self.give_up()
        else:
            super().shutdown()

    def give_up(self) -> None:
        """Close the connection at once, and discard unsent bytes."""
        self._all.waiting.pop(self, None)
        self._stop()
        self.transport.abort()

    @property
    def _cycle(self) -> RequestResponseCycle | None:
        """The latest request; None before the first, although uvicorn's annotation does not allow None."""
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
        """Start a timer that calls `late`, unless the connection is already waiting for the same thing."""
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


# Graceful shutdown: refuse new calls, finish running calls, then close all connections


_LAST_WORDS: Final = 2.0
"""Seconds to send the responses of interrupted calls."""


class GracefulServer(uvicorn.Server):
    """A uvicorn server that on SIGTERM or SIGINT waits up to `drain` seconds for running calls to end.

    A second signal interrupts them at once. Meanwhile the server keeps listening: `/readyz` reports that it is not
    ready, and new calls are refused.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        calls: RunningRequests,
        connections: Connections,
        drain: float,
        started: Callable[[], None],
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
        """Refuse new calls; on a second signal, interrupt running calls."""
        if self._calls.leaving:  # the second signal
            self._calls.interrupt()
        self._calls.leave()

    async def on_tick(self, counter: int) -> bool:
        # `should_exit` stays unset: once it is set, sse-starlette ends all streams within half a second.
        return await super().on_tick(counter) or self._calls.leaving

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Wait for running calls, interrupt those that take too long, and close all connections."""
        self._calls.leave()
        if not await self._calls.ended(self._drain):
            _log.info("%d calls did not end in time: their callers are asked to try again", self._calls.running)
            self._calls.interrupt()
            await self._calls.ended(_LAST_WORDS)
        self.should_exit = True
        await super().shutdown(sockets)
