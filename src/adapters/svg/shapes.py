"""SVG markup for the parts of a picture: shapes, texts, lines and groups."""

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence

from biofacts.domain.pictures.arrowheads import Head, head
from biofacts.domain.pictures.connectors import Route, Segment
from biofacts.domain.pictures.diagram import Box, DiagramGroup, DrawnLine, LineEnd, Point, Shape, Stroke, Text
from biofacts.domain.pictures.highlights import Mark, readable_on
from biofacts.domain.pictures.layout import LINE_HEIGHT, text_box, upright
from biofacts.domain.pictures.outlines import has_inside, number, octagon, outline
from biofacts.domain.text.patterns import late_pattern

GROUND = "#ffffff"
FONTS = "Arial, Helvetica, 'Liberation Sans', sans-serif"
_ASCENT = 0.905  # of Arial, and of fonts with the same widths
_DASHES, _GROUP_DASHES = "5 3", "4 2"
_GROUP_FILL, _PATHWAY_FILL, _GREY = "#b4b464", "#00ff00", "#808080"
_BAND = 4.0
"""The width in pixels of the colour on either side of a highlighted line."""
_FAMILY = late_pattern(r"[A-Za-z][\w -]{0,60}", re.A)
# `Dialog` and `SansSerif` are names of Java, in which PathVisio is written.
_NO_FAMILY = frozenset({"arial", "symbol", "dialog", "sansserif", "sans-serif"})
"""Font families that are replaced by the default: other names for it, and symbol fonts."""
_MATHEMATICAL = late_pattern("[\U0001d400-\U0001d7ff]")
"""Mathematical letters and digits, which ordinary fonts lack."""


def shape(drawn_shape: Shape, mark: Mark | None, names: Mapping[str, str], clip: str, *, dashes: bool) -> Iterator[str]:
    """Draw a shape with its text and tooltip. `names`: labels by element id; `clip`: an id for a clip path."""
    fill = mark.colour if mark and mark.colour else drawn_shape.fill
    inside = fill if has_inside(drawn_shape.outline) else ""
    path = outline(drawn_shape.outline, drawn_shape.box.width, drawn_shape.box.height)
    yield title(_tooltip(drawn_shape, mark, names))
    filled = path or outline("Rectangle", drawn_shape.box.width, drawn_shape.box.height)
    if mark and mark.stripes and inside:
        yield from _stripes(drawn_shape, mark.stripes, filled, clip)
        inside = "none"
    if not path and mark and mark.colour:
        yield element("path", d=filled, fill=inside, transform=_placed(drawn_shape))
    elif path:
        yield from _edged(path, inside, drawn_shape.stroke, _placed(drawn_shape), dashes=dashes)
    if drawn_shape.text:
        readable = readable_on(fill) if mark and mark.colour else ""
        yield from text(drawn_shape.text, upright(drawn_shape), linked=bool(drawn_shape.href), colour=readable)


def _stripes(drawn_shape: Shape, colours: Sequence[str], path: str, clip: str) -> Iterator[str]:
    """Draw the colours of several values as stripes side by side, clipped to the outline of a shape."""
    step = drawn_shape.box.width / len(colours)
    bars = (
        element("rect", x=place * step, y=0, width=step, height=drawn_shape.box.height, fill=colour)
        for place, colour in enumerate(colours)
    )
    clipped = drawn_shape.outline not in ("Rectangle", "None")
    if clipped:
        yield element("clipPath", [element("path", d=path)], id=clip)
    yield element(
        "g", bars, class_="stripes", transform=_placed(drawn_shape), clip_path=f"url(#{clip})" if clipped else None
    )


