"""The statistics against plain definitions in fractions."""

from fractions import Fraction
from math import comb

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biofacts.domain.lists.enrichment_statistics import EnrichedPathway, adjusted, grouped, tail, with_repeats, written


@st.composite
def _sizes(draw: st.DrawFn) -> tuple[int, int, int, int]:
    background = draw(st.integers(1, 400))
    pathway, genes = draw(st.integers(0, background)), draw(st.integers(0, background))
    return draw(st.integers(0, min(pathway, genes) + 1)), pathway, genes, background


def _by_definition(overlap: int, pathway: int, genes: int, background: int) -> Fraction:
    ways = sum(comb(pathway, k) * comb(background - pathway, genes - k) for k in range(overlap, genes + 1))
    return Fraction(ways, comb(background, genes))


@given(_sizes())
def test_the_tail_is_the_sum_of_the_chances(sizes: tuple[int, int, int, int]) -> None:
    assert tail(*sizes) == float(_by_definition(*sizes))


@given(_sizes())
def test_list_and_pathway_may_change_places(sizes: tuple[int, int, int, int]) -> None:
    overlap, pathway, genes, background = sizes

    assert tail(overlap, pathway, genes, background) == tail(overlap, genes, pathway, background)


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ((0, 10, 10, 100), 1.0),
        ((1, 1, 1, 2), 0.5),
        ((3, 3, 3, 3), 1.0),
        ((11, 10, 20, 100), 0.0),
        ((10, 10, 10, 20), 1 / 184756),
    ],
)
def test_extremes_are_what_they_must_be(sizes: tuple[int, int, int, int], expected: float) -> None:
    assert tail(*sizes) == expected


def test_the_smallest_chances_are_still_told_apart() -> None:
    assert 0 < tail(100, 100, 5_000, 25_000) < tail(99, 100, 5_000, 25_000) < 1e-60


_P_VALUES = st.lists(st.floats(0, 1), max_size=40)


@given(_P_VALUES, st.integers(0, 60))
def test_adjusted_values_are_those_of_benjamini_and_hochberg(p_values: list[float], others: int) -> None:
    tested = len(p_values) + others
    everything = sorted([*p_values, *[1.0] * others])
    expected = [
        min(min(1.0, one * tested / rank) for rank, one in enumerate(everything, start=1) if one >= p_value)
        for p_value in p_values
    ]

    assert adjusted(p_values, tested) == pytest.approx(expected, rel=1e-12)


@given(_P_VALUES)
def test_adjusted_values_keep_the_order_and_are_never_smaller(p_values: list[float]) -> None:
    found = adjusted(p_values, len(p_values))

    assert [after for _, after in sorted(zip(p_values, found, strict=True))] == sorted(found)
    assert all(before <= after * (1 + 1e-12) for before, after in zip(p_values, found, strict=True))
    assert max(found, default=0.0) <= 1.0


def test_no_probability_is_written_as_nothing() -> None:
    assert (written(0.0), written(1.3e-270), written(1.0)) == ("< 1e-300", "1.3e-270", "1")


def _pathway(name: str, genes: str) -> EnrichedPathway:
    return EnrichedPathway(
        id=name, title=name, overlap=len(genes), pathway_size=9, list_size=9, ratio=1, fold=1,
        p_value=0.1, adjusted_p_value=0.1, genes=tuple(genes),
    )  # fmt: skip


def test_a_pathway_repeats_the_earlier_one_with_half_of_all_members() -> None:
    items = [
        _pathway(*one) for one in (("A", "abcd"), ("B", "xy"), ("C", "abc"), ("D", "ab"), ("E", "a"), ("F", "xyz"))
    ]

    assert [one.same_as for one in with_repeats(items)] == [None, None, "A", "A", None, "B"]
    assert [one.id for one in grouped(with_repeats(items))] == ["A", "C", "D", "B", "F", "E"]


def test_a_repeat_is_of_the_first_of_its_group_and_of_the_most_alike() -> None:
    items = [_pathway(*one) for one in (("A", "abcd"), ("B", "cdef"), ("C", "bcdef"), ("D", "cde"))]

    assert [one.same_as for one in with_repeats(items)] == [None, None, "B", "B"]


def test_a_gene_and_a_compound_of_one_name_are_two() -> None:
    gene = _pathway("A", "ab")
    compound = msgspec.structs.replace(gene, id="B", genes=(), compounds=gene.genes)

    assert [one.same_as for one in with_repeats([gene, compound])] == [None, None]
