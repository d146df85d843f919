"""Pacing: when the next request may go, given when the last ones went."""

from collections.abc import Sequence

import msgspec


class Rate(msgspec.Struct, frozen=True):
    """At most `count` requests in any `seconds`."""

    count: int
    seconds: float


ONCE_A_SECOND = (Rate(1, 1.02),)
"""Two requests that leave a second apart may arrive a little closer."""


def next_slot(now: float, granted: Sequence[float], rates: Sequence[Rate]) -> float:
    """The earliest time from `now` on at which one more request keeps every rate.

    `granted`: the times of the last requests, ascending, as far back as the longest rate reaches.
    """
    slot = now
    for rate in rates:
        if len(granted) >= rate.count:
            slot = max(slot, granted[-rate.count] + rate.seconds)
    return slot


def remembered(rates: Sequence[Rate]) -> int:
    """How many past requests must be remembered."""
    return max(rate.count for rate in rates)


def evenly(rates: Sequence[Rate]) -> float:
    """The seconds between requests that keep every rate by themselves."""
    return max(rate.seconds / rate.count for rate in rates)
