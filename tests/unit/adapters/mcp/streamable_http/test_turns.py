"""Whoever floods a server waits for itself, and nobody else does."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio
import pytest
from starlette.types import Message, Receive, Scope, Send

from biofacts.adapters.mcp.streamable_http.callers import Turns


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


async def nothing() -> Message:
    raise AssertionError("nobody reads")


async def unsent(_: Message) -> None:
    raise AssertionError("nobody answers")


class World:
    """A server whose calls end when the test says so."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.turns = Turns(self.answer, clock=self.clock)
        self.running: list[str] = []
        self.end = anyio.Event()

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.running.append(scope["client"][0])
        await self.end.wait()

    async def call(self, address: str, path: str = "/mcp") -> None:
        await self.turns({"type": "http", "path": path, "client": (address, 1), "headers": []}, nothing, unsent)

    @asynccontextmanager
    async def called(self, *addresses: str, path: str = "/mcp") -> AsyncGenerator[None]:
        """Calls that have come as far as they can."""
        with anyio.fail_after(5):
            async with anyio.create_task_group() as tasks:
                for address in addresses:
                    tasks.start_soon(self.call, address, path)
                    await anyio.wait_all_tasks_blocked()
                yield
                self.end.set()


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr("biofacts.adapters.mcp.streamable_http.callers.QUICK", 100)
    return World()


async def test_an_address_alone_waits_for_nobody(world: World) -> None:
    async with world.called(*["10.0.0.1"] * 9):
        assert len(world.running) == 9


async def test_while_others_call_an_address_waits_for_itself_and_they_do_not_wait(world: World) -> None:
    async with world.called("10.0.0.2", *["10.0.0.1"] * 9, "10.0.0.2", "10.0.0.3"):
        assert world.running == ["10.0.0.2", "10.0.0.1", "10.0.0.2", "10.0.0.3"]

    assert len(world.running) == 12


async def test_a_call_that_takes_longer_holds_up_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biofacts.adapters.mcp.streamable_http.callers.QUICK", 0)
    async with world.called("10.0.0.2", *["10.0.0.1"] * 9):
        assert len(world.running) == 10


async def test_who_went_away_counts_no_more(world: World) -> None:
    seen = 0
    async with world.called("10.0.0.2"):
        world.clock.now += 11
        async with anyio.create_task_group() as tasks:
            for _ in range(3):
                tasks.start_soon(world.call, "10.0.0.1")
            await anyio.wait_all_tasks_blocked()
            seen = len(world.running)
            world.end.set()

    assert seen == 4


async def test_health_is_told_at_once(world: World) -> None:
    seen = 0
    async with world.called("10.0.0.2"), anyio.create_task_group() as tasks:
        for _ in range(5):
            tasks.start_soon(world.call, "10.0.0.1", "/healthz")
        await anyio.wait_all_tasks_blocked()
        seen = len(world.running)
        world.end.set()

    assert seen == 6


async def test_a_network_of_addresses_is_one(world: World) -> None:
    """Each host of IPv6 has as many as it likes."""
    async with world.called("10.0.0.2", *(f"2001:db8::{number:x}" for number in range(9))):
        assert len(world.running) == 2


async def test_nothing_is_remembered_of_calls_that_have_ended(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biofacts.adapters.mcp.streamable_http.callers._MOST_ADDRESSES", 3)
    world.end.set()
    for number in range(9):
        await world.call(f"10.0.0.{number}")

    assert not world.turns._newest  # pyright: ignore[reportPrivateUsage]
    assert len(world.turns._present) == 3  # pyright: ignore[reportPrivateUsage]
