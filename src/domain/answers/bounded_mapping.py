"""A cache of the most recent values."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


def _one(_value: object) -> int:
    return 1


class Recent(OrderedDict[KeyT, ValueT]):
    """A mapping that drops its oldest values as soon as the total weight exceeds `most`.

    `weight`: returns the weight of a value; the default counts each value as 1. A value that is too heavy by itself
    stays until the next insertion.
    """

    def __init__(self, most: int, weight: Callable[[ValueT], int] = _one) -> None:
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


class OfReleases(Generic[KeyT, ValueT]):
    """Values that are computed from releases, for as long as exactly these releases are in use.

    `most`, `weight`: as of `Recent`.
    """

    def __init__(self, most: int, weight: Callable[[ValueT], int] = _one) -> None:
        self._values = Recent[KeyT, ValueT](most, weight)
        self._releases: object = None

    def of(self, releases: object) -> Recent[KeyT, ValueT]:
        """Return the values of these releases; those of others are dropped."""
        if releases != self._releases:
            self._values.clear()
            self._releases = releases
        return self._values
