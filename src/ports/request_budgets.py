"""The interface of limiters, which pace the requests to one upstream, and the reasons for which a call waits."""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

from biofacts.domain.limits.request_rates import Rate


class Limiter(Protocol):
    """A limiter of requests to one upstream, which hands out slots in the order of the calls."""

    async def reserve(self) -> float:
        """Reserve the next free slot. Returns: the seconds until the slot (0 for now)."""
        ...

    # Without this, a hundred cancelled runs once blocked the slots of the next minute and a half.
    async def give_back(self) -> None:
        """Give back the slot that was reserved last, if it has not come yet; if that fails, the slot is lost."""
        return

    async def pause_for(self, seconds: float) -> None:
        """Hand out no slot for some seconds, because the upstream demanded a pause."""
        ...


Limiters = Callable[[str, Sequence[Rate]], Limiter]
"""A function that creates the limiter of a service from its name and rates."""


# A record of what a call waits for, so that its caller can be informed


class Waits:
    """The current waits of one call, outermost first."""

    def __init__(self) -> None:
        self._whats: list[str] = []

    @property
    def now(self) -> tuple[str, ...]:
        """The descriptions of the outermost and the innermost wait."""
        whats = list(dict.fromkeys(self._whats))
        return (*whats[:1], *whats[1:][-1:])

    @contextmanager
    def during(self, what: str) -> Generator[None]:
        """Record a wait, described in a few words, until the context ends."""
        self._whats.append(what)
        try:
            yield
        finally:
            self._whats.remove(what)


WAITS: ContextVar[Waits | None] = ContextVar("WAITS", default=None)
"""The record of the current call; None if nobody watches it."""


@contextmanager
def waiting_for(what: str) -> Generator[None]:
    """Record a wait for the current call until the context ends, if somebody watches the call."""
    if (waits := WAITS.get()) is None:
        yield
    else:
        with waits.during(what):
            yield
