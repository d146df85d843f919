"""Request budgets for a whole Ray cluster, managed by one actor."""

# Ray is an optional dependency: type checkers cannot see it if it is not installed.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from collections.abc import Sequence
from functools import cache
from typing import Any

import anyio.to_thread
import msgspec
import ray

from biofacts.domain.limits.request_rates import Rate
from biofacts.ports.request_budgets import Limiter, Limiters


class Budgets:
    """The actor that manages all budgets. `make`: creates the limiter of a service, in the process of the actor."""

    def __init__(self, make: Limiters) -> None:
        self._limiter = cache(make)

    async def reserve(self, service: str, rates: tuple[Rate, ...]) -> float:
        """Reserve a slot in the budget of a service. Return the number of seconds to wait for the slot."""
        return await self._limiter(service, rates).reserve()

    async def pause_for(self, service: str, rates: tuple[Rate, ...], seconds: float) -> None:
        """Reserve no slot of a service for some seconds."""
        await self._limiter(service, rates).pause_for(seconds)


class RayLimiter(Limiter):
    """A limiter that asks the actor for each slot. The actor returns a delay, since the clocks of nodes may differ."""

    def __init__(self, budgets: Any, service: str, rates: Sequence[Rate]) -> None:
        self._budgets = budgets
        self._budget = (service, tuple(rates))

    async def reserve(self) -> float:
        waiting = self._budgets.reserve.remote(*self._budget)
        # `ray.get` blocks its thread and cannot be cancelled.
        seconds: float = await anyio.to_thread.run_sync(ray.get, waiting, abandon_on_cancel=True)
        return seconds

    async def pause_for(self, seconds: float) -> None:
        paused = self._budgets.pause_for.remote(*self._budget, seconds)
        await anyio.to_thread.run_sync(ray.get, paused, abandon_on_cancel=True)


class RayLimiters(msgspec.Struct, frozen=True):
    """A factory of limiters for any process of the cluster. `actor`: the name of the actor that manages the budgets."""

    actor: str

    def __call__(self, service: str, rates: Sequence[Rate]) -> Limiter:
        return RayLimiter(ray.get_actor(self.actor), service, rates)
