"""Cells as spreadsheets and people write them."""

from collections.abc import Sequence

import pytest

from biofacts.domain.lists.cells import bounded, is_missing, name_in, names_in, with_points


@pytest.mark.parametrize("cell", ["", " ", "NA", "na", "#N/A", "NaN", "<NA>", "---", "#REF!", "#DIV/0!", "None"])
def test_a_cell_without_a_value_is_missing(cell: str) -> None:
    assert is_missing(cell)


@pytest.mark.parametrize("cell", ["Na", "NAT1", "0", "REF", "N"])
def test_sodium_and_names_like_markers_are_values(cell: str) -> None:
    assert not is_missing(cell)


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("7157.0", "7157"), ('"TP53"', "TP53"), ("'BRCA1' ", "BRCA1"), ("\xa0CASP3\xa0", "CASP3"), ("5'", "5'"),
        ("ENSG00000141510.17", "ENSG00000141510.17"),
    ],
)  # fmt: skip
def test_quotes_and_fractions_are_no_part_of_a_name(cell: str, name: str) -> None:
    assert name_in(cell) == name


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ("GAPDH;ACTB", ["GAPDH", "ACTB"]), ("A /// B /// A", ["A", "B"]), ("A // B", ["A", "B"]), ("A|B", ["A", "B"]),
        ("TP53; NA", ["TP53"]), ("TP53", ["TP53"]), ("https://n2t.net/hgnc:11998", ["https://n2t.net/hgnc:11998"]),
    ],
)  # fmt: skip
def test_a_cell_may_join_several_names(cell: str, names: Sequence[str]) -> None:
    assert names_in(cell) == names


@pytest.mark.parametrize(
    ("column", "numbers"),
    [
        (["2,5", "-0,001", "NA", "3"], ["2.5", "-0.001", "NA", "3"]),
        (["<0,05", "1,5E-10"], ["<0.05", "1.5E-10"]),
        (["1,234", "12,345"], ["1,234", "12,345"]),
        (["2,5", "1.5"], ["2,5", "1.5"]),
        (["1,234,567", "2,5"], ["1,234,567", "2,5"]),
    ],
)
def test_decimal_commas_are_read_unless_they_may_be_something_else(
    column: Sequence[str], numbers: Sequence[str]
) -> None:
    assert with_points(column) == numbers


def test_an_infinite_number_becomes_the_most_extreme_finite_one() -> None:
    assert bounded([1.0, float("inf"), -2.0, float("-inf")]) == [1.0, 1.0, -2.0, -2.0]
