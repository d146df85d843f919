"""Files of pictures: their sizes, their letters, and that equal pictures give equal bytes."""

import re
import struct
from base64 import b64decode
from io import BytesIO
from xml.etree.ElementTree import fromstring

import pytest
from PIL import Image, ImageChops

from biofacts.adapters.svg.picture import picture
from biofacts.adapters.svg.rendering import embedded, file, outlined
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.optional_packages import Extra
from biofacts.domain.pictures.diagram import Picture
from biofacts.domain.pictures.figure_sizes import AS_DRAWN, Length, Size, length
from biofacts.domain.pictures.highlights import Marks
from tests.drawing import SVG, diagram, shape

pytest.importorskip("typst", reason="the extra figure is not installed")
ttlib = pytest.importorskip("fontTools.ttLib")

KETTLE = picture(
    diagram(shape("k", label="tea &amp; α"), shape("b", label="bold", look='FontWeight="Bold"')), Marks(title=False)
)
WIDE = Picture('<svg viewBox="0 0 960 480" width="960" height="480"><text font-size="10">P</text></svg>', 960, 480)
ON_PAPER = Size(width=Length(180, "mm"))


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("180mm", Length(180, "mm")), (" 18 CM", Length(18, "cm")), ("7.5in", Length(7.5, "in")),
        (".5in", Length(0.5, "in")), ("510pt", Length(510, "pt")), ("640", Length(640, "px")),
        (1200, Length(1200, "px")),
    ],
)  # fmt: skip
def test_a_length_has_a_unit_or_pixels(written: str | float, read_as: Length) -> None:
    assert length(written) == read_as


@pytest.mark.parametrize("written", ["", "mm", "0mm", "-3cm", "3 furlongs", "nan", "1e400"])
def test_other_texts_are_no_lengths(written: str) -> None:
    with pytest.raises(ValueError, match="is not a positive length"):
        length(written)


@pytest.mark.parametrize(
    ("size", "dots", "resolution"),
    [
        (AS_DRAWN, None, None),
        (Size(scale=3), 3, None),
        (Size(width=Length(480, "px")), 0.5, None),
        (Size(width=Length(480, "px"), height=Length(120, "px")), 0.25, None),
        (Size(width=Length(10, "in")), 300 / 96, 300),
        (Size(width=Length(5, "in"), dpi=600), 600 / 96 / 2, 600),
        (Size(dpi=192), 2, 192),
    ],
)
def test_a_png_has_the_dots_of_its_size(size: Size, dots: float | None, resolution: float | None) -> None:
    assert size.dots(WIDE) == (None if dots is None else pytest.approx(dots))
    assert size.resolution() == resolution


def test_an_svg_has_its_size_in_the_unit_that_was_asked_for() -> None:
    root = fromstring(file(KETTLE, "svg", ON_PAPER))

    assert root.get("width") == "180mm"
    high = float((root.get("height") or "").removesuffix("mm"))
    assert high == pytest.approx(180 * KETTLE.height / KETTLE.width, abs=0.01)
    assert root.get("viewBox") == fromstring(KETTLE.svg).get("viewBox")
    assert file(KETTLE, "svg", AS_DRAWN).decode() == KETTLE.svg


def test_a_png_states_its_resolution() -> None:
    body = file(KETTLE, "png", Size(width=Length(2, "in"), dpi=150))
    at = body.index(b"pHYs")

    assert struct.unpack(">II", body[16:24])[0] == 300
    assert struct.unpack(">IIB", body[at + 4 : at + 13]) == (5906, 5906, 1)
    assert Image.open(BytesIO(body)).info["dpi"] == pytest.approx((150, 150), abs=0.1)


def test_a_pdf_is_one_page_of_its_size_with_its_fonts_and_the_same_again() -> None:
    body = file(KETTLE, "pdf", ON_PAPER)
    box = re.search(rb"/MediaBox\[0 0 ([0-9.]+) ([0-9.]+)\]", body)

    assert body == file(KETTLE, "pdf", ON_PAPER)
    assert b"/Title(Tea making (Homo sapiens, WP:WP1))" in body
    assert box is not None
    assert [float(one) / 72 * 25.4 for one in box.groups()] == [
        pytest.approx(180, abs=0.01), pytest.approx(180 * KETTLE.height / KETTLE.width, abs=0.01),
    ]  # fmt: skip
    assert body.count(b"/FontFile2") + body.count(b"/FontFile3") >= 2


def test_outlined_letters_are_shapes_at_the_same_place_with_their_text_as_a_label() -> None:
    root = fromstring(outlined(KETTLE.svg))
    letters = {one.get("aria-label"): one for one in root.iter(f"{SVG}g") if one.get("class") == "letters"}
    (first, *_) = letters["tea & α"].iter(f"{SVG}path")
    (said,) = (one for one in fromstring(KETTLE.svg).iter(f"{SVG}text") if one.text == "tea & α")
    x, y = map(float, re.findall(r"[0-9.]+", first.get("transform", ""))[:2])

    assert not [*root.iter(f"{SVG}text")]
    assert y == float(said.get("y", 0))
    assert float(said.get("x", 0)) - 25 < x < float(said.get("x", 0)) - 15
    assert len([*letters["tea & α"].iter(f"{SVG}path")]) == 5
    assert first.get("d") != next(letters["bold"].iter(f"{SVG}path")).get("d")


def test_embedded_fonts_have_the_characters_of_the_svg_alone() -> None:
    svg = embedded(KETTLE.svg)
    faces = re.findall(r"font-weight:(\w+);[^}]*?base64,([^)]*)", svg)
    fonts = {weight: ttlib.TTFont(BytesIO(b64decode(body))) for weight, body in faces}

    assert {weight: {*map(chr, font.getBestCmap())} for weight, font in fonts.items()} == {
        "normal": {*"tea & α"}, "bold": {*"bold"},
    }  # fmt: skip
    assert 'font-family="biofacts Sans, biofacts Signs, Arial' in svg
    assert svg == embedded(KETTLE.svg) == file(KETTLE, "svg", Size(letters="embedded")).decode()
    assert file(KETTLE, "pdf", Size(letters="embedded")) == file(KETTLE, "pdf", AS_DRAWN)


def test_outlined_letters_look_like_text() -> None:
    """The same dots, but for the rounding of the letters' edges."""
    sizes = (Size(scale=2, letters=letters) for letters in (None, "outlined"))
    text, shapes = (Image.open(BytesIO(file(KETTLE, "png", size))).convert("L") for size in sizes)
    different = sum(ImageChops.difference(text, shapes).histogram()[64:])

    assert text.size == shapes.size
    assert different < 0.002 * text.width * text.height


def test_the_smallest_letters_are_measured_on_paper() -> None:
    assert Size(width=Length(5, "in")).smallest_letters(WIDE) == pytest.approx(10 * 5 * 72 / 960)
    assert AS_DRAWN.smallest_letters(Picture("<svg/>", 1, 1)) is None


@pytest.mark.parametrize(("form", "size"), [("pdf", AS_DRAWN), ("svg", Size(letters="outlined"))])
def test_without_the_extra_a_sentence_names_it(form: str, size: Size, monkeypatch: pytest.MonkeyPatch) -> None:
    absent = Extra("figure", "A PDF, or letters as shapes,", ("no_such_module",))
    monkeypatch.setattr("biofacts.adapters.svg.rendering.FIGURE", absent)

    with pytest.raises(UpstreamError, match="pip install 'biofacts\\[figure\\]'"):
        file(KETTLE, form, size)  # type: ignore[arg-type]
