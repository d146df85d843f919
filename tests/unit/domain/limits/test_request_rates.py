"""The next request keeps every rate."""

import pytest

from biofacts.domain.limits.request_rates import Rate, next_slot, remembered


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
