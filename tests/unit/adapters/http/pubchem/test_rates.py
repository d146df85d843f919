"""PubChem's budget as the container gives it: five a second and four hundred a minute, all used, no burst, shared."""

from collections.abc import Callable, Sequence
from pathlib import Path

import anyio
import pytest

from biofacts.adapters.http.pubchem.transports import RATES
from biofacts.adapters.memory.stores import MemoryLimiter
from biofacts.adapters.sqlite.request_budgets import SqliteLimiter
from biofacts.domain.answers import pacing
from biofacts.domain.answers.pacing import Rate


def _most(times: Sequence[float], seconds: float) -> int:
    return max(sum(1 for other in times if at <= other < at + seconds) for at in times)


def _slots(rates: Sequence[Rate], count: int) -> list[float]:
    granted: list[float] = []
    for _ in range(count):
        granted.append(pacing.next_slot(0.0, granted, rates))
    return granted


def test_a_thousand_waiting_calls_keep_both_limits() -> None:
    slots = _slots(RATES, 1000)

    assert _most(slots, 1.0) <= 5
    assert _most(slots, 60.0) <= 400


def test_the_limit_of_a_minute_holds_where_the_one_of_a_second_would_not() -> None:
    slots = _slots([Rate(1, 0.1), *RATES[1:]], 900)

    assert _most(slots, 60.0) == 400


def test_waiting_calls_use_the_whole_budget() -> None:
    slots = _slots(RATES, 50)

    assert 49 / slots[-1] > 4.75


def test_there_is_no_burst_after_a_rest() -> None:
    now = 1000.0
    slots = _slots(RATES, 2)
    later = pacing.next_slot(now, slots, RATES)
    after = pacing.next_slot(now, [*slots, later], RATES)

    assert (later, after - later >= 0.2) == (now, True)


@pytest.fixture
def clock() -> Callable[[], float]:
    return lambda: 100.0


async def test_two_processes_share_the_budget(tmp_path: Path, clock: Callable[[], float]) -> None:
    both = [SqliteLimiter(tmp_path / "slots.sqlite", "pubchem", RATES, clock) for _ in range(2)]
    waits = [await both[turn % 2].reserve() for turn in range(10)]

    assert waits == pytest.approx([turn * RATES[0].seconds for turn in range(10)])


@pytest.mark.parametrize("where", ["memory", "disk"])
async def test_a_pause_that_several_answers_ask_for_is_one_pause(
    tmp_path: Path, clock: Callable[[], float], where: str
) -> None:
    limiter = (
        MemoryLimiter(RATES, clock)
        if where == "memory"
        else SqliteLimiter(tmp_path / "slots.sqlite", "pubchem", RATES, clock)
    )
    async with anyio.create_task_group() as tasks:
        for _ in range(5):
            tasks.start_soon(limiter.pause_for, 5.0)

    assert await limiter.reserve() == pytest.approx(5.0)
