"""A call tells how far it is, every second that it takes, in numbers that only grow."""

from collections.abc import Sequence

import anyio
import anyio.lowlevel
import pytest

from biofacts.application.calls.progress_and_client_limit import CALLER, CallProgress, CallsPerClient
from biofacts.domain.answers.errors import RateLimited
from biofacts.ports.request_budgets import WAITS, waiting_for

Told = tuple[float, float | None, str | None]


class Listener:
    """A caller that hears, and a clock whose seconds pass as soon as somebody waits for them."""

    def __init__(self, enough: int) -> None:
        self.heard: list[Told] = []
        self.done = anyio.Event()
        self._enough = enough

    async def hear(self, number: float, total: float | None, words: str | None) -> None:
        self.heard.append((number, total, words))
        if len(self.heard) == self._enough:
            self.done.set()

    async def pause(self, seconds: float) -> None:
        assert seconds == 1
        await anyio.lowlevel.checkpoint()

    @property
    def words(self) -> Sequence[str | None]:
        return [words for *_, words in self.heard]


async def test_every_second_is_told_with_what_is_waited_for() -> None:
    listener = Listener(3)

    async def work() -> str:
        with waiting_for("a catalogue"), waiting_for("a table"), waiting_for("a turn"):
            await listener.done.wait()
        return "done"

    with anyio.fail_after(20):
        answer = await CallProgress(listener.hear, listener.pause).through(work)

    assert answer == "done"
    assert listener.heard[:3] == [
        (1, 25, "1 of at most 25 seconds; waiting for a catalogue: a turn"),
        (2, 25, "2 of at most 25 seconds; waiting for a catalogue: a turn"),
        (3, 25, "3 of at most 25 seconds; waiting for a catalogue: a turn"),
    ]


async def test_names_and_seconds_together_only_grow() -> None:
    listener = Listener(4)
    progress = CallProgress(listener.hear, listener.pause)

    async def work() -> None:
        await progress.names(0, 2)
        await progress.names(1, 2)
        await listener.done.wait()
        await progress.names(2, 2)

    with anyio.fail_after(20):
        await progress.through(work)

    numbers = [number for number, *_ in listener.heard]
    assert numbers[:4] == [0, 1, 1.5, pytest.approx(1 + 2 / 3)]
    assert numbers[-1] == 2
    assert numbers == sorted(set(numbers))
    assert listener.words[:3] == ["0 of 2 done", "1 of 2 done", "1 of 2 done"]


async def test_a_call_that_does_not_wait_says_nothing() -> None:
    listener = Listener(1)

    async def work() -> int:
        return 3

    assert await CallProgress(listener.hear, anyio.sleep).through(work) == 3
    assert listener.heard == []


async def test_what_the_work_raises_is_raised_as_it_is() -> None:
    async def work() -> None:
        raise LookupError("as it is")

    with pytest.raises(LookupError, match="as it is"):
        await CallProgress(Listener(1).hear).through(work)
    assert WAITS.get() is None


async def test_a_call_that_is_cancelled_tells_no_more() -> None:
    listener = Listener(1)
    with anyio.move_on_after(20) as scope:

        async def work() -> None:
            await listener.done.wait()
            scope.cancel()
            await anyio.sleep_forever()

        await CallProgress(listener.hear, listener.pause).through(work)
    told = len(listener.heard)
    await anyio.wait_all_tasks_blocked()

    assert scope.cancelled_caught
    assert len(listener.heard) == told


# How many calls of one client run at once.


class Calls:
    """Calls that run until they are told to end."""

    def __init__(self, admit: CallsPerClient) -> None:
        self._admit = admit
        self.running: list[str] = []
        self.end = anyio.Event()

    async def __call__(self, client: str) -> None:
        CALLER.set(client)
        async with self._admit():
            self.running.append(client)
            await self.end.wait()


async def running(admit: CallsPerClient, clients: str) -> list[str]:
    """Whose calls run at once."""
    calls, found = Calls(admit), list[str]()
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for client in clients:
                tasks.start_soon(calls, client if client != "-" else "")
            await anyio.wait_all_tasks_blocked()
            found = sorted(calls.running)
            calls.end.set()
    assert len(calls.running) == len(clients)  # all had their turn in the end
    return found


async def test_one_client_has_so_many_calls_at_once_and_another_its_own() -> None:
    assert await running(CallsPerClient(2), "aaaab") == ["a", "a", "b"]


async def test_calls_of_nobody_are_not_counted() -> None:
    assert await running(CallsPerClient(1), "---") == ["", "", ""]


async def test_without_a_ceiling_all_calls_run() -> None:
    assert await running(CallsPerClient(0), "aaa") == ["a", "a", "a"]


async def test_a_call_whose_turn_does_not_come_is_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    CALLER.set("a")
    admit = CallsPerClient(1)
    async with admit():
        monkeypatch.setattr("biofacts.domain.limits.time_limits.TURN", 0)
        with pytest.raises(RateLimited) as refused:
            async with admit():
                raise AssertionError("it was let in")

    monkeypatch.undo()
    assert "another call was still running" in refused.value.message
    assert refused.value.hint == "Wait 5 seconds, then repeat the same call."
    async with admit():  # nobody runs any more
        pass


async def test_a_call_that_fails_makes_room() -> None:
    CALLER.set("a")
    admit = CallsPerClient(1)
    for _ in range(2):
        with pytest.raises(ValueError, match="it fails"):
            async with admit():
                raise ValueError("it fails")
