"""Who is calling: one key a client, which reaches its tool calls in both eras of the protocol."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import httpx
import msgspec
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from biofacts.adapters.mcp.server import build
from biofacts.adapters.mcp.streamable_http.client_keys_and_turns import CallerMiddleware, FairTurns
from biofacts.application.calls.progress_and_client_limit import CALLER
from biofacts.application.tools.tool import Tool
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.entity_kinds import COMPOUND
from tests.processes import MODERN_META
from tests.servers import HEADERS, sample

ERAS = ["2025-11-25", "2026-07-28"]
TOKEN = "a secret that nobody else may see"


class Nothing(msgspec.Struct, frozen=True):
    pass


class Who(msgspec.Struct, frozen=True):
    key: str


async def whoami(_: UseCases, __: Nothing) -> Who:
    return Who(CALLER.get())


WHOAMI = Tool(
    name="whoami", title="", description="", arguments=Nothing, result=Who, run=whoami, kind=COMPOUND
)  # fmt: skip


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse(CALLER.get())(scope, receive, send)


async def key(asgi: CallerMiddleware, host: str, token: str = "", scheme: str = "Bearer") -> str:
    """By what a client is known: its address and its token."""
    headers = {"Authorization": f"{scheme} {token}"} if token else {}
    transport = httpx.ASGITransport(asgi, client=(host, 4711))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        return (await client.get("/", headers=headers)).text


@pytest.mark.parametrize("era", ERAS)
async def test_a_tool_knows_who_calls_it(era: str) -> None:
    server = build(sample, tools={"whoami": WHOAMI}).streamable_http_app(stateless_http=True)
    asgi = CallerMiddleware(server, by_token=False)
    call: dict[str, Any] = {"name": "whoami", "arguments": {}}
    headers = HEADERS | {"MCP-Protocol-Version": era}
    if era == "2026-07-28":
        call["_meta"] = MODERN_META
        headers |= {"Mcp-Method": "tools/call", "Mcp-Name": "whoami"}
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    told: list[str] = []
    with anyio.fail_after(20):
        async with server.router.lifespan_context(server):
            for host in ("192.0.2.1", "192.0.2.2", "192.0.2.1"):
                transport = httpx.ASGITransport(asgi, client=(host, 4711))
                async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
                    response = await client.post("/mcp", json=request, headers=headers)
                lines = [line[6:] for line in response.text.splitlines() if line.startswith("data: {")]
                told.append(json.loads(lines[-1] if lines else response.text)["result"]["structuredContent"]["key"])

    assert all(told)
    assert told[0] == told[2] != told[1]


async def test_a_client_is_its_address() -> None:
    asgi = CallerMiddleware(echo, by_token=False)

    assert await key(asgi, "192.0.2.1") == await key(asgi, "192.0.2.1") != await key(asgi, "192.0.2.2")
    assert await key(asgi, "192.0.2.1") == await key(asgi, "::ffff:192.0.2.1")


async def test_hosts_of_one_ipv6_network_are_one_client() -> None:
    asgi = CallerMiddleware(echo, by_token=False)

    assert await key(asgi, "2001:db8::1") == await key(asgi, "2001:db8::ffff:1%eth0")
    assert await key(asgi, "2001:db8::1") != await key(asgi, "2001:db8:0:1::1")


async def test_a_client_is_its_token_where_tokens_are_checked() -> None:
    asgi = CallerMiddleware(echo, by_token=True)

    assert await key(asgi, "192.0.2.1", TOKEN) == await key(asgi, "192.0.2.2", TOKEN)
    assert await key(asgi, "192.0.2.1", TOKEN) != await key(asgi, "192.0.2.1", "another")
    assert await key(asgi, "192.0.2.1", TOKEN) != await key(asgi, "192.0.2.1")
    assert await key(asgi, "192.0.2.1", TOKEN, "Basic") == await key(asgi, "192.0.2.1")
    assert await key(asgi, "192.0.2.1", " ") == await key(asgi, "192.0.2.1")


async def test_a_token_that_nobody_checks_makes_nobody_another_client() -> None:
    asgi = CallerMiddleware(echo, by_token=False)

    assert await key(asgi, "192.0.2.1", TOKEN) == await key(asgi, "192.0.2.1", "another")


async def test_a_key_is_of_this_run_alone_and_names_nothing() -> None:
    first, second = (CallerMiddleware(echo, by_token=True) for _ in range(2))
    keys = [await key(asgi, "192.0.2.1", TOKEN) for asgi in (first, second)]

    assert keys[0] != keys[1]
    assert not any(word in told for told in keys for word in ("192.0.2.1", TOKEN))


async def test_a_socket_without_an_address_has_a_key_too() -> None:
    asgi = CallerMiddleware(echo, by_token=False)

    assert await key(asgi, "") == await key(asgi, "") != await key(asgi, "192.0.2.1")


async def test_nobody_calls_once_a_request_is_served() -> None:
    await key(CallerMiddleware(echo, by_token=False), "192.0.2.1")

    assert CALLER.get() == ""


# Whoever floods a server waits for itself, and nobody else does.


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
        self.turns = FairTurns(self.answer, clock=self.clock)
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
    monkeypatch.setattr("biofacts.adapters.mcp.streamable_http.client_keys_and_turns.QUICK", 100)
    return World()


async def test_an_address_alone_waits_for_nobody(world: World) -> None:
    async with world.called(*["10.0.0.1"] * 9):
        assert len(world.running) == 9


async def test_while_others_call_an_address_waits_for_itself_and_they_do_not_wait(world: World) -> None:
    async with world.called("10.0.0.2", *["10.0.0.1"] * 9, "10.0.0.2", "10.0.0.3"):
        assert world.running == ["10.0.0.2", "10.0.0.1", "10.0.0.2", "10.0.0.3"]

    assert len(world.running) == 12


async def test_a_call_that_takes_longer_holds_up_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biofacts.adapters.mcp.streamable_http.client_keys_and_turns.QUICK", 0)
    async with world.called("10.0.0.2", *["10.0.0.1"] * 9):
        assert len(world.running) == 10


@pytest.mark.parametrize(("seconds", "running"), [(10, 2), (11, 4)])
async def test_who_went_away_ten_seconds_ago_counts_no_more(world: World, seconds: float, running: int) -> None:
    seen = 0
    async with world.called("10.0.0.2"):
        world.clock.now += seconds
        async with anyio.create_task_group() as tasks:
            for _ in range(3):
                tasks.start_soon(world.call, "10.0.0.1")
            await anyio.wait_all_tasks_blocked()
            seen = len(world.running)
            world.end.set()

    assert seen == running


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
    monkeypatch.setattr("biofacts.adapters.mcp.streamable_http.client_keys_and_turns._MOST_ADDRESSES", 3)
    world.end.set()
    for number in range(9):
        await world.call(f"10.0.0.{number}")

    assert not world.turns._newest  # pyright: ignore[reportPrivateUsage]
    assert len(world.turns._present) == 3  # pyright: ignore[reportPrivateUsage]
