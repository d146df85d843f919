"""Forty small drawings held against how they looked, as dots and as SVG; of WikiPathways some, as structure.

`BIOFACTS_UPDATE_SNAPSHOTS=1` takes new ones: look at `tests/data/golden.png` before you commit it. A dot may differ by
`SHADES` of 255, and of each drawing `FEW` of the dots by more: other versions of the renderer round edges otherwise.
In SVG, which `tests/data/drawings.txt` has an element a line, a number may differ by `NEAR`, as other machines round.
"""

import hashlib
import json
import os
import re
import zipfile
from collections import Counter
from collections.abc import Mapping
from io import BytesIO
from itertools import product
from xml.etree.ElementTree import fromstring

import pytest
from PIL import Image, ImageChops

import biofacts
from biofacts.adapters.http.wikipathways import gpml_diagram
from biofacts.adapters.svg import rendering
from biofacts.adapters.svg.picture import picture
from biofacts.domain.pictures.diagram import Picture
from biofacts.domain.pictures.highlights import NO_MARKS, PALETTE_NAMES, Legend, LegendEntry, Mark, Marks, Scale
from tests.drawing import SVG, diagram, line, shape
from tests.places import REPOSITORY, UPSTREAM
from tests.snapshots import blocks, difference

DOTS, STRUCTURE = (REPOSITORY / "tests" / "data" / name for name in ("golden.png", "golden.json"))
ARCHIVE = UPSTREAM / "wikipathways" / "assets.zip"
SIDE, COLUMNS = 150, 8
SHADES, FEW = 48, 0.01
SVGS, MARK = REPOSITORY / "tests" / "data" / "drawings.txt", "> "
NUMBER, NEAR = re.compile(r"-?[0-9]+(?:\.[0-9]+)?"), 0.02

FORMS = (
    "Rectangle", "RoundedRectangle", "Oval", "Hexagon", "Pentagon", "Triangle", "Octagon", "Arc", "Brace", "Line",
    "Mitochondria", "Endoplasmic Reticulum", "Sarcoplasmic Reticulum", "Golgi Apparatus", "mim-degradation",
    "mim-phosphorylated", "Nucleus",
)  # fmt: skip
HEADS = (
    "Arrow", "TBar", "mim-binding", "mim-conversion", "mim-catalysis", "mim-inhibition", "mim-cleavage", "mim-gap",
    "mim-transcription-translation", "mim-necessary-stimulation", "mim-branching-left", "Receptor",
)  # fmt: skip
SAMPLE = ("WP:WP254", "WP:WP534", "WP:WP707")
OF_WIKIPATHWAYS = ("WP10", "WP254", "WP364", "WP534", "WP1772", "WP2226", "WP2578", "WP3644", "WP4656", "WP5434")


def _form(name: str) -> Picture:
    look = f'ShapeType="{name}" LineThickness="2.0" FillColor="ddeeff"'
    return picture(diagram(shape("k", "Shape", label="a form", at=(150, 150, 140, 90), look=look)), Marks(title=False))


def _heads(names: tuple[str, ...]) -> Picture:
    lines = (
        line(name, f'X="20" Y="{40 + 25 * row}"', f'X="140" Y="{40 + 25 * row}" ArrowHead="{name}"')
        for row, name in enumerate(names)
    )
    return picture(diagram(*lines), Marks(title=False))


def _connector(kind: str) -> Picture:
    ends = shape("a", label="a", at=(40, 40, 60, 20)), shape("b", label="b", at=(190, 160, 60, 20))
    points = 'X="70" Y="40" GraphRef="a" RelX="1.0" RelY="0.0"', 'X="190" Y="150" GraphRef="b" RelX="0.0" RelY="-1.0"'
    joined = line("l", points[0], f'{points[1]} ArrowHead="Arrow"', look=f'ConnectorType="{kind}"')
    return picture(diagram(*ends, joined), Marks(title=False))


def _group(style: str) -> Picture:
    members = (
        shape(f"m{row}", label=f"M{row}", at=(80, 40 + 20 * row, 80, 20), more='GroupRef="g"') for row in range(3)
    )
    return picture(diagram(*members, f'<Group GroupId="g" GraphId="gg" Style="{style}"/>'), Marks(title=False))


