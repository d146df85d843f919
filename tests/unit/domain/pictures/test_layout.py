"""Positions and sizes of drawn elements, each with a figure that can be checked by hand."""

import math
from typing import Any

import pytest
from fontTools.ttLib import TTFont  # pyright: ignore[reportMissingTypeStubs]

from biofacts.domain.pictures import layout
from biofacts.domain.pictures.diagram import Box, Diagram, DiagramGroup, Element, Shape, Stroke, Text
from biofacts.domain.pictures.layout import Layout, stacked, text_box, upright, width_of, with_large_letters
from tests.places import REPOSITORY

FONTS = REPOSITORY / "src" / "adapters" / "svg" / "fonts"
BOX = Box(0, 0, 100, 40)
WIDE = 3 * 0.556 * 10
"""Of three figures in ten points."""


def shape(name: str = "s", **others: Any) -> Shape:
    given: dict[str, Any] = {"kind": "node", "box": BOX, **others}
    return Shape(id=name, **given)


def diagram(*elements: Element) -> Diagram:
    return Diagram(id="WP:WP1", title="t", organism="Homo sapiens", elements=elements)


@pytest.mark.parametrize(
    ("line", "bold", "width"),
    [
        ("", False, 0), (" ", False, 2.78), ("~", False, 5.84), ("i", False, 2.22), ("W", False, 9.44),
        ("\x1f", False, 7), ("\x7f", False, 7), ("ä", False, 7), ("123", False, WIDE), ("123", True, 1.08 * WIDE),
    ],
)  # fmt: skip
def test_a_text_is_as_wide_as_its_signs(line: str, bold: bool, width: float) -> None:
    assert width_of(line, 10, bold=bold) == pytest.approx(width)


def test_signs_are_as_wide_as_in_the_font_that_pictures_are_written_in() -> None:
    font: Any = TTFont(FONTS / "BiofactsSans-Regular.ttf")
    glyphs, widths, unit = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    ascii_signs = [chr(code) for code in range(0x20, 0x7F)]

    assert [round(width_of(sign, 1000)) for sign in ascii_signs] == [
        round(widths[glyphs[ord(sign)]][0] / unit * 1000) for sign in ascii_signs
    ]


@pytest.mark.parametrize(
    ("text", "left", "top"),
    [
        (Text(lines=("123",), size=10), 50 - WIDE / 2, 5),
        (Text(lines=("123",), size=10, align="start", vertical="middle"), 5, 20 - 11.5 / 2),
        (Text(lines=("123",), size=10, align="end", vertical="bottom"), 100 - 5 - WIDE, 40 - 5 - 11.5),
        (Text(lines=("1", "123", ""), size=10, vertical="middle"), 50 - WIDE / 2, 20 - 34.5 / 2),
        (Text(lines=("1", "123", ""), size=10), 50 - WIDE / 2, (40 - 34.5) / 2),
        (Text(lines=("1", "1", "1", "123"), size=10), 50 - WIDE / 2, 5),
    ],
)
def test_a_text_keeps_away_from_the_edges_but_stays_in_the_middle_where_it_just_fits(
    text: Text, left: float, top: float
) -> None:
    assert text_box(text, BOX) == pytest.approx(Box(left, top, WIDE, 11.5 * len(text.lines)))


@pytest.mark.parametrize(
    ("lines", "size"),
    [
        (["123"], [20.0]),
        (["1" * 17], [10 * 98 / (17 * 5.56)]),
        (["1" * 18, "123"], [10.0, 10.0]),
        (["123", "1\n1\n1"], [10 * 38 / 34.5, 10 * 38 / 34.5]),
        (["123"] * 8 + ["1" * 17], [10 * 98 / (17 * 5.56)] * 9),
        (["123"] * 9 + ["1" * 17], [20.0] * 9 + [10 * 98 / (17 * 5.56)]),
    ],
)
def test_large_letters_fill_their_boxes_all_in_one_proportion(lines: list[str], size: list[float]) -> None:
    nodes = [shape(text=Text(lines=tuple(one.split("\n")), size=10)) for one in lines]
    large = with_large_letters(diagram(*nodes, shape(), shape(kind="label", text=Text(lines=("1",), size=10))))

    assert [one.text.size for one in large.elements[:-1] if isinstance(one, Shape) and one.text] == pytest.approx(size)


