"""SVG as text: elements, attributes and texts that cannot break out of where they stand."""

import re
from collections.abc import Iterable

from biofacts.domain.diagram.outlines import number

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no way to say."""

Value = str | float


def escaped(text: str) -> str:
    """A text as it may stand between tags and in quotation marks."""
    if text.isascii() and text.isprintable():
        return text.translate(_ESCAPES)
    return _FORBIDDEN.sub("", text).translate(_ESCAPES)


def attributes(**given: Value | None) -> str:
    """Attributes, each with a blank before it; what is None or "" is left out. `stroke_width` reads stroke-width."""
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{number(value) if isinstance(value, float | int) else escaped(value)}"'
        for name, value in given.items()
        if value is not None and value != ""
    )


def element(name: str, content: Iterable[str] = (), **given: Value | None) -> str:
    """An element with what is in it."""
    inside = "".join(content)
    return f"<{name}{attributes(**given)}>{inside}</{name}>" if inside else f"<{name}{attributes(**given)}/>"


def title(text: str) -> str:
    """What is told of an element when one points at it."""
    return f"<title>{escaped(text)}</title>" if text else ""
