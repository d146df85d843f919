"""Identical requests in flight are one."""

import anyio
import httpx
import pytest

from biofacts.adapters.http.transport.cache import CACHE_ONLY, CoalesceTransport
from tests.wire import URL, Gate, Script, ask


async def test_identical_requests_in_flight_are_one() -> None:
    gate = Gate()
    merged = CoalesceTransport(gate)
    bodies: list[bytes] = []

    async def read() -> None:
        bodies.append((await ask(merged)).content)

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for _ in range(20):
                tasks.start_soon(read)
            await anyio.wait_all_tasks_blocked()
            gate.open.set()

    assert gate.begun == 1
    assert bodies == [b"body"] * 20


async def test_a_request_after_the_answer_is_a_new_one() -> None:
    gate = Gate()
    gate.open.set()
    merged = CoalesceTransport(gate)
    await ask(merged)
    await ask(merged)

    assert gate.begun == 2


@pytest.mark.parametrize("method", ["POST", "HEAD"])
async def test_only_gets_are_merged(method: str) -> None:
    gate = Gate()
    merged = CoalesceTransport(gate)
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for _ in range(2):
                tasks.start_soon(merged.handle_async_request, httpx.Request(method, URL))
            await anyio.wait_all_tasks_blocked()
            gate.open.set()

    assert gate.begun == 2


async def test_what_only_the_cache_may_answer_is_not_merged_with_what_may_be_asked() -> None:
    gate = Gate()
    merged = CoalesceTransport(gate)
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for extensions in ({}, {CACHE_ONLY: True}):
                tasks.start_soon(merged.handle_async_request, httpx.Request("GET", URL, extensions=extensions))
            await anyio.wait_all_tasks_blocked()
            gate.open.set()

    assert gate.begun == 2


async def test_requests_that_differ_are_not_merged() -> None:
    gate = Gate()
    merged = CoalesceTransport(gate)
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for headers in ({}, {"If-None-Match": '"1"'}, {"Accept": "text/html"}):
                tasks.start_soon(merged.handle_async_request, httpx.Request("GET", URL, headers=headers))
            tasks.start_soon(ask, merged, f"{URL}?page=2")
            await anyio.wait_all_tasks_blocked()
            gate.open.set()

    assert gate.begun == 4


async def test_when_the_first_is_cancelled_the_next_one_asks() -> None:
    begun = 0
    gate = Gate()
    merged = CoalesceTransport(gate)
    bodies: list[bytes] = []

    async def read() -> None:
        bodies.append((await ask(merged)).content)

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            with anyio.CancelScope() as leader:
                async with anyio.create_task_group() as first:
                    first.start_soon(read)
                    await anyio.wait_all_tasks_blocked()
                    tasks.start_soon(read)
                    tasks.start_soon(read)
                    await anyio.wait_all_tasks_blocked()
                    leader.cancel()
            await anyio.wait_all_tasks_blocked()
            begun = gate.begun
            gate.open.set()

    assert begun == 2
    assert bodies == [b"body", b"body"]


async def test_a_failure_is_shared_by_everybody_who_asked() -> None:
    gate = Gate()
    gate.error = httpx.ConnectError("refused")
    merged = CoalesceTransport(gate)
    failures: list[str] = []

    async def read() -> None:
        try:
            await ask(merged)
        except httpx.ConnectError as error:
            failures.append(str(error))

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for _ in range(3):
                tasks.start_soon(read)
            await anyio.wait_all_tasks_blocked()
            gate.open.set()

    assert (gate.begun, failures) == (1, ["refused"] * 3)


async def test_a_failure_is_forgotten_with_its_flight() -> None:
    merged = CoalesceTransport(Script(httpx.ConnectError("refused"), httpx.Response(200, content=b"ok")).transport)
    with pytest.raises(httpx.ConnectError):
        await ask(merged)
    response = await ask(merged)

    assert response.content == b"ok"
