"""The contract of limiters, and what only the shared one promises."""

import sqlite3
from pathlib import Path

import pytest

from biofacts.adapters.memory.records_and_budgets import MemoryLimiter
from biofacts.adapters.sqlite.records_and_budgets import SqliteLimiter
from biofacts.domain.limits.request_rates import Rate
from biofacts.ports.request_budgets import Limiter
from tests.contract.limiter import FakeClock, LimiterContract, SharedLimiterContract

ONE_A_SECOND = (Rate(1, 1.0),)


class TestMemoryLimiter(LimiterContract):
    def make(self, rates: tuple[Rate, ...], clock: FakeClock, folder: Path) -> Limiter:
        return MemoryLimiter(rates, clock)


class TestSqliteLimiter(SharedLimiterContract):
    def make(self, rates: tuple[Rate, ...], clock: FakeClock, folder: Path) -> Limiter:
        return SqliteLimiter(folder / "slots.sqlite", "service", rates, clock)

    async def test_services_do_not_share_a_budget(self, clock: FakeClock, tmp_path: Path) -> None:
        path = tmp_path / "slots.sqlite"
        one, other = (SqliteLimiter(path, service, ONE_A_SECOND, clock) for service in ("one", "other"))
        waits = [await one.reserve(), await other.reserve()]

        assert waits == [0, 0]

    async def test_slots_of_an_earlier_start_of_the_machine_are_ignored(self, clock: FakeClock, tmp_path: Path) -> None:
        limiter = self.make(ONE_A_SECOND, clock, tmp_path)
        for _ in range(3):
            await limiter.reserve()
        with sqlite3.connect(tmp_path / "slots.sqlite") as connection:
            connection.execute("UPDATE slots SET boot = 'an earlier one'")
        connection.close()

        assert await limiter.reserve() == 0

    async def test_slots_in_the_far_future_are_ignored(self, clock: FakeClock, tmp_path: Path) -> None:
        """A clock that starts anew without a new name of the start (no /proc) must not block for days."""
        await self.make(ONE_A_SECOND, FakeClock(1e6), tmp_path).reserve()

        assert await self.make(ONE_A_SECOND, clock, tmp_path).reserve() == 0

    async def test_a_damaged_file_is_set_aside_and_made_anew(self, clock: FakeClock, tmp_path: Path) -> None:
        (tmp_path / "slots.sqlite").write_bytes(b"This is no database, whatever its name says." * 200)
        limiter = self.make(ONE_A_SECOND, clock, tmp_path)
        waits = [await limiter.reserve() for _ in range(2)]

        assert waits == pytest.approx([0, 1])
        assert (tmp_path / "slots.damaged").exists()

    async def test_the_file_does_not_grow(self, clock: FakeClock, tmp_path: Path) -> None:
        limiter = self.make(ONE_A_SECOND, clock, tmp_path)
        for _ in range(50):
            await limiter.reserve()
            clock.now += 10
        connection = sqlite3.connect(tmp_path / "slots.sqlite")
        (rows,) = connection.execute("SELECT count(*) FROM slots").fetchone()
        connection.close()

        assert rows <= 2