def _states() -> Picture:
    states = (
        f'<State GraphId="s{x}{y}" GraphRef="k" TextLabel="P"><Graphics RelX="{x}.0" RelY="{y}.0" Width="15"'
        ' Height="15" FillColor="ffff00" ShapeType="Oval"/></State>'
        for x in (-1, 0, 1)
        for y in (-1, 1)
    )
    neighbour = shape("n", label="next", at=(182, 100, 80, 24), look='ZOrder="99999"')
    return picture(diagram(*states, shape("k", label="TP53", at=(100, 100, 80, 24)), neighbour), Marks(title=False))


def _marked(marks: Marks) -> Picture:
    nodes = (
        shape("a", label="BAX", at=(80, 40, 80, 24)),
        shape("b", label="TP53", at=(180, 40, 80, 24), look='ShapeType="RoundedRectangle"'),
        shape("c", label="ATP", at=(80, 90, 80, 24), look='ShapeType="Oval" Color="0000ff"'),
        shape("d", "Label", label="text", at=(180, 90, 80, 24)),
    )
    return picture(diagram(*nodes), marks)


def _palette(name: str) -> Marks:
    scale = Scale(low=-2, high=2, palette=name, below=True)  # type: ignore[arg-type]
    stripes = tuple(scale.colour(value) for value in (-2, -1, 0, 1, 2))
    return Marks(
        by_id={one: Mark(colour=stripes[0], stripes=stripes) for one in "abcd"},
        legend=Legend(scale=scale, caption="log2FC", conditions=("1", "2", "3", "4", "5"), not_significant=True),
        title=False,
    )


SIGNS = Marks(
    by_id={
        "a": Mark(colour="#f0e442", drugs=("venetoclax",)),
        "b": Mark(itself=("aspirin",)),
        "c": Mark(colour="#d55e00", drugs=("x",), itself=("y",)),
    },
    legend=Legend(entries=(LegendEntry(colour="#f0e442", meaning="BAX"),), drugs=True, itself=True),
)


def _drawn() -> Mapping[str, Picture]:
    """Every drawing of the set by its name."""
    pictures = {f"form {name}": _form(name) for name in FORMS}
    pictures |= {f"heads {at}": _heads(HEADS[at : at + 4]) for at in range(0, len(HEADS), 4)}
    pictures |= {f"connector {kind}": _connector(kind) for kind in ("Straight", "Segmented", "Elbow", "Curved")}
    pictures |= {f"group {style}": _group(style) for style in ("None", "Group", "Complex", "Pathway")}
    pictures |= {"states": _states(), "signs": _marked(SIGNS), "plain": _marked(NO_MARKS)}
    pictures |= {f"palette {name}": _marked(_palette(name)) for name in PALETTE_NAMES}
    with biofacts.open(source="sample") as facts:
        pictures |= {name: _of_sample(facts, name) for name in SAMPLE}
    return pictures


def _of_sample(facts: biofacts.Facts, name: str) -> Picture:
    drawn = facts.draw(name, highlight="TP53=2.1|ns,BAX=-1|1", drugs=True, caption="log2FC")
    return Picture(drawn.svg, *map(float, fromstring(drawn.svg).get("viewBox", "").split()[2:]))


def _texts() -> Picture:
    places = (f'Align="{align}" Valign="{valign}"' for align in ("Left", "Center", "Right") for valign in VERTICALS)
    looks = (
        *places, 'FontName="Times New Roman" FontSize="10"', 'FontName="Symbol"', 'FontName="arial" FontWeight="bold"',
        'FontStyle="Italic" FontStrikethru="Strikethru"', 'FontDecoration="Underline" Color="0000ff"',
    )  # fmt: skip
    rows = [
        shape(f"t{row}", "Label", label="two&#10;&#10;rows &lt; 3", at=(60, 80 * row, 90, 60), look=look)
        for row, look in enumerate(looks)
    ]
    linked = shape("l", "Label", label="a page", at=(200, 0, 40, 10), more='Href="https://example.org/?a=1&amp;b=2"')
    return picture(diagram(*rows, linked, shape("b", "Label", label=" ", at=(200, 90, 0, 0))), Marks(title=False))


VERTICALS = ("Top", "Middle", "Bottom")


