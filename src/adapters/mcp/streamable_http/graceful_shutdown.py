"""Graceful shutdown: no new calls, then responses to running ones, then the end of every connection."""

import logging
import socket
from collections.abc import Callable
from types import FrameType
from typing import Final

import uvicorn

from biofacts.adapters.mcp.calls import Calls
from biofacts.adapters.mcp.streamable_http.connections import Connections

_log = logging.getLogger(__name__)

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
        """Start to listen, and report it."""
        await super().startup(sockets)
        self._told()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Start to drain; on a second signal, interrupt running calls."""
        if self._calls.leaving:  # the second signal
            self._calls.interrupt()
        self._calls.leave()

    async def on_tick(self, counter: int) -> bool:
        """Return True when it is time to leave."""
        # `should_exit` stays unset: sse-starlette ends all streams within half a second once it is set.
        return await super().on_tick(counter) or self._calls.leaving

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Wait for running calls, interrupt those that do not end, and close."""
        self._calls.leave()
        if not await self._calls.ended(self._drain):
            _log.info("%d calls did not end in time: they are told to try again", self._calls.running)
            self._calls.interrupt()
            await self._calls.ended(_LAST_WORDS)
        self.should_exit = True
        await super().shutdown(sockets)
