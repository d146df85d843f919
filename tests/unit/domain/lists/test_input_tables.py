"""Names of a table that p-values and directions select."""

from collections.abc import Mapping, Sequence

import pytest

from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.lists.input_tables import (
    Columns,
    Selection,
    bounded,
    is_missing,
    name_in,
    names_in,
    select_names,
    with_points,
)

TABLE: Mapping[str, Sequence[object]] = {
    "gene": ["TP53", "MDM2", "mdm2 ", "MDM2", "NA", "ATM", "CHEK2", "7157.0"],
    "log2FC": ["2.1", "-1", "3", "0.5", "9", "-3", "NA", "0"],
    "padj": [0.001, 0.04, 0.03, 0.01, 0.001, 0.049, 0.001, None],
}


def selected(table: Mapping[str, Sequence[object]] = TABLE, **asked: object) -> Selection:
    return select_names([*table], lambda name: table[name], Columns(**asked))  # type: ignore[arg-type]  # by test


def test_without_numbers_every_name_counts_once() -> None:
    assert selected(names="gene") == Selection(
        column="gene", names=["TP53", "MDM2", "mdm2", "ATM", "CHEK2", "7157"],
        measured=["TP53", "MDM2", "mdm2", "ATM", "CHEK2", "7157"], values={}, rows=8, nameless=1, numberless=0,
        repeated=1,
    )  # fmt: skip


def test_rows_are_selected_by_p_value_and_direction_and_repeats_by_the_smallest_p_value() -> None:
    assert selected(names="gene", value="log2FC", p="padj", cutoff=0.045, direction="up") == Selection(
        column="gene", names=["TP53", "MDM2", "mdm2"], measured=["TP53", "MDM2", "mdm2", "ATM"],
        values={"TP53": 2.1, "MDM2": 0.5, "mdm2": 3.0}, rows=8, nameless=1, numberless=2, repeated=1,
    )  # fmt: skip
    assert selected(names="gene", value="log2FC", p="padj", direction="down").names == ["ATM"]


def test_without_p_values_the_number_farthest_from_zero_counts() -> None:
    assert selected(names="gene", value="log2FC").values["MDM2"] == -1.0
    assert selected(names="gene", value="log2FC", direction="up").scored == ["TP53=2.1", "mdm2=3.0"]


def test_a_p_value_at_the_cutoff_is_not_below_it() -> None:
    assert "ATM" not in selected(names="gene", p="padj", cutoff=0.049).names
    assert "ATM" in selected(names="gene", p="padj").names


@pytest.mark.parametrize(
    ("columns", "column"), [(["Gene Symbol", "x"], "Gene Symbol"), (["", "baseMean"], ""), (["anything"], "anything")]
)
def test_the_only_likely_column_is_taken(columns: Sequence[str], column: str) -> None:
    assert selected({key: ["TP53"] for key in columns}).column == column


@pytest.mark.parametrize(
    ("columns", "asked", "told"),
    [
        (["x", "y"], {}, "It is unclear which column"),
        (["gene", "symbol"], {}, "It is unclear which column"),
        (["gene"], {"names": "Gene"}, "no column 'Gene'"),
        (["gene"], {"value": "log2FC"}, "no column 'log2FC'"),
        (["gene"], {"cutoff": 0.1}, "requires a p-value column"),
        (["gene"], {"direction": "up"}, "requires a column of numbers"),
    ],
)
def test_what_is_not_clear_is_refused(columns: Sequence[str], asked: Mapping[str, object], told: str) -> None:
    with pytest.raises(AmbiguousQuery, match=told):
        selected({key: ["1"] for key in columns}, **asked)


@pytest.mark.parametrize(
    ("cell", "told"), [("1,234", "'1,234' in row 1, which is not a number"), ("7.3", "7.3 in row 1")]
)
def test_a_cell_that_is_no_p_value_is_refused(cell: str, told: str) -> None:
    with pytest.raises(AmbiguousQuery, match=told):
        selected({"gene": ["TP53"], "padj": [cell]}, p="padj")


def test_a_column_that_is_there_twice_is_refused() -> None:
    with pytest.raises(AmbiguousQuery, match="2 columns 'padj'"):
        select_names(["gene", "padj", "padj"], lambda _: ["1"], Columns(names="gene", p="padj"))


def test_a_bound_is_below_its_number_and_infinite_numbers_count() -> None:
    table = {"gene": ["A", "B", "C"], "fold": ["Inf", "2,5", "-inf"], "p": ["<0,001", "0,001", "1e-320"]}

    found = selected(table, names="gene", value="fold", p="p", cutoff=0.001)

    assert (found.values, found.infinite) == ({"A": 2.5, "C": 2.5}, 2)


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
