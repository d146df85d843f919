"""Reader of a drawing's appearance. It converts a GPML 2013a file to a diagram that can be rendered.

Source: https://pathvisio.org/GPML/GPML2013a.xsd (also for default values).
"""

import math
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple, get_args
from xml.etree.ElementTree import Element

from biofacts.adapters.http.wikipathways import gpml
from biofacts.adapters.http.wikipathways.gpml import GpmlError
from biofacts.adapters.http.wikipathways.gpml_components import (
    ANCHOR,
    COMMENT,
    DATA_NODE,
    GRAPHICS,
    INTERACTION,
    LABEL,
    LINES,
    POINT,
    SHAPE,
    STATE,
    tag,
    xref,
)
from biofacts.domain.identifiers import pasted_links
from biofacts.domain.pictures.diagram import (
    Align,
    Anchor,
    Box,
    Connector,
    Diagram,
    DiagramGroup,
    DrawnLine,
    LineEnd,
    LineStyle,
    NodeReference,
    Point,
    Shape,
    ShapeKind,
    Stroke,
    Text,
    VerticalAlign,
)
from biofacts.domain.pictures.outlines import weight
from biofacts.domain.text.clean import plain, shorten, visible

_MOST_ELEMENTS, _MOST_POINTS = 10_000, 20_000
"""Size limits for drawings to render. Anchors count as points."""

_FARTHEST = 100_000.0
_LONGEST_LABEL, _MOST_ROWS = 2_000, 60

_ATTRIBUTE = tag("Attribute")
_KINDS: Mapping[str, ShapeKind] = {DATA_NODE: "node", LABEL: "label", SHAPE: "shape", STATE: "state"}
_ALIGN: Mapping[str, Align] = {"left": "start", "center": "middle", "right": "end"}
_VERTICAL: Mapping[str, VerticalAlign] = {arg: arg for arg in get_args(VerticalAlign)}
_CONNECTORS: Mapping[str, Connector] = {arg: arg for arg in get_args(Connector)}
_CELL, _DOUBLE = "org.pathvisio.CellularComponentProperty", "org.pathvisio.DoubleLineProperty"
_STATE_ROTATION = "org.pathvisio.core.StateRotation"  # PathVisio writes the rotation of a state as an attribute
_COLOURS = {
    "aqua": "#00ffff", "black": "#000000", "blue": "#0000ff", "fuchsia": "#ff00ff", "gray": "#808080",
    "green": "#008000", "lime": "#00ff00", "maroon": "#800000", "navy": "#000080", "olive": "#808000",
    "purple": "#800080", "red": "#ff0000", "silver": "#c0c0c0", "teal": "#008080", "white": "#ffffff",
    "yellow": "#ffff00", "transparent": "",
}  # fmt: skip
_HEX = re.compile(r"#?([0-9a-f]{6})(?:[0-9a-f]{2})?", re.I | re.A)
_INTEGER = re.compile(r"-?\d{1,12}", re.A)


class _Usual(NamedTuple):
    """Defaults for a kind of shape: its outline, fill, stacking order and vertical position of the text."""

    outline: str
    fill: str
    order: int
    vertical: VerticalAlign = "top"


# The stacking order of PathVisio, for elements that state none.
_USUAL: Mapping[ShapeKind, _Usual] = {
    "node": _Usual("Rectangle", "#ffffff", 0x8000),
    "label": _Usual("None", "", 0x7000),
    "shape": _Usual("Rectangle", "", 0x4000),
    # GPML 2013a has no text attributes for states, and PathVisio centres their text. For other shapes, PathVisio writes
    # only attributes that differ from the defaults of the schema.
    "state": _Usual("Rectangle", "#ffffff", 0x8000 + 10, "middle"),
}
_LINE_ORDER, _GROUP_ORDER = 0x3000, 0x1000


def read(data: bytes) -> Diagram:
    """Parse a GPML file. Raises: GpmlError, also if the drawing is too large to render."""
    root = gpml.well_formed(data)
    local_id, _ = gpml.version_of(root)
    points = sum(element.tag in (POINT, ANCHOR) for element in root.iter())
    if len(root) > _MOST_ELEMENTS or points > _MOST_POINTS:
        raise GpmlError(f"it has more than {_MOST_ELEMENTS} elements or {_MOST_POINTS} points")
    return Diagram(
        id=f"WP:{local_id}",
        title=plain(root.get("Name", "")),
        organism=plain(root.get("Organism", "")),
        modified=(gpml.last_modified(root.get("Last-Modified", "").strip()) or "")[:10],
        elements=tuple(_elements(root)),
        info=_info(root),
    )


