"""Budgets of a whole cluster, held by one actor."""

# Ray is an extra: where it is not installed, type checkers know nothing of it.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from collections.abc import Sequence
from functools import cache
from typing import Any

import anyio.to_thread
import msgspec
import ray

from biofacts.domain.answers.time_limits import Rate
from biofacts.ports.request_budgets import Limiter, Limiters


class Budgets:
    """The actor. `make`: creates the limiter of a service in the actor's process."""

    def __init__(self, make: Limiters) -> None:
        self._limiter = cache(make)

    async def reserve(self, service: str, rates: tuple[Rate, ...]) -> float:
        """Reserve a slot of a service's budget. Returns: seconds to wait for it."""
        return await self._limiter(service, rates).reserve()

    async def pause_for(self, service: str, rates: tuple[Rate, ...], seconds: float) -> None:
        """Pause a service for some seconds."""
        await self._limiter(service, rates).pause_for(seconds)


class RayLimiter(Limiter):
    """A limiter that reserves each slot at the actor, which returns a delay: clocks of nodes may differ."""

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
    """A factory of limiters over the actor of this name, for any process of the cluster."""

    actor: str

    def __call__(self, service: str, rates: Sequence[Rate]) -> Limiter:
        return RayLimiter(ray.get_actor(self.actor), service, rates)
