"""What every list has in common: pages, cursors, scores, slimness."""

import math

import msgspec
import pytest

from biofacts.application.answers import pages as answer_pages
from biofacts.application.resolve import Resolve
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container
from biofacts.domain.answers.advice_and_phrasing import json_size
from biofacts.domain.answers.entity_kinds import LIGAND, PATHWAY, TARGET
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import Hits, Page, Pagination, Window, encode_cursor
from biofacts.domain.answers.records import Provenance
from biofacts.domain.pathways.pathway import PathwayCandidate
from biofacts.domain.text.clean import excerpt
from biofacts.ports.sources import Query, SearchSource

SOURCE = Provenance(name="WikiPathways", mode="cache")
LISTING = ("search_pathways", "x", "")


class Listed(SearchSource[PathwayCandidate]):
    """Answers every query with the same candidates, and remembers what it was asked."""

    def __init__(self, *qualities: float, total: int | None = -1) -> None:
        self._items = tuple(
            PathwayCandidate(
                id=f"WP:WP{number}", title="T", organism="O", description="D", matched_on="title", score=quality
            )
            for number, quality in enumerate(qualities, start=1)
        )
        self._total = len(qualities) if total == -1 else total
        self.asked: list[Query] = []

    async def knows(self, name: str) -> bool:
        return False

    async def search(self, query: Query, window: Window) -> Hits[PathwayCandidate] | None:
        self.asked.append(query)
        if window.version == "gone":
            return None
        end = window.offset + window.limit
        return Hits(
            items=self._items[window.offset : end],
            total=self._total,
            more=end < len(self._items),
            version="v1",
            provenance=SOURCE,
        )


def resolve(*qualities: float, total: int | None = -1) -> Resolve[PathwayCandidate]:
    return Resolve(PATHWAY, Listed(*qualities, total=total))


@pytest.fixture
def use(sample: Container) -> UseCases:
    return sample.use_cases()


async def test_a_page_is_an_envelope_of_items_and_pagination() -> None:
    page = await resolve(1.0, 0.8)("anything", slim=False)

    assert msgspec.json.decode(msgspec.json.encode(page)) == {
        "items": [
            {"id": "WP:WP1", "title": "T", "organism": "O", "description": "D", "matched_on": "title", "score": 1.0},
            {"id": "WP:WP2", "title": "T", "organism": "O", "description": "D", "matched_on": "title", "score": 0.75},
        ],
        "pagination": {"cursor": None, "total_count": 2, "page_size": 50},
        "source": {"name": "WikiPathways", "mode": "cache"},
    }


async def test_a_slim_candidate_has_four_fields_and_the_list_no_source() -> None:
    page = await resolve(1.0)("anything")

    assert msgspec.json.decode(msgspec.json.encode(page)) == {
        "items": [{"id": "WP:WP1", "title": "T", "organism": "O", "score": 1.0}],
        "pagination": {"cursor": None, "total_count": 1, "page_size": 50},
    }


async def test_scores_fall_by_five_hundredths_a_position_and_never_below_zero() -> None:
    page = await resolve(*[1.0] * 25)("anything")
    scores = [item.score for item in page.items]

    assert scores[:4] == [1.0, 0.95, 0.9, 0.85]
    assert scores[19:] == [0.05, 0.0, 0.0, 0.0, 0.0, 0.0]


async def test_scores_have_two_places() -> None:
    page = await resolve(1.0, 0.87654, 1 / 3)("anything")

    assert [item.score for item in page.items] == [1.0, 0.83, 0.23]


async def test_scores_fall_on_across_pages() -> None:
    first = await resolve(*[1.0] * 6)("anything", page_size=3)
    second = await resolve(*[1.0] * 6)("anything", page_size=3, cursor=first.pagination.cursor)

    assert [item.score for item in (*first.items, *second.items)] == [1.0, 0.95, 0.9, 0.85, 0.8, 0.75]


async def test_an_unknown_total_is_null_and_never_a_guess() -> None:
    page = await resolve(1.0, 1.0, 1.0, total=None)("anything", page_size=2)

    assert page.pagination.total_count is None
    assert page.pagination.cursor is not None


@pytest.mark.parametrize("page_size", [1, 2, 3, 5, 7, 100])
async def test_a_walk_yields_every_item_once(use: UseCases, page_size: int) -> None:
    search = use.searches["pathway"]
    page = await search("human", page_size=page_size)
    walked, pages = list(page.items), 1
    while page.pagination.cursor:
        page = await search("human", page_size=page_size, cursor=page.pagination.cursor)
        walked += page.items
        pages += 1

    assert page.pagination.total_count == len(walked) == len({item.id for item in walked})
    assert pages == math.ceil(len(walked) / page_size)
    assert {item.score for item in walked} == {None}  # a list of facts


