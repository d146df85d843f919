"""Texts that hold several names."""

import pytest

from biofacts.application.lists import name_lists
from biofacts.application.lists.name_lists import parts_of
from biofacts.domain.answers.errors import AmbiguousQuery

PEPTIDE = "NCC(=O)" * 571 + "NCC"


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


@pytest.mark.parametrize(
    ("text", "is_name"),
    [("", False), ("x", True), ("x" * 200, True), ("x" * 201, False), (PEPTIDE, True), (f"{PEPTIDE}C", False)],
    ids=["empty", "1", "200", "201", "4000", "4001"],
)
def test_a_name_has_at_most_200_characters_and_a_structure_4000(text: str, is_name: bool) -> None:
    assert name_lists.may_be_name(text) == is_name


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("gene\tlog2FC\tpadj\nTP53\t1.5\t0.01\n", ["gene", "log2FC", "padj"]),
        ("log2FC\tpadj\nTP53\t1.5\t0.01\n", ["", "log2FC", "padj"]),
        ("gene\tlog2FC\nTP53\t1.5\n", None),
        ("gene\tlog2FC\tpadj\n", None),
    ],
)
def test_a_pasted_table_has_three_columns_and_a_row(text: str, columns: list[str] | None) -> None:
    table = name_lists.pasted(text)
    assert (table and [*table.columns]) == columns


def test_the_line_that_is_uneven_is_named() -> None:
    with pytest.raises(AmbiguousQuery, match="Row 3 has 2 cells, but the table has 3 columns"):
        name_lists.pasted("gene\tlog2FC\tpadj\nTP53\t1.5\t0.01\nMDM2\t1.5\n")
