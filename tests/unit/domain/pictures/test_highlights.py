"""Colours of numbers, and highlights as they are written."""

import pytest

from biofacts.domain.pictures.highlights import NOT_MEASURED_COLOUR as NOT_MEASURED
from biofacts.domain.pictures.highlights import NOT_SIGNIFICANT_COLOUR as NOT_SIGNIFICANT
from biofacts.domain.pictures.highlights import PALETTES, Highlight, Look, PaletteName, Scale, read, readable_on

SCALE = Scale(low=-2, high=2)


def test_the_ends_of_the_scale_are_blue_and_orange_and_its_middle_is_not_white() -> None:
    assert [SCALE.colour(value) for value in (-2, 0, 2)] == ["#3f8fc8", "#fbf6dc", "#f0781e"]


def test_what_lies_beyond_the_scale_has_the_colour_of_its_end() -> None:
    assert SCALE.colour(9) == SCALE.colour(2)


def test_zero_is_in_the_middle_of_a_diverging_scale_that_is_longer_on_one_side() -> None:
    scale = Scale(low=-1, high=3)

    assert [scale.colour(value) for value in (-1, 0, 3)] == [SCALE.colour(value) for value in (-2, 0, 2)]
    assert scale.colour(1.5) == SCALE.colour(1)


def test_a_palette_between_two_hues_diverges() -> None:
    assert {name: palette.is_diverging for name, palette in PALETTES.items()} == {
        name: "-" in name for name in PALETTES
    }


@pytest.mark.parametrize("palette", PALETTES)
def test_black_letters_can_be_read_on_every_colour_of_a_palette_side_by_side(palette: PaletteName) -> None:
    scale = Scale(low=0, high=100, palette=palette)
    colours = {scale.colour(value) for value in range(101)}

    assert {readable_on(one) for one in colours | {NOT_MEASURED, NOT_SIGNIFICANT}} == {"#000000"}
    assert not colours & {NOT_MEASURED, NOT_SIGNIFICANT}


@pytest.mark.parametrize(
    ("look", "numbers", "ends", "beyond"),
    [
        (Look(), [1.5, -3], (-3, 3), (False, False)),
        (Look(), [0.0], (-1, 1), (False, False)),
        (Look(range=(-2, 2)), [1.5, -3], (-2, 2), (True, False)),
        (Look(palette="blues"), [3, 7], (0, 7), (False, False)),
        (Look(palette="blues"), [-3, -7], (-7, 0), (False, False)),
        (Look(palette="blues"), [0], (0, 1), (False, False)),
        (Look(palette="blues", range=(1, 2)), [0, 5], (1, 2), (True, True)),
    ],
)
def test_a_scale_reaches_as_far_as_the_numbers_or_as_its_range(
    look: Look, numbers: list[float], ends: tuple[float, float], beyond: tuple[bool, bool]
) -> None:
    scale = look.scale(numbers)

    assert scale is not None
    assert ((scale.low, scale.high), (scale.below, scale.above)) == (ends, beyond)


def test_without_numbers_there_is_no_scale() -> None:
    assert Look(range=(-2, 2)).scale([]) is None


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("TP53", Highlight("TP53")),
        (" BAX = 1.5 ", Highlight("BAX", values=(1.5,))),
        ("BAX=-2e-1", Highlight("BAX", values=(-0.2,))),
        ("BAX=1.5 | ns|NA", Highlight("BAX", values=(1.5, "ns", "NA"))),
        ("BAX=NS", Highlight("BAX", values=("ns",))),
        ("BAX=1.5|", Highlight("BAX=1.5|")),
        ("BAX=1.5|red", Highlight("BAX=1.5|red")),
        ("CASP3=Red", Highlight("CASP3", colour="#d55e00")),
        ("CASP8=#3366CC", Highlight("CASP8", colour="#3366cc")),
        ("O=C=1.5", Highlight("O=C", values=(1.5,))),
        ("TP53\t2.1", Highlight("TP53", values=(2.1,))),
        ("CASP8=#36c", Highlight("CASP8=#36c")),
        ("BAX=inf", Highlight("BAX=inf")),
        ("BAX=", Highlight("BAX=")),
        ("OCC(O)C=O", Highlight("OCC(O)C=O")),
    ],
)
def test_a_highlight_is_a_name_with_a_number_or_a_colour(text: str, read_as: Highlight | None) -> None:
    assert read(text) == read_as


@pytest.mark.parametrize(
    ("ground", "letters"), [("#ffffff", "#000000"), ("#1f5fa8", "#ffffff"), ("#f0e442", "#000000")]
)
def test_letters_can_be_read_on_every_colour(ground: str, letters: str) -> None:
    assert readable_on(ground) == letters
