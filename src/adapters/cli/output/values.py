"""Values of records as text."""

from collections.abc import Mapping, Sequence
from typing import cast

_LIST_SHOWN = 12


def text(value: object) -> str:
    """Format a value. Long lists are cut; items with parts get a line each."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return _parts(cast("dict[str, object]", value))
    if not isinstance(value, (list, tuple)):
        return str(value)
    items = cast("Sequence[object]", value)
    rest = [f"… and {len(items) - _LIST_SHOWN} more (--json shows all)"] if len(items) > _LIST_SHOWN else []
    shown = [*map(text, items[:_LIST_SHOWN])]
    if any(isinstance(item, dict) for item in items):
        return "\n".join([*shown, *rest])
    return " ".join([", ".join(shown), *rest])


def affinity(told: Mapping[str, object]) -> str:
    """Format an affinity: `pKi 9.7`, `pIC50 7.2 to 8.1`, `pKd <5`."""
    number = " to ".join(str(told[name]) for name in ("value", "low", "high") if name in told)
    return " ".join(filter(None, (str(told.get("parameter", "")), f"{told.get('relation', '')}{number}")))


def _parts(item: Mapping[str, object]) -> str:
    return " ".join(filter(None, (_part(key, value) for key, value in item.items())))


def _part(key: str, value: object) -> str:
    """Format a part of an item: a flag as its name if it is set."""
    if isinstance(value, bool):
        return key if value else ""
    return affinity(cast("dict[str, object]", value)) if key == "affinity" else text(value).replace("\n", "; ")