def _edges() -> Picture:
    """Draw turned outlines with double and dashed edges, and lines with these or without any."""
    double = '<Attribute Key="org.pathvisio.DoubleLineProperty" Value="Double"/>'
    nodes = [
        shape(
            f"{form} {angle}", "Shape", label=form, at=(100 * place, 100 * row, 60, 30), inside=double * (place % 2),
            look=f'ShapeType="{form}" Rotation="{angle}" FillColor="eeeeee" LineThickness="3" {look}',
        )
        for row, (angle, look) in enumerate((("0.0", ""), ("0.5", BROKEN), ("1.5707963", "")))
        for place, form in enumerate(("Rectangle", "Triangle", "Oval", "Arc", "None"))
    ]  # fmt: skip
    lines = [
        line("double", 'X="0" Y="300"', 'X="90" Y="300"', look='LineThickness="2"').replace("<G", f"{double}<G"),
        line("unseen", 'X="0" Y="310"', 'X="90" Y="310" ArrowHead="TBar"', look='Color="transparent"'),
        line("no width", 'X="0" Y="320"', 'X="90" Y="320" ArrowHead="Arrow"', look='LineThickness="0"'),
        line("broken", 'X="0" Y="330" ArrowHead="mim-catalysis"', 'X="90" Y="360"', look=BROKEN),
    ]
    return picture(diagram(*nodes, *lines), Marks(title=False))


BROKEN = 'LineStyle="Broken"'


def _elbows(kind: str) -> Picture:
    """Draw lines from every side to every side, in four directions."""
    nodes = shape("a", label="a", at=(0, 0, 10, 10)), shape("b", label="b", at=(9, 9, 10, 10))
    sides = [f'RelX="{x}" RelY="{y}"' for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0))]
    ends = product(sides, sides, ((70, 40), (-70, 40), (70, -40), (-70, -40)))
    lines = [
        line(
            f"{number}", f'X="0" Y="0" GraphRef="a" {start}', f'X="{x}" Y="{y}" GraphRef="b" {end}',
            look=f'ConnectorType="{kind}"',
        )
        for number, (start, end, (x, y)) in enumerate(ends)
    ]  # fmt: skip
    return picture(diagram(*nodes, *lines), Marks(title=False))


def _anchored(kind: str) -> Picture:
    """Draw lines to anchors on lines of several directions."""
    parts: list[str] = []
    for place, (x, y) in enumerate(((90, 0), (0, 90), (90, 90), (60, -20), (-90, 10))):
        left = 200 * place
        anchors = (("0.25", "Circle"), ("0.9", "None"))
        written = "".join(
            f'<Anchor GraphId="n{place}{row}" Position="{at}" Shape="{form}"/>'
            for row, (at, form) in enumerate(anchors)
        )
        goal = f'X="{left + x}" Y="{300 + y}" ArrowHead="mim-conversion"'
        way = f'ConnectorType="{kind}"'
        parts.append(line(f"c{place}", f'X="{left}" Y="300"', goal, look=way, anchors=written))
        for row, between in enumerate(('X="5" Y="9"', 'X="7" Y="1"')):
            touching = f'X="{left + 20}" Y="300" GraphRef="n{place}{row}" ArrowHead="TBar"'
            start = f'X="{left + 40}" Y="220"'
            parts.append(line(f"l{place}{row}", start, between, touching, look='ConnectorType="Elbow"'))
    return picture(diagram(*parts), Marks(title=False))


def _nested() -> Picture:
    cell = '<Attribute Key="org.pathvisio.CellularComponentProperty" Value="Mitochondria"/>'
    ensembl = '<Xref Database="Ensembl" ID="ENSG1"/>'
    parts = (
        shape("a", label="A", at=(80, 40, 80, 20), more='GroupRef="i" Type="Protein"'),
        shape("b", label="B", at=(80, 70, 80, 20), more='GroupRef="i" Type="Protein"'),
        shape("c", label="C", at=(200, 70, 80, 20), more='GroupRef="o"', inside=ensembl),
        line("l", 'X="99" Y="90" GraphRef="a"', 'X="190" Y="140" GraphRef="gi" ArrowHead="Arrow"', more='GroupRef="o"'),
        '<Group GroupId="i" GraphId="gi" Style="Complex" GroupRef="o"/>',
        '<Group GroupId="o" GraphId="go" Style="Pathway" TextLabel="outer"/>',
        '<Group GroupId="e" GraphId="ge" Style="Group"/>',
        shape("s", "State", label="P", at=(0, 0, 12, 12), more='GraphRef="a"', look='RelX="1" RelY="-1"',
              inside="<Comment>at S15</Comment>"),
        shape("m", "Shape", at=(300, 90, 40, 40), look='ShapeType="Mitochondria" ZOrder="5"', inside=cell),
        shape("a", label="again", at=(80, 200, 80, 20)),
        '<InfoBox CenterX="40" CenterY="190"/>',
    )  # fmt: skip
    return picture(diagram(*parts))


