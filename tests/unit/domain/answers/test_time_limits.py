"""The time of a call is divided so that whoever asks still hears why something took too long."""

from datetime import timedelta

import pytest

from biofacts.domain.answers import time_limits
from biofacts.domain.answers.time_limits import Rate, next_slot, remembered
from tests.places import REPOSITORY

PARTS = "TURN LIST READ HEAD BODY LATE PAUSES EXTRA PARTS LAST NAMES NAMES_NEEDED FIRST_CHOICE SETTLING"


@pytest.mark.parametrize("part", PARTS.split())
def test_a_part_of_a_call_takes_less_than_the_call(part: str) -> None:
    assert 0 < getattr(time_limits, part) < time_limits.CALL


def test_a_request_that_times_out_can_be_tried_once_more() -> None:
    assert 2 * time_limits.READ <= time_limits.CALL


def test_an_answer_that_drips_is_given_up_before_its_call_ends() -> None:
    assert time_limits.READ <= time_limits.HEAD < time_limits.CALL
    assert time_limits.READ <= time_limits.BODY < time_limits.CALL


def test_after_the_pauses_that_an_upstream_asks_for_there_is_time_for_an_attempt() -> None:
    assert time_limits.PAUSES + time_limits.READ < time_limits.CALL


def test_what_can_be_left_out_or_replaced_leaves_time_for_the_rest() -> None:
    assert time_limits.EXTRA + time_limits.HEAD <= time_limits.CALL
    assert time_limits.FIRST_CHOICE + time_limits.HEAD <= time_limits.CALL


def test_no_call_meets_the_same_failure_twice() -> None:
    assert time_limits.RECOVERY > time_limits.CALL


def test_a_slot_counts_as_forgotten_only_when_no_call_can_wait_for_it() -> None:
    assert max(time_limits.CALL, time_limits.PAUSES + time_limits.TURN) < time_limits.FORGOTTEN_SLOT


@pytest.mark.parametrize(
    ("page", "said", "age", "kept"),
    [
        ("README.md", "checked once a day", timedelta(days=1), time_limits.FRESH_CATALOGUE),
        ("docs/catalogues.md", "checked once a day", timedelta(days=1), time_limits.FRESH_CATALOGUE),
        ("docs/draw.md", "kept for a week", timedelta(weeks=1), time_limits.FRESH_RECORD),
        ("docs/agents.md", "kept for a week", timedelta(weeks=1), time_limits.FRESH_RECORD),
    ],
)
def test_answers_are_as_old_as_the_pages_say(page: str, said: str, age: timedelta, kept: timedelta) -> None:
    assert said in (REPOSITORY / page).read_text()
    assert kept == age


def test_old_answers_are_there_to_stand_in_and_doubtful_ones_are_soon_asked_again() -> None:
    fresh = [time_limits.FRESH_RECORD, time_limits.FRESH_SEARCH, time_limits.FRESH_CATALOGUE, time_limits.FRESH_RELEASE]
    assert max(fresh) < time_limits.STORED
    assert max(time_limits.FRESH_BARE_RECORD, time_limits.FRESH_MISS) < min(fresh)


@pytest.mark.parametrize(
    ("now", "granted", "rates", "slot"),
    [
        (10.0, [], [Rate(1, 1)], 10.0),
        (10.0, [9.5], [Rate(1, 1)], 10.5),
        (10.0, [8.0], [Rate(1, 1)], 10.0),
        (10.0, [12.0], [Rate(1, 1)], 13.0),
        (10.0, [9.1, 9.2, 9.3], [Rate(5, 1)], 10.0),
        (10.0, [9.1, 9.2, 9.3, 9.4, 9.5], [Rate(5, 1)], 10.1),
        (10.0, [0.0, 9.5], [Rate(1, 1), Rate(2, 60)], 60.0),
    ],
)
def test_the_next_slot_keeps_every_rate(now: float, granted: list[float], rates: list[Rate], slot: float) -> None:
    assert next_slot(now, granted, rates) == pytest.approx(slot)


def test_as_many_requests_are_remembered_as_the_largest_rate_counts() -> None:
    assert remembered([Rate(5, 1), Rate(400, 60)]) == 400
