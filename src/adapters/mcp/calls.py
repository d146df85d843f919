"""The running calls of a server: their limit, and their end when the server stops."""

from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import Final, TypeVar

import anyio

T = TypeVar("T")

# Calls are limited, not connections, as uvicorn does: 199 silent connections would lock out everybody.
MOST: Final = 256


class Calls:
    """Counts requests from the end of their body to the end of their response. `most`: how many may run at once."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.running = 0
        self.leaving = False
        self._scopes: set[anyio.CancelScope] = set()
        self._ended = anyio.Event()

    @property
    def full(self) -> bool:
        """True while no further call may begin."""
        return self.running >= self.most

    @contextmanager
    def one(self) -> Generator[None]:
        """Count a request while the block runs."""
        self.running += 1
        try:
            yield
        finally:
            self.running -= 1
            if not self.running:
                self._ended.set()

    async def interruptible(self, call: Callable[[], Awaitable[T]]) -> T | None:
        """Run a call and return its result; None if `interrupt` has ended it."""
        with anyio.CancelScope() as scope:
            self._scopes.add(scope)
            try:
                return await call()
            finally:
                self._scopes.discard(scope)
        return None

    def leave(self) -> None:
        """Refuse new calls from now on."""
        self.leaving = True

    def interrupt(self) -> None:
        """Cancel the calls that still run."""
        for scope in tuple(self._scopes):
            scope.cancel()

    async def ended(self, within: float) -> bool:
        """Wait until no call runs, for at most that many seconds. Returns True if none runs."""
        with anyio.move_on_after(within):
            while self.running:
                self._ended = anyio.Event()  # an event cannot be cleared, so each wait takes a new one
                await self._ended.wait()
        return not self.running
