"""Drawings that mean harm: a picture or a clear refusal, never anything that runs, and soon."""

import re
from xml.etree.ElementTree import fromstring

import pytest

from biofacts.adapters.http.wikipathways import gpml_diagram
from biofacts.adapters.http.wikipathways.gpml import GpmlError
from biofacts.adapters.svg.picture import picture
from biofacts.adapters.svg.rendering import png
from biofacts.domain.pictures.diagram import Box, DrawnLine, Point, Shape
from biofacts.domain.pictures.layout import stacked
from tests.drawing import NAMESPACE, SVG, diagram, drawn, gpml, line, part, shape, told

MARKUP = "&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"
QUOTES = "&quot; onload=&quot;alert(1)&quot; x='"
NUMBERS = ("NaN", "inf", "-inf", "", "1e309", "0x10", "1,5", "many")
BOMB = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'


def svg(*elements: str) -> str:
    return picture(diagram(*elements)).svg


@pytest.mark.parametrize("text", [MARKUP, QUOTES], ids=["markup", "quotes"])
@pytest.mark.parametrize("where", ["label", "id", "type", "database", "font", "colour", "form", "group", "head"])
def test_no_text_of_a_drawing_becomes_markup(text: str, where: str) -> None:
    given = {name: text if name == where else name for name in
             ("label", "id", "type", "database", "font", "colour", "form", "group", "head")}  # fmt: skip
    look = f'FontName="{given["font"]}" Color="{given["colour"]}" ShapeType="{given["form"]}"'.replace("'", "&apos;")
    node = shape(
        given["id"], label=given["label"], look=look, more=f'Type="{given["type"]}" GroupRef="{given["group"]}"',
        inside=f'<Xref Database="{given["database"]}" ID="1"/>',
    )  # fmt: skip
    group = f'<Group GroupId="{given["group"]}" GraphId="gg" Style="Pathway" TextLabel="{given["label"]}"/>'
    root = fromstring(svg(node, group, line("l", 'X="1" Y="1"', f'X="9" Y="9" ArrowHead="{given["head"]}"')))

    assert {one.tag for one in root.iter()} <= {
        SVG + name for name in ("svg", "g", "title", "rect", "path", "text", "tspan", "circle")
    }
    assert not [name for one in root.iter() for name in one.attrib if name.startswith("on") or name == "style"]


@pytest.mark.parametrize(
    "href", ["javascript:alert(1)", "data:text/html,x", "//example.org", "https://a b", "vbscript:x", "JAVASCRIPT:x"]
)
def test_only_pages_are_linked(href: str) -> None:
    assert "<a " not in svg(shape("k", "Label", label="tea", more=f'Href="{href}"'))


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("name", ["CenterX", "Width", "FontSize", "LineThickness", "Rotation", "ZOrder"])
def test_what_is_no_number_is_as_if_it_were_not_there(number: str, name: str) -> None:
    text = svg(shape("k", label="tea"), shape("n", label="n").replace("<Graphics", f'<Graphics {name}_="" ', 1)
               if name in ("CenterX", "Width") else shape("n", label="n", look=f'{name}="{number}"'),
               shape("odd", at=(number, 1, number, 1)))  # fmt: skip

    assert not re.search(r"\b(nan|inf)\b", text, re.I)


def test_sizes_below_nothing_are_sizes() -> None:
    (outline,) = part(drawn(shape("k", at=(100, 200, -80, -20))), "k").iter(f"{SVG}path")

    assert outline.get("d") == "M0 0H80V20H0Z"


@pytest.mark.parametrize("form", ["Rectangle", "RoundedRectangle", "Oval", "Arc", "Triangle", "Mitochondria", "Brace"])
def test_what_has_no_size_can_be_drawn(form: str) -> None:
    drawing = picture(diagram(shape("k", "Shape", at=(1, 1, 0, 0), look=f'ShapeType="{form}"')))

    assert png(drawing)[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    "missing",
    [
        "<DataNode GraphId='a' TextLabel='x'/>",
        "<Interaction GraphId='a'/>",
        "<Shape><Graphics/></Shape>",
        "<State GraphRef='nobody'><Graphics/></State>",
        "<Interaction><Graphics><Point X='1' Y='1'/></Graphics></Interaction>",
    ],
)
def test_what_has_no_place_is_left_out(missing: str) -> None:
    root = drawn(missing, shape("k", label="tea"))

    assert [one.get("data-id") for one in root.iter(f"{SVG}g") if one.get("data-id")] == ["k"]


