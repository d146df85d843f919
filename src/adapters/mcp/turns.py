"""Whoever floods a server waits for itself, and nobody else does.

The calls of all clients share one event loop: of two hundred at once each takes two hundred times as long, and so does
the one of somebody else. So while several addresses call, the quick calls of each go one after the other, which makes
none of them later: one that takes longer waits for something, and does not hold up the next.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import anyio
from starlette.types import ASGIApp, Receive, Scope, Send

from biofacts.adapters.mcp.access import QUIET
from biofacts.adapters.mcp.callers import peer

QUICK: Final = 0.05
"""Seconds after which a call holds up the next one of its address no more."""

_PRESENT: Final = 10.0
"""Seconds for which an address that has called counts as one of several."""

_MOST_ADDRESSES: Final = 10_000


class _Call:
    """One call of an address, as the next one sees it."""

    def __init__(self) -> None:
        self.begun = anyio.Event()
        self.ended = anyio.Event()


class Turns:
    """Lets the calls of each address begin in turn, as long as there are others.

    By address, which a client cannot make up, other than a token that nobody has looked at yet. `path`: where calls
    come in; None for everywhere but what machines ask for every few seconds.
    """

    def __init__(self, app: ASGIApp, path: str | None = "/mcp", clock: Callable[[], float] = time.monotonic) -> None:
        self._app = app
        self._path = path
        self._clock = clock
        self._present = OrderedDict[str, float]()
        """When each address has called last, in that order."""
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
        while (oldest := next(iter(self._present.items())))[1] < now - _PRESENT or len(self._present) > _MOST_ADDRESSES:
            del self._present[oldest[0]]
        return len(self._present) == 1
