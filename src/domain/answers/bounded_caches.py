"""Caches of bounded size: of the most recent values, and of values that depend on releases of catalogues."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


def _unit_weight(_value: object) -> int:
    return 1


class Recent(OrderedDict[KeyT, ValueT]):
    """A mapping that drops its oldest values as soon as the total weight exceeds `most`.

    `weight`: a function that returns the weight of a value; by default, each value weighs 1. A value that alone exceeds
    `most` stays until the next insertion.
    """

    def __init__(self, most: int, weight: Callable[[ValueT], int] = _unit_weight) -> None:
        super().__init__()
        self._most = most
        self._weight = weight
        self._total = 0

    def __setitem__(self, key: KeyT, value: ValueT) -> None:
        if key in self:
            self._total -= self._weight(self[key])
        super().__setitem__(key, value)
        self._total += self._weight(value)
        while self._total > self._most and len(self) > 1:
            self._total -= self._weight(self.popitem(last=False)[1])

    def clear(self) -> None:
        """Drop all values."""
        super().clear()
        self._total = 0


class Remembered(Generic[KeyT, ValueT]):
    """A cache of values that depend on releases alone. It is cleared when other releases are in use.

    `settled`: a function that returns the releases in use; empty if nothing may be cached now, because a catalogue is
    missing or due for a refresh. `most`, `weight`: see `Recent`.
    """

    def __init__(
        self,
        settled: Callable[[], Awaitable[tuple[object, ...]]],
        most: int,
        weight: Callable[[ValueT], int] = _unit_weight,
    ) -> None:
        self._settled = settled
        self._values = Recent[KeyT, ValueT](most, weight)
        self._releases: tuple[object, ...] = ()

    async def get(
        self,
        key: KeyT,
        compute: Callable[[], Awaitable[ValueT]],
        *,
        unless: Callable[[ValueT], bool] | None = None,
        now: tuple[object, ...] | None = None,
    ) -> ValueT:
        """Return the cached value, or compute it. `unless`: a function that returns True for values not to cache.

        `now`: a recent result of `settled`, for callers that get several values.

        Raises: the errors of `compute`, which are not cached.
        """
        before = await self._settled() if now is None else now
        if before != self._releases:
            self._values.clear()
            self._releases = before
        if (remembered := self._values.get(key)) is not None:
            return remembered
        value = await compute()
        # The value may rest on a release that came meanwhile: then another call has noticed, or the next call will.
        if before and before == self._releases and not (unless and unless(value)):
            self._values[key] = value
        return value
