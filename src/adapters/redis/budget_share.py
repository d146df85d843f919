"""A replica's share of a budget, used without contact to the others."""

import math
import time
from collections.abc import Callable, Sequence

from biofacts.adapters.redis.request_budgets import Replica
from biofacts.domain.answers import pacing, time_budgets
from biofacts.ports.request_budgets import Limiter


class ShareLimiter(Limiter):
    """Every n-th slot of a budget for each of n replicas, chosen by the replica's number and the time of day.

    Replicas with different numbers never use one slot twice, as far as their clocks agree.
    """

    def __init__(self, rates: Sequence[pacing.Rate], replica: Replica, clock: Callable[[], float] = time.time) -> None:
        self._step = pacing.evenly(rates)
        self._replica = replica
        self._clock = clock
        self._last = -1
        self._paused_until = 0.0

    async def reserve(self) -> float:
        now = self._clock()
        replicas, number = self._replica.replicas, self._replica.number
        if (self._last - replicas) * self._step > now + time_budgets.FORGOTTEN_SLOT:  # the clock was set back
            self._last = -1
        slot = max(math.ceil(max(now, self._paused_until) / self._step), self._last + 1)
        slot += (number - slot) % replicas
        self._last = slot
        return max(0.0, slot * self._step - now)

    async def give_back(self) -> None:
        self._last -= self._replica.replicas

    async def pause_for(self, seconds: float) -> None:
        self._paused_until = max(self._paused_until, self._clock() + seconds)
