"""A cache of the most recent values."""

from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

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
