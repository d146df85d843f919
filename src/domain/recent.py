"""The last few values by key."""

from collections import OrderedDict
from typing import TypeVar

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


class Recent(OrderedDict[KeyT, ValueT]):
    """A mapping that keeps the `most` values that were put in last."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: KeyT, value: ValueT) -> None:
        super().__setitem__(key, value)
        if len(self) > self._most:
            self.popitem(last=False)
