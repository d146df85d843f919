"""Parts of pictures that only a close look tells apart."""

from itertools import pairwise

import pytest

from biofacts.adapters.svg.picture import plan_of
from biofacts.adapters.svg.shapes import escaped
from biofacts.domain.pictures.diagram import Align, Box, DrawnLine, Text, VerticalAlign
from biofacts.domain.pictures.highlights import Legend, LegendEntry, Marks, Scale
from biofacts.domain.pictures.layout import Layout, text_box
from biofacts.domain.pictures.outlines import outline
from tests.drawing import SVG, diagram, drawn, line, part, paths, shape

KETTLE = shape("k", label="tea")
ENTRIES = tuple(LegendEntry(colour=f"#00000{number}", meaning=f"{number}") for number in range(3))
BROKEN = 'LineStyle="Broken"'


def test_the_rows_of_a_legend_stand_below_each_other() -> None:
    root = drawn(
        KETTLE, marks=Marks(legend=Legend(entries=ENTRIES, scale=Scale(low=-1, high=1), drugs=True, itself=True))
    )
    (legend,) = (one for one in root if one.get("class") == "legend")
    said = [float(one.get("y", 0)) for one in legend.iter(f"{SVG}text")]
    patches = [float(one.get("y", 0)) for one in legend.iter(f"{SVG}rect")]
    moved = [one.get("transform") for one in legend if one.get("class") is None and one.tag == f"{SVG}g"]
    _, top, _, high = map(float, root.get("viewBox", "").split())

    assert [round(below - above) for above, below in pairwise(said[:6])] == [20, 20, 20, 20, 35]
    assert moved == [f"translate(0 {row * 20})" for row in range(5)]
    assert {*patches[3:]} == {100}
    assert max(said) + float((legend.get("transform") or "").split()[1].rstrip(")")) < top + high


@pytest.mark.parametrize(("wide", "is_beside"), [(100, False), (500, True)])
def test_the_scale_stands_beside_the_other_lines_if_there_is_room(wide: float, is_beside: bool) -> None:
    made = Legend(entries=ENTRIES, scale=Scale(low=-1, high=1), caption="log2 fold change")
    root = drawn(shape("k", label="tea", at=(0, 0, wide, 20)), marks=Marks(legend=made, title=False))
    (legend,) = (one for one in root if one.get("class") == "legend")
    tops = {one.text or "": float(one.get("y", 0)) for one in legend.iter(f"{SVG}text")}

    assert (tops["log2 fold change"] == tops["0"] - 35.04) == is_beside
    assert plan_of(made, wide).height < (100 if is_beside else 140)


def test_the_canvas_is_as_wide_as_its_legend() -> None:
    legend = Legend(entries=(LegendEntry(colour="#f0e442", meaning="m" * 200),))
    plan = plan_of(legend, 0)
    wide, high = plan.width, plan.height
    plain, marked = drawn(KETTLE), drawn(KETTLE, marks=Marks(legend=legend))

    assert float(plain.get("width", 0)) < 1000 < wide
    assert float(marked.get("width", 0)) == pytest.approx(wide + 20)
    assert float(marked.get("height", 0)) == pytest.approx(float(plain.get("height", 0)) + 10 + high)


@pytest.mark.parametrize(
    ("older", "now"),
    [
        ("Cell", "RoundedRectangle"), ("Nucleus", "Oval"), ("OrganC", "Oval"), ("Ribosome", "Hexagon"),
        ("Complex", "Octagon"), ("Mitochondrion", "Mitochondria"), ("GolgiApparatus", "Golgi Apparatus"),
        ("EndoplasmicReticulum", "Endoplasmic Reticulum"), ("SarcoplasmicReticulum", "Sarcoplasmic Reticulum"),
        ("RoundRectangle", "RoundedRectangle"), ("mim-interaction", "Oval"),
    ],
)  # fmt: skip
def test_what_older_drawings_call_otherwise_has_the_same_form(older: str, now: str) -> None:
    assert outline(older, 90, 60) == outline(now, 90, 60) != outline("Rectangle", 90, 60)


def extent(name: str) -> Box:
    read = diagram(line("l", 'X="0" Y="0"', f'X="0" Y="100" ArrowHead="{name}"'))
    (one,) = (one for one in read.elements if isinstance(one, DrawnLine))
    found = Layout(read).extent(one)
    assert found is not None
    return found


