"""The time of a call is divided so that whoever asks still hears why something took too long."""

import pytest

from biofacts.domain.limits import time_limits

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
