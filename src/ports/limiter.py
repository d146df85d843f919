"""The budget of one upstream."""

from collections.abc import Callable, Sequence
from typing import Protocol

from biofacts.domain.pacing import Rate


class Limiter(Protocol):
    """Hands out the slots of one upstream's budget, in the order in which they are asked for."""

    async def reserve(self) -> float:
        """Take the next free slot. Returns: the seconds until it comes (0 for now)."""
        ...

    async def give_back(self) -> None:
        """Give back the slot that was taken last, which is still to come: nobody uses it.

        Where that cannot be done, it is lost.
        """
        return

    async def pause_for(self, seconds: float) -> None:
        """Give out no slot for so long, because the upstream asked for a pause."""
        ...


Limiters = Callable[[str, Sequence[Rate]], Limiter]
"""The budget of a service by its name, which has these rates."""