def _all_heads() -> Picture:
    """Draw every arrowhead at both ends, and lines too short for them."""
    heads = ("LigandRound", "ReceptorRound", "ReceptorSquare", "LigandSquare", "mim-modification", "mim-covalent-bond",
             "mim-translocation", "mim-stimulation", "mim-branching-right", "mim-transcription-translation", "mim-gap",
             "mim-cleavage", "unheard-of")  # fmt: skip
    lines = [
        line(
            f"{name} {wide}", f'X="{left}" Y="{30 * row}" ArrowHead="{name}"',
            f'X="{left + wide}" Y="{30 * row + 9}" ArrowHead="{name}"',
        )
        for row, name in enumerate(heads)
        for left, wide in ((0, 90), (150, 3))
    ]  # fmt: skip
    still = line(
        "still", 'X="9" Y="400"', 'X="9" Y="400" ArrowHead="Arrow"', anchors='<Anchor GraphId="n" Position="1"/>'
    )
    return picture(diagram(*lines, still), Marks(title=False))


def _without_places() -> Picture:
    """Draw a far drawing, of which some elements lack a part of their place, are very large, or are in no group."""
    far = (1000, 900, 8, 4)
    parts = (
        shape("a", label="A", at=far, look='FontSize="900" LineThickness="900"', more='GroupRef="nothing"'),
        shape("b", label="B", at=(1100, "", 80, 20)), shape("c", label="C", at=("x", 900, 80, 20)),
        shape("d", label="D", at=(1100, 900, "", ""), look='FontSize="0.1"'),
        shape("s", "State", label="P", at=(0, 0, 12, 12), more='GraphRef="b"', look='RelX="1" RelY="-1"'),
        '<DataNode GraphId="e" TextLabel="E"/>', '<Interaction GraphId="f"/>',
        line("l", 'X="1000" Y="900"', 'X="1100"', 'Y="1000"'),
        line("m", 'X="1000" Y="900"', 'Y="3"', 'X="1100" Y="950"'),
        '<InfoBox CenterX="40"/>',
    )  # fmt: skip
    return picture(diagram(*parts))


def _small_sign(mark: Mark) -> Picture:
    """Draw a symbol that reaches beyond everything else on all sides."""
    return picture(diagram(shape("a", at=(100, 100, 2, 2))), Marks(by_id={"a": mark}, title=False))


def _legends() -> Mapping[str, Picture]:
    """Draw legends of every part, wide and narrow."""
    entries = tuple(LegendEntry(colour=colour, meaning=f"m {colour}") for colour in ("#f0e442", ""))
    whole = Legend(
        entries=entries, scale=Scale(low=-1.5, high=3, above=True), caption="log2FC", conditions=("1 h", "2 h"),
        not_significant=True, cutoff="padj ≥ 0.05", not_measured=True, drugs=True, itself=True,
    )  # fmt: skip
    beside = Legend(entries=entries, scale=Scale(low=-1, high=1), caption="n" * 40)
    forms = ("Rectangle", "Oval", "None", "Arc", "Mitochondria")
    nodes = diagram(
        *(
            shape(f"k{place}", label="k", at=(110 * place, 9, 90, 30), look=f'ShapeType="{form}"')
            for place, form in enumerate(forms)
        ),
        line("l", 'X="0" Y="90" GraphRef="k0"', 'X="90" Y="90" GraphRef="k1" ArrowHead="TBar"'),
    )
    striped = Mark(colour="#a8cde9", stripes=("#a8cde9", "#f6b77d", "#c9c9c9"), note="1, 2")
    dark, stripes = {"l": Mark(colour="#f0e442", note="a way")}, dict[str, Mark]()
    for place in range(len(forms)):
        dark[f"k{place}"], stripes[f"k{place}"] = Mark(colour="#4a2020", note="1.5"), striped
    blues = Legend(scale=Scale(low=0, high=2, palette="blues"))
    of_width = {wide: diagram(shape("w", label="wide", at=(0, 0, wide, 20))) for wide in (80, 600, 2000)}
    return {
        "legend whole": picture(nodes, Marks(by_id=dark, legend=whole, remark="All < 3")),
        "legend of stripes": picture(nodes, Marks(by_id=stripes, legend=blues)),
        "legend beside": picture(of_width[600], Marks(title=False, legend=beside)),
        "legend wide": picture(of_width[2000], Marks(legend=whole)),
        "legend of drugs": picture(of_width[80], Marks(title=False, legend=Legend(drugs=True, itself=True))),
    }