def test_a_line_has_room_for_its_arrowheads() -> None:
    assert extent("Line") == Box(-1, -1, 2, 102)
    assert extent("Arrow") == Box(-16, -16, 32, 132)
    assert extent("mim-cleavage") == Box(-24, -24, 48, 148)


@pytest.mark.parametrize("vertical", ["top", "middle", "bottom"])
@pytest.mark.parametrize("align", ["start", "middle", "end"])
def test_a_text_stands_where_its_room_is(align: Align, vertical: VerticalAlign) -> None:
    sides = {"start": "Left", "middle": "Center", "end": "Right"}
    look = f'Align="{sides[align]}" Valign="{vertical.capitalize()}"'
    label = next(part(drawn(shape("k", label="tea", at=(100, 200, 80, 60), look=look)), "k").iter(f"{SVG}text"))
    room = text_box(Text(lines=("tea",), align=align, vertical=vertical), Box(60, 170, 80, 60))
    x = {"start": room.left, "middle": room.centre.x, "end": room.right}[align]

    assert (float(label.get("x", 0)), float(label.get("y", 0))) == pytest.approx((x, room.top + 12 * 0.905), abs=0.01)


def test_a_state_is_turned_as_its_attribute_says() -> None:
    turned = '<Attribute Key="org.pathvisio.core.StateRotation" Value="{}"/>'
    states = [
        f'<State GraphId="s{number}" GraphRef="k" TextLabel="P">{turned.format(angle)}'
        '<Graphics RelX="1" RelY="1" Width="15" Height="15" ShapeType="Triangle"/></State>'
        for number, angle in enumerate(("4.71238898038469", "-1.5707963267948966", "0.0", "upwards"))
    ]
    root = drawn(KETTLE, *states)
    placed = [paths(part(root, f"s{number}"))[0].get("transform", "").partition(" rotate")[2] for number in range(4)]

    assert placed == ["(270 7.5 7.5)", "(-90 7.5 7.5)", "", ""]


def test_letters_for_formulas_are_drawn_as_letters() -> None:
    node = part(drawn(shape("k", label="C/EBP10A\U0001d6fd ﬁ&#10;\U0001d7d8²")), "k")
    texts = ["".join(one.itertext()) for one in node.iter(f"{SVG}text")]

    assert texts == ["C/EBP10Aβ ﬁ0²"]
    assert node.get("data-label") == "C/EBP10A\U0001d6fd ﬁ \U0001d7d8²"


def dashes(*elements: str) -> list[str]:
    return [dashed for one in drawn(*elements).iter() if (dashed := one.get("stroke-dasharray"))]


def test_only_what_is_drawn_dashed_has_dashes() -> None:
    whole = line("l", 'X="0" Y="0"', 'X="90" Y="0"'), shape("s", "Shape")
    broken = line("l", 'X="0" Y="0"', 'X="90" Y="0"', look=BROKEN), shape("s", "Shape", look=BROKEN)

    assert dashes(*whole) == []
    assert len(dashes(*broken)) == 2


def test_what_would_have_millions_of_dashes_has_none() -> None:
    """400 lines across the largest canvas took eleven seconds to be made dots."""
    few = [
        line("l", 'X="0" Y="0"', 'X="90" Y="0"', look=BROKEN), shape("s", "Shape", look=BROKEN),
        shape("m", more='GroupRef="g"'), '<Group GraphId="gg" GroupId="g" Style="None"/>',
    ]  # fmt: skip
    long = [line(f"l{number}", 'X="-90000" Y="0"', 'X="90000" Y="0"', look=BROKEN) for number in range(6)]
    large = [shape(f"s{number}", "Shape", at=(0, 0, 90000, 90000), look=BROKEN) for number in range(3)]
    wide = [
        shape("w", at=(0, 0, 90000, 90000), more='GroupRef="h"'),
        *(f'<Group GraphId="n{number}" GroupId="h" Style="None"/>' for number in range(3)),
    ]

    assert dashes(*few) == ["4 2", "5 3", "5 3"]
    assert [dashes(*few, *many) for many in (long, large, wide)] == [[], [], []]
    assert len(dashes(*few, *long[:2])) == 5


@pytest.mark.parametrize(("text", "written"), [
    ("a < b & 'c' > \"d\"", "a &lt; b &amp; &#39;c&#39; &gt; &quot;d&quot;"), ("a\x07b", "ab"), ("é\uffff<", "é&lt;"),
    ("a\tb\nc", "a\tb\nc"),
])  # fmt: skip
def test_a_text_is_escaped_without_what_no_xml_may_have(text: str, written: str) -> None:
    assert escaped(text) == written
