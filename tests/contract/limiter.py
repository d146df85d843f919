"""What every limiter promises."""

from pathlib import Path

import pytest

from biofacts.domain.limits.request_rates import Rate
from biofacts.ports.request_budgets import Limiter


class FakeClock:
    """A monotonic clock that a test moves."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class LimiterContract:
    """Subclasses say how a limiter is made."""

    def make(self, rates: tuple[Rate, ...], clock: FakeClock, folder: Path) -> Limiter:
        raise NotImplementedError

    @pytest.fixture
    def clock(self) -> FakeClock:
        return FakeClock()

    async def test_the_first_slot_is_free(self, clock: FakeClock, tmp_path: Path) -> None:
        limiter = self.make((Rate(1, 1.0),), clock, tmp_path)

        assert await limiter.reserve() == 0

    async def test_slots_are_spaced_by_the_rate(self, clock: FakeClock, tmp_path: Path) -> None:
        limiter = self.make((Rate(1, 1.0),), clock, tmp_path)
        waits = [await limiter.reserve() for _ in range(4)]

        assert waits == pytest.approx([0, 1, 2, 3])

    async def test_a_wait_counts_from_now(self, clock: FakeClock, tmp_path: Path) -> None:
        limiter = self.make((Rate(1, 1.0),), clock, tmp_path)
        await limiter.reserve()
        clock.now += 0.75
        waits = [await limiter.reserve()]
        clock.now += 10
        waits.append(await limiter.reserve())

        assert waits == pytest.approx([0.25, 0])

    async def test_unused_slots_are_not_saved_up(self, clock: FakeClock, tmp_path: Path) -> None:
        limiter = self.make((Rate(1, 1.0),), clock, tmp_path)
        await limiter.reserve()
        clock.now += 60
        waits = [await limiter.reserve() for _ in range(3)]

        assert waits == pytest.approx([0, 1, 2])

    async def test_a_slot_that_is_given_back_is_the_next_ones(self, clock: FakeClock, tmp_path: Path) -> None:
        limiter = self.make((Rate(1, 1.0),), clock, tmp_path)
        waits = [await limiter.reserve() for _ in range(3)]
        await limiter.give_back()
        waits += [await limiter.reserve(), await limiter.reserve()]

        assert waits == pytest.approx([0, 1, 2, 2, 3])

    async def test_two_rates_hold_at_once_in_any_window(self, clock: FakeClock, tmp_path: Path) -> None:
        limiter = self.make((Rate(2, 1.0), Rate(5, 10.0)), clock, tmp_path)
        slots: list[float] = []
        for _ in range(12):
            slots.append(clock.now + await limiter.reserve())
            clock.now = slots[-1]

        assert [at - 1000 for at in slots] == pytest.approx([0, 0, 1, 1, 2, 10, 10, 11, 11, 12, 20, 20])

    async def test_hold_stops_everybody(self, clock: FakeClock, tmp_path: Path) -> None:
        limiter = self.make((Rate(1, 1.0),), clock, tmp_path)
        await limiter.reserve()
        await limiter.pause_for(5)
        waits = [await limiter.reserve() for _ in range(2)]

        assert waits == pytest.approx([5, 6])

    async def test_hold_stops_everybody_whatever_the_rate(self, clock: FakeClock, tmp_path: Path) -> None:
        limiter = self.make((Rate(5, 1.0), Rate(400, 60.0)), clock, tmp_path)
        await limiter.reserve()
        await limiter.pause_for(5)
        waits = [await limiter.reserve() for _ in range(2)]

        assert min(waits) >= 5

    async def test_a_shorter_hold_does_not_shorten_a_longer_one(self, clock: FakeClock, tmp_path: Path) -> None:
        limiter = self.make((Rate(1, 1.0),), clock, tmp_path)
        await limiter.pause_for(5)
        await limiter.pause_for(1)

        assert await limiter.reserve() >= 5

    async def test_a_hold_that_has_passed_is_forgotten(self, clock: FakeClock, tmp_path: Path) -> None:
        limiter = self.make((Rate(1, 1.0),), clock, tmp_path)
        await limiter.pause_for(5)
        clock.now += 6

        assert await limiter.reserve() == 0


class SharedLimiterContract(LimiterContract):
    """What limiters promise beside that whose budget is one, however many are made in one place."""

    async def test_two_limiters_share_the_budget(self, clock: FakeClock, tmp_path: Path) -> None:
        one, other = (self.make((Rate(1, 1.0),), clock, tmp_path) for _ in range(2))
        waits = [await one.reserve(), await other.reserve(), await one.reserve()]

        assert waits == pytest.approx([0, 1, 2])

    async def test_a_hold_is_shared(self, clock: FakeClock, tmp_path: Path) -> None:
        one, other = (self.make((Rate(1, 1.0),), clock, tmp_path) for _ in range(2))
        await one.pause_for(5)

        assert await other.reserve() == pytest.approx(5)
