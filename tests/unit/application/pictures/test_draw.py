"""Pathways drawn with what is highlighted in them."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from pytest_mock import MockerFixture

from biofacts.adapters.numpy.set_scorer import NumpySetScorer
from biofacts.adapters.plots.plotter import MatplotlibPlotter
from biofacts.application.pathways.nodes_by_name import NodesByName
from biofacts.application.pictures.draw import MOST, DrawnPicture, DrawPathway, look_of
from biofacts.application.pictures.marking import FindMedicines, Medicines
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.pathways import DRAW
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container
from biofacts.domain.answers.errors import AmbiguousQuery, EntityNotFound, UnresolvedEntity
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.pathway import PathwayComponents
from biofacts.domain.pictures.diagram import Diagram, Picture
from biofacts.domain.pictures.figure_sizes import Size
from biofacts.domain.pictures.highlights import Legend, LegendEntry, Look, Mark, Marks, Scale
from biofacts.ports.pictures import PictureForm, PictureRenderer
from tests import hostile, small_pathways, wikipathways_files
from tests.drawing import METABOLITE

APOPTOSIS, GLYCOLYSIS = "WP:WP254", "WP:WP534"


class Seen(PictureRenderer):
    """Draws nothing, and remembers what it was told to highlight."""

    def __init__(self) -> None:
        self.marks = Marks()

    def draw(self, diagram: Diagram, marks: Marks) -> Picture:
        self.marks = marks
        return Picture("<svg/>", 1, 1)

    async def png(self, picture: Picture, scale: float | None = None, most: int | None = None) -> bytes:
        return f"{scale}".encode()

    def file(self, picture: Picture, form: PictureForm, size: Size) -> bytes:
        raise NotImplementedError


@pytest.fixture
def draw(sample: Container) -> DrawPathway:
    return sample.use_cases().draw_pathway


@pytest.fixture
def seen(sample: Container) -> tuple[DrawPathway, Seen]:
    renderer = Seen()
    use_cases = UseCases.over(sample.sources(), renderer=renderer, scorer=NumpySetScorer(), plotter=MatplotlibPlotter())
    return use_cases.draw_pathway, renderer


async def lit(draw: DrawPathway, pathway: str, *highlight: str) -> Mapping[str, Sequence[str]]:
    """The labels that names highlight."""
    drawn = await draw(pathway, highlight=highlight)
    return {name: [drawn.picture.svg.partition(f'data-id="{node}"')[2].partition('data-label="')[2].partition('"')[0]
                   for node in nodes] for name, nodes in drawn.shown.highlighted.items()}  # fmt: skip


async def test_without_highlights_it_is_just_drawn(draw: DrawPathway) -> None:
    drawn = await draw(APOPTOSIS)

    assert (drawn.shown.id, drawn.shown.title, drawn.shown.highlighted) == (APOPTOSIS, "Apoptosis", {})
    assert drawn.picture.svg.startswith("<svg")
    assert " lit" not in drawn.picture.svg


@pytest.mark.parametrize("name", ["TP53", "tp53", "p53", "HGNC:11998", "7157", "P04637", "tumor protein p53"])
async def test_a_gene_is_lit_up_by_any_name(draw: DrawPathway, name: str) -> None:
    assert await lit(draw, APOPTOSIS, name) == {name: ["TP53"]}


@pytest.mark.parametrize("name", ["Glucose", "glucose", "CHEBI:15903", "D-glucose"])
async def test_a_compound_is_lit_up_by_its_names_and_identifiers(draw: DrawPathway, name: str) -> None:
    assert await lit(draw, GLYCOLYSIS, name) == {name: ["Glucose"]}


@pytest.mark.parametrize(("side", "said"), [(b"\x64", True), (b"\xc7", False)], ids=["100", "199"])
async def test_a_picture_that_was_reduced_says_to_what_and_how_to_get_more(
    draw: DrawPathway, seen: tuple[DrawPathway, Seen], side: bytes, said: bool, mocker: MockerFixture
) -> None:
    drawn = DrawnPicture(picture=Picture("<svg/>", 200, 50), shown=(await draw(APOPTOSIS)).shown)
    mocker.patch.object(seen[1], "png", return_value=bytes(16) + b"\0\0\0" + side + b"\0\0\0\x32")

    guidance = (await seen[0].image(drawn)).shown.guidance
    told = f"The picture was reduced to {side[0]} pixels; with size=1568 small text is easier to read."
    assert guidance == (told if said else None)


async def test_the_id_of_a_node_lights_it_up(draw: DrawPathway) -> None:
    (node,) = (await draw(APOPTOSIS, highlight=["TP53"])).shown.highlighted["TP53"]

    assert (await draw(APOPTOSIS, highlight=[node])).shown.highlighted == {node: (node,)}


async def test_what_a_name_was_read_as_is_told(draw: DrawPathway) -> None:
    shown = (await draw(APOPTOSIS, highlight=["p53"])).shown

    assert shown.guidance == "'p53' was read as TP53."


async def test_a_path_is_lit_with_its_nodes_and_lines(seen: tuple[DrawPathway, Seen]) -> None:
    draw, renderer = seen
    shown = (await draw(APOPTOSIS, path="FASLG, BID")).shown

    assert shown.path is not None
    assert [node.label for node in shown.path.nodes] == ["FASLG", "FAS", "CASP8", "BID"]
    assert [step.effect for step in shown.path.steps] == ["binds", "activates", "cleaves"]
    name = "path from FASLG to BID"
    lit = shown.highlighted[name]
    assert {"i1", "i2", "i3"} < {*lit}
    assert len(lit) == 7
    assert renderer.marks.by_id == dict.fromkeys(lit, Mark(colour="#f0e442", note=name))
    assert [one.meaning for one in renderer.marks.legend.entries] == [name]


async def test_a_line_of_a_path_has_a_band(draw: DrawPathway) -> None:
    svg = (await draw(APOPTOSIS, path=("FASLG", "FAS"))).picture.svg

    assert svg.count('class="band"') == 1
    assert 'class="interaction lit"' in svg


async def test_a_path_against_the_arrows_is_refused_with_a_way_to_other_drawings(draw: DrawPathway) -> None:
    with pytest.raises(AmbiguousQuery, match="no arrows lead from BID to FASLG") as caught:
        await draw(APOPTOSIS, path="BID,FASLG")

    assert "find_paths with source='BID', target='FASLG'" in caught.value.hint


async def test_a_path_to_something_that_is_not_drawn_is_refused(draw: DrawPathway) -> None:
    with pytest.raises(AmbiguousQuery, match="no path from or to 'ERBB2': ERBB2 is not drawn here"):
        await draw(APOPTOSIS, path="FASLG,ERBB2")


@pytest.mark.parametrize("path", ["FAS", "FAS,BID,BAX"])
async def test_a_path_has_two_ends(draw: DrawPathway, path: str) -> None:
    with pytest.raises(AmbiguousQuery, match="path has"):
        await draw(APOPTOSIS, path=path)


async def test_names_that_light_up_nothing_say_why(draw: DrawPathway) -> None:
    shown = (await draw(APOPTOSIS, highlight=["HER2", "zzqqxx", "TP53"])).shown

    assert shown.unmatched == {
        "HER2": "read as ERBB2, which is not drawn here", "zzqqxx": "no drawn element has this name"
    }  # fmt: skip
    assert [*shown.highlighted] == ["TP53"]
    assert shown.guidance is None


async def test_numbers_have_colours_of_one_scale(seen: tuple[DrawPathway, Seen]) -> None:
    draw, renderer = seen
    shown = (await draw(APOPTOSIS, highlight=["TP53=2", "CASP3=-1", "BAX"])).shown
    marks = {name: renderer.marks.by_id[nodes[0]] for name, nodes in shown.highlighted.items()}

    assert marks == {
        "TP53": Mark(colour="#f0781e", note="TP53: 2"),
        "CASP3": Mark(colour="#a8cde9", note="CASP3: -1"),
        "BAX": Mark(colour="#f0e442", note="BAX"),
    }
    assert renderer.marks.legend.scale == Scale(low=-2, high=2)
    assert [one.meaning for one in renderer.marks.legend.entries] == ["BAX"]


@pytest.mark.parametrize(
    ("highlight", "mark"),
    [
        (["TP53=-3", "p53=1"], Mark(colour="#3f8fc8", note="TP53: -3, p53: 1")),
        (["TP53=0.5", "p53=ns"], Mark(colour="#f0781e", note="TP53: 0.5, p53: ns")),
        (["TP53=0", "p53"], Mark(colour="#fbf6dc", note="TP53: 0, p53")),
        (["TP53=ns", "p53"], Mark(colour="#c9c9c9", note="TP53: ns, p53")),
    ],
)
async def test_of_several_numbers_on_one_node_the_farthest_from_nothing_counts_and_any_counts_more_than_none(
    seen: tuple[DrawPathway, Seen], highlight: Sequence[str], mark: Mark
) -> None:
    draw, renderer = seen
    await draw(APOPTOSIS, highlight=highlight)

    assert [*renderer.marks.by_id.values()] == [mark]


async def test_numbers_that_are_all_nothing_have_the_middle_of_the_scale(seen: tuple[DrawPathway, Seen]) -> None:
    draw, renderer = seen
    await draw(APOPTOSIS, highlight="TP53=0")

    assert [mark.colour for mark in renderer.marks.by_id.values()] == ["#fbf6dc"]
    assert renderer.marks.legend.scale == Scale(low=-1, high=1)


async def test_one_text_holds_several_highlights(draw: DrawPathway) -> None:
    assert [*(await draw(APOPTOSIS, highlight="TP53, BAX=1.5")).shown.highlighted] == ["TP53", "BAX"]


async def test_nodes_on_which_approved_drugs_act_are_marked(seen: tuple[DrawPathway, Seen]) -> None:
    draw, renderer = seen
    shown = (await draw(APOPTOSIS, drugs=True)).shown

    assert shown.drugs == {"BCL2": ("venetoclax",)}
    assert [mark.drugs for mark in renderer.marks.by_id.values()] == [("venetoclax",)]
    assert renderer.marks.legend.drugs


async def test_a_pathway_without_drugs_says_so(draw: DrawPathway) -> None:
    shown = (await draw(GLYCOLYSIS, drugs=True)).shown

    assert shown.guidance is not None
    assert shown.guidance.startswith(
        "No approved drug is known to act on what is drawn in Glycolysis and gluconeogenesis, and none is drawn there."
    )


@pytest.mark.parametrize("highlight", ["=1", ["TP53", "x" * 501]])
async def test_what_cannot_be_lit_up_is_refused_with_an_example(draw: DrawPathway, highlight: str) -> None:
    with pytest.raises(AmbiguousQuery) as caught:
        await draw(APOPTOSIS, highlight=highlight)

    assert "show_pathway with pathway_id='WP:WP254', highlight=[" in caught.value.hint


async def test_too_many_names_are_refused(draw: DrawPathway) -> None:
    with pytest.raises(AmbiguousQuery):
        await draw(APOPTOSIS, highlight=["TP53"] * (MOST + 1))


async def test_only_pathways_that_there_are_are_drawn(draw: DrawPathway) -> None:
    with pytest.raises(EntityNotFound):
        await draw("WP:WP99999")
    with pytest.raises(UnresolvedEntity):
        await draw("apoptosis")


async def test_a_drawing_that_cannot_be_drawn_is_an_error_that_says_why() -> None:
    files = wikipathways_files.published(*small_pathways.PATHWAYS)
    path = wikipathways_files.drawing_path("WP534")
    far = b'<Label TextLabel="x"><Graphics CenterX="1e9" CenterY="0"/></Label><Biopax'
    async with hostile.replayed({**files, path: files[path].replace(b"<Biopax", far)}) as use_cases:
        outcome = await call(TOOLS["show_pathway"], use_cases, {"pathway_id": GLYCOLYSIS})

    assert isinstance(outcome, ErrorEnvelope)
    assert outcome.error.code == "UPSTREAM_ERROR"
    assert outcome.error.message == (
        f"{GLYCOLYSIS} cannot be drawn: something in it lies or reaches farther than 100000 pixels"
    )
    assert "get_pathway_components" in outcome.error.recovery_hint


async def test_a_fetched_drawing_is_drawn() -> None:
    files = wikipathways_files.published(*small_pathways.PATHWAYS)
    path = wikipathways_files.drawing_path("WP534")
    label = (
        b'<Label GraphId="own" TextLabel="x"><Graphics CenterX="9" CenterY="9" Width="9" Height="9"/></Label><Biopax'
    )
    async with hostile.replayed({**files, path: files[path].replace(b"<Biopax", label)}) as use_cases:
        drawn = await use_cases.draw_pathway(GLYCOLYSIS)

    assert 'id="e-own"' in drawn.picture.svg
    assert drawn.shown.source is not None
    assert drawn.shown.source.mode == "live"


async def test_a_drug_that_is_drawn_is_marked_as_one() -> None:
    files = wikipathways_files.published(*small_pathways.PATHWAYS)
    path = wikipathways_files.drawing_path("WP534")
    async with hostile.replayed({**files, path: files[path].replace(b"<Biopax", METABOLITE)}) as use_cases:
        drawn = await use_cases.draw_pathway(GLYCOLYSIS, drugs=True)
        bare = await use_cases.draw_pathway(GLYCOLYSIS)

    assert drawn.shown.drawn_drugs == {"Advil": ("ibuprofen",)}
    assert "an approved drug itself: ibuprofen" in drawn.picture.svg
    assert drawn.picture.svg.count('class="itself"') == 2
    assert "it is an approved drug itself" in drawn.picture.svg
    assert (bare.shown.drawn_drugs, 'class="signs"' in bare.picture.svg) == ({}, False)


def _element(kind: bytes, name: bytes, label: bytes, more: bytes = b"", inside: bytes = b"") -> bytes:
    place = b'<Graphics CenterX="9" CenterY="9" Width="9" Height="9"/>'
    return b'<%s GraphId="%s" TextLabel="%s" %s>%s%s</%s>' % (kind, name, label, more, place, inside, kind)


def _compound(name: bytes, label: bytes, number: bytes) -> bytes:
    xref = b'<Xref Database="PubChem-compound" ID="%s"/>' % number
    return _element(b"DataNode", name, label, b'Type="Metabolite"', xref)


async def _drawn_with(*elements: bytes, **asked: Any) -> DrawnPicture:
    """Glycolysis with more in it."""
    files = wikipathways_files.published(*small_pathways.PATHWAYS)
    path = wikipathways_files.drawing_path("WP534")
    more = {path: files[path].replace(b"<Biopax", b"".join(elements) + b"<Biopax", 1)}
    async with hostile.replayed(files | more) as use_cases:
        return await use_cases.draw_pathway(GLYCOLYSIS, **asked)


async def test_a_group_is_lit_up_by_what_is_in_it_and_a_label_by_its_text() -> None:
    drawn = await _drawn_with(
        _element(b"DataNode", b"inner", b"x", b'GroupRef="g"'),
        _element(b"Label", b"text", b"Cytosol"),
        b'<Group GroupId="g" GraphId="grp" TextLabel="Tea complex"/>',
        highlight=["Tea complex=red", "grp=red", "Cytosol"],
    )

    assert drawn.shown.highlighted == {"Tea complex": ("inner",), "grp": ("inner",), "Cytosol": ("text",)}
    assert drawn.picture.svg.count('class="node lit"') == 1


async def test_what_has_no_shape_is_not_lit_up() -> None:
    group = b'<Group GroupId="g" GraphId="grp" TextLabel="Tea complex"/>'
    drawn = await _drawn_with(_element(b"Label", b"in", b"x", b'GroupRef="h"'), group, highlight=["grp", "Tea complex"])

    assert drawn.shown.unmatched == dict.fromkeys(
        ["grp", "Tea complex"], "it is a line or an empty group, which cannot be highlighted"
    )


async def test_drugs_of_nodes_with_one_label_are_told_together() -> None:
    drawn = await _drawn_with(_compound(b"a", b"NSAID", b"2244"), _compound(b"b", b"NSAID", b"3672"), drugs=True)

    assert drawn.shown.drawn_drugs == {"NSAID": ("aspirin", "ibuprofen")}


async def test_the_picture_itself_says_what_is_not_lit_up(draw: DrawPathway) -> None:
    svg = (await draw(APOPTOSIS, highlight=["zzqqxx", "TP53"])).picture.svg

    assert "<desc>Not highlighted: zzqqxx: no drawn element has this name.</desc>" in svg
    assert "<desc>" not in (await draw(APOPTOSIS, highlight=["TP53"])).picture.svg


async def test_of_several_values_of_a_name_the_last_is_shown_and_that_is_told(seen: tuple[DrawPathway, Seen]) -> None:
    draw, renderer = seen
    shown = (await draw(APOPTOSIS, highlight=["TP53=1", "BAX", "BAX", "TP53=red"])).shown

    assert shown.guidance == "Given several values, of which the last is shown: TP53."
    assert {mark.colour for mark in renderer.marks.by_id.values()} == {"#d55e00", "#f0e442"}


async def test_a_scale_reaches_as_far_as_what_is_lit_up(seen: tuple[DrawPathway, Seen]) -> None:
    draw, renderer = seen
    await draw(APOPTOSIS, highlight=["TP53=1", "EGFR=100"])

    assert renderer.marks.legend.scale == Scale(low=-1, high=1)


async def test_the_legend_has_the_colours_that_are_seen(seen: tuple[DrawPathway, Seen]) -> None:
    draw, renderer = seen
    await draw(APOPTOSIS, highlight=["TP53=red", "p53=1", "BAX=blue"])

    assert [one.meaning for one in renderer.marks.legend.entries] == ["BAX"]


async def test_the_legend_says_what_it_has_no_room_for() -> None:
    labels = [f"Label{number}" for number in range(14)]
    drawn = [_element(b"Label", one.encode(), one.encode()) for one in labels]
    coloured = await _drawn_with(*drawn, highlight=[f"{one}=#0000{number:02x}" for number, one in enumerate(labels)])
    plain = await _drawn_with(*drawn, highlight=labels)

    assert "and 2 more colours" in coloured.picture.svg
    assert "Label0, Label1, Label2, Label3, Label4, Label5, Label6 and 7 more" in plain.picture.svg


async def test_numbers_are_the_identifiers_that_they_are(sample: Container) -> None:
    given = {"pathway_id": APOPTOSIS, "highlight": [7157]}
    outcome = await call(TOOLS["show_pathway"], sample.use_cases(), given)

    assert not isinstance(outcome, ErrorEnvelope)
    assert [*outcome.shown.highlighted] == ["7157"]


async def test_of_many_drugs_it_is_told_how_many_and_where_all_are(sample: Container) -> None:
    class Many(FindMedicines):
        async def __call__(self, identifier: PathwayId, drawn: PathwayComponents) -> Medicines:
            node = next(one.id for one in drawn.nodes if one.label == "BCL2")
            return Medicines({node: tuple(f"drug {number}" for number in range(23))}, {}, ())

    renderer = Seen()
    draw = DrawPathway(sample.pathways(), NodesByName.__new__(NodesByName), Many.__new__(Many), renderer)
    shown = (await draw(APOPTOSIS, drugs=True)).shown
    (mark,) = renderer.marks.by_id.values()

    assert len(shown.drugs["BCL2"]) == 20
    assert shown.guidance is not None
    assert shown.guidance.startswith("At most 20 drugs are listed for BCL2 (23); for all, call find_links with id='WP")
    assert mark.drugs[-2:] == ("drug 19", "and 3 more")


async def test_several_values_are_stripes_with_what_they_are(seen: tuple[DrawPathway, Seen]) -> None:
    draw, renderer = seen
    look = Look(range=(-2, 2), caption="log2FC", conditions=("6 h", "24 h"), title=False, cutoff="p ≥ 0.05")
    await draw(APOPTOSIS, highlight=["TP53=1|2", "CASP9=ns|-3", "BAX=NA|2", "CYCS"], look=look)
    marks = {mark.note: (mark.colour, mark.stripes) for mark in renderer.marks.by_id.values()}

    assert marks == {
        "TP53: 6 h 1, 24 h 2": ("#f6b77d", ("#f6b77d", "#f0781e")),
        "CASP9: 6 h ns, 24 h -3": ("#c9c9c9", ("#c9c9c9", "#3f8fc8")),
        "BAX: 6 h NA, 24 h 2": ("#ffffff", ("#ffffff", "#f0781e")),
        "CYCS": ("#f0e442", ()),
    }
    assert renderer.marks.legend == Legend(
        entries=(LegendEntry(colour="#f0e442", meaning="CYCS"),),
        scale=Scale(low=-2, high=2, below=True),
        caption="log2FC",
        conditions=("6 h", "24 h"),
        not_significant=True,
        cutoff="p ≥ 0.05",
        not_measured=True,
    )
    assert not renderer.marks.title


async def test_stripes_without_names_are_numbered(seen: tuple[DrawPathway, Seen]) -> None:
    draw, renderer = seen
    await draw(APOPTOSIS, highlight=["TP53=1|2|ns", "CASP9=2"])
    stripes = {mark.note: mark.stripes for mark in renderer.marks.by_id.values()}

    assert renderer.marks.legend.conditions == ("1", "2", "3")
    assert stripes["CASP9: 2"] == ("#f0781e", "#ffffff", "#ffffff")
    assert len(stripes["TP53: 1 | 2 | ns"]) == 3


@pytest.mark.parametrize(
    ("look", "names", "message"),
    [
        ({"range": "2,-2"}, "TP53=1", "'2,-2' is not a range for the colour scale."),
        ({"range": [1]}, "TP53=1", "'1' is not a range for the colour scale."),
        ({"range": "low,high"}, "TP53=1", "'low,high' is not a range for the colour scale."),
        ({"range": "0,inf"}, "TP53=1", "'0,inf' is not a range for the colour scale."),
        ({"palette": "rainbow"}, "TP53=1", "There is no palette 'rainbow'."),
        ({"conditions": "6 h, 24 h"}, "TP53=1", "'TP53' has 1 value, but there are 2 conditions."),
        ({"conditions": ["6 h"]}, "TP53=1|2", "'TP53' has 2 values; there is room for 1."),
        ({}, "TP53=" + "|".join("1" * 25), "'TP53' has 25 values; there is room for 24."),
    ],
)
async def test_a_look_that_does_not_fit_is_refused(
    sample: Container, look: dict[str, object], names: str, message: str
) -> None:
    given = {"pathway_id": APOPTOSIS, "highlight": [names], **look}
    outcome = await call(DRAW, sample.use_cases(), given)

    assert isinstance(outcome, ErrorEnvelope)
    assert (outcome.error.code, outcome.error.message) == ("AMBIGUOUS_QUERY", message)


def test_a_caption_has_80_characters_and_a_condition_30() -> None:
    for longer in (0, 1):
        look = look_of(
            title=True, limits="", palette="", caption="c" * (80 + longer), conditions=["d" * (30 + longer)],
            cutoff="e" * (30 + longer),
        )  # fmt: skip
        assert [len(text) for text in (look.caption, *look.conditions, look.cutoff)] == [80, 30, 30]
        assert look.caption.endswith("...") == bool(longer)
