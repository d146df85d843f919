"""A record of what a call waits for, so that its caller can be informed."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar


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
