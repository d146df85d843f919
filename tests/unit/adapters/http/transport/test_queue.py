"""The queue before an upstream: one by one, each when the budget has room, and nobody for nothing."""

import anyio
import anyio.lowlevel
import httpx
import pytest

from biofacts.adapters.http.transport.queue import LimitTransport, QueueTimeout, RequestQueue
from biofacts.adapters.http.transport.retry import CircuitBreakerTransport, RetryTransport
from biofacts.adapters.memory.stores import MemoryLimiter
from biofacts.domain.answers.pacing import Rate
from biofacts.ports.request_budgets import Limiter
from tests.wire import FakeLimiter, Gate, Script, ask


async def test_a_request_waits_as_long_as_the_limiter_says(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("anyio.sleep", sleep)
    script = Script(httpx.Response(200))
    limited = LimitTransport(script.transport, RequestQueue(FakeLimiter(0, 1.5, 0.25)))
    for _ in range(3):
        await ask(limited)

    assert slept == [1.5, 0.25]
    assert len(script.asked) == 3


async def test_the_wait_is_asked_anew_by_everyone_who_gets_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thundering herd: nobody may act on a delay that was computed before the one in front took its slot."""
    events: list[str] = []
    clock = 0.0

    class OneASecond(Limiter):
        def __init__(self) -> None:
            self.free_at = 0.0

        async def reserve(self) -> float:
            slot = max(clock, self.free_at)
            self.free_at = slot + 1
            await anyio.lowlevel.checkpoint()
            return slot - clock

        async def pause_for(self, seconds: float) -> None:
            raise AssertionError("nobody asked for a pause")

    async def sleep(seconds: float) -> None:
        nonlocal clock
        await anyio.lowlevel.checkpoint()
        clock += seconds

    def answer(request: httpx.Request) -> httpx.Response:
        events.append(f"{request.url.path} at {clock:g}")
        return httpx.Response(200)

    monkeypatch.setattr("anyio.sleep", sleep)
    limited = LimitTransport(httpx.MockTransport(answer), RequestQueue(OneASecond()))
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for number in range(5):
                tasks.start_soon(ask, limited, f"http://upstream.test/{number}")
                await anyio.lowlevel.checkpoint()

    assert events == ["/0 at 0", "/1 at 1", "/2 at 2", "/3 at 3", "/4 at 4"]


@pytest.mark.parametrize(
    ("lags", "expected"),
    [
        pytest.param(
            [0.1], [1.1, 2.1, 3.1, 4.1], id="a little: the slot is used, and the next ones keep their distance"
        ),
        pytest.param([0.9], [2.0, 3.0, 4.0, 5.0], id="long: the slot is left unused"),
        pytest.param([0.9] * 3, [3.9, 4.9, 5.9, 6.9], id="always: the third is used, whatever it is"),
    ],
)
async def test_after_a_hold_up_requests_are_not_sent_in_a_bunch(
    lags: list[float], expected: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The slots of a budget are times; a process that was held up comes late to one, and in time to the next."""
    now, to_come = 0.0, list(lags)
    sent: list[float] = []

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds + (to_come.pop() if to_come else 0.0)

    def answer(_: httpx.Request) -> httpx.Response:
        sent.append(now)
        return httpx.Response(200)

    class Slots(Limiter):
        def __init__(self) -> None:
            self.given = 0

        async def reserve(self) -> float:
            self.given += 1
            return max(0.0, self.given - now)

        async def pause_for(self, seconds: float) -> None:
            raise AssertionError("nobody asked for a pause")

    monkeypatch.setattr("anyio.sleep", sleep)
    limited = LimitTransport(httpx.MockTransport(answer), RequestQueue(Slots(), spacing=1, clock=lambda: now))
    for _ in range(4):
        await ask(limited)

    assert sent == pytest.approx(expected)


async def test_whoever_goes_before_its_slot_comes_gives_it_back() -> None:
    queue = RequestQueue(MemoryLimiter((Rate(1, 100.0),)))
    await queue.wait()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(queue.wait)
        await anyio.wait_all_tasks_blocked()
        tasks.cancel_scope.cancel()

    assert await queue.limiter.reserve() <= 100


async def test_a_cancelled_waiter_takes_no_slot() -> None:
    reserved = 0
    limiter = FakeLimiter(float("inf"))
    limited = LimitTransport(Script(httpx.Response(200)).transport, RequestQueue(limiter))
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(ask, limited)
            await anyio.wait_all_tasks_blocked()
            with anyio.CancelScope() as waiting:
                async with anyio.create_task_group() as behind:
                    behind.start_soon(ask, limited)
                    await anyio.wait_all_tasks_blocked()
                    waiting.cancel()
            reserved = limiter.reserved
            tasks.cancel_scope.cancel()

    assert reserved == 1


async def test_the_lock_is_free_while_the_answer_is_on_its_way() -> None:
    begun = 0
    gate = Gate()
    limited = LimitTransport(gate, RequestQueue(FakeLimiter()))
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for _ in range(3):
                tasks.start_soon(ask, limited)
            await anyio.wait_all_tasks_blocked()
            begun = gate.begun
            gate.open.set()

    assert begun == 3


async def test_a_turn_that_does_not_come_in_time_is_no_failure_of_the_upstream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biofacts.domain.answers.time_budgets.TURN", 0)
    script = Script(httpx.Response(200))
    over = CircuitBreakerTransport(
        RetryTransport(LimitTransport(script.transport, RequestQueue(FakeLimiter(*[60] * 9)))), failures=1
    )
    for _ in range(2):  # the second one would be left alone, had the first counted
        with pytest.raises(QueueTimeout):
            await ask(over)

    assert script.asked == []


@pytest.mark.parametrize(
    ("status", "headers", "held"),
    [
        (429, {"Retry-After": "3"}, [3.0]),
        (503, {"Retry-After": "3"}, [3.0]),
        (503, {"Retry-After": "3600"}, [10.0]),
        (429, {}, []),
        (429, {"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}, []),
        (200, {"Retry-After": "3"}, []),
    ],
)
async def test_a_pause_that_is_asked_for_holds_everybody(
    status: int, headers: dict[str, str], held: list[float]
) -> None:
    limiter = FakeLimiter()
    await ask(LimitTransport(Script(httpx.Response(status, headers=headers)).transport, RequestQueue(limiter)))

    assert limiter.held == held
