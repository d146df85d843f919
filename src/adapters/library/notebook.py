"""Display of answers and pictures in notebooks and at the prompt."""

import sys
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Protocol, cast

import msgspec

from biofacts.application.pictures.draw import Drawn, ShownPathway
from biofacts.domain.compounds.compound import Depiction
from biofacts.domain.pictures import diagram
from biofacts.domain.text.clean import shorten


def show_records() -> None:
    """Make the running notebook display records as HTML tables; do nothing outside of one."""
    # A notebook has imported IPython already; importing it here would make it a dependency.
    ipython: Any = sys.modules.get("IPython")
    if ipython is None or (shell := ipython.get_ipython()) is None:
        return
    shell.display_formatter.formatters["text/html"].for_type(msgspec.Struct, _html)


def _html(value: msgspec.Struct) -> str | None:
    return record(value) if type(value).__module__.startswith("biofacts.") else None


# Text and HTML representations of answers, for the prompt and for notebooks


_SHOWN, _LONGEST = 3, 200
_NAMES = ("name", "title", "symbol", "input")


def line(items: Sequence[object], *, total: int | None, remark: str | None) -> str:
    """Return a one-line summary: `<142: WP:WP534 Glycolysis and gluconeogenesis, ...>`."""
    if not items:
        return f"<nothing: {remark}>" if remark else "<nothing>"
    first = ", ".join(map(title, items[:_SHOWN]))
    number = f"{len(items)} or more" if total is None else str(total)
    return f"<{number}: {first}{', ...' if total is None or total > _SHOWN else ''}>"


def title(value: object) -> str:
    """Return the id and name of a record: `WP:WP534 Glycolysis and gluconeogenesis`."""
    fields = _fields(value)
    name = next((str(fields[one]) for one in _NAMES if one in fields), "")
    return " ".join(filter(None, (str(fields.get("id", "")), name)))


def table(items: Sequence[object], *, total: int | None, remark: str | None) -> str:
    """Return an HTML table with a row per item and a column for each field that any item has."""
    rows = [_fields(one) for one in items]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(f"<tr>{''.join(f'<td>{_cell(row.get(name))}</td>' for name in columns)}</tr>" for row in rows)
    told = [f"{len(items)} of {'an unknown number' if total is None else total}", *([remark] if remark else [])]
    shown = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if rows else ""
    return f"{shown}{''.join(f'<p>{escape(one)}</p>' for one in told)}"


def record(value: object) -> str:
    """Return an HTML table with a row per field of a record."""
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{_cell(one)}</td></tr>" for name, one in _fields(value).items())
    return f"<table><tbody>{rows}</tbody></table>"


def _fields(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", msgspec.to_builtins(value))


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case str() if value.startswith("https://"):
            return f'<a href="{escape(value)}">{escape(value)}</a>'
        case str():
            return escape(shorten(value, _LONGEST))
        case Mapping():
            members = cast("Mapping[str, object]", value).items()
            return "<br>".join(f"{escape(str(name))}: {_cell(one)}" for name, one in members)
        case list():
            several = cast("list[object]", value)
            some = "; ".join(map(_cell, several[:_SHOWN]))
            return f"{some}; ... ({len(several)})" if several[_SHOWN:] else some
        case _:
            return escape(str(value))


# Pictures that notebooks display and scripts save


Highlighted = Mapping[str, float | str | None] | Sequence[str] | str
"""Names to highlight, alone or with numbers or colours."""


class Dots(Protocol):
    """A renderer of PNG images."""

    def dots(self, picture: diagram.Picture, scale: float | None = None) -> bytes:
        """Render a picture as PNG; see `Draughtsman.dots`."""
        ...


class Picture:
    """A drawn pathway. `svg`: the image; `shown`: its contents, and the names that matched nothing."""

    def __init__(self, drawn: Drawn, dots: Dots) -> None:
        self._picture = drawn.picture
        self._dots = dots
        self.svg: str = drawn.picture.svg
        self.shown: ShownPathway = drawn.shown

    def png(self, *, scale: float | None = None, width: int | None = None, height: int | None = None) -> bytes:
        """Return the picture as a PNG, in a scale (pixels per unit of the drawing) or fitted into a width or height.

        By default, a unit is a pixel unless the drawing is very large; no side is longer than 8,192 pixels. Raises:
        ValueError if a size is not above 0 or is combined with `scale`.
        """
        given = [one for one in (scale, width, height) if one is not None]
        if not all(0 < one < float("inf") for one in given) or (scale is not None and len(given) > 1):
            raise ValueError("a PNG has a scale above 0, or a width, a height or both above 0")
        return self._dots.dots(self._picture, scale or self._picture.fitting(width, height))

    def save(
        self, path: str | Path, *, scale: float | None = None, width: int | None = None, height: int | None = None
    ) -> None:
        """Write the picture to a file whose name ends in .svg or .png. Sizes are for PNG; see `png`.

        Raises: OSError, ValueError.
        """
        ending = Path(path).suffix.lower()
        if ending not in (".svg", ".png"):
            raise ValueError(f"the name of the file must end in .svg or .png, not '{ending}'")
        if ending == ".png":
            body = self.png(scale=scale, width=width, height=height)
        elif any(one is not None for one in (scale, width, height)):
            raise ValueError("scale, width and height are for a PNG: the name of the file must end in .png")
        else:
            body = self.svg.encode()
        Path(path).write_bytes(body)

    # Jupyter calls this to display the object.
    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        shown = self.shown
        size = f"{self._picture.width:.0f} x {self._picture.height:.0f}"
        return f"<{shown.id} {shown.title} ({shown.organism}), {size}, {len(shown.highlighted)} names highlighted>"


class CompoundPicture:
    """PubChem's drawing of a compound. `source`: its origin and date."""

    def __init__(self, depiction: Depiction) -> None:
        self.id: str = depiction.id
        self.width: int = depiction.width
        self.height: int = depiction.height
        self.source = depiction.source
        self._png = depiction.png

    def png(self) -> bytes:
        """Return the picture as a PNG."""
        return self._png

    def save(self, path: str | Path) -> None:
        """Write the picture as a PNG, whatever the name of the file ends in. Raises: OSError."""
        Path(path).write_bytes(self._png)

    def _repr_png_(self) -> bytes:
        return self._png

    def __repr__(self) -> str:
        return f"<{self.id}, {self.width} x {self.height}, drawn by PubChem>"


def written(highlight: Highlighted) -> list[str] | str:
    """Convert highlights to the tool's argument."""
    if isinstance(highlight, str):
        return highlight
    if not isinstance(highlight, Mapping):
        return [*highlight]
    return [name if value is None else f"{name}={value}" for name, value in highlight.items()]
