"""Searches that say more than a name: a day, genes that a pathway must contain, what is wanted of a whole pathway."""

from typing import cast

import pytest

from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.composition.container import Container
from biofacts.domain.answers import scores
from biofacts.domain.answers.pages import Page
from biofacts.domain.answers.records import Candidate

ALL = 14
"""Pathways of the sample."""

LEFT_OUT = "pathways that were not revised since are left out."
REVISED = "WikiPathways says when a pathway was last revised, not when it was created."


async def found(sample: Container, query: str, tool: str = "search_pathways", **others: object) -> Page[Candidate]:
    outcome = await call(TOOLS[tool], sample.use_cases(), {"query": query, **others})
    assert isinstance(outcome, Page)
    return cast("Page[Candidate]", outcome)


@pytest.mark.parametrize(
    ("query", "number", "said"),
    [
        ("newest pathways", ALL, "'newest': the newest come first; changed_since leaves out older ones. " + REVISED),
        ("recently changed pathways", ALL, None),
        (
            "latest apoptosis pathways", 3,
            "'latest': the best matches come first, each with its last revision; changed_since leaves out older ones.",
        ),
        (
            "pathways changed since 2026-02-01", 0,
            "None of the 14 matching pathways has changed since 2026-02-01; give an earlier day. 'changed since"
            f" 2026-02-01' was read as changed_since='2026-02-01'; {LEFT_OUT}",
        ),
        (
            "apoptosis new since 2026-02-01", 0,
            "None of the 3 matching pathways has changed since 2026-02-01; give an earlier day. 'new since"
            f" 2026-02-01' was read as changed_since='2026-02-01'; {LEFT_OUT} {REVISED}",
        ),
    ],
)  # fmt: skip
async def test_a_day_in_a_query_is_a_filter_that_is_told(
    sample: Container, query: str, number: int, said: str | None
) -> None:
    page = await found(sample, query)

    assert page.pagination.total_count == number
    assert said is None or page.guidance == said


async def test_a_day_that_is_sent_leaves_the_words_alone(sample: Container) -> None:
    page = await found(sample, "newest apoptosis", changed_since="0001-01-01")

    assert "come first" not in (page.guidance or "")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (
            "pathways with TP53 and MDM2",
            "For the pathways that contain all of these genes, call find_links with ids=['TP53', 'MDM2'], kind='gene',"
            " to='pathway', match='all'.",
        ),
        (
            "pathways containing TP53 but not CASP3",
            "For the pathways that contain TP53, call find_links with ids=['TP53'], kind='gene', to='pathway',"
            " match='all'; for the pathways to leave out, those with CASP3, call find_links with ids=['CASP3'],"
            " kind='gene', to='pathway'.",
        ),
    ],
)
async def test_genes_that_a_pathway_must_contain_lead_to_the_links(sample: Container, query: str, said: str) -> None:
    page = await found(sample, query)

    assert page.items == ()
    assert page.guidance == said


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("genes in apoptosis", "genes of 'Apoptosis', call get_pathway_components with pathway_id='WP:WP254', parts="
                               "['genes', 'proteins']"),
        ("ligands of apoptosis", "ligands of 'Apoptosis', call find_links with id='WP:WP254', kind='pathway', "
                                 "to='ligand'"),
    ],
)  # fmt: skip
async def test_what_is_wanted_of_a_pathway_is_left_out_of_the_search(
    sample: Container, query: str, wanted: str
) -> None:
    page = await found(sample, query)
    said = query.partition(" ")[0]

    assert page.guidance == f"'{said}' was ignored; these are the pathways found for 'apoptosis'. For the {wanted}."


async def test_all_pathways_of_a_list_of_identifiers_are_found(sample: Container) -> None:
    page = await found(sample, "WP254, WP534 and WP99999")

    assert [one.id for one in page.items] == ["WP:WP254", "WP:WP534"]
    assert "WP:WP99999" in (page.guidance or "")


@pytest.mark.parametrize(
    ("query", "scores", "said"),
    [
        ("PW:0000640 WP534", {"WP:WP534": 1.0, "WP:WP96": 0.64}, "Pathways with all of PW:0000640, WP:WP534: 1;"),
        (
            "PW:0000640, PW:0000009", {"WP:WP534": 0.69, "WP:WP96": 0.64, "WP:WP254": 0.59},
            "Pathways with all of PW:0000640, PW:0000009: none;",
        ),
    ],
)  # fmt: skip
async def test_pathways_with_all_of_several_identifiers_come_first(
    sample: Container, query: str, scores: dict[str, float], said: str
) -> None:
    page = await found(sample, query)

    assert {one.id: one.score for one in page.items} == scores
    assert page.guidance == f"{said} the others have only some of them."


