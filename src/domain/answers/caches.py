"""Caches of bounded size: of the most recent values, and of values that follow from releases."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


def _unit_weight(_value: object) -> int:
    return 1


class Recent(OrderedDict[KeyT, ValueT]):
    """A mapping that drops its oldest values as soon as the total weight exceeds `most`.

    `weight`: returns the weight of a value; the default counts each value as 1. A value that is too heavy by itself
    stays until the next insertion.
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
    """Values that follow from releases alone, remembered for as long as exactly these releases are in use.

    `settled`: returns all that the values depend on; empty if nothing may be remembered now, because a catalogue is
    missing or due for a refresh. `most`, `weight`: as of `Recent`.
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
        """Return the remembered value, or compute it. `unless`: tells values that must not be remembered.

        `now`: what `settled` has just returned to a call that asks for several values.

        Raises: the errors of `compute`, which are not remembered.
        """
        before = await self._settled() if now is None else now
        if before != self._releases:
            self._values.clear()
            self._releases = before
        if (remembered := self._values.get(key)) is not None:
            return remembered
        value = await compute()
        # A release that has changed meanwhile may have taken part: then another call has noticed, or the next one does.
        if before and before == self._releases and not (unless and unless(value)):
            self._values[key] = value
        return value
