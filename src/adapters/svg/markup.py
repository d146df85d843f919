"""SVG markup: elements, attributes and escaped texts."""

import re
from collections.abc import Iterable

from biofacts.domain.pictures.outlines import number

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 does not allow, even escaped."""

Value = str | float


def escaped(text: str) -> str:
    """Escape a text for use in elements and attribute values."""
    if text.isascii() and text.isprintable():
        return text.translate(_ESCAPES)
    return _FORBIDDEN.sub("", text).translate(_ESCAPES)


def attributes(**given: Value | None) -> str:
    """Write attributes, each after a blank, without those that are None or "". `stroke_width` becomes stroke-width."""
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{number(value) if isinstance(value, float | int) else escaped(value)}"'
        for name, value in given.items()
        if value is not None and value != ""
    )


def element(name: str, content: Iterable[str] = (), **given: Value | None) -> str:
    """Write an element with its content."""
    inside = "".join(content)
    return f"<{name}{attributes(**given)}>{inside}</{name}>" if inside else f"<{name}{attributes(**given)}/>"


def title(text: str) -> str:
    """Write a tooltip; "" for an empty text."""
    return f"<title>{escaped(text)}</title>" if text else ""
