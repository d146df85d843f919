"""Pictures of small drawings, one property each."""

from xml.etree.ElementTree import fromstring

import pytest

from biofacts.adapters.svg.picture import picture
from biofacts.domain.pictures.highlights import Legend, LegendEntry, Mark, Marks, Scale
from tests.drawing import SVG, diagram, drawn, gpml, line, part, paths, shape, told

KETTLE = shape("k", label="TP53", more='Type="GeneProduct"', inside='<Xref Database="Ensembl" ID="ENSG00000141510"/>')
ENDS = ('X="100" Y="210" GraphRef="k" RelX="0.0" RelY="1.0"', 'X="100" Y="300"')


def arrow(head: str, look: str = "") -> str:
    return line("l", ENDS[0], f'{ENDS[1]} ArrowHead="{head}"', look=look)


def test_the_same_drawing_has_the_same_picture() -> None:
    elements = KETTLE, arrow("Arrow")

    assert picture(diagram(*elements)) == picture(diagram(*elements))


def test_text_is_text() -> None:
    (label,) = part(drawn(KETTLE), "k").iter(f"{SVG}text")

    assert label.text == "TP53"
    assert label.get("text-anchor") == "middle"


def test_a_node_tells_its_label_type_and_identifier() -> None:
    node = part(drawn(KETTLE), "k")

    assert told(node) == "TP53 (GeneProduct, Ensembl:ENSG00000141510)"
    assert (node.get("id"), node.get("class")) == ("e-k", "node")
    assert (node.get("data-label"), node.get("data-identifier")) == ("TP53", "ENSG00000141510")


def test_two_elements_of_one_id_do_not_share_it() -> None:
    root = drawn(shape("a b", label="x"), shape("a_b", label="y"))
    ids = [one.get("id") for one in root.iter(f"{SVG}g") if one.get("data-id")]

    assert ids == ["e-a_b", None]


def test_each_line_of_a_label_stands_below_the_one_before() -> None:
    (label,) = part(drawn(shape("k", label="Green&#10;tea")), "k").iter(f"{SVG}text")
    (second,) = label

    assert (label.text, second.text) == ("Green", "tea")
    assert float(second.get("y", 0)) - float(label.get("y", 0)) == pytest.approx(13.8)


@pytest.mark.parametrize(("align", "anchor", "x"), [("Left", None, "65"), ("Right", "end", "135")])
def test_a_label_stands_where_it_is_aligned(align: str, anchor: str | None, x: str) -> None:
    (label,) = part(drawn(shape("k", label="tea", look=f'Align="{align}"')), "k").iter(f"{SVG}text")

    assert (label.get("text-anchor"), label.get("x")) == (anchor, x)


def test_fonts_and_decorations_are_kept() -> None:
    look = 'FontName="Verdana" FontSize="20" FontWeight="Bold" FontStyle="Italic" FontDecoration="Underline"'
    (label,) = part(drawn(shape("k", label="tea", look=look)), "k").iter(f"{SVG}text")

    assert label.get("font-family", "").startswith("'Verdana', Arial")
    assert [label.get(f"font-{what}") for what in ("size", "weight", "style")] == ["20", "bold", "italic"]
    assert label.get("text-decoration") == "underline"


@pytest.mark.parametrize(
    ("font", "shown"), [("Symbol", "αβΔ−γ 2"), (" symbol", "αβΔ−γ 2"), ("Arial", "abD-γ 2"), ("Symbol Neu", "abD-γ 2")]
)
def test_in_the_font_symbol_letters_stand_for_greek_ones(font: str, shown: str) -> None:
    written = part(drawn(shape("k", "Label", label="abD-γ 2", look=f'FontName="{font}"')), "k")
    (label,) = written.iter(f"{SVG}text")

    assert (label.text, written.get("data-label")) == (shown, shown)
    assert "Symbol'" not in (label.get("font-family") or "") or font == "Symbol Neu"


@pytest.mark.parametrize(
    ("written", "fill"),
    [("ff0000", "#ff0000"), ("Aqua", "#00ffff"), ("Transparent", "none"), ("#12ABef", "#12abef"), ("nope", "#ffffff")],
)
def test_colours_are_read_by_number_and_by_name(written: str, fill: str) -> None:
    (outline,) = paths(part(drawn(shape("k", look=f'FillColor="{written}"')), "k"))

    assert outline.get("fill") == fill


