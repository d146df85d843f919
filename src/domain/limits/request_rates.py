"""Rates of requests to each upstream, and pacing: the time of the next request, from the times of the last ones."""

from collections.abc import Sequence

import msgspec


class Rate(msgspec.Struct, frozen=True):
    """At most `count` requests in any `seconds`."""

    count: int
    seconds: float


ONCE_A_SECOND = (Rate(1, 1.02),)
"""Slightly more than a second, since two requests sent a second apart may arrive a little closer.

The rate of every upstream that has none of its own below.
"""

# With 0.2 seconds, six requests reached PubChem within a second from a busy machine.
PUBCHEM = (Rate(1, 0.21), Rate(400, 60.2))
"""Five a second, evenly spread since it refuses bursts, and 400 a minute."""


def next_slot(now: float, granted: Sequence[float], rates: Sequence[Rate]) -> float:
    """Return the earliest time from `now` on at which one more request respects every rate.

    `granted`: the times of the last requests, ascending, as far back as the longest rate reaches.
    """
    slot = now
    for rate in rates:
        if len(granted) >= rate.count:
            slot = max(slot, granted[-rate.count] + rate.seconds)
    return slot


def remembered(rates: Sequence[Rate]) -> int:
    """Return the number of past requests that `next_slot` needs."""
    return max(rate.count for rate in rates)


def evenly(rates: Sequence[Rate]) -> float:
    """Return the seconds between evenly spaced requests that respect every rate."""
    return max(rate.seconds / rate.count for rate in rates)
