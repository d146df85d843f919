"""Ions: their notation, and the channels that a query for an ion means."""

import re

_NAMES = {
    "ca": "calcium", "na": "sodium", "k": "potassium", "cl": "chloride", "mg": "magnesium", "zn": "zinc", "h": "proton",
}  # fmt: skip
_CHANNELS = frozenset({"calcium", "sodium", "potassium", "chloride"})
# `Ca2+`, `Ca²⁺`, `Na+` and `Cl-`, but no part of a name such as `Na+/K+-ATPase`.
_ION = re.compile(r"(?<![\w+/-])([A-Z][a-z]?)(?:[2₂²]?[+-]|[⁺⁻]|²⁺|\+\+)(?![\w+/-])")


def spelt_out(text: str) -> str:
    """Replace ion symbols by names: `Ca2+ channel` is a calcium channel, and not CA2."""
    return _ION.sub(lambda found: _NAMES.get(found[1].casefold(), found[0]), text) if _ION.search(text) else text


def as_channels(text: str) -> str:
    """Append `channel` to the name of an ion; return other texts unchanged."""
    return f"{text} channel" if text.strip().casefold() in _CHANNELS else text