def test_an_arc_and_a_brace_are_not_filled() -> None:
    for form in ("Arc", "Brace"):
        (outline,) = paths(part(drawn(shape("k", "Shape", look=f'ShapeType="{form}" FillColor="ff0000"')), "k"))

        assert outline.get("fill") == "none"


@pytest.mark.parametrize(
    "form",
    [
        "Rectangle", "RoundedRectangle", "Oval", "Arc", "Triangle", "Pentagon", "Hexagon", "Octagon", "Brace", "Line",
        "Mitochondria", "Endoplasmic Reticulum", "Sarcoplasmic Reticulum", "Golgi Apparatus", "mim-degradation",
        "mim-phosphorylated", "Nucleus", "Cell", "Vesicle", "Ribosome", "of no standard",
    ],
)  # fmt: skip
def test_every_form_is_drawn(form: str) -> None:
    (outline,) = paths(part(drawn(shape("k", "Shape", look=f'ShapeType="{form}"')), "k"))

    assert outline.get("d", "").startswith("M")
    assert outline.get("stroke") == "#000000"


@pytest.mark.parametrize(("form", "rule"), [("Rectangle", None), ("Mitochondria", "evenodd"), ("Brace", None)])
def test_an_inner_outline_is_a_hole(form: str, rule: str | None) -> None:
    (outline,) = paths(part(drawn(shape("k", "Shape", look=f'ShapeType="{form}"')), "k"))

    assert outline.get("fill-rule") == rule


def test_a_label_without_a_form_has_no_edge() -> None:
    assert paths(part(drawn(shape("k", "Label", label="tea")), "k")) == []


def test_a_turned_shape_is_turned_around_its_middle() -> None:
    (outline,) = paths(part(drawn(shape("k", "Shape", look='Rotation="1.5707963267948966"')), "k"))

    assert outline.get("transform") == "translate(60 190) rotate(90 40 10)"


def test_a_double_edge_is_a_broad_one_with_a_gap() -> None:
    attribute = '<Attribute Key="org.pathvisio.DoubleLineProperty" Value="Double"/>'
    outer, gap = paths(part(drawn(shape("k", inside=attribute, look='LineThickness="2"')), "k"))

    assert [outer.get("stroke-width"), gap.get("stroke-width")] == ["6", "2"]


def test_a_broken_line_is_dashed() -> None:
    way, _ = paths(part(drawn(KETTLE, arrow("Arrow", 'LineStyle="Broken"')), "l"))

    assert way.get("stroke-dasharray") == "5 3"


@pytest.mark.parametrize(
    "head",
    [
        "Arrow", "TBar", "LigandRound", "ReceptorRound", "Receptor", "ReceptorSquare", "LigandSquare",
        "mim-necessary-stimulation", "mim-binding", "mim-conversion", "mim-stimulation", "mim-modification",
        "mim-catalysis", "mim-inhibition", "mim-cleavage", "mim-covalent-bond", "mim-branching-left",
        "mim-branching-right", "mim-transcription-translation", "mim-gap", "mim-translocation", "of no standard",
    ],
)  # fmt: skip
def test_every_arrowhead_is_drawn(head: str) -> None:
    _, tip = paths(part(drawn(KETTLE, arrow(head)), "l"))

    assert tip.get("data-head") == head
    assert (tip.get("transform") or "").endswith("rotate(90)")


def test_a_line_stops_where_its_arrowhead_begins() -> None:
    way, tip = paths(part(drawn(KETTLE, arrow("mim-catalysis")), "l"))

    assert way.get("d") == "M100 210L100 290"
    assert tip.get("transform") == "translate(100 290) rotate(90)"


def test_a_line_without_heads_has_none() -> None:
    assert len(paths(part(drawn(KETTLE, line("l", *ENDS)), "l"))) == 1


def test_a_line_tells_what_it_touches() -> None:
    found = part(drawn(KETTLE, arrow("TBar")), "l")

    assert (found.get("data-source"), found.get("data-target")) == ("k", None)
    assert told(found) == "TP53 - ?, TBar"