@pytest.mark.parametrize("place", ["1e300", "-1e9", "100001"])
def test_what_lies_beyond_all_drawings_is_refused(place: str) -> None:
    with pytest.raises(GpmlError, match="reaches farther than 100000 pixels"):
        diagram(shape("k", at=(place, 1, 1, 1)))


def test_a_million_points_are_refused() -> None:
    points = '<Point X="1" Y="2"/>' * 1_000_000

    with pytest.raises(GpmlError, match="more than 8388608 bytes"):
        gpml_diagram.read(gpml(f"<Interaction><Graphics>{points}</Graphics></Interaction>"))


def test_too_many_points_are_refused() -> None:
    points = '<Point X="1" Y="2"/>' * 20_001

    with pytest.raises(GpmlError, match="20000 points"):
        diagram(f"<Interaction><Graphics>{points}</Graphics></Interaction>")


def test_too_many_elements_are_refused() -> None:
    with pytest.raises(GpmlError, match="10000 elements"):
        diagram("<Label/>" * 10_001)


def test_as_many_elements_as_are_drawn_are_drawn() -> None:
    """No clock is asked: what grew with the square of their number would take minutes here."""
    members = [shape(f"n{at}", label="tea", at=(at, at, 9, 9), more='GroupRef="g0"') for at in range(3_000)]
    groups = [f'<Group GroupId="g{at}" GraphId="gg{at}" GroupRef="g{at + 1}"/>' for at in range(3_000)]
    lines = [
        line(f"l{at}", f'X="1" Y="{at}" GraphRef="a{at - 1}"', 'X="9" Y="9"', look='ConnectorType="Elbow"',
             anchors=f'<Anchor Position="0.5" GraphId="a{at}"/>')
        for at in range(3_000)
    ]  # fmt: skip

    assert svg(*members, *groups, *lines).count("<g ") > 6_000


def test_thousands_of_states_among_thousands_of_nodes_lie_above_all_of_them() -> None:
    nodes = [shape(f"n{number}", look=f'ZOrder="{40_000 + number}"') for number in range(3_000)]
    states = [
        f'<State GraphId="s{number}" GraphRef="n{number}" TextLabel="P">'
        '<Graphics RelX="0" RelY="0" Width="9" Height="9"/></State>'
        for number in range(3_000)
    ]
    order = [one.id for one in stacked(diagram(*states, *nodes))]

    assert {one[0] for one in order[:3_000]} == {"n"}


def test_groups_in_a_circle_are_drawn() -> None:
    groups = [f'<Group GroupId="{a}" GraphId="g{a}" GroupRef="{b}" Style="Complex"/>' for a, b in ("xy", "yx", "zz")]

    assert svg(*groups, shape("k", label="tea", more='GroupRef="x"'))


@pytest.mark.parametrize("sign", ["&#8238;", "&#8203;", "&#65279;", "&#133;", "&#57344;", "&#65534;"[:0] or "&#8294;"])
def test_what_nobody_sees_is_not_in_a_picture(sign: str) -> None:
    root = drawn(shape("k", label=f"te{sign}a"))

    assert told(part(root, "k")).replace(" ", "") == "tea"


def test_a_long_label_is_cut() -> None:
    (label,) = part(drawn(shape("k", label="m" * 100_000)), "k").iter(f"{SVG}text")

    assert len(label.text or "") == 2_003


def test_a_label_of_endless_lines_is_cut() -> None:
    (label,) = part(drawn(shape("k", label="m&#10;" * 900)), "k").iter(f"{SVG}text")

    assert len([*label]) == 59