@pytest.mark.parametrize(
    ("rotation", "box"),
    [
        (0.0, BOX),
        (math.pi / 2, Box(30, -30, 40, 100)),
        (-math.pi, BOX),
        (
            math.pi / 4,
            Box(50 - 70 * math.sqrt(0.5), 20 - 70 * math.sqrt(0.5), 140 * math.sqrt(0.5), 140 * math.sqrt(0.5)),
        ),
    ],
)
def test_the_box_of_a_turned_shape_holds_it(rotation: float, box: Box) -> None:
    assert upright(shape(rotation=rotation)) == pytest.approx(box)


@pytest.mark.parametrize(
    ("rotation", "box"),
    [(0.0, Box(-0.5, -0.5, 124, 41)), (math.pi, Box(-23.5, -0.5, 124, 41))],
    ids=["plain", "turned"],
)
def test_a_triangle_reaches_beyond_its_box_in_the_direction_of_its_tip(rotation: float, box: Box) -> None:
    triangle = shape(outline="Triangle", rotation=rotation, stroke=Stroke(colour="#000000", width=1))

    assert Layout(diagram(triangle)).extent(triangle) == pytest.approx(box)


def test_a_state_lies_above_all_nodes_that_it_touches(monkeypatch: pytest.MonkeyPatch) -> None:
    far = Box(500, 0, 10, 10)
    elements = (
        shape("top", order=9), shape("state", kind="state", order=1), shape("elsewhere", order=7, box=far),
        shape("lonely", kind="state", order=2, box=Box(900, 0, 5, 5)), shape("same", order=9),
    )  # fmt: skip

    def order() -> list[str]:
        return [one.id for one in stacked(diagram(*elements)) if isinstance(one, Shape)]

    assert order() == ["lonely", "elsewhere", "top", "same", "state"]
    monkeypatch.setattr(layout, "_MOST_PAIRS", 5)
    assert order() == ["elsewhere", "top", "same", "state", "lonely"]
    monkeypatch.setattr(layout, "_MOST_PAIRS", 6)
    assert order() == ["lonely", "elsewhere", "top", "same", "state"]


def group(key: str, **others: Any) -> DiagramGroup:
    return DiagramGroup(id=key, key=key, **others)


@pytest.mark.parametrize(("style", "margin"), [("Group", 8), ("Complex", 12)])
def test_a_group_lies_around_its_members_and_the_groups_among_them(style: str, margin: float) -> None:
    outer, inner = group("outer", style=style), group("inner", style="Group", group="outer")
    drawn = Layout(diagram(shape(group="outer"), shape(group="inner", box=Box(200, 0, 10, 10)), outer, inner))

    assert drawn.of_group(inner) == Box(192, -8, 26, 26)
    assert drawn.of_group(outer) == Box(0 - margin, -8 - margin, 218 + 2 * margin, 48 + 2 * margin)
    assert Layout(diagram(group("empty"))).of_group(group("empty")) is None


def test_groups_within_one_another_have_no_box() -> None:
    one, other = group("one", group="other"), group("other", group="one")

    assert Layout(diagram(one, other)).of_group(one) is None


@pytest.mark.parametrize(
    ("element", "extent"),
    [
        (shape(), Box(-0.5, -0.5, 101, 41)),
        (shape(stroke=Stroke(width=4, style="double")), Box(-6, -6, 112, 52)),
        (shape(stroke=Stroke(width=4)), Box(-2, -2, 104, 44)),
        (shape(text=Text(lines=("1" * 36,), size=10)), Box(50 - 36 * 2.78, -0.5, 72 * 2.78, 41)),
    ],
)
def test_the_extent_of_a_shape_has_its_edge_and_its_text(element: Shape, extent: Box) -> None:
    assert Layout(diagram(element)).extent(element) == pytest.approx(extent)
