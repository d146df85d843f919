"""Outlines as paths in a box of 100 by 60; those of organelles, which nobody can check by hand, by a digest.

How they look is in `tests/data/golden.png`.
"""

import hashlib

import pytest

from biofacts.domain.pictures import outlines


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("None", ""),
        ("Rectangle", "M0 0H100V60H0Z"),
        ("Nonsense", "M0 0H100V60H0Z"),
        (
            "RoundedRectangle",
            "M10 0H90A10 10 0 0 1 100 10V50A10 10 0 0 1 90 60H10A10 10 0 0 1 0 50V10A10 10 0 0 1 10 0Z",
        ),
        ("Oval", "M0 30A50 30 0 1 1 100 30A50 30 0 1 1 0 30Z"),
        ("Arc", "M0 30A50 30 0 0 0 100 30"),
        ("Line", "M0 0L100 60"),
        ("Brace", "M0 60Q0 30 25 30Q50 30 50 0Q50 30 75 30Q100 30 100 60"),
        ("Triangle", "M123 30L29.25 55.98L29.25 4.02Z"),
        ("Pentagon", "M100 30L65.45 58.53L9.55 47.63L9.55 12.37L65.45 1.47Z"),
        ("Hexagon", "M100 30L75 55.98L25 55.98L0 30L25 4.02L75 4.02Z"),
        ("Octagon", "M15 0L85 0L100 15L100 45L85 60L15 60L0 45L0 15Z"),
        ("mim-degradation", "M15 30A36.5 21.6 0 1 1 88 30A36.5 21.6 0 1 1 15 30ZM0 0L100 60"),
        ("mim-phosphorylated", "M0 60V0H50A50 18 0 0 1 50 36H20V60ZM20 7.2V28.8H50A28 10.8 0 0 0 50 7.2Z"),
    ],
)
def test_an_outline_is_a_path_in_its_box(name: str, path: str) -> None:
    assert outlines.outline(name, 100, 60) == path


@pytest.mark.parametrize(
    ("name", "older", "digest"),
    [
        ("Mitochondria", "Mitochondria", "486be9468c0f"),
        ("Endoplasmic Reticulum", "EndoplasmicReticulum", "db003def644d"),
        ("Sarcoplasmic Reticulum", "SarcoplasmicReticulum", "37d35043c09a"),
        ("Golgi Apparatus", "GolgiApparatus", "3e35743e9069"),
    ],
)
def test_an_organelle_is_drawn_as_it_was(name: str, older: str, digest: str) -> None:
    path = outlines.outline(name, 100, 60)

    assert outlines.outline(older, 100, 60) == path
    assert hashlib.sha256(path.encode()).hexdigest()[:12] == digest


def test_small_boxes_have_small_corners_and_flat_ovals_are_lines() -> None:
    assert outlines.outline("RoundedRectangle", 10, 8) == (
        "M5 0H5A5 4 0 0 1 10 4V4A5 4 0 0 1 5 8H5A5 4 0 0 1 0 4V4A5 4 0 0 1 5 0Z"
    )
    assert outlines.outline("Oval", 0, 8) == "M0 0V8"


def test_what_is_filled_what_reaches_beyond_its_box_and_what_has_a_strong_membrane() -> None:
    names = ("Rectangle", "Arc", "Line", "Brace", "Triangle", "Mitochondria", "GolgiApparatus")

    assert [name for name in names if not outlines.has_inside(name)] == ["Arc", "Line", "Brace"]
    assert {name: outlines.reach(name, 100) for name in names} == {**dict.fromkeys(names, 0.0), "Triangle": 23.0}
    assert outlines.reach("Triangle", 4) == 0.0
    assert [outlines.weight(name, 200, 200) for name in ("Oval", "Mitochondria", "GolgiApparatus")] == pytest.approx(
        [1.0, 2**0.5, 2**0.5]
    )
    assert outlines.weight("Mitochondria", 100, 60) == 1.0


@pytest.mark.parametrize(
    ("value", "text"), [(0.001, "0"), (-0.001, "0"), (10.0, "10"), (0.255, "0.26"), (100.5, "100.5")]
)
def test_a_length_is_brief(value: float, text: str) -> None:
    assert outlines.number(value) == text
