"""Answers are kept as long as the pages say, and no longer than they are stored."""

from datetime import timedelta

import pytest

from biofacts.domain.limits import freshness
from tests.places import REPOSITORY


@pytest.mark.parametrize(
    ("page", "said", "age", "kept"),
    [
        ("README.md", "checked once a day", timedelta(days=1), freshness.CATALOGUE),
        ("docs/catalogues.md", "checked once a day", timedelta(days=1), freshness.CATALOGUE),
        ("docs/draw.md", "kept for a week", timedelta(weeks=1), freshness.RECORD),
        ("docs/agents.md", "kept for a week", timedelta(weeks=1), freshness.RECORD),
    ],
)
def test_answers_are_as_old_as_the_pages_say(page: str, said: str, age: timedelta, kept: timedelta) -> None:
    assert said in (REPOSITORY / page).read_text()
    assert kept == age


def test_old_answers_are_there_to_stand_in_and_doubtful_ones_are_soon_asked_again() -> None:
    fresh = [freshness.RECORD, freshness.SEARCH, freshness.CATALOGUE, freshness.RELEASE]
    assert max(fresh) < freshness.STORED
    assert max(freshness.BARE_RECORD, freshness.MISS) < min(fresh)
