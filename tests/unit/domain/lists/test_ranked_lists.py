"""Ranked lists: how rows are read, and how genes and pathways are ordered."""

import pytest

from biofacts.domain.lists.ranked_lists import (
    FEWEST_RANKED,
    RankedMembers,
    RankedPathway,
    RankedRows,
    SetScore,
    UnreadRow,
    in_turn,
    is_ranked,
    leading_edge,
    ranking,
    read_rows,
)


def pathway(name: str, nes: float) -> RankedPathway:
    return RankedPathway(
        id=name, title=name, pathway_size=9, es=nes / 3, nes=nes, p_value=0.1, q_value=0.2, leading=3
    )  # fmt: skip


@pytest.mark.parametrize(
    "row", ["TP53=2.1", "TP53\t2.1", "TP53,2.1", "TP53;2.1", "TP53 2.1", '"TP53","2.1"', " TP53 \t 2.1 ", "TP53 = 2.1"]
)
def test_a_row_is_a_name_and_a_number(row: str) -> None:
    assert read_rows([row]) == RankedRows(scores=(("TP53", 2.1),))


def test_only_the_last_separator_divides_a_name_from_its_score() -> None:
    rows = ["interleukin 6 1e-3", "a=b=-2", '"HLA-A, B",.5']

    assert read_rows(rows).scores == (("interleukin 6", 0.001), ("a=b", -2.0), ("HLA-A, B", 0.5))


def test_a_heading_comments_and_blank_lines_are_no_genes() -> None:
    rows = ["#a.rnk", "", "gene\tlog2FC", "TP53\t1", " ", "MDM2\t-1"]

    assert read_rows(rows).scores == (("TP53", 1.0), ("MDM2", -1.0))


def test_genes_without_a_score_are_named() -> None:
    rows = ["TP53\tNA", "MDM2\t1", "ATM\t", "CHEK2=nan", "BAX\tNone"]

    assert read_rows(rows) == RankedRows(scores=(("MDM2", 1.0),), missing=("TP53", "ATM", "CHEK2", "BAX"))


def test_an_infinite_score_becomes_the_most_extreme_finite_one() -> None:
    read = read_rows(["A=inf", "B=3", "C=-2", "D=-Infinity"])

    assert read == RankedRows(scores=(("A", 3.0), ("B", 3.0), ("C", -2.0), ("D", -2.0)), infinite=2)


@pytest.mark.parametrize("row", ["MDM2=high", "MDM2\t1\t0.05", "MDM2,1,2", "MDM2", "=high"])
def test_a_row_of_another_form_is_refused_with_its_number(row: str) -> None:
    with pytest.raises(UnreadRow) as error:
        read_rows(["gene,score", "TP53=1", row])

    assert (error.value.row, error.value.number) == (row, 3)


@pytest.mark.parametrize("row", ["TP53=2,1", "TP53\t-2,1", "TP53;,5"])
def test_a_first_row_with_a_decimal_comma_is_no_heading(row: str) -> None:
    with pytest.raises(UnreadRow):
        read_rows([row, "MDM2=1"])


def test_a_row_without_a_name_is_left_out() -> None:
    # Tables of all measured genes have rows without a symbol.
    assert read_rows(["TP53=1", "=2", "\t2", "NA\t3"]) == RankedRows(scores=(("TP53", 1.0),), missing=("", "", "NA"))


@pytest.mark.parametrize("row", ["GAPDH;ACTB\t1.5", "GAPDH;ACTB 1.5", "GAPDH;ACTB=1.5"])
def test_semicolons_between_the_names_of_a_cell_are_no_separators(row: str) -> None:
    assert read_rows([row]).scores == (("GAPDH;ACTB", 1.5),)


def test_a_list_of_names_is_no_ranked_list() -> None:
    ranked = [f"G{number}\t{number}" for number in range(FEWEST_RANKED)]

    assert is_ranked(["gene\tscore", *ranked, ""])
    assert not is_ranked(ranked[1:])
    assert not is_ranked([*ranked, "TP53"])
    assert not is_ranked([*ranked, "TP53\tMDM2"])
    assert not is_ranked([f"interleukin {number}" for number in range(20)])
    assert not is_ranked(["TP53, MDM2, CASP3"])
    assert not is_ranked([])


def test_genes_are_ranked_by_score_and_ties_by_name() -> None:
    scores = [("1", 1.0), ("2", 3.0), ("3", 1.0), ("4", -2.0), ("5", 1.0)]

    assert ranking(scores, {"1": "B", "3": "A"}) == RankedMembers(
        ids=("2", "5", "3", "1", "4"), scores=(3.0, 1.0, 1.0, 1.0, -2.0), repeated=0, tied=3
    )


def test_of_several_scores_of_a_gene_the_one_farthest_from_zero_counts() -> None:
    scores = [("1", 1.0), ("2", 0.0), ("1", -2.0), ("2", 0.0), ("1", 2.0)]

    assert ranking(scores, {}) == RankedMembers(ids=("2", "1"), scores=(0.0, -2.0), repeated=3, tied=0)


def test_the_leading_edge_ends_at_the_peak_and_begins_outside() -> None:
    places = (2, 5, 9, 20)
    top, bottom = (SetScore(es=es, nes=es, p_value=0, q_value=0, peak=peak) for es, peak in ((0.5, 5), (-0.5, 9)))

    assert leading_edge(places, top) == [2, 5]
    assert leading_edge(places, bottom) == [20, 9]


def test_pathways_of_both_ends_take_turns() -> None:
    items = [pathway("a", 1.1), pathway("b", -2.5), pathway("c", 1.9), pathway("d", 1.5), pathway("e", -1.0)]

    assert [one.id for one in in_turn(items)] == ["c", "b", "d", "e", "a"]
    assert [one.id for one in in_turn([*items, pathway("f", 1.9)])] == ["c", "b", "f", "e", "d", "a"]
