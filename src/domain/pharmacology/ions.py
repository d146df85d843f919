"""Ions: how they are written, and the channels that are meant where an ion is all that is said."""

import re

_NAMES = {
    "ca": "calcium", "na": "sodium", "k": "potassium", "cl": "chloride", "mg": "magnesium", "zn": "zinc", "h": "proton",
}  # fmt: skip
_CHANNELS = frozenset({"calcium", "sodium", "potassium", "chloride"})
_ION = re.compile(r"(?<![\w+/-])([A-Z][a-z]?)(?:[2₂²]?[+-]|[⁺⁻]|²⁺|\+\+)(?![\w+/-])")


def spelt_out(text: str) -> str:
    """A text with the names of ions in the place of their signs: `Ca2+ channel` is a calcium channel, and not CA2."""
    return _ION.sub(lambda found: _NAMES.get(found[1].casefold(), found[0]), text) if _ION.search(text) else text


def as_channels(text: str) -> str:
    """The channels of an ion, for a text that names the ion and nothing else; any other text as it is."""
    return f"{text} channel" if text.strip().casefold() in _CHANNELS else text
