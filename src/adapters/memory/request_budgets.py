"""A budget for one process."""

import time
from collections import deque
from collections.abc import Callable, Sequence

from biofacts.domain.answers import pacing
from biofacts.ports.request_budgets import Limiter


class MemoryLimiter(Limiter):
    """A budget on a monotonic clock."""

    def __init__(self, rates: Sequence[pacing.Rate], clock: Callable[[], float] = time.monotonic) -> None:
        self._rates = rates
        self._clock = clock
        self._granted: deque[float] = deque(maxlen=pacing.remembered(rates) + 1)  # one slot may be returned
        self._paused_until = 0.0

    async def reserve(self) -> float:
        now = self._clock()
        slot = pacing.next_slot(max(now, self._paused_until), tuple(self._granted), self._rates)
        self._granted.append(slot)
        return slot - now

    async def give_back(self) -> None:
        if self._granted:
            self._granted.pop()

    async def pause_for(self, seconds: float) -> None:
        self._paused_until = max(self._paused_until, self._clock() + seconds)
