"""How a call ended is told, also when it was a bug, or when nobody waited for it."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import anyio
import pytest
from mcp import MCPError, types

from biofacts.adapters.mcp.calls import CALLED, CalledTool, observed
from biofacts.adapters.mcp.streamable_http.callers import AccessMiddleware
from biofacts.application.tools.registry import TOOLS
from biofacts.ports.observing import CallBegan, CallEnded, Event, HttpAnswered

GET_GENE = types.CallToolRequestParams(name="get_gene", arguments={})
CONTEXT: Any = None


async def told(work: Callable[[], Awaitable[types.CallToolResult]], params: types.CallToolRequestParams) -> list[Event]:
    events: list[Event] = []

    async def handler(_: object, __: types.CallToolRequestParams) -> types.CallToolResult:
        return await work()

    call = observed(handler, TOOLS, events.append)
    with anyio.move_on_after(0), suppress(MCPError):
        await call(CONTEXT, params)
    return events


async def fails() -> types.CallToolResult:
    raise MCPError(types.INTERNAL_ERROR, "it failed unexpectedly")


async def hangs() -> types.CallToolResult:
    await anyio.sleep_forever()
    raise AssertionError


@pytest.mark.parametrize(("work", "code"), [(fails, "INTERNAL"), (hangs, "CANCELLED")], ids=["bug", "gone"])
async def test_a_call_without_a_result_has_a_code_all_the_same(
    work: Callable[[], Awaitable[types.CallToolResult]], code: str
) -> None:
    called = CalledTool()
    CALLED.set(called)
    began, ended = await told(work, GET_GENE)

    assert began == CallBegan("get_gene")
    assert isinstance(ended, CallEnded)
    assert (ended.tool, ended.code) == ("get_gene", code)
    assert (called.tool, called.code) == ("get_gene", code)


async def test_a_tool_that_nobody_offers_is_no_label() -> None:
    unknown = types.CallToolRequestParams(name="x" * 1000, arguments={})

    assert await told(fails, unknown) == []


async def test_a_request_without_an_answer_is_seen() -> None:
    events: list[Event] = []

    async def hanging(*_: object) -> None:
        await anyio.sleep_forever()

    scope: dict[str, Any] = {"type": "http", "method": "POST", "path": "/mcp", "headers": []}
    with anyio.move_on_after(0):
        await AccessMiddleware(hanging, observer=events.append)(scope, CONTEXT, CONTEXT)

    assert events == [HttpAnswered(0)]
