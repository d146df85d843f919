"""The request budget of one upstream."""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

from biofacts.domain.answers.time_limits import Rate


class Limiter(Protocol):
    """Hands out the slots of one upstream's budget, in the order of the calls."""

    async def reserve(self) -> float:
        """Take the next free slot. Returns: the seconds until it comes (0 for now)."""
        ...

    # A hundred cancelled short runs once booked slots for a minute and a half ahead.
    async def give_back(self) -> None:
        """Return the slot that was taken last and has not come yet. If that is impossible, the slot is lost."""
        return

    async def pause_for(self, seconds: float) -> None:
        """Hand out no slot for some seconds, because the upstream demanded a pause."""
        ...


Limiters = Callable[[str, Sequence[Rate]], Limiter]
"""Creates the budget of a service from its name and rates."""


# A record of what a call waits for, so that its caller can be informed


class Waits:
    """The things for which one call waits now. A nested wait comes after the one around it."""

    def __init__(self) -> None:
        self._whats: list[str] = []

    @property
    def now(self) -> tuple[str, ...]:
        """The outermost and the innermost wait."""
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
