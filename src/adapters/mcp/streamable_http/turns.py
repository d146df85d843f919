"""Fairness between addresses: a client that floods the server delays only itself.

The calls of all clients share one event loop: if one client makes two hundred at once, each of them takes two hundred
times as long, and so does the single call of another client. So while several addresses call, the quick calls of each
run one after the other, which makes none of them later. A call that takes longer waits for something, and does not
delay the next one.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import anyio
from starlette.types import ASGIApp, Receive, Scope, Send

from biofacts.adapters.mcp.streamable_http.access_log import QUIET
from biofacts.adapters.mcp.streamable_http.callers import peer

QUICK: Final = 0.05
"""Seconds after which a call no longer delays the next one of its address."""

_PRESENT: Final = 10.0
"""Seconds for which an address counts as present after a call."""

_MOST_ADDRESSES: Final = 10_000


class _Call:
    """The state of a call, for the next one of its address."""

    def __init__(self) -> None:
        self.begun = anyio.Event()
        self.ended = anyio.Event()


class Turns:
    """Starts the calls of each address in turn while there are others.

    It goes by address, which a client cannot make up, unlike a token that is not verified yet. `path`: of calls; None
    for all paths but those that machines poll.
    """

    def __init__(self, app: ASGIApp, path: str | None = "/mcp", clock: Callable[[], float] = time.monotonic) -> None:
        self._app = app
        self._path = path
        self._clock = clock
        self._present = OrderedDict[str, float]()
        """The time of each address's last call, the oldest first."""
        self._newest: dict[str, _Call] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one ASGI connection."""
        if scope["type"] != "http" or not self._is_call(scope["path"]) or self._alone(address := peer(scope)):
            await self._app(scope, receive, send)
            return
        call, before = _Call(), self._newest.get(address)
        self._newest[address] = call
        try:
            if before is not None:
                await before.begun.wait()
                with anyio.move_on_after(QUICK):
                    await before.ended.wait()
            call.begun.set()
            await self._app(scope, receive, send)
        finally:
            call.begun.set()
            call.ended.set()
            if self._newest.get(address) is call:
                del self._newest[address]

    def _is_call(self, path: str) -> bool:
        return path not in QUIET if self._path is None else path == self._path

    def _alone(self, address: str) -> bool:
        now = self._clock()
        self._present[address] = now
        self._present.move_to_end(address)
        # Bounded, since an attacker may use any number of addresses.
        while (oldest := next(iter(self._present.items())))[1] < now - _PRESENT or len(self._present) > _MOST_ADDRESSES:
            del self._present[oldest[0]]
        return len(self._present) == 1
