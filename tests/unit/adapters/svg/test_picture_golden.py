"""Forty small drawings held against how they looked, as dots and as structure; of WikiPathways some, as structure.

`BIOFACTS_UPDATE_SNAPSHOTS=1` takes new ones: look at `tests/data/golden.png` before you commit it. A dot may differ by
`SHADES` of 255, and of each drawing `FEW` of the dots by more: other versions of the renderer round edges otherwise.
"""

import hashlib
import json
import os
import zipfile
from collections import Counter
from collections.abc import Mapping
from io import BytesIO
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

DOTS, STRUCTURE = (REPOSITORY / "tests" / "data" / name for name in ("golden.png", "golden.json"))
ARCHIVE = UPSTREAM / "wikipathways" / "assets.zip"
SIDE, COLUMNS = 150, 8
SHADES, FEW = 48, 0.01

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


@pytest.fixture(scope="module")
def structures() -> Mapping[str, str]:
    return json.loads(STRUCTURE.read_text()) if STRUCTURE.is_file() else {}


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


def test_drawings_have_the_structure_of_before(pictures: Mapping[str, Picture], structures: Mapping[str, str]) -> None:
    now = {name: _structure(drawn) for name, drawn in pictures.items()}
    if os.environ.get("BIOFACTS_UPDATE_SNAPSHOTS"):
        STRUCTURE.write_text(json.dumps({**structures, **now}, indent=1) + "\n")
        structures = {**structures, **now}

    assert {name: structures.get(name) for name in now} == now


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