def test_an_anchor_lies_on_its_line() -> None:
    anchored = line("l", *ENDS, anchors='<Anchor Position="0.5" Shape="Circle" GraphId="x"/>')
    (anchor,) = part(drawn(KETTLE, anchored), "l").iter(f"{SVG}circle")

    assert [anchor.get(name) for name in ("data-id", "cx", "cy", "fill")] == ["x", "100", "255", "#000000"]


def test_a_state_sits_on_its_node() -> None:
    state = (
        '<State GraphId="s" GraphRef="k" TextLabel="P"><Comment>position=S15</Comment>'
        '<Graphics RelX="1.0" RelY="-1.0" Width="16" Height="16" ShapeType="Oval"/></State>'
    )
    found = part(drawn(KETTLE, state), "s")

    assert paths(found)[0].get("transform") == "translate(132 182)"
    assert told(found) == "P (on TP53, position=S15)"


STATE = (
    '<State GraphId="s" GraphRef="k" TextLabel="P"><Graphics RelX="1.0" RelY="0" Width="15" Height="15"'
    ' ShapeType="Oval"/></State>'
)


def test_the_letters_of_a_state_stand_in_its_middle() -> None:
    (said,) = part(drawn(KETTLE, STATE), "s").iter(f"{SVG}text")

    # A line of 12 pixels is 13.8 high, and its letters stand 10.86 below its top.
    assert float(said.get("y", 0)) == pytest.approx(200 - 6.9 + 10.86)
    assert (said.get("x"), said.get("text-anchor")) == ("140", "middle")


def test_a_state_lies_above_nodes_that_overlap_it_and_below_labels_upon_it() -> None:
    neighbour = shape("near", at=(160, 200, 40, 20), look='ZOrder="40000"')
    upon = shape("upon", "Label", label="P", at=(140, 200, 15, 15), look='ZOrder="50000"')
    far = shape("far", at=(500, 500, 40, 20), look='ZOrder="60000"')
    root = drawn(upon, STATE, far, KETTLE, neighbour)

    assert [one.get("data-id") for one in root.iter(f"{SVG}g") if one.get("data-id")] == [
        "k", "near", "s", "upon", "far",
    ]  # fmt: skip


@pytest.mark.parametrize(("height", "y"), [(40, 185 + 10.86), (20, 200 - 6.9 + 10.86), (10, 200 + 10.86)])
def test_a_text_at_the_top_does_not_leave_a_shape_into_which_it_fits(height: int, y: float) -> None:
    (said,) = part(drawn(shape("k", label="tea", at=(100, 200, 80, height))), "k").iter(f"{SVG}text")

    assert float(said.get("y", 0)) == pytest.approx(y)


@pytest.mark.parametrize(
    ("form", "side", "width"),
    [("Mitochondria", 400, "6"), ("GolgiApparatus", 400, "6"), ("Mitochondria", 50, "3"), ("Oval", 400, "3")],
)
def test_a_large_organelle_has_a_strong_membrane(form: str, side: int, width: str) -> None:
    look = f'ShapeType="{form}" LineThickness="3.0"'
    drawn_form = part(drawn(shape("k", "Shape", at=(300, 300, side, side), look=look)), "k")

    assert paths(drawn_form)[0].get("stroke-width") == width


@pytest.mark.parametrize(
    ("style", "edge", "fill", "margin"),
    [("None", "#808080", "#b4b464", 8), ("Group", None, "none", 8), ("Pathway", "#808080", "#00ff00", 8)],
)
def test_a_group_lies_around_its_members(style: str, edge: str | None, fill: str, margin: int) -> None:
    grouped = shape("k", label="tea", more='GroupRef="g"'), f'<Group GroupId="g" GraphId="gg" Style="{style}"/>'
    (ground,) = part(drawn(*grouped), "gg").iter(f"{SVG}rect")

    assert (ground.get("stroke"), ground.get("fill")) == (edge, fill)
    assert float(ground.get("width", 0)) == 80 + 2 * margin


