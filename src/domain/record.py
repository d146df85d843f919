"""What answers have in common beside their members."""

from typing import Any, cast

import msgspec


class Item:
    """One of a list. Beside `msgspec.Struct`."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it: what is not known is left out."""
        return cast("dict[str, Any]", msgspec.to_builtins(self))


class Record(Item):
    """Everything about one thing, which is too much for a line."""

    __slots__ = ()

    def __repr__(self) -> str:
        names = [getattr(self, name, None) for name in ("id", "name", "title", "symbol")]
        return f"{type(self).__name__}({', '.join(repr(name) for name in names if name)})"