async def test_a_walk_over_more_than_a_hundred_items_yields_every_item_once() -> None:
    search = resolve(*[1.0] * 257)
    page = await search("anything", page_size=100)
    walked = list(page.items)
    while page.pagination.cursor:
        page = await search("anything", page_size=100, cursor=page.pagination.cursor)
        walked += page.items

    assert [item.id for item in walked] == [f"WP:WP{number}" for number in range(1, 258)]


async def test_the_page_size_may_change_on_the_way() -> None:
    search = resolve(*[1.0] * 10)
    first = await search("anything", page_size=3)
    rest = await search("anything", page_size=100, cursor=first.pagination.cursor)

    assert [item.id for item in rest.items] == [f"WP:WP{number}" for number in range(4, 11)]


@pytest.mark.parametrize(("page_size", "nearest"), [(0, 50), (-1, 50), (101, 100), (10**9, 100)])
async def test_a_page_size_outside_1_to_100_is_refused(page_size: int, nearest: int) -> None:
    with pytest.raises(AmbiguousQuery, match="1-100") as caught:
        await resolve(1.0)("anything", page_size=page_size)

    assert f"page_size={nearest}" in caught.value.hint


async def test_a_cursor_of_another_query_is_refused(use: UseCases) -> None:
    search = use.searches["pathway"]
    page = await search("human", page_size=2)
    for query, organism in (("apoptosis", None), ("human", "Homo sapiens")):
        with pytest.raises(AmbiguousQuery, match="another"):
            await search(query, organism=organism, cursor=page.pagination.cursor)


async def test_a_cursor_of_another_tool_is_refused(use: UseCases) -> None:
    search, genes = use.searches["pathway"], use.pathways_of_gene
    page = await search("TP53", page_size=1)

    assert page.pagination.cursor
    with pytest.raises(AmbiguousQuery, match="another"):
        await genes("TP53", cursor=page.pagination.cursor)


async def test_a_cursor_survives_another_way_of_writing_the_same_query(use: UseCases) -> None:
    search = use.searches["pathway"]
    page = await search("Human", page_size=2)
    following = await search("  human ", page_size=2, cursor=page.pagination.cursor)

    assert len(following.items) == 2


async def test_a_cursor_of_a_release_that_is_gone_is_refused() -> None:
    cursor = encode_cursor(1, "gone", ("search_pathways", "anything", ""))
    with pytest.raises(AmbiguousQuery, match="refreshed") as caught:
        await resolve(1.0, 1.0)("anything", cursor=cursor)

    assert "without the argument `cursor`" in caught.value.hint


async def test_a_query_is_trimmed_and_its_blanks_are_folded() -> None:
    source = Listed(1.0)
    await Resolve(PATHWAY, source)("  Krebs \n\t cycle  ", organism=" Homo  sapiens ")

    assert source.asked == [Query(text="Krebs cycle", organism="Homo sapiens")]


@pytest.mark.parametrize(
    ("written", "asked"),
    [("chebi 15903", "CHEBI:15903"), ("KEGG C00031", "C00031"), ("wikidata:Q10", "wikidata:Q10"), ("P2RY12", "P2RY12")],
)
async def test_an_identifier_is_asked_for_as_it_is_printed_unless_that_says_less(written: str, asked: str) -> None:
    source = Listed(1.0)
    await Resolve(PATHWAY, source)(written)

    assert source.asked == [Query(text=asked)]


@pytest.mark.parametrize("query", ["", " ", "a", " a ", "\t\n"])
def test_a_query_of_under_two_characters_is_refused(query: str) -> None:
    with pytest.raises(AmbiguousQuery, match="too short"):
        answer_pages.checked_query(PATHWAY, query)


WORDS = [f"{first}{second}x" for first in "bdfghjkl" for second in "bdfghjkl"]


@pytest.mark.parametrize("query", ["IL", "x" * 500, "血糖", " ".join(WORDS)])
def test_a_query_of_two_to_500_characters_and_64_words_is_taken(query: str) -> None:
    assert answer_pages.checked_query(PATHWAY, query) == query


@pytest.mark.parametrize("query", ["x" * 501, " ".join([*WORDS, "mmx"])])
def test_a_longer_query_is_refused(query: str) -> None:
    with pytest.raises(AmbiguousQuery):
        answer_pages.checked_query(PATHWAY, query)