def test_a_complex_has_its_corners_cut() -> None:
    grouped = shape("k", label="tea", more='GroupRef="g"'), '<Group GroupId="g" GraphId="gg" Style="Complex"/>'
    (ground,) = paths(part(drawn(*grouped), "gg"))

    assert ground.get("d", "").count("L") == 7
    assert ground.get("transform") == "translate(48 178)"


def test_an_empty_group_is_not_drawn() -> None:
    root = drawn(KETTLE, '<Group GroupId="g" GraphId="gg"/>')

    assert "gg" not in {one.get("data-id") for one in root.iter(f"{SVG}g")}


def test_what_is_higher_is_drawn_later() -> None:
    root = drawn(shape("up", look='ZOrder="9"'), shape("down", look='ZOrder="-9"'), shape("also", look='ZOrder="9"'))

    assert [one.get("data-id") for one in root.iter(f"{SVG}g") if one.get("data-id")] == ["down", "up", "also"]


def test_the_page_that_a_label_leads_to_is_linked() -> None:
    root = drawn(shape("k", "Label", label="tea", more='Href="https://example.org/?a=1&amp;b=2"'))
    (link,) = part(root, "k").iter(f"{SVG}a")

    assert (link.get("href"), link.get("rel")) == ("https://example.org/?a=1&b=2", "noopener")


def test_the_title_stands_where_the_drawing_has_it_or_else_above_everything() -> None:
    free, taken = ('<InfoBox CenterX="400" CenterY="0"/>', '<InfoBox CenterX="90" CenterY="190"/>')
    places = [
        float(next(part_.iter(f"{SVG}text")).get("y", 0))
        for box in (free, taken)
        for part_ in drawn(KETTLE, box).iter(f"{SVG}g")
        if part_.get("class") == "info"
    ]

    assert places[0] > 0
    assert places[1] < 190
    assert "".join(next(fromstring(picture(diagram(KETTLE)).svg).iter(f"{SVG}text")).itertext()) == "TP53"


def test_everything_lies_inside_the_canvas() -> None:
    wide = shape("k", "Label", label="m" * 100, at=(-500, -300, 10, 10))
    left, top, width, height = map(float, drawn(wide).get("viewBox", "").split())

    assert left < -500 - 100 * 0.833 * 12 / 2
    assert top < -305
    assert width > 1000
    assert height > 10


def test_a_mark_fills_its_node_and_is_told_and_explained() -> None:
    marks = Marks(
        by_id={"k": Mark(colour="#c4500a", note="TP53: 2", drugs=("eprenetapopt",))},
        legend=Legend(
            entries=(LegendEntry(colour="#f0e442", meaning="lit"),),
            scale=Scale(low=-2, high=2, above=True),
            caption="log2FC",
            drugs=True,
        ),
    )
    root = drawn(KETTLE, marks=marks)
    node = part(root, "k")
    (legend,) = (one for one in root.iter(f"{SVG}g") if one.get("class") == "legend")

    assert node.get("class") == "node lit"
    assert paths(node)[0].get("fill") == "#c4500a"
    assert told(node).endswith("; TP53: 2; approved drugs: eprenetapopt")
    assert [one.text for one in legend.iter(f"{SVG}text")] == [
        "lit", "approved drugs act on it", "log2FC", "−2", "0", "≥ 2",
    ]  # fmt: skip


def test_what_is_a_drug_and_what_drugs_act_on_have_signs_of_their_own_above_everything() -> None:
    marks = Marks(
        by_id={"k": Mark(drugs=("eprenetapopt",), itself=("aspirin",))}, legend=Legend(drugs=True, itself=True)
    )
    root = drawn(KETTLE, shape("later", "Label", label="on top", at=(100, 100, 50, 50)), marks=marks)
    (signs,) = (one for one in root if one.get("class") == "signs")
    (legend,) = (one for one in root if one.get("class") == "legend")

    assert [one.get("class") for one in signs] == ["drug", "itself"]
    assert signs.get("pointer-events") == "none"
    assert [*root].index(signs) > [*root].index(part(root, "later"))
    assert told(part(root, "k")).endswith("; an approved drug itself: aspirin; approved drugs: eprenetapopt")
    assert [one.text for one in legend.iter(f"{SVG}text")] == [
        "approved drugs act on it",
        "it is an approved drug itself",
    ]
    assert [one.get("class") for one in legend.iter(f"{SVG}g") if one.get("class")][1:] == ["drug", "itself"]


