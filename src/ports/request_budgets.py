"""The request budget of one upstream."""

from collections.abc import Callable, Sequence
from typing import Protocol

from biofacts.domain.answers.pacing import Rate


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