def _elements(root: Element) -> Iterator[Shape | DrawnLine | DiagramGroup]:
    names = gpml.names_of(root)
    boxes = {own: box for child in root if (own := child.get("GraphId")) and (box := _box(child.find(GRAPHICS)))}
    for element, raw in names.items():
        name = visible(raw, fold=False)
        if kind := _KINDS.get(element.tag):
            if (shape := _shape(element, name, kind, boxes)) is not None:
                yield shape
        elif element.tag in LINES:
            if (line := _line(element, name)) is not None:
                yield line
        else:
            yield _group(element, name)


# Shapes


def _shape(element: Element, name: str, kind: ShapeKind, boxes: Mapping[str, Box]) -> Shape | None:
    """Convert an element to a shape; None if it has no position."""
    graphics = element.find(GRAPHICS)
    on = element.get("GraphRef", "") if kind == "state" else ""
    box = _box_of_state(graphics, boxes.get(on)) if kind == "state" else _box(graphics)
    if graphics is None or box is None:
        return None
    usual, attributes = _USUAL[kind], _attributes(element)
    rows = tuple(greek(row, graphics.get("FontName", "")) for row in _rows(element.get("TextLabel", "")))
    colour = _colour(graphics.get("Color"), "#000000")
    outline = visible(graphics.get("ShapeType", "")) or usual.outline
    return Shape(
        id=name,
        kind=kind,
        type=visible(element.get("Type", "")) if kind == "node" else visible(attributes.get(_CELL, "")),
        label=" ".join(rows),
        box=box,
        rotation=_number(graphics.get("Rotation") or attributes.get(_STATE_ROTATION)) or 0,
        outline=outline,
        fill=_colour(graphics.get("FillColor"), usual.fill),
        stroke=_stroke(graphics, attributes, weight(outline, box.width, box.height)),
        text=_text(rows, graphics, colour or "#000000", usual.vertical) if rows else None,
        order=_order(graphics, usual.order),
        reference=_reference(element),
        href=pasted_links.of_the_web(visible(element.get("Href", ""))),
        group=element.get("GroupRef", ""),
        on=visible(on, fold=False),
        comment=shorten(" ".join(plain(comment.text or "") for comment in element.findall(COMMENT)))
        if kind == "state"
        else "",
    )


def _box(graphics: Element | None) -> Box | None:
    if graphics is None:
        return None
    x, y = _number(graphics.get("CenterX")), _number(graphics.get("CenterY"))
    width, height = _size(graphics)
    return None if x is None or y is None else Box(x - width / 2, y - height / 2, width, height)


def _box_of_state(graphics: Element | None, on: Box | None) -> Box | None:
    if graphics is None or on is None:
        return None
    x, y = _number(graphics.get("RelX")) or 0, _number(graphics.get("RelY")) or 0
    width, height = _size(graphics)
    left, top = on.centre.x + x * on.width / 2 - width / 2, on.centre.y + y * on.height / 2 - height / 2
    return Box(left, top, width, height)


def _size(graphics: Element) -> tuple[float, float]:
    return abs(_number(graphics.get("Width")) or 0), abs(_number(graphics.get("Height")) or 0)


def _text(rows: tuple[str, ...], graphics: Element, colour: str, vertical: VerticalAlign) -> Text:
    size = _number(graphics.get("FontSize"))
    return Text(
        lines=rows,
        size=12 if size is None else min(max(size, 1), 500),
        family=visible(graphics.get("FontName", "")),
        bold=graphics.get("FontWeight", "").casefold() == "bold",
        italic=graphics.get("FontStyle", "").casefold() == "italic",
        underlined=graphics.get("FontDecoration", "").casefold() == "underline",
        struck=graphics.get("FontStrikethru", "").casefold() == "strikethru",
        align=_ALIGN.get(graphics.get("Align", "").casefold(), "middle"),
        vertical=_VERTICAL.get(graphics.get("Valign", "").casefold(), vertical),
        colour=colour,
    )


def _rows(label: str) -> tuple[str, ...]:
    """Split a label into lines, keeping empty lines; an empty label has none."""
    text = label[:_LONGEST_LABEL] + ("..." if len(label) > _LONGEST_LABEL else "")
    cleaned = plain(text, lines=True) or visible(text)
    rows = [row.strip() for row in cleaned.split("\n")[:_MOST_ROWS]]
    return tuple(rows) if any(rows) else ()


