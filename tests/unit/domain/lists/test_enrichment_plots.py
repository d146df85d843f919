"""Values of plots."""

import random

import pytest

from biofacts.domain.lists.enrichment_statistics import Plot, PlotKind, PlottedPathway, format_of, shared
from biofacts.domain.lists.ranked_lists import running_sum


def pathway(members: str, probability: float = 0.01, strength: float = 2) -> PlottedPathway:
    return PlottedPathway(
        id=f"WP:{members}", title=members, strength=strength, probability=probability, number=len(members),
        members=frozenset(members),
    )  # fmt: skip


def plot(*pathways: PlottedPathway, kind: PlotKind = "bar", scores: tuple[float, ...] = ()) -> Plot:
    return Plot(
        kind=kind, title="", caption="", pathways=pathways, strength="", probability="", number="", floor=1e-3,
        scores=scores,
    )  # fmt: skip


@pytest.mark.parametrize(("probability", "is_significant"), [(0.0499, True), (0.05, False)])
def test_a_probability_of_5_percent_is_not_significant(probability: float, is_significant: bool) -> None:
    assert pathway("abc", probability).is_significant == is_significant


def test_a_running_sum_is_that_of_the_definition() -> None:
    rng = random.Random(2)
    scores = sorted((rng.gauss(0, 1) for _ in range(60)), reverse=True)
    places = sorted(rng.sample(range(60), 9))
    total, run, expected = sum(abs(scores[place]) for place in places), 0.0, {0: 0.0}
    for place, score in enumerate(scores):
        run += abs(score) / total if place in places else -1 / 51
        expected[place + 1] = run

    corners = running_sum(scores, places)
    assert {place for place, _ in corners} == {0, 60, *places, *(place + 1 for place in places)}
    for place, height in corners:
        assert height == pytest.approx(expected[place])


def test_members_without_scores_count_the_same() -> None:
    assert running_sum([1.0, 0.0, 0.0, -1.0], [1, 2]) == [
        (0, 0.0), (1, -0.5), (2, 0.0), (2, 0.0), (3, 0.5), (4, 0.0)
    ]  # fmt: skip


def test_a_bar_is_the_logarithm_of_a_probability_or_the_score_of_a_ranking() -> None:
    assert plot().bar(pathway("a", 0.01)) == 2
    assert plot().bar(pathway("a", 0)) == 3
    assert plot().bar(pathway("a", 1)) == 0
    assert plot(scores=(1, 2)).bar(pathway("a", strength=-1.5)) == -1.5


def test_pathways_are_joined_by_the_share_of_their_members() -> None:
    assert [*shared([pathway("abcd"), pathway("cdef"), pathway("xyz"), pathway("ahijkl")])] == [(0, 1, 2 / 6)]


@pytest.mark.parametrize(("name", "form"), [("a.svg", "svg"), ("b.c/d.PDF", "pdf"), ("x.png", "png")])
def test_the_name_of_a_file_tells_its_format(name: str, form: str) -> None:
    assert format_of(name) == form


def test_other_names_of_files_are_refused() -> None:
    with pytest.raises(ValueError, match=r"must end in .svg, .pdf or .png, unlike a.gif"):
        format_of("a.gif")
