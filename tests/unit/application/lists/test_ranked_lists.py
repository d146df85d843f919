"""Ranked lists on the sample: how names are read, what is tested, and what a model gets."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from biofacts.application.lists.ranked_lists import EnrichRanked, RankedEnrichment, RankedSettings
from biofacts.application.lists.resolve_many import ReportNames, unheard
from biofacts.composition.container import Container
from biofacts.domain.answers.advice_and_phrasing import json_size
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.lists import ranked_lists
from biofacts.domain.lists.enrichment_statistics import Background, NameRead
from tests.genes import SAMPLE

HUMAN = sorted(gene.symbol for gene in SAMPLE if gene.organism == "Homo sapiens")
DAMAGE = ("TP53", "MDM2", "CASP3", "ATM", "CHEK2", "BRCA1")
SCORES = {symbol: number % 7 + number / 100 - 3 for number, symbol in enumerate(HUMAN)} | dict.fromkeys(DAMAGE, 9.0)
ROWS = [f"{symbol}={score}" for symbol, score in SCORES.items()]


Enrich = Callable[..., Awaitable[RankedEnrichment]]


def answering(use_case: EnrichRanked) -> Enrich:
    async def enrich(
        ranked: Sequence[str] | str,
        cursor: str | None = None,
        page_size: int = 50,
        report: ReportNames = unheard,
        **settings: Any,
    ) -> RankedEnrichment:
        asked = RankedSettings(**settings)
        return (await use_case(ranked, asked, cursor=cursor, page_size=page_size, report=report)).answer

    return enrich


@pytest.fixture
def enrich(sample: Container) -> Enrich:
    return answering(sample.use_cases().enrich_ranked)


@pytest.fixture
def whole(sample: Container) -> Enrich:
    """With all members and digits, as in the library and in tables."""
    return answering(sample.use_cases(whole=True).enrich_ranked)


async def test_a_pathway_of_the_best_genes_comes_first(whole: Enrich) -> None:
    page = await whole(ROWS)
    first = page.items[0]

    assert first.id == "WP:WP707"
    assert (first.nes > 1, first.p_value) == (True, 0)
    assert {*DAMAGE} & {*first.leading_edge} == {*first.leading_edge[: first.leading]} & {*DAMAGE}
    assert len(first.leading_edge) == first.leading
    assert "none of the 1000 permutations had a score as far from 0" in (page.guidance or "")
    assert (page.permutations, page.seed) == (1000, 0)


async def test_the_two_ends_take_turns(whole: Enrich) -> None:
    page = await whole(ROWS)
    signs = [one.nes > 0 for one in page.items]

    assert {*signs} == {True, False}
    assert signs[:2] == [True, False]
    assert page.up == sum(one.nes > 0 and one.q_value < 0.05 for one in page.items)
    assert page.down == sum(one.nes < 0 and one.q_value < 0.05 for one in page.items)


async def test_every_row_is_accounted_for(whole: Enrich) -> None:
    odd = ["p53=8", "COX2=3", "NOSUCHGENE9=1", "HER2=inf", "ERBB4=NA", "Trp53=1"]
    page = await whole(["gene=score", *ROWS, *odd])
    said = page.guidance or ""

    assert page.background == Background(
        size=len(SCORES),
        what="ranked genes; 9 of 9 pathways of Homo sapiens were tested: those with 5 to 500 ranked genes",
    )
    assert NameRead(input="p53", id="HGNC:11998", label="TP53", why="alias") in page.names
    assert [one.input for one in page.ambiguous] == ["COX2"]
    assert "NOSUCHGENE9" in page.not_found
    assert "rows without a name or a score, left out: 1" in said
    assert "infinite scores, replaced by the most extreme finite one: 1" in said
    assert "repeated rows of a gene, of which the one with the score farthest from 0 counts: " in said
    assert "genes with the same score as another, ranked by symbol: " in said
    assert "are tested" not in said


async def test_the_order_of_rows_does_not_matter(whole: Enrich) -> None:
    assert (await whole(ROWS[::-1])).items == (await whole(ROWS)).items


async def test_a_table_is_read_like_rows(whole: Enrich) -> None:
    table = "gene\tscore\n" + "\n".join(row.replace("=", "\t") for row in ROWS)

    assert (await whole(table)).items == (await whole(ROWS)).items


async def test_only_pathways_within_the_sizes_are_tested(whole: Enrich) -> None:
    sizes = [one.pathway_size for one in (await whole(ROWS, min_size=1)).items]
    some = await whole(ROWS, min_size=8, max_size=11)

    assert min(sizes) < 8
    assert max(sizes) > 11
    assert sorted(one.pathway_size for one in some.items) == sorted(size for size in sizes if 8 <= size <= 11)


async def test_pages_are_of_one_computation(sample: Container, whole: Enrich) -> None:
    steps = list[int]()

    async def report(done: int, total: int) -> None:
        steps.append(done)

    every = await whole(ROWS, report=report)
    number = len(steps)
    first = await whole(ROWS, page_size=2, report=report)
    second = await whole(ROWS, page_size=2, cursor=first.pagination.cursor, report=report)

    assert (number > 40, len(steps), steps[0]) == (True, number, 0)
    assert (*first.items, *second.items) == every.items[:4]
    assert first.pagination.total_count == len(every.items)
    with pytest.raises(AmbiguousQuery):
        await whole(ROWS[1:], page_size=2, cursor=first.pagination.cursor)


@pytest.mark.thorough
async def test_a_model_gets_less_than_ten_kilobytes(enrich: Enrich, whole: Enrich) -> None:
    rows = [*ROWS, *(f"NOSUCHGENE{number}=1" for number in range(3000))]
    short, full = await enrich(rows), await whole(rows)

    assert json_size(short) < 10_000
    assert (len(short.not_found), len(full.not_found)) == (10, 3000)
    assert "Only the first 10 names of each of these lists are shown: not_found (of 3000)" in (short.guidance or "")
    assert all(len(one.leading_edge) <= 10 for one in short.items)
    assert [one.leading for one in short.items] == [one.leading for one in full.items[: len(short.items)]]


async def test_repeated_findings_can_be_grouped(whole: Enrich) -> None:
    shared = {"TP53": 9, "MDM2": 8}  # of two pathways
    rows = [f"{symbol}={shared.get(symbol, -number / 10_000)}" for number, symbol in enumerate(HUMAN)]
    plain, grouped = await whole(rows, min_size=1), await whole(rows, min_size=1, grouped=True)
    place = {one.id: number for number, one in enumerate(grouped.items)}
    repeats = [one for one in grouped.items if one.same_as]

    assert {one.id: one.same_as for one in plain.items} == {one.id: one.same_as for one in grouped.items}
    assert repeats
    assert all(0 < place[one.id] - place[one.same_as or ""] <= len(repeats) for one in repeats)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (ROWS[:9], "at least 10"),
        ([*ROWS, "MDM2 is high"], "is not a gene and a score: 'MDM2 is high'"),
        ([f"NOSUCHGENE{number}=1" for number in range(12)], "The ranked list has 0 genes with a score"),
        ([*ROWS[:9], *(f"{symbol}=NA" for symbol in HUMAN)], "The ranked list has 9 genes with a score"),
    ],
)
async def test_what_is_no_ranking_is_refused(enrich: Enrich, rows: Sequence[str], said: str) -> None:
    with pytest.raises(AmbiguousQuery, match=said):
        await enrich(rows)


async def test_a_refused_ranking_says_why_its_names_are_unread(enrich: Enrich) -> None:
    with pytest.raises(AmbiguousQuery) as error:
        await enrich([f"NOSUCHGENE{number}=1" for number in range(12)])

    assert "12 names match no known gene of Homo sapiens" in error.value.hint


@pytest.mark.parametrize("number", [0, -5, ranked_lists.MOST_PERMUTATIONS + 1])
async def test_a_number_of_permutations_beyond_the_limits_is_refused(enrich: Enrich, number: int) -> None:
    with pytest.raises(AmbiguousQuery, match=f"permutations must be from 1 to 5000, not {number}"):
        await enrich(ROWS, permutations=number)


async def test_no_pathway_has_impossible_sizes(enrich: Enrich) -> None:
    with pytest.raises(AmbiguousQuery, match=r"min_size \(9\) is larger than max_size \(8\)"):
        await enrich(ROWS, min_size=9, max_size=8)


async def test_an_organism_without_pathways_is_named(enrich: Enrich) -> None:
    page = await enrich(ROWS, organism="Felis catus")

    assert page.items == ()
    assert "no pathways for the organism 'Felis catus'" in (page.guidance or "")


async def test_genes_of_one_organism_are_ranked_in_pathways_of_another(whole: Enrich) -> None:
    mouse = [f"{gene.symbol}={5 - place}" for place, gene in enumerate(SAMPLE) if gene.organism == "Mus musculus"]
    page = await whole(mouse, organism="Mus musculus", to_organism="Homo sapiens", min_size=2)

    assert [(one.title, one.leading_edge) for one in page.items] == [("DNA damage response", ("TP53", "MDM2"))]
    assert (page.background.size, page.names[0].id) == (len(mouse), "HGNC:11998")
