"""Entries that a query names among those that its words find: their order, their scores, their pages."""

from collections.abc import Sequence

import pytest

from biofacts.adapters.local.search.lists_and_completions import Lead, doubted, inserted, led_by, part_hit
from biofacts.domain.answers.pages import Window
from biofacts.domain.search.index import Field
from biofacts.ports.catalogue import Hit, RankedHits


def hit(key: str, score: float = 1.0, *, unmatched: tuple[str, ...] = (), by_synonym: bool = False) -> Hit:
    return Hit(
        key=key, summary=key.encode(), score=score, field=Field.TITLE, unmatched=unmatched, by_synonym=by_synonym
    )


def found(*hits: Hit) -> RankedHits:
    return RankedHits(hits=hits, total=len(hits), unknown=("zzz",))


def scored(listing: RankedHits) -> Sequence[tuple[str, float]]:
    return [(one.key, one.score) for one in listing.hits]


HITS = found(hit("c"), hit("b", 0.95), hit("d", 0.9), hit("e", 0.6))
ENTRIES = {"a": b"a", "b": b"b", "c": b"c"}


@pytest.mark.parametrize(
    ("lead", "expected"),
    [
        (Lead({"a": b"a"}), [("a", 1.0), ("c", 1.0), ("b", 0.95), ("d", 0.69), ("e", 0.6)]),
        (Lead({"a": b"a"}, rest=0.8), [("a", 1.0), ("c", 0.8), ("b", 0.8), ("d", 0.69), ("e", 0.6)]),
        (Lead({"a": b"a"}, 0.95), [("a", 0.95), ("c", 1.0), ("b", 0.95), ("d", 0.69), ("e", 0.6)]),
        (Lead({"a": b"a"}, 0.9), [("a", 0.9), ("c", 1.0), ("b", 0.95), ("d", 0.9), ("e", 0.6)]),
        (Lead(ENTRIES, scores={"b": 0.7}), [("a", 1.0), ("b", 0.7), ("c", 1.0), ("d", 0.69), ("e", 0.6)]),
        (Lead(ENTRIES, as_ranked=True), [("c", 1.0), ("b", 1.0), ("a", 1.0), ("d", 0.9), ("e", 0.6)]),
        (Lead({}, rest=0.5), [("c", 0.5), ("b", 0.5), ("d", 0.5), ("e", 0.5)]),
    ],
)
def test_the_entries_that_a_query_names_come_before_the_others(lead: Lead, expected: list[tuple[str, float]]) -> None:
    assert scored(led_by(lead, HITS, Window())) == expected


def test_a_window_is_cut_out_of_the_joined_listing_which_is_counted_as_a_whole() -> None:
    page = led_by(Lead({"a": b"a", "c": b"c"}), HITS, Window(offset=1, limit=2))

    assert [one.key for one in page.hits] == ["c", "b"]
    assert (page.total, page.unknown) == (5, ())


def test_without_entries_the_remarks_on_the_words_stay() -> None:
    page = led_by(Lead({}), HITS, Window(offset=1, limit=2))

    assert [one.key for one in page.hits] == ["b", "d"]
    assert (page.total, page.unknown) == (4, ("zzz",))


def test_the_first_and_last_entries_are_listed_once_around_the_others() -> None:
    first, last = [hit("a")], [hit("d", 0.95), hit("f", 0.95)]

    assert scored(inserted(first, HITS.hits, last, Window(), 0.8)) == [
        ("a", 1.0), ("c", 1.0), ("b", 0.95), ("e", 0.6), ("d", 0.6), ("f", 0.6),
    ]  # fmt: skip
    assert scored(inserted([], [], last, Window(), 0.8)) == [("d", 0.8), ("f", 0.8)]
    assert scored(inserted(first, [], last, Window(offset=1, limit=1), 0.8)) == [("d", 0.8)]
    assert inserted(first, [], last, Window(offset=1, limit=1), 0.8).total == 3


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (hit("named"), 1.0),
        (hit("named", unmatched=("hydrochloride",)), 1.0),
        (hit("named", unmatched=("liver",)), 0.69),
        (hit("other"), 0.69),
        (hit("other", 0.6), 0.6),
        (hit("other", 0.95, by_synonym=True), 0.95),
        (hit("other", 0.94, by_synonym=True), 0.69),
    ],
)
def test_a_hit_that_matches_a_part_of_its_name_is_in_doubt(one: Hit, expected: float) -> None:
    assert scored(doubted(found(one), {"named"})) == [(one.key, expected)]


def test_no_hit_scores_more_than_the_one_before_it() -> None:
    assert scored(doubted(found(hit("other"), hit("named")), {"named"}, 0.5)) == [("other", 0.5), ("named", 0.5)]


def test_a_hit_with_the_words_in_a_longer_name_keeps_its_share() -> None:
    assert part_hit(hit("a", 0.97)).score == 0.6693
