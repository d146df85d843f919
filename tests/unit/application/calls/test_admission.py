"""How many calls of one client run at once."""

import anyio
import pytest

from biofacts.application.calls.callers import CALLER
from biofacts.application.calls.progress import Admission
from biofacts.domain.answers.errors import RateLimited


class Calls:
    """Calls that run until they are told to end."""

    def __init__(self, admit: Admission) -> None:
        self._admit = admit
        self.running: list[str] = []
        self.end = anyio.Event()

    async def __call__(self, client: str) -> None:
        CALLER.set(client)
        async with self._admit():
            self.running.append(client)
            await self.end.wait()


async def running(admit: Admission, clients: str) -> list[str]:
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
    assert await running(Admission(2), "aaaab") == ["a", "a", "b"]


async def test_calls_of_nobody_are_not_counted() -> None:
    assert await running(Admission(1), "---") == ["", "", ""]


async def test_without_a_ceiling_all_calls_run() -> None:
    assert await running(Admission(0), "aaa") == ["a", "a", "a"]


async def test_a_call_whose_turn_does_not_come_is_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    CALLER.set("a")
    admit = Admission(1)
    async with admit():
        monkeypatch.setattr("biofacts.domain.answers.time_budgets.TURN", 0)
        with pytest.raises(RateLimited) as refused:
            async with admit():
                raise AssertionError("it was let in")

    monkeypatch.undo()
    assert "1 other call" in refused.value.message
    assert refused.value.hint == "Wait 5 seconds, then repeat the same call."
    async with admit():  # nobody runs any more
        pass


async def test_a_call_that_fails_makes_room() -> None:
    CALLER.set("a")
    admit = Admission(1)
    for _ in range(2):
        with pytest.raises(ValueError, match="it fails"):
            async with admit():
                raise ValueError("it fails")
