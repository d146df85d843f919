"""Colours of numbers, and highlights as they are written."""

import pytest

from biofacts.domain.pictures.highlights import Highlight, read, readable_on, scaled


def test_the_ends_of_the_scale_are_blue_and_orange_and_its_middle_is_nearly_white() -> None:
    assert [scaled(value, 2) for value in (-2, 0, 2)] == ["#1f5fa8", "#f7f7f7", "#c4500a"]


def test_what_lies_beyond_the_scale_has_the_colour_of_its_end() -> None:
    assert scaled(9, 2) == scaled(2, 2)


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("TP53", Highlight("TP53")),
        (" BAX = 1.5 ", Highlight("BAX", value=1.5)),
        ("BAX=-2e-1", Highlight("BAX", value=-0.2)),
        ("CASP3=Red", Highlight("CASP3", colour="#d55e00")),
        ("CASP8=#3366CC", Highlight("CASP8", colour="#3366cc")),
        ("O=C=1.5", Highlight("O=C", value=1.5)),
        ("TP53\t2.1", Highlight("TP53", value=2.1)),
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
