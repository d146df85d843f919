"""Texts that hold several names."""

import pytest

from biofacts.application.lists.name_lists import parts_of


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("TP53, BAX", ["TP53", " BAX"]),
        ("7157,672", ["7157", "672"]),
        ("a; b, c", ["a", " b, c"]),
        ("a, b;", ["a, b"]),
        ("a, b\n", ["a, b"]),
        ("fructose 1,6-bisphosphate", ["fructose 1,6-bisphosphate"]),
        ("TP53,2,4,6-trinitrophenol", ["TP53", "2,4,6-trinitrophenol"]),
        ("TP53=1,BAX", ["TP53=1", "BAX"]),
        ("TP53\t2\nBAX\t1", ["TP53\t2", "BAX\t1"]),
        ("TP53\tBAX", ["TP53", "BAX"]),
        ("TP53", ["TP53"]),
        ("", [""]),
    ],
)
def test_the_first_sign_that_there_is_stands_between_names(text: str, parts: list[str]) -> None:
    assert parts_of(text) == parts
