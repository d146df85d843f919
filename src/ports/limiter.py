"""The budget of one upstream."""

from typing import Protocol


class Limiter(Protocol):
    """Hands out the slots of one upstream's budget, in the order in which they are asked for."""

    async def reserve(self) -> float:
        """Take the next free slot. Returns: the seconds until it comes (0 for now)."""
        ...

    async def pause_for(self, seconds: float) -> None:
        """Give out no slot for so long, because the upstream asked for a pause."""
        ...
