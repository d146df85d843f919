"""The base of all answers."""

from typing import Any, cast

import msgspec


# Without empty slots, every Struct that inherits from these would have a __dict__.
class Item:
    """An item of a list. A base class beside `msgspec.Struct`."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Convert to types of JSON; unknown fields are left out."""
        return cast("dict[str, Any]", msgspec.to_builtins(self))


class Record(Item):
    """The full record of an entity, whose repr is too long for a line."""

    __slots__ = ()

    def __repr__(self) -> str:
        names = [getattr(self, name, None) for name in ("id", "name", "title", "symbol")]
        return f"{type(self).__name__}({', '.join(repr(name) for name in names if name)})"
