"""The calls that a server runs: how many there may be, and how they end when it goes away."""

from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import Final, TypeVar

import anyio

T = TypeVar("T")

MOST: Final = 256


class Calls:
    """Counts requests from the end of their body to the end of their answer. `most`: how many may run at once."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.running = 0
        self.leaving = False
        self._scopes: set[anyio.CancelScope] = set()
        self._ended = anyio.Event()

    @property
    def full(self) -> bool:
        """True while no other call may begin."""
        return self.running >= self.most

    @contextmanager
    def one(self) -> Generator[None]:
        """Count a request as long as the block lasts."""
        self.running += 1
        try:
            yield
        finally:
            self.running -= 1
            if not self.running:
                self._ended.set()

    async def interruptible(self, call: Callable[[], Awaitable[T]]) -> T | None:
        """What a call gives; None when `interrupt` has ended it."""
        with anyio.CancelScope() as scope:
            self._scopes.add(scope)
            try:
                return await call()
            finally:
                self._scopes.discard(scope)
        return None

    def leave(self) -> None:
        """Begin no call any more."""
        self.leaving = True

    def interrupt(self) -> None:
        """End the calls that still run."""
        for scope in tuple(self._scopes):
            scope.cancel()

    async def ended(self, within: float) -> bool:
        """Wait until none runs, or so many seconds have passed. Returns: whether none runs."""
        with anyio.move_on_after(within):
            while self.running:
                self._ended = anyio.Event()
                await self._ended.wait()
        return not self.running