@pytest.mark.parametrize(
    "file",
    [b"", b"<", b"{}", b"<a/>", f"<Pathway xmlns='{NAMESPACE}'/>".encode(), gpml()[:-3], BOMB.encode() + gpml()[21:],
     gpml() + b"\x00", b"\xff\xfe" + gpml()],
    ids=["nothing", "a sign", "JSON", "other XML", "no name", "cut", "entities", "behind it", "other encoding"],
)  # fmt: skip
def test_what_is_no_drawing_is_refused(file: bytes) -> None:
    with pytest.raises(GpmlError):
        gpml_diagram.read(file)


def test_a_million_pixels_across_become_as_many_dots_as_are_made() -> None:
    wide = picture(diagram(shape("a", at=(0, 0, 9, 9)), shape("b", at=(90_000, 5, 9, 9))))
    body = png(wide, 50)

    assert int.from_bytes(body[16:20], "big") == 8192


@pytest.mark.parametrize(
    ("name", "written", "value"),
    [
        ("FontSize", "0.5", 1), ("FontSize", "-3", 1), ("FontSize", "14.5", 14.5), ("FontSize", "600", 500),
        ("FontSize", "x", 12), ("LineThickness", "-2", 2), ("LineThickness", "0", 0), ("LineThickness", "600", 500),
        ("LineThickness", "x", 1), ("ZOrder", "-7", -7), ("ZOrder", "7.5", 0x8000), ("Color", "Teal", "#008080"),
        ("Color", "FF0000aa", "#ff0000"), ("Color", "nothing", "#000000"), ("Color", " #00ff00 ", "#00ff00"),
    ],
)  # fmt: skip
def test_numbers_and_colours_are_within_bounds(name: str, written: str, value: object) -> None:
    (node,) = diagram(shape("n", label="n", look=f'{name}="{written}"')).elements
    assert isinstance(node, Shape)
    assert node.text
    stroke = node.stroke
    read = {"FontSize": node.text.size, "LineThickness": stroke.width, "ZOrder": node.order, "Color": stroke.colour}

    assert read[name] == value


@pytest.mark.parametrize(
    ("box", "info"),
    [
        ('<InfoBox CenterX="3" CenterY="4.5"/>', Point(3, 4.5)),
        ('<InfoBox CenterX="3"/>', None),
        ('<InfoBox CenterY="3" CenterX="x"/>', None),
        ("", None),
    ],
)
def test_the_place_of_the_title_has_two_numbers(box: str, info: Point | None) -> None:
    assert diagram(box).info == info


@pytest.mark.parametrize(
    ("points", "found"),
    [
        ("", None),
        ('<Point X="1" Y="2"/>', None),
        ('<Point X="1" Y="2"/><Point X="x" Y="2"/>', None),
        ('<Point X="1" Y="2"/><Point X="3"/><Point X="5" Y="6"/>', (Point(1, 2), Point(5, 6))),
    ],
)
def test_a_line_has_two_points_at_least(points: str, found: tuple[Point, ...] | None) -> None:
    lines = diagram(f'<Interaction GraphId="l"><Graphics>{points}</Graphics></Interaction>', "<Interaction/>").elements

    assert [one.points for one in lines if isinstance(one, DrawnLine)] == ([found] if found else [])


@pytest.mark.parametrize(
    ("x", "y", "left", "top"), [("1", "-1", 135, 185), ("0", "x", 95, 195), ("-0.5", "0", 75, 195)]
)
def test_a_state_sits_on_its_node(x: str, y: str, left: float, top: float) -> None:
    node = shape("n", label="n", at=(100, 200, 80, 20))
    place = f'<Graphics RelX="{x}" RelY="{y}" Width="10" Height="10"/>'
    state = f'<State GraphId="s" GraphRef="n" TextLabel="P">{place}</State>'
    _, placed = diagram(node, state).elements

    assert isinstance(placed, Shape)
    assert placed.text
    assert (placed.box, placed.text.vertical) == (Box(left, top, 10, 10), "middle")
    assert len(diagram(state).elements) == 0