def _reference(element: Element) -> NodeReference | None:
    database, identifier = map(visible, xref(element))
    return NodeReference(shorten(database), shorten(identifier)) if identifier else None


# Lines


def _line(element: Element, name: str) -> DrawnLine | None:
    """Convert an element to a line; None if it has fewer than two points."""
    graphics = element.find(GRAPHICS)
    if graphics is None:
        return None
    placed = [(child, point) for child in graphics.findall(POINT) if (point := _point(child)) is not None]
    if len(placed) < 2:
        return None
    return DrawnLine(
        id=name,
        kind="interaction" if element.tag == INTERACTION else "line",
        points=tuple(point for _, point in placed),
        connector=_CONNECTORS.get(graphics.get("ConnectorType", "").casefold(), "straight"),
        start=_end(placed[0][0]),
        end=_end(placed[-1][0]),
        anchors=tuple(_anchor(anchor) for anchor in graphics.findall(ANCHOR)),
        stroke=_stroke(graphics, _attributes(element)),
        order=_order(graphics, _LINE_ORDER),
        reference=_reference(element),
        group=element.get("GroupRef", ""),
    )


def _point(point: Element) -> Point | None:
    x, y = _number(point.get("X")), _number(point.get("Y"))
    return None if x is None or y is None else Point(x, y)


def _end(point: Element) -> LineEnd:
    return LineEnd(
        head=visible(point.get("ArrowHead", "")) or "Line",
        touches=visible(point.get("GraphRef", ""), fold=False),
        rel=Point(_number(point.get("RelX")) or 0, _number(point.get("RelY")) or 0),
    )


def _anchor(anchor: Element) -> Anchor:
    return Anchor(
        id=visible(anchor.get("GraphId", ""), fold=False),
        position=_number(anchor.get("Position")) or 0,
        shape=visible(anchor.get("Shape", "")) or "None",
    )


# Groups, and values of all elements


def _group(element: Element, name: str) -> DiagramGroup:
    return DiagramGroup(
        id=name,
        key=element.get("GroupId", ""),
        style=visible(element.get("Style", "")) or "None",
        label=" ".join(_rows(element.get("TextLabel", ""))),
        order=_order(element, _GROUP_ORDER),
        group=element.get("GroupRef", ""),
    )


def _info(root: Element) -> Point | None:
    box = root.find(tag("InfoBox"))
    if box is None:
        return None
    x, y = _number(box.get("CenterX")), _number(box.get("CenterY"))
    return None if x is None or y is None else Point(x, y)


def _attributes(element: Element) -> dict[str, str]:
    return {attribute.get("Key", ""): attribute.get("Value", "") for attribute in element.findall(_ATTRIBUTE)}


def _stroke(graphics: Element, attributes: Mapping[str, str], weight: float = 1) -> Stroke:
    width = _number(graphics.get("LineThickness"))
    style: LineStyle = "dashed" if graphics.get("LineStyle", "").casefold() == "broken" else "solid"
    if attributes.get(_DOUBLE, "").casefold() == "double":
        style = "double"
    return Stroke(
        colour=_colour(graphics.get("Color"), "#000000"),
        width=min(weight * (1 if width is None else abs(width)), 500),
        style=style,
    )


def _order(element: Element, usual: int) -> int:
    written = element.get("ZOrder", "").strip()
    return int(written) if _INTEGER.fullmatch(written) else usual


def _colour(written: str | None, usual: str) -> str:
    text = (written or "").strip().casefold()
    if match := _HEX.fullmatch(text):
        return f"#{match[1]}"
    return _COLOURS.get(text, usual)


def _number(text: str | None) -> float | None:
    """Parse a number; None if it is malformed or not finite.

    Raises: GpmlError if it lies far beyond any drawing.
    """
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        return None
    if not math.isfinite(value):
        return None
    if abs(value) > _FARTHEST:
        raise GpmlError(f"something in it lies or reaches farther than {_FARTHEST:.0f} pixels")
    return value


# The font Symbol, which shows Latin letters as Greek ones


FONT = "symbol"

_GREEK = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "abcdefghijklmnopqrstuvwxyz" + "-",
    "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ" + "αβχδεφγηιϕκλμνοπθρστυϖωξψζ" + "−",
)


def greek(text: str, font: str) -> str:
    """Convert a text to the characters that its font shows: in Symbol, `a` is alpha. Greek letters stay unchanged."""
    return text.translate(_GREEK) if font.strip().casefold() == FONT else text
