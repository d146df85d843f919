"""What a call waits for: said by whoever waits on its behalf, and read by whoever tells its caller."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar


class Waits:
    """What one call waits for now. What is waited for inside of another wait comes after it."""

    def __init__(self) -> None:
        self._whats: list[str] = []

    @property
    def now(self) -> tuple[str, ...]:
        """The first and the last of them, where there are more than two."""
        whats = list(dict.fromkeys(self._whats))
        return (*whats[:1], *whats[1:][-1:])

    @contextmanager
    def during(self, what: str) -> Generator[None]:
        """Wait for something, in a few words."""
        self._whats.append(what)
        try:
            yield
        finally:
            self._whats.remove(what)


WAITS: ContextVar[Waits | None] = ContextVar("WAITS", default=None)
"""Of the call that is being answered; None where nobody wants to know."""


@contextmanager
def waiting_for(what: str) -> Generator[None]:
    """Whoever made the call is told that it waits for this, should it last."""
    if (waits := WAITS.get()) is None:
        yield
    else:
        with waits.during(what):
            yield
