"""How a call ended is told, also when it was a bug, or when nobody waited for it."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import anyio
import pytest
from mcp import MCPError, types

from biofacts.adapters.mcp.running_requests import CALLED, MOST, CalledTool, RunningRequests, observed, watched
from biofacts.adapters.mcp.streamable_http.monitoring import AccessMiddleware
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.domain.answers.errors import UpstreamError
from biofacts.ports.observing import CallBegan, CallEnded, Event, HttpAnswered

CONTEXT: Any = None


async def fails() -> None:
    raise MCPError(types.INTERNAL_ERROR, "it failed unexpectedly")


@pytest.mark.parametrize(
    ("work", "code"), [(fails, "INTERNAL"), (anyio.sleep_forever, "CANCELLED")], ids=["bug", "gone"]
)
async def test_a_call_without_a_result_has_a_code_all_the_same(work: Callable[[], Awaitable[None]], code: str) -> None:
    called, events = CalledTool(), list[Event]()
    CALLED.set(called)
    with anyio.move_on_after(0), suppress(MCPError), watched("get_gene", events.append):
        await work()
    began, ended = events

    assert began == CallBegan("get_gene")
    assert isinstance(ended, CallEnded)
    assert (ended.tool, ended.code, 0 <= ended.seconds < 60) == ("get_gene", code, True)
    assert (called.tool, called.code) == ("get_gene", code)


async def test_a_request_without_an_answer_is_seen() -> None:
    events: list[Event] = []

    async def hanging(*_: object) -> None:
        await anyio.sleep_forever()

    scope: dict[str, Any] = {"type": "http", "method": "POST", "path": "/mcp", "headers": []}
    with anyio.move_on_after(0):
        await AccessMiddleware(hanging, observer=events.append)(scope, CONTEXT, CONTEXT)

    assert events == [HttpAnswered(0)]


def test_so_many_calls_may_run_at_once() -> None:
    calls = RunningRequests(most=2)
    with calls.counted():
        first = calls.full
        with calls.counted():
            second = calls.full

    assert (first, second, calls.full, calls.running) == (False, True, False, 0)
    assert RunningRequests().most == MOST == 256


async def test_whoever_leaves_waits_for_calls_for_a_while() -> None:
    calls, told = RunningRequests(), list[bool]()
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


async def test_the_caller_of_an_interrupted_call_is_told_to_try_again() -> None:
    calls, answers, events = RunningRequests(), list[object](), list[Event]()

    async def work() -> None:
        answers.append(await observed("get_gene", anyio.sleep_forever, calls, events.append, convert=lambda one: one))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(work)
        await anyio.wait_all_tasks_blocked()
        calls.interrupt()

    (answer,) = answers
    assert isinstance(answer, ErrorEnvelope)
    assert answer.error.message == UpstreamError.interrupted().message
    assert [one.code for one in events if isinstance(one, CallEnded)] == ["UPSTREAM_ERROR"]


async def test_a_call_that_is_interrupted_has_no_result() -> None:
    calls, results = RunningRequests(), list[object]()

    async def work(call: Callable[[], Awaitable[object]]) -> None:
        results.append(await calls.interruptible(call))

    async def done() -> str:
        return "done"

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(work, done)
        tasks.start_soon(work, anyio.sleep_forever)
        await anyio.wait_all_tasks_blocked()
        calls.interrupt()

    assert results == ["done", None]
