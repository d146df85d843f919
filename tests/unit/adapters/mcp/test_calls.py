"""How a call ended is told, also when it was a bug, or when nobody waited for it."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import anyio
import pytest
from mcp import MCPError, types

from biofacts.adapters.mcp.calls import CALLED, MOST, CalledTool, Calls, observed
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


def test_so_many_calls_may_run_at_once() -> None:
    calls = Calls(most=2)
    with calls.counted():
        first = calls.full
        with calls.counted():
            second = calls.full

    assert (first, second, calls.full, calls.running) == (False, True, False, 0)
    assert Calls().most == MOST == 256


async def test_whoever_leaves_waits_for_calls_for_a_while() -> None:
    calls, told = Calls(), list[bool]()
    calls.leave()
    assert calls.leaving
    assert await calls.ended(0)
    async with anyio.create_task_group() as tasks:

        async def wait() -> None:
            told.append(await calls.ended(60))

        with calls.counted():
            assert not await calls.ended(0)
            tasks.start_soon(wait)
            await anyio.wait_all_tasks_blocked()
            with calls.counted():
                pass
            await anyio.wait_all_tasks_blocked()
            assert told == []

    assert told == [True]


async def test_a_call_that_is_interrupted_has_no_result() -> None:
    calls, results = Calls(), list[object]()

    async def work(call: Callable[[], Awaitable[object]]) -> None:
        results.append(await calls.interruptible(call))

    async def done() -> str:
        return "done"

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(work, done)
        tasks.start_soon(work, hangs)
        await anyio.wait_all_tasks_blocked()
        calls.interrupt()

    assert results == ["done", None]
