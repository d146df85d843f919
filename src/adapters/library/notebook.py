"""Display of answers and pictures in notebooks and at the prompt."""

import sys
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Protocol, cast, get_args, runtime_checkable

import msgspec

from biofacts.application.pictures.draw import DrawnPicture, ShownPathway
from biofacts.domain.compounds.compound import Depiction
from biofacts.domain.pictures.figure_sizes import Letters, Size, length
from biofacts.domain.pictures.highlights import BETWEEN, NOT_MEASURED
from biofacts.domain.text.clean import shorten
from biofacts.ports.pictures import PictureForm, PictureRenderer


def show_records() -> None:
    """Make the running notebook display records as HTML tables; do nothing outside a notebook."""
    # A notebook has imported IPython already; importing it here would make it a dependency.
    ipython: Any = sys.modules.get("IPython")
    if ipython is None or (shell := ipython.get_ipython()) is None:
        return
    shell.display_formatter.formatters["text/html"].for_type(msgspec.Struct, _html)


def _html(value: msgspec.Struct) -> str | None:
    # The formatter is called for the Structs of all packages.
    return record(value) if type(value).__module__.startswith("biofacts.") else None


# Text and HTML representations of answers, for the prompt and for notebooks


_SHOWN, _LONGEST = 3, 200
_NAMES = ("name", "title", "symbol", "input", "label")


def line(items: Sequence[object], *, total: int | None, remark: str | None) -> str:
    """Return a one-line summary: `<142: WP:WP534 Glycolysis and gluconeogenesis, ...>`."""
    if not items:
        return f"<nothing: {remark}>" if remark else "<nothing>"
    first = ", ".join(map(title, items[:_SHOWN]))
    number = f"{len(items)} or more" if total is None else str(total)
    return f"<{number}: {first}{', ...' if total is None or total > _SHOWN else ''}>"


def title(value: object) -> str:
    """Return the id and name of a record: `WP:WP534 Glycolysis and gluconeogenesis`."""
    fields: dict[str, Any] = msgspec.to_builtins(value)
    name = next((str(fields[key]) for key in _NAMES if key in fields), "")
    named = " ".join(filter(None, (str(fields.get("id", "")), name)))
    parts = [cast("object", field) for field in fields.values() if isinstance(field, Mapping) and "id" in field]
    return named or ", ".join(map(title, parts))


def table(items: Sequence[object], *, total: int | None, remark: str | None) -> str:
    """Return an HTML table with a row per item and a column for each field that any item has."""
    rows: list[dict[str, Any]] = msgspec.to_builtins(items)
    columns = list(dict.fromkeys(name for row in rows for name in row))
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(f"<tr>{''.join(f'<td>{_cell(row.get(name))}</td>' for name in columns)}</tr>" for row in rows)
    lines = [f"{len(items)} of {'an unknown number' if total is None else total}", *([remark] if remark else [])]
    shown = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if rows else ""
    return f"{shown}{''.join(f'<p>{escape(line)}</p>' for line in lines)}"


def record(value: object) -> str:
    """Return an HTML table with a row per field of a record."""
    fields: dict[str, Any] = msgspec.to_builtins(value)
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{_cell(field)}</td></tr>" for name, field in fields.items())
    return f"<table><tbody>{rows}</tbody></table>"


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
            return "<br>".join(f"{escape(str(name))}: {_cell(member)}" for name, member in members)
        case list():
            several = cast("list[object]", value)
            some = "; ".join(map(_cell, several[:_SHOWN]))
            return f"{some}; ... ({len(several)})" if several[_SHOWN:] else some
        case _:
            return escape(str(value))


# Pictures that notebooks display and scripts save


Measured = float | str | None
"""A number, a colour, "ns" (measured, but not significant), or None (no value)."""

Highlighted = Mapping[str, Measured | Sequence[Measured] | Mapping[str, Measured]] | Sequence[str] | str
"""Names to highlight, alone or each with one or more numbers or colours, or, for each condition, names with numbers."""


@runtime_checkable
class Frame(Protocol):
    """A series or table of pandas: numbers by name, or by condition and name."""

    def to_dict(self) -> Mapping[Any, Any]:
        """Return the numbers by name, or by condition and name."""
        ...


