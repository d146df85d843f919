"""Who is calling: one key a client, which reaches its tool calls in both eras of the protocol."""

import json
from typing import Any

import anyio
import httpx
import msgspec
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from biofacts.adapters.mcp.server import build
from biofacts.adapters.mcp.streamable_http.callers import CallerMiddleware
from biofacts.application.calls.callers import CALLER
from biofacts.application.tools.tool import Tool
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.kinds import COMPOUND
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


async def key(asgi: CallerMiddleware, host: str, token: str = "") -> str:
    """By what a client is known: its address and its token."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
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