def test_without_marks_there_is_no_legend() -> None:
    assert not [one for one in drawn(KETTLE).iter(f"{SVG}g") if one.get("class") == "legend"]


def test_a_drawing_of_nothing_has_a_picture() -> None:
    root = drawn()

    assert root.get("data-pathway") == "WP:WP1"
    assert told(root) == "Tea making (Homo sapiens, WP:WP1)"
    assert gpml().startswith(b"<?xml")


def test_a_group_is_called_by_what_is_in_it() -> None:
    nodes = [shape(f"n{at}", label=f"G{at}", more='GroupRef="g"') for at in range(8)]
    root = drawn(*nodes, '<Group GroupId="g" GraphId="gg" Style="None"/>')

    assert part(root, "gg").get("data-label") == "G0 + G1 + G2 + G3 + G4 + G5 and 2 more"
    assert "none of elements" not in told(part(root, "gg"))


STRIPED = Marks(by_id={"k": Mark(colour="#3f8fc8", stripes=("#3f8fc8", "#c9c9c9", "#f0781e"))})


def test_several_values_are_stripes_of_equal_width_inside_the_edge_of_a_node() -> None:
    node = part(drawn(KETTLE, marks=STRIPED), "k")
    (stripes,) = (one for one in node if one.get("class") == "stripes")
    bars = [(one.get("fill"), one.get("x"), one.get("width"), one.get("height")) for one in stripes]
    (edge,) = paths(node)

    assert bars == [
        ("#3f8fc8", "0", "26.67", "20"), ("#c9c9c9", "26.67", "26.67", "20"), ("#f0781e", "53.33", "26.67", "20"),
    ]  # fmt: skip
    assert (edge.get("fill"), edge.get("stroke")) == ("none", "#000000")
    assert [*node].index(stripes) < [*node].index(edge)
    assert next(node.iter(f"{SVG}text")).get("fill") == "#000000"


def test_stripes_do_not_leave_a_round_node() -> None:
    ovals = (shape(name, label="tea", look='ShapeType="Oval"') for name in ("k", "other"))
    marks = Marks(by_id=dict.fromkeys(("k", "other"), STRIPED.by_id["k"]))
    root = drawn(*ovals, marks=marks)
    clips = [one.get("id") for one in root.iter(f"{SVG}clipPath")]

    assert len({*clips}) == 2
    assert [one.get("clip-path") for one in root.iter(f"{SVG}g") if one.get("class") == "stripes"] == [
        f"url(#{clip})" for clip in clips
    ]


def test_without_its_title_a_picture_is_as_large_as_its_drawing() -> None:
    root = drawn(KETTLE, marks=Marks(title=False))

    assert not [one for one in root.iter(f"{SVG}g") if one.get("class") == "info"]
    assert root.get("viewBox") == "49.5 179.5 101 41"


def test_the_legend_of_a_wide_drawing_stays_readable() -> None:
    far = shape("far", at=(1750, 200, 80, 20))
    legend = Legend(conditions=("6 h", "24 h"), not_significant=True, not_measured=True)
    root = drawn(KETTLE, far, marks=Marks(legend=legend))
    (explained,) = (one for one in root if one.get("class") == "legend")

    assert (explained.get("transform") or "").endswith("scale(2.069)")
    assert [one.text for one in explained.iter(f"{SVG}text")] == [
        "from left to right: 6 h, 24 h", "measured, not significant", "not measured",
    ]  # fmt: skip


def test_the_signs_of_drugs_lie_inside_the_canvas_and_not_upon_the_title() -> None:
    marks = Marks(by_id={"k": Mark(drugs=("eprenetapopt",), itself=("aspirin",))}, title=False)

    assert drawn(KETTLE, marks=marks).get("viewBox") == "44 167 117 53.5"
    beside = shape("k", label="tea", at=(100, 74, 80, 20))
    (info,) = (
        one for one in drawn(beside, marks=Marks(by_id=marks.by_id)).iter(f"{SVG}g") if one.get("class") == "info"
    )
    assert max(float(row.get("y", 0)) for row in info.iter() if row.get("y")) < 51
