"""Authors and cited works as a query of search_pathways."""

from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from typing import Any

import pytest

from biofacts.adapters.local.catalogue_entries.pathways import whole_credit_term
from biofacts.adapters.local.pathways.identifier_search import guessed_author
from biofacts.domain.answers import scores
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.pathways.pathway import PathwayCandidate
from biofacts.ports.sources import Query
from tests.local_pathways import Parts, search, synchronised, synchronised_folder, wikipathways
from tests.replaying import Upstream
from tests.small_pathways import HUMAN, MOUSE, PATHWAYS, Drawn
from tests.wikipathways_files import published

CITING = Drawn(
    "WP8003",
    "Blackboards of the cell",
    MOUSE,
    "Where a cell takes notes.",
    {},
    (),
    cited=(
        ("1", "Reading and writing of chalk marks by kinesins", "1999"),
        ("2", "Insulin signaling and the cell cycle from glucose to pyruvate", "2001"),
    ),
)
TITLE = "reading and writing of chalk marks, by kinesins"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synchronised_folder(tmp_path_factory.mktemp("synchronised"), published(*PATHWAYS, CITING))


@pytest.fixture
async def parts(folder: Path, tmp_path: Path) -> AsyncGenerator[Parts]:
    async with synchronised(folder, published(*PATHWAYS, CITING), tmp_path) as parts:
        yield parts


def told(hits: Hits[PathwayCandidate]) -> Sequence[tuple[str, str | None, float]]:
    return [(item.id, item.matched_on, item.rating) for item in hits.items]


async def test_the_title_of_a_work_finds_what_cites_it(parts: Parts) -> None:
    assert told(await search(parts, TITLE)) == [("WP:WP8003", "literature", 1.0)]


async def test_a_whole_title_of_words_that_are_drawn_still_means_the_work(parts: Parts) -> None:
    hits = await search(parts, "Insulin signaling and the cell cycle from glucose to pyruvate")

    assert told(hits) == [("WP:WP8003", "literature", 1.0)]


async def test_words_of_a_title_find_it_with_less_than_a_description_would_have(parts: Parts) -> None:
    assert told(await search(parts, "chalk mark")) == [("WP:WP8003", "literature", 0.3)]
    assert told(await search(parts, "chalk kinesins")) == []  # not one after another


async def test_all_words_must_stand_in_one_pathways_works(parts: Parts) -> None:
    nowhere, apart = [await search(parts, query) for query in ("chalk teleportation", "chalk mitochondrial carrier")]

    assert told(nowhere) == []
    assert "literature" not in {item.matched_on for item in apart.items}


async def test_words_of_the_drawings_come_before_those_of_works(parts: Parts) -> None:
    hits = await search(parts, "pyruvate")

    assert hits.items
    assert "literature" not in {item.matched_on for item in hits.items}


async def test_an_author_finds_what_they_drew(tmp_path: Path) -> None:
    files = published(*PATHWAYS)
    async with wikipathways(Upstream(files), tmp_path) as parts:  # the index alone names its authors
        hits = await search(parts, "Bob")

    assert hits.total == len(PATHWAYS)
    assert {(item.matched_on, item.rating) for item in hits.items} == {("author", 1.0)}
    assert hits.items[0].organism == HUMAN


async def test_a_real_name_finds_the_author_with_such_a_user_name(parts: Parts) -> None:
    for query in ("pathways drawn by Robert Bob", "pathways drawn by Robert James Bob"):
        hits = await search(parts, query)

        assert {item.matched_on for item in hits.items} == {"author"}
        assert "may be the author with the user name 'bob'" in str(hits.guidance)
    for query in ("pathways by Robert Smith", "pathways by Robert James Noel Bob"):
        assert told(await search(parts, query)) == []


async def test_a_word_that_is_a_user_name_is_no_author_unless_the_query_says_so(parts: Parts) -> None:
    hits = await search(parts, "quantum Bob")

    assert "author" not in {item.matched_on for item in hits.items}


async def test_an_organism_filters(parts: Parts) -> None:
    human, mouse = [await search(parts, TITLE, organism) for organism in (HUMAN, MOUSE)]

    assert (told(human), told(mouse)) == ([], [("WP:WP8003", "literature", 1.0)])
    assert human.guidance is not None
    assert HUMAN in human.guidance


async def test_an_authors_list_is_walked_to_its_end(parts: Parts) -> None:
    first = await parts.source.search(Query(text="Bob"), Window(limit=4))
    assert first is not None
    rest = await parts.source.search(Query(text="Bob"), Window(offset=4, limit=100, version=first.version))
    assert rest is not None
    walked = [item.id for hits in (first, rest) for item in hits.items]

    assert len(walked) == len({*walked}) == first.total == len(PATHWAYS) + 1


async def test_a_topic_that_only_works_of_other_organisms_have_leads_to_all_organisms(parts: Parts) -> None:
    everywhere, human = await search(parts, "chalk mark"), await search(parts, "chalk mark", organism="Homo sapiens")

    assert (told(everywhere), told(human)) == ([("WP:WP8003", "literature", 0.3)], [])
    assert "None of the" not in str(human.guidance)


async def test_an_author_whom_a_text_mentions_is_found_by_a_user_name_that_is_no_word(tmp_path: Path) -> None:
    drawn = *PATHWAYS, Drawn("WP8004", "Beams", HUMAN, "Seen by Bob and by AnnBeam.", {}, ())
    async with wikipathways(Upstream(published(*drawn)), tmp_path) as parts:
        user, said, word = [await search(parts, query) for query in ("AnnBeam", "pathways authored by Bob", "Bob")]

    assert (user.total, said.total) == (len(drawn), len(drawn))
    assert [(item.id, item.matched_on) for item in word.items] == [("WP:WP8004", "description")]
    assert f"an author of {len(drawn)} pathways: search for 'pathways by Bob'." in str(word.guidance)


class Users:
    """An index in which each of these users has drawn a pathway of that name."""

    def __init__(self, *users: str) -> None:
        self._drawn = {whole_credit_term("author", user): user for user in users}

    async def keys(self, terms: Sequence[str]) -> Sequence[str]:
        return [self._drawn[term] for term in terms if term in self._drawn]


@pytest.mark.parametrize(
    ("query", "is_doubtful", "user", "quality"),
    [
        ("pathways by Kristina Hanspers", False, "khanspers", scores.ASIDE),
        ("which pathways were drawn by Egon Willighagen", False, "egonw", scores.ASIDE),
        ("created by Eleven Seven", False, "elevenseven", scores.ASIDE),
        ("Martina Summer Kutmon", True, "mkutmon", scores.ASIDE),
        ("Kristina Hanspers", False, None, 0),
        ("by helix", True, None, 0),
        ("curated by Alpha Helix", False, "helix", scores.PART_OF_A_NAME),
        ("Alpha Helix", True, None, 0),
        ("made by Alpha Beta Gamma Helix", False, None, 0),
        ("made by Alpha 7helix", False, None, 0),
    ],
)
async def test_a_name_of_a_person_is_read_as_a_user_name(
    query: str, is_doubtful: bool, user: str | None, quality: float
) -> None:
    text: Any = Users("khanspers", "egonw", "elevenseven", "mkutmon", "helix")
    found = await guessed_author(query, text, is_doubtful=is_doubtful)

    assert (found and [*found.keys], found.quality if found else 0) == (user and [user], quality)