def _tooltip(drawn_shape: Shape, mark: Mark | None, names: Mapping[str, str]) -> str:
    reference = (
        [f"{drawn_shape.reference.database}:{drawn_shape.reference.identifier}".lstrip(":")]
        if drawn_shape.reference
        else []
    )
    on = [f"on {names[drawn_shape.on]}"] if drawn_shape.on in names else []
    parts = [part for part in (drawn_shape.type, *on, drawn_shape.comment, *reference) if part]
    subject = (
        f"{drawn_shape.label} ({', '.join(parts)})"
        if parts and drawn_shape.label
        else drawn_shape.label or ", ".join(parts)
    )
    notes = [mark.note] if mark and mark.note else []
    if mark and mark.itself:
        notes.append(f"an approved drug itself: {', '.join(mark.itself)}")
    if mark and mark.drugs:
        notes.append(f"approved drugs: {', '.join(mark.drugs)}")
    return "; ".join(filter(None, (subject, *notes)))


def _placed(drawn_shape: Shape) -> str:
    moved = f"translate({number(drawn_shape.box.left)} {number(drawn_shape.box.top)})"
    if not drawn_shape.rotation:
        return moved
    angle = math.degrees(drawn_shape.rotation)
    return f"{moved} rotate({number(angle)} {number(drawn_shape.box.width / 2)} {number(drawn_shape.box.height / 2)})"


def _edged(path: str, fill: str, stroke: Stroke, placed: str | None, *, dashes: bool) -> Iterator[str]:
    """Draw an outline or a line. A double edge is a broad line under a narrow line in the colour of the filling."""
    visible = stroke.colour if stroke.width else ""
    double = stroke.style == "double" and visible
    yield element(
        "path",
        d=path,
        transform=placed,
        fill=fill or "none",
        fill_rule="evenodd" if path.count("Z") > 1 else None,
        stroke=visible or None,
        stroke_width=stroke.width * 3 if double else stroke.width,
        stroke_dasharray=_DASHES if dashes and stroke.style == "dashed" else None,
    )
    if double:
        between = GROUND if fill in ("", "none") else fill
        yield element("path", d=path, transform=placed, fill="none", stroke=between, stroke_width=stroke.width)


def signs(drawn_shape: Shape, mark: Mark) -> Iterator[str]:
    """Draw the symbols for the drugs of a highlighted shape."""
    if mark.drugs:
        yield capsule(drawn_shape.box)
    if mark.itself:
        yield tablet(drawn_shape.box)


def around_signs(drawn_shape: Shape, mark: Mark) -> Iterator[Box]:
    """Yield the boxes that the symbols for the drugs of a shape cover."""
    if mark.drugs:
        yield Box(drawn_shape.box.right - 6, drawn_shape.box.top - 13, 17, 17)
    if mark.itself:
        yield Box(drawn_shape.box.left - 6, drawn_shape.box.centre.y - 6, 12, 12)


def tablet(box: Box) -> str:
    """Draw the symbol of a drug, a round tablet with a break line, at the middle of the left edge of a box."""
    placed = f"translate({number(box.left)} {number(box.centre.y)}) rotate(-35)"
    edge = element("circle", r=5.5, fill=GROUND, stroke="#000000", stroke_width=1)
    score = element("path", d="M-5.5 0H5.5", fill="none", stroke="#000000", stroke_width=1.5)
    return element("g", [edge, score], class_="itself", transform=placed)


def capsule(box: Box) -> str:
    """Draw the symbol of a drug target, a capsule with two halves, at the upper right corner of a box."""
    placed = f"translate({number(box.right - 6)} {number(box.top - 4)}) rotate(-35)"
    half = "M7 0H10A4 4 0 0 1 10 8H7Z"
    whole = "M4 0H10A4 4 0 0 1 10 8H4A4 4 0 0 1 4 0Z"
    return element(
        "g",
        [
            element("path", d=whole, fill=GROUND, stroke="#000000", stroke_width=1),
            element("path", d=half, fill="#000000"),
        ],
        class_="drug",
        transform=placed,
    )