@pytest.mark.parametrize("query", ["HGNC:11998 HGNC:6973", "ENSG00000141510, ENSG00000135679", "P04637 and Q00987"])
async def test_identifiers_of_several_genes_lead_to_the_links(sample: Container, query: str) -> None:
    page = await found(sample, query)

    assert page.items == ()
    assert "call find_links with ids=['" in (page.guidance or "")


@pytest.mark.parametrize("query", ["glycolysis and gluconeogenesis", "zzqq genes"])
async def test_words_of_a_title_or_of_nothing_are_all_searched(sample: Container, query: str) -> None:
    assert "was ignored" not in ((await found(sample, query)).guidance or "")


@pytest.mark.parametrize(
    ("query", "ids", "said"),
    [
        ("aspirin and venetoclax", ["IUPHAR:4139", "IUPHAR:8318"], "Read as several names: aspirin, venetoclax."),
        ("aspirin or venetoclax", ["IUPHAR:4139", "IUPHAR:8318"], "Read as several names: aspirin, venetoclax."),
        (
            "aspirin|ibuprofen", ["IUPHAR:2713", "IUPHAR:4139"],
            "These are names of several ligands. For all of them at once, call resolve_many with names=['aspirin',"
            " 'ibuprofen'], kind='ligand'.",
        ),
    ],
)  # fmt: skip
async def test_several_names_are_each_answered_or_lead_to_lists(
    sample: Container, query: str, ids: list[str], said: str
) -> None:
    page = await found(sample, query, "search_ligands")

    assert [one.id for one in page.items] == ids
    assert page.guidance == said


@pytest.mark.parametrize(
    ("tool", "query", "topic", "ids", "said"),
    [
        ("search_pathways", "apoptosis except in mouse", "apoptosis", {"WP:WP1254"}, "1 pathway that matches 'mouse'"),
        ("search_pathways", "apoptosis, not BCL2", "apoptosis", {"WP:WP254", "WP:WP1254"}, "2 pathways that match"),
        (
            "search_pathways", "apoptosis without caspases", "apoptosis", {"WP:WP254", "WP:WP656", "WP:WP1254"},
            "3 pathways that match 'caspases'",
        ),
        ("search_pathways", "apoptosis without p53", "apoptosis", {"WP:WP254", "WP:WP656"}, "2 pathways that match"),
        (
            "search_pathways", "apoptosis without CASP8/9", "apoptosis", {"WP:WP254", "WP:WP656", "WP:WP1254"},
            "3 pathways that match 'CASP8/9'",
        ),
        ("search_pathways", "apoptosis without qqzz", "apoptosis", set[str](), "No pathways match 'qqzz'"),
        ("search_genes", "caspases but not CASP3", "caspases", {"HGNC:1504"}, "1 gene that matches 'CASP3'"),
        ("search_genes", "caspases (not CASP3)", "caspases", {"HGNC:1504"}, "1 gene that matches 'CASP3'"),
        ("search_genes", "excluding CASP3, caspases", "caspases", {"HGNC:1504"}, "1 gene that matches 'CASP3'"),
        ("search_targets", "COX, not COX-1", "COX", {"IUPHAR:1375"}, "1 target that matches 'COX-1'"),
        ("search_targets", "cyclooxygenases that are not COX-1", "cyclooxygenases", {"IUPHAR:1375"}, "1 target that"),
    ],
)  # fmt: skip
async def test_what_is_not_wanted_is_left_out_and_said(
    sample: Container, tool: str, query: str, topic: str, ids: set[str], said: str
) -> None:
    page, every = await found(sample, query, tool), await found(sample, topic, tool)

    assert {one.id for one in every.items} - {one.id for one in page.items} == ids
    assert page.pagination.total_count == len(every.items) - len(ids)
    assert said in (page.guidance or "")


async def test_a_pathway_of_another_organism_is_not_surely_without_a_gene(sample: Container) -> None:
    page = await found(sample, "apoptosis without p53", "search_pathways")

    scores = {one.id: one.score for one in page.items}
    assert (scores["WP:WP1254"] or 1.0) <= 0.69


async def test_nothing_found_that_is_not_wanted_leaves_nothing_sure(sample: Container) -> None:
    page = await found(sample, "apoptosis without qqzz", "search_pathways")

    assert page.items
    assert max(one.score for one in page.items) < scores.TRUSTED


@pytest.mark.parametrize("tool", ["search_pathways", "search_genes", "search_targets", "search_ligands"])
async def test_a_query_that_only_denies_is_refused(sample: Container, tool: str) -> None:
    page = await found(sample, "anything but aspirin", tool)

    assert not page.items
    assert "only says what to exclude: 'aspirin'" in (page.guidance or "")