class PathwayPicture:
    """A drawn pathway. `svg`: the image; `shown`: a record of its contents and of the names that matched nothing.

    >>> facts.draw("WP:WP254", highlight=["TP53"]).save("apoptosis.svg")
    """

    def __init__(self, drawn: DrawnPicture, renderer: PictureRenderer) -> None:
        self._picture = drawn.picture
        self._draughtsman = renderer
        self.svg: str = drawn.picture.svg
        self.shown: ShownPathway = drawn.shown

    def png(
        self,
        *,
        scale: float | None = None,
        width: float | str | None = None,
        height: float | str | None = None,
        dpi: float | None = None,
    ) -> bytes:
        """Return the picture as a PNG, at a scale (pixels per unit of the drawing) or fitted into a width or height.

        A number is in pixels; `"180mm"` is a length on paper, at 300 dots per inch unless `dpi` says otherwise.
        By default, a unit is one pixel unless the drawing is very large; no side is longer than 8,192 pixels.
        Raises: ValueError if a size is not above 0 or is combined with `scale`.
        """
        return self._draughtsman.file(self._picture, "png", _size(scale, width, height, dpi))

    def save(
        self,
        path: str | Path,
        *,
        scale: float | None = None,
        width: float | str | None = None,
        height: float | str | None = None,
        dpi: float | None = None,
        letters: Letters | None = None,
    ) -> None:
        """Write the picture to a file whose name ends in .svg, .pdf or .png.

        `width`, `height`: lengths such as `"180mm"`, `"18cm"`, `"7in"` or `"510pt"`, or pixels, into which the picture
        is fitted; `scale` and `dpi` are for PNG only. `letters`: "outlined" draws text as shapes, "embedded" puts the
        fonts into an SVG; both need the extra `figure`.
        Raises: OSError, ValueError.
        """
        form = Path(path).suffix.lower().removeprefix(".")
        if form not in get_args(PictureForm):
            raise ValueError(f"the name of the file must end in .svg, .pdf or .png: {Path(path).name}")
        if form != "png" and (scale is not None or dpi is not None):
            raise ValueError("scale and dpi apply only to PNG: the name of the file must end in .png")
        size = _size(scale, width, height, dpi, letters=letters)
        Path(path).write_bytes(self._draughtsman.file(self._picture, cast("PictureForm", form), size))

    # Jupyter calls this to display the object.
    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        shown = self.shown
        size = f"{self._picture.width:.0f} x {self._picture.height:.0f}"
        return f"<{shown.id} {shown.title} ({shown.organism}), {size}, {len(shown.highlighted)} names highlighted>"


class CompoundPicture:
    """PubChem's drawing of a compound, as a PNG. `source`: its origin and date."""

    def __init__(self, depiction: Depiction) -> None:
        self.id: str = depiction.id
        self.width: int = depiction.width
        self.height: int = depiction.height
        self.source = depiction.source
        self._png = depiction.png

    def png(self) -> bytes:
        return self._png

    def save(self, path: str | Path) -> None:
        """Write the picture as a PNG, whatever the file extension. Raises: OSError."""
        Path(path).write_bytes(self._png)

    def _repr_png_(self) -> bytes:
        return self._png

    def __repr__(self) -> str:
        return f"<{self.id}, {self.width} x {self.height}, drawn by PubChem>"


def _size(
    scale: float | None,
    width: float | str | None,
    height: float | str | None,
    dpi: float | None,
    *,
    letters: Letters | None = None,
) -> Size:
    """Check the arguments of `png` or `save`, and return them as a size. Raises: ValueError."""
    numbers = [number for number in (scale, dpi) if number is not None]
    if not all(0 < number < float("inf") for number in numbers) or (scale is not None and (width or height or dpi)):
        raise ValueError("scale and dpi must be above 0, and scale cannot be combined with width, height or dpi")
    wide, high = (None if side is None else length(side) for side in (width, height))
    return Size(scale=scale, width=wide, height=high, dpi=dpi, letters=letters)


def written(highlight: "Highlighted | Frame") -> tuple[list[str] | str, Sequence[str]]:
    """Convert highlights to the argument of the tool. Returns: the argument, and the names of any conditions."""
    if isinstance(highlight, Frame):
        highlight = highlight.to_dict()
    if isinstance(highlight, str):
        return highlight, ()
    if not isinstance(highlight, Mapping):
        return [*highlight], ()
    conditions = {str(name): condition for name, condition in highlight.items() if isinstance(condition, Mapping)}
    if conditions and len(conditions) == len(highlight):
        names = dict.fromkeys(name for condition in conditions.values() for name in condition)
        several = {
            str(name): [_written_value(condition.get(name)) for condition in conditions.values()] for name in names
        }
        measured = {name: values for name, values in several.items() if {*values} != {NOT_MEASURED}}
        return [f"{name}={BETWEEN.join(values)}" for name, values in measured.items()], (*conditions,)
    return [_written(str(name), value) for name, value in highlight.items()], ()


def _written(name: str, value: object) -> str:
    if isinstance(value, str) or not isinstance(value, Sequence):
        return name if value is None else f"{name}={_written_value(value)}"
    return f"{name}={BETWEEN.join(map(_written_value, cast('Sequence[object]', value)))}"


def _written_value(value: object) -> str:
    """Convert a value to text; None and NaN (a missing value in pandas) mean that it was not measured."""
    return NOT_MEASURED if value is None or value != value else str(value)
