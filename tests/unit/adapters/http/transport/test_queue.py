"""The queue before an upstream: one by one, each when the budget has room, and nobody for nothing."""

from collections.abc import Sequence

import anyio
import anyio.lowlevel
import httpx
import pytest

from biofacts.adapters.http.transport.queue import LimitTransport, QueueTimeout, RequestQueue, WaitingLine
from biofacts.adapters.http.transport.retry import CircuitBreakerTransport, RetryTransport
from biofacts.adapters.memory.records_and_budgets import MemoryLimiter
from biofacts.domain.limits.request_rates import Rate
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
        pytest.param([0.25], [1.25, 2.25, 3.25, 4.25], id="as long as a slot lasts: it is used"),
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
    monkeypatch.setattr("biofacts.domain.limits.time_limits.LATE", 0.25)  # 0.2, which floats cannot meet exactly
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


async def test_a_slot_is_given_back_however_long_that_takes() -> None:
    """A budget on disk or on a server is not told at once, and the cancelled request must not cut that short."""
    given_back: list[str] = []

    class Shared(FakeLimiter):
        async def give_back(self) -> None:
            await anyio.lowlevel.checkpoint()
            given_back.append("slot")

    queue = RequestQueue(Shared(60))
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(queue.wait)
            await anyio.wait_all_tasks_blocked()
            tasks.cancel_scope.cancel()

    assert given_back == ["slot"]


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
    monkeypatch.setattr("biofacts.domain.limits.time_limits.TURN", 0)
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


# Clients in turn: nobody's many requests keep another's single one waiting.


SLOT = 1.0


class Clock:
    """Time that passes only where somebody sleeps. `at`: what happens at some times."""

    def __init__(self) -> None:
        self.now = 0.0
        self.at: dict[float, anyio.Event] = {}

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        end = self.now + seconds
        await anyio.wait_all_tasks_blocked()  # whoever may go does
        for time in sorted(self.at):
            if self.now < time < end:
                self.now = time
                self.at.pop(time).set()
                await anyio.wait_all_tasks_blocked()
        self.now = end
        await anyio.lowlevel.checkpoint()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("anyio.sleep", clock.sleep)
    return clock


def order(line: WaitingLine) -> str:
    return "".join(turn.client for turn in iter(line.grant, None))


async def sent(clock: Clock, arrivals: Sequence[tuple[float, str]]) -> list[tuple[str, float]]:
    """Who goes when, given who comes when."""
    client, gone = "", list[tuple[str, float]]()
    queue = RequestQueue(MemoryLimiter((Rate(1, SLOT),), clock), clock=clock, caller=lambda: client)

    async def come(name: str, start: anyio.Event) -> None:
        nonlocal client
        await start.wait()
        client = name
        await queue.wait()
        gone.append((name, clock.now))

    clock.at = {at: anyio.Event() for at, _ in arrivals if at > 0}
    begun = anyio.Event()
    begun.set()
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for at, name in arrivals:
                tasks.start_soon(come, name, clock.at.get(at, begun))
    return gone


@pytest.mark.parametrize(
    ("joined", "served"),
    [("aaa", "aaa"), ("aaaabb", "aabbaa"), ("aaaaabbbbb", "aabbababab"), ("aaabbbccc", "aabbccabc")],
)
def test_clients_take_turns(joined: str, served: str) -> None:
    line = WaitingLine()
    for client in joined:
        line.join(client)

    assert order(line) == served


def test_a_lookup_of_two_requests_goes_at_once_before_a_client_that_has_gone_before() -> None:
    line = WaitingLine()
    for _ in range(5):
        line.join("a")
    for _ in range(2):
        line.grant()
    for _ in range(2):
        line.join("b")

    assert order(line) == "bbaaa"


def test_who_came_first_goes_first_within_a_client() -> None:
    line = WaitingLine()
    turns = [line.join("a") for _ in range(3)]

    assert list(iter(line.grant, None)) == turns


def test_a_place_that_is_given_up_is_nobodys() -> None:
    line = WaitingLine()
    turns = [line.join(client) for client in "abab"]
    line.leave(turns[0])
    line.leave(turns[0])
    line.leave(turns[3])

    assert list(iter(line.grant, None)) == [turns[2], turns[1]]


async def test_anothers_lookup_comes_at_most_one_slot_later(clock: Clock) -> None:
    greedy = [(0.0, "greedy")] * 20
    alone = await sent(clock, [(0.0, "polite")] * 2)
    clock.now = 0.0
    gone = await sent(clock, [*greedy, (5.4, "polite"), (5.4, "polite")])
    waits = [at - 5.4 for name, at in gone if name == "polite"]

    assert [at for _, at in alone] == [0, SLOT]
    assert waits == pytest.approx([0.6, 0.6 + SLOT])


async def test_no_slot_is_lost_between_clients(clock: Clock) -> None:
    gone = await sent(clock, [(0.0, "a")] * 4 + [(1.5, "b")] * 3 + [(2.5, "c")])

    assert [at for _, at in gone] == pytest.approx(range(8))


async def test_whoever_leads_the_line_may_go_away(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that takes slots for everybody is cancelled: another takes them."""
    gone: list[str] = []
    queue = RequestQueue(MemoryLimiter((Rate(1, SLOT),), clock), clock=clock)
    sleeping, sleep = anyio.Event(), clock.sleep

    async def first_sleep(_: float) -> None:
        monkeypatch.setattr("anyio.sleep", sleep)
        sleeping.set()
        await anyio.sleep_forever()

    async def come(name: str) -> None:
        await queue.wait()
        gone.append(name)

    monkeypatch.setattr("anyio.sleep", first_sleep)
    await come("first")
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            with anyio.CancelScope() as scope:
                async with anyio.create_task_group() as cancelled:
                    cancelled.start_soon(come, "leader")
                    await sleeping.wait()
                    for name in ("second", "third"):
                        tasks.start_soon(come, name)
                        await anyio.wait_all_tasks_blocked()
                    scope.cancel()

    assert gone == ["first", "second", "third"]


async def test_a_limiter_that_fails_fails_one_request_and_no_other(clock: Clock) -> None:
    class Once(MemoryLimiter):
        failed = False

        async def reserve(self) -> float:
            if not self.failed:
                self.failed = True
                await anyio.wait_all_tasks_blocked()
                raise OSError("no budget")
            return await super().reserve()

    outcomes: list[str] = []
    queue = RequestQueue(Once((Rate(1, SLOT),), clock), clock=clock)

    async def come() -> None:
        try:
            await queue.wait()
            outcomes.append("gone")
        except OSError:
            outcomes.append("failed")

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for _ in range(3):
                tasks.start_soon(come)

    assert outcomes == ["failed", "gone", "gone"]