def text(label: Text, inside: Box, *, linked: bool = False, colour: str = "") -> Iterator[str]:
    """Draw a text inside a box, line by line. `linked`: True to underline it; `colour`: overrides that of the text."""
    if not (inside.width or inside.height or label.lines):
        return
    high = label.size * LINE_HEIGHT
    stands = text_box(label, inside)
    x = {"start": stands.left, "middle": stands.centre.x, "end": stands.right}[label.align]
    first = stands.top + label.size * _ASCENT
    decorations = ("underline" if label.underlined or linked else "", "line-through" if label.struck else "")
    placed = [(line, first + high * row) for row, line in enumerate(label.lines) if line]
    style = attributes(
        x=x,
        y=placed[0][1],
        font_family=_family(label.family),
        font_size=label.size,
        font_weight="bold" if label.bold else None,
        font_style="italic" if label.italic else None,
        text_decoration=" ".join(filter(None, decorations)),
        text_anchor=None if label.align == "start" else label.align,
        fill=colour or label.colour,
    )
    rows = [_written(placed[0][0]), *(_row(line, x, y) for line, y in placed[1:])]
    yield f"<text{style}>{''.join(rows)}</text>"


def _row(line: str, x: float, y: float) -> str:
    return f'<tspan x="{number(x)}" y="{number(y)}">{_written(line)}</tspan>'


def _written(line: str) -> str:
    """Escape a line of text, and replace mathematical letters by ordinary letters."""
    return escaped(_MATHEMATICAL.sub(lambda sign: unicodedata.normalize("NFKC", sign[0]), line))


def _family(name: str) -> str | None:
    folded = name.casefold().replace(" ", "")
    return f"'{name}', {FONTS}" if _FAMILY.fullmatch(name) and folded not in _NO_FAMILY else None


# Lines


def line(
    drawn_line: DrawnLine, way: Route, mark: Mark | None, names: Mapping[str, str], *, dashes: bool
) -> Iterator[str]:
    """Draw a line with its arrowheads and anchors, on a broad coloured band if it is highlighted. `way`: its route."""
    yield title("; ".join(filter(None, (_describe_line(drawn_line, names), mark.note if mark else ""))))
    start, end = head(drawn_line.start.head), head(drawn_line.end.head)
    shortened = _shortened(way, start.gap if start else 0, end.gap if end else 0)
    colour, width = drawn_line.stroke.colour, drawn_line.stroke.width
    if mark and mark.colour:
        band = width + 2 * _BAND
        yield element("path", class_="band", d=_path([*way.pieces]), fill="none", stroke=mark.colour, stroke_width=band)
    if colour and width:
        yield from _edged(_path(shortened), "", drawn_line.stroke, None, dashes=dashes)
    yield from _head(start, drawn_line.start, shortened[0].start, way.tail, way.pieces[0].start, drawn_line.stroke)
    yield from _head(end, drawn_line.end, shortened[-1].end, way.neck, way.pieces[-1].end, drawn_line.stroke)
    for anchor in drawn_line.anchors:
        at = way.at(anchor.position)
        circle = attributes(class_="anchor", data_id=anchor.id, cx=at.x, cy=at.y)
        seen = f' r="4" fill="{colour or "none"}"' if anchor.shape == "Circle" else ' r="4" fill="none"'
        yield f"<circle{circle}{seen}/>"


def _describe_line(drawn_line: DrawnLine, names: Mapping[str, str]) -> str:
    start, end = (names.get(end.touches, "") for end in (drawn_line.start, drawn_line.end))
    heads = [end.head for end in (drawn_line.start, drawn_line.end) if end.head != "Line"]
    between = f"{start or '?'} - {end or '?'}" if start or end else ""
    reference = (
        f"{drawn_line.reference.database}:{drawn_line.reference.identifier}".lstrip(":") if drawn_line.reference else ""
    )
    return ", ".join(filter(None, (between, *heads, reference)))


def _head(form: Head | None, end: LineEnd, tip: Point, neck: Point, goal: Point, stroke: Stroke) -> Iterator[str]:
    """Draw an arrowhead. `tip`: the end of the shortened line; the head points from `neck` to `goal`."""
    if form is None:
        return
    angle = math.degrees(math.atan2(goal.y - neck.y, goal.x - neck.x))
    colour = stroke.colour or "none"
    yield element(
        "path",
        class_="head",
        data_head=end.head,
        d=form.path or "M0 0",
        transform=f"translate({number(tip.x)} {number(tip.y)}) rotate({number(angle)})",
        fill={"line": colour, "ground": GROUND, "none": "none"}[form.fill],
        stroke=None if form.fill == "line" else colour,
        stroke_width=None if form.fill == "line" else stroke.width,
    )