def test_a_structure_may_have_4000_characters() -> None:
    peptide = "NCC(=O)" * 571 + "NCC"
    assert answer_pages.checked_query(LIGAND, peptide) == peptide
    for kind, structure in ((LIGAND, f"{peptide}C"), (TARGET, peptide)):
        with pytest.raises(AmbiguousQuery):
            answer_pages.checked_query(kind, structure)


def test_the_first_window_has_no_version() -> None:
    assert answer_pages.window(LISTING, None, 10) == Window(offset=0, limit=10, version=None)


def test_a_cursor_leads_to_its_window() -> None:
    cursor = encode_cursor(40, "v1", LISTING)

    assert answer_pages.window(LISTING, cursor, 20) == Window(offset=40, limit=20, version="v1")


def test_a_page_without_hits_is_an_empty_envelope() -> None:
    hits = Hits[PathwayCandidate](items=(), total=0, more=False, guidance="Try other words.")

    assert answer_pages.page(hits, Window(), LISTING, None, slim=True) == Page(
        items=(), pagination=Pagination(cursor=None, total_count=0, page_size=50), guidance="Try other words."
    )


# The use cases on the sample


async def test_genes_of_the_sample_are_listed_with_descriptions(use: UseCases) -> None:
    page = await use.pathways_of_gene("BRCA1", organism="Homo sapiens")

    assert [(item.id, item.organism) for item in page.items] == [("WP:WP707", "Homo sapiens")]
    assert page.items[0].description
    assert page.source is not None


async def test_slim_genes_have_no_descriptions(use: UseCases) -> None:
    page = await use.pathways_of_gene("tp53", slim=True)

    assert {(item.description, item.matched_on) for item in page.items} == {(None, None)}
    assert page.source is None


async def test_a_gene_of_other_organisms_gives_an_empty_list_that_says_so(use: UseCases) -> None:
    page = await use.pathways_of_gene("TP53", organism="Gallus gallus")

    assert (page.items, page.pagination.total_count) == ((), 0)
    assert "Homo sapiens" in (page.guidance or "")


async def test_an_unheard_gene_gives_an_empty_list_with_a_guidance(use: UseCases) -> None:
    page = await use.pathways_of_gene("NOSUCHGENE9")

    assert (page.items, page.pagination.total_count) == ((), 0)
    assert page.guidance


async def test_an_unknown_organism_gives_an_empty_list_with_a_guidance(use: UseCases) -> None:
    page = await use.searches["pathway"]("apoptosis", organism="Panthera leo")

    assert (page.items, page.pagination.total_count) == ((), 0)
    assert page.guidance


async def test_no_organism_means_all_of_them(use: UseCases) -> None:
    page = await use.searches["pathway"]("apoptosis")

    assert {"Homo sapiens", "Mus musculus"} <= {item.organism for item in page.items}


async def test_a_cursor_whose_release_is_gone_is_refused_and_shown() -> None:
    cursor = encode_cursor(2, "gone", ("search_pathways", "anything", ""))
    with pytest.raises(AmbiguousQuery) as caught:
        await resolve(1.0)("anything", cursor=cursor)

    assert caught.value.message == "The cursor cannot be used: the catalogue has been refreshed since."
    assert caught.value.invalid_input == excerpt(cursor)


@pytest.mark.parametrize(
    ("one", "other"), [("Homo sapiens", None), (None, "Homo sapiens"), ("Homo sapiens", "Mus musculus")]
)
async def test_a_cursor_over_a_genes_pathways_of_one_organism_is_refused_for_another(
    use: UseCases, one: str | None, other: str | None
) -> None:
    search = use.pathways_of_gene
    page = await search("TP53", organism=one, page_size=1)
    with pytest.raises(AmbiguousQuery, match="another tool, query or filter"):
        await search("TP53", organism=other, page_size=1, cursor=page.pagination.cursor)


@pytest.mark.parametrize(("spare", "number"), [(0, 3), (-1, 2), (-10_000, 1)])
def test_a_page_has_as_many_items_as_there_is_room_for(spare: int, number: int) -> None:
    """With a comma behind each."""
    items = ("a", "bb", "ccc")
    whole = Hits(items=items, total=3, more=False)
    fitting = answer_pages.fitting(whole, sum(json_size(one) + 1 for one in items) + spare)

    assert fitting == Hits(items=items[:number], total=3, more=number < 3)