def _more() -> Mapping[str, Picture]:
    """Return drawings that are held as SVG alone."""
    return {
        "texts": _texts(), "edges": _edges(), "nested": _nested(), "all heads": _all_heads(), **_legends(),
        "without places": _without_places(), "small tablet": _small_sign(Mark(itself=("y",))),
        "small capsule": _small_sign(Mark(drugs=("x",))),
        **{f"elbows {kind}": _elbows(kind) for kind in ("Elbow", "Curved")},
        **{f"anchors {kind}": _anchored(kind) for kind in ("Straight", "Elbow", "Curved")},
    }  # fmt: skip


def _tile(drawn: Picture) -> Image.Image:
    scale = (SIDE - 2) / max(drawn.width, drawn.height)
    tile = Image.new("L", (SIDE, SIDE), 255)
    tile.paste(Image.open(BytesIO(rendering.png(drawn, scale))).convert("L"), (0, 0))
    return tile


def _structure(drawn: Picture) -> str:
    """Count the elements of each class, and digest their order and what they tell."""
    parts = [one for one in fromstring(drawn.svg).iter(f"{SVG}g") if one.get("data-id") is not None]
    told = [[one.get("class"), one.get("data-id"), one.findtext(f"{SVG}title")] for one in parts]
    texts = [one.text for one in fromstring(drawn.svg).iter(f"{SVG}text")]
    counts = Counter((one.get("class") or "").partition(" ")[0] for one in parts)
    said = ", ".join(f"{number} {name}" for name, number in sorted(counts.items()))
    return f"{said}; {hashlib.sha256(json.dumps([told, texts]).encode()).hexdigest()[:12]}"


@pytest.fixture(scope="module")
def pictures() -> Mapping[str, Picture]:
    return _drawn()


def test_the_set_has_forty_drawings(pictures: Mapping[str, Picture]) -> None:
    assert len(pictures) == 40


def test_drawings_look_as_before(pictures: Mapping[str, Picture]) -> None:
    tiles = [_tile(drawn) for drawn in pictures.values()]
    places = [(at % COLUMNS * SIDE, at // COLUMNS * SIDE) for at in range(len(tiles))]
    if os.environ.get("BIOFACTS_UPDATE_SNAPSHOTS"):
        sheet = Image.new("L", (COLUMNS * SIDE, -(-len(tiles) // COLUMNS) * SIDE), 255)
        for tile, place in zip(tiles, places, strict=True):
            sheet.paste(tile, place)
        sheet.quantize(16).save(DOTS, optimize=True)
    sheet = Image.open(DOTS).convert("L")
    other = {
        name: different
        for (name, tile, (x, y)) in zip(pictures, tiles, places, strict=True)
        if (different := sum(ImageChops.difference(tile, sheet.crop((x, y, x + SIDE, y + SIDE))).histogram()[SHADES:]))
        > FEW * SIDE * SIDE
    }

    assert other == {}


def test_drawings_are_written_as_before(pictures: Mapping[str, Picture]) -> None:
    now = {name: drawn.svg.replace("><", ">\n<").strip() for name, drawn in {**pictures, **_more()}.items()}

    assert [pair for pair in difference(SVGS, MARK, now) if not _is_near(*pair)] == []
    assert blocks(SVGS, MARK).keys() == now.keys()


def _is_near(one: str, other: str) -> bool:
    numbers = (map(float, NUMBER.findall(text)) for text in (one, other))
    return NUMBER.sub("0", one) == NUMBER.sub("0", other) and all(
        abs(here - there) <= NEAR for here, there in zip(*numbers, strict=True)
    )


@pytest.mark.skipif(not ARCHIVE.is_file(), reason=f"the drawings of WikiPathways are not at {ARCHIVE}")
def test_drawings_of_wikipathways_have_the_structure_of_before() -> None:
    with zipfile.ZipFile(ARCHIVE) as archive:
        files = {name: archive.read(f"wikipathways-assets/pathways/{name}/{name}.gpml") for name in OF_WIKIPATHWAYS}
    now = {name: _structure(picture(gpml_diagram.read(data))) for name, data in files.items()}
    structures = json.loads(STRUCTURE.read_text())
    if os.environ.get("BIOFACTS_UPDATE_SNAPSHOTS"):
        structures |= now
        STRUCTURE.write_text(json.dumps(structures, indent=1) + "\n")

    assert {name: structures.get(name) for name in now} == now
