"""Clients in turn: nobody's many requests keep another's single one waiting."""

from collections.abc import Sequence

import anyio
import anyio.lowlevel
import pytest

from biofacts.adapters.http.transport.queue import RequestQueue, WaitingLine
from biofacts.adapters.memory.stores import MemoryLimiter
from biofacts.domain.answers.pacing import Rate

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
    [
        ("aaa", "aaa"),
        ("aaaabb", "aabbaa"),
        ("aaaaabbbbb", "aabbababab"),
        ("aaabbbccc", "aabbccabc"),
    ],
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