def _shortened(way: Route, at_start: float, at_end: float) -> list[Segment]:
    """Return the segments of a route, shortened at both ends to leave room for the arrowheads."""
    pieces = [*way.pieces]
    first, last = pieces[0], pieces[-1]
    pieces[0] = first._replace(start=_nearer(first.start, way.tail, at_start))
    pieces[-1] = pieces[-1]._replace(end=_nearer(last.end, way.neck, at_end))
    return pieces


def _nearer(point: Point, to: Point, by: float) -> Point:
    length = math.dist(point, to)
    share = by / length if length else 0
    return Point(point.x + (to.x - point.x) * share, point.y + (to.y - point.y) * share)


def _path(pieces: list[Segment]) -> str:
    at = pieces[0].start
    parts = [f"M{number(at.x)} {number(at.y)}"]
    for piece in pieces:
        points = (*(piece.bends or ()), piece.end)
        written = " ".join(f"{number(point.x)} {number(point.y)}" for point in points)
        parts.append(f"{'C' if piece.bends else 'L'}{written}")
    return "".join(parts)


# Groups


def group(drawn_group: DiagramGroup, box: Box, *, dashes: bool) -> Iterator[str]:
    """Draw the background of a group. It is invisible for the style `Group`, but has a tooltip."""
    styled = drawn_group.style not in ("Group", "None")
    yield title(
        ", ".join(filter(None, (drawn_group.label, f"{drawn_group.style.lower()} of elements" if styled else "")))
    )
    if drawn_group.style == "Complex":
        corner = min(box.width / 2.5, box.height / 2.5, 18)
        path = octagon(box.width, box.height, corner)
        placed = f"translate({number(box.left)} {number(box.top)})"
        yield element("path", d=path, transform=placed, fill=_GROUP_FILL, fill_opacity=0.1, stroke=_GREY)
        return
    seen = drawn_group.style != "Group"
    yield element(
        "rect",
        x=box.left,
        y=box.top,
        width=box.width,
        height=box.height,
        fill=(_PATHWAY_FILL if drawn_group.style == "Pathway" else _GROUP_FILL) if seen else "none",
        fill_opacity=(0.05 if drawn_group.style == "Pathway" else 0.1) if seen else None,
        stroke=_GREY if seen else None,
        stroke_dasharray=_GROUP_DASHES if dashes and seen else None,
    )
    if drawn_group.style == "Pathway" and drawn_group.label:
        named = Text(lines=(drawn_group.label,), size=32, family="Times New Roman", vertical="middle", colour=_GREY)
        yield from text(named, box)


# SVG markup: elements, attributes and escaping


_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_FORBIDDEN = late_pattern("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 does not allow, even escaped."""

AttributeValue = str | float


def escaped(text: str) -> str:
    """Escape a text for XML elements and attribute values, and remove characters that XML forbids."""
    if text.isascii() and text.isprintable():
        return text.translate(_ESCAPES)
    return _FORBIDDEN.sub("", text).translate(_ESCAPES)


def attributes(**values: AttributeValue | None) -> str:
    """Return attributes as text, each after a space; omit None and "". A name such as `stroke_width` gets hyphens."""
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{number(value) if isinstance(value, float | int) else escaped(value)}"'
        for name, value in values.items()
        if value is not None and value != ""
    )


def element(name: str, content: Iterable[str] = (), **values: AttributeValue | None) -> str:
    """Return an XML element with its attributes and content."""
    inside = "".join(content)
    return f"<{name}{attributes(**values)}>{inside}</{name}>" if inside else f"<{name}{attributes(**values)}/>"


def title(text: str) -> str:
    """Return the element that browsers show as a tooltip; "" for an empty text."""
    return f"<title>{escaped(text)}</title>" if text else ""
