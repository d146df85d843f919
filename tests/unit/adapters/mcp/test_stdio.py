"""Lines and answers over pipes: in any pieces, in order, and without holding up anything else."""

import os
import sys
from collections.abc import Generator

import anyio
import anyio.to_thread
import pytest
from mcp import types
from mcp.shared.message import SessionMessage

from biofacts.adapters.mcp.stdio import Answers, PipedLines

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes cannot be polled there")


@pytest.fixture
def pipe() -> Generator[tuple[int, int]]:
    """The ends of a pipe: to read from, and to write to."""
    ends = os.pipe()
    yield ends
    for one in ends:
        os.close(one)


async def test_lines_come_in_any_pieces(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    lines = PipedLines(reading)
    found: list[bytes] = []

    async def read() -> None:
        found.extend([await lines.readline(100) for _ in range(3)])

    with anyio.fail_after(10):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(read)
            for piece in (b"on", b"e\ntwo\n", b"thr", b"ee\n"):
                os.write(writing, piece)
                await anyio.wait_all_tasks_blocked()

    assert found == [b"one\n", b"two\n", b"three\n"]


async def test_of_a_long_line_as_much_comes_as_is_wanted() -> None:
    reading, writing = os.pipe()
    lines = PipedLines(reading)
    os.write(writing, b"0123456789\nlast")
    os.close(writing)
    with anyio.fail_after(10):
        found = [await lines.readline(4) for _ in range(6)]
    os.close(reading)

    assert found == [b"0123", b"4567", b"89\n", b"last", b"", b""]


def answer(number: int, result: dict[str, object]) -> SessionMessage:
    return SessionMessage(types.JSONRPCResponse(jsonrpc="2.0", id=number, result=result))


def nobody_leaves() -> None:
    raise AssertionError("the client is still there")


async def test_a_client_that_does_not_read_yet_holds_up_no_other_task(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    answers = Answers(writing, nobody_leaves)
    long: dict[str, object] = {"a": "0123456789" * 30_000}
    ran, read = anyio.Event(), b""
    with anyio.fail_after(10):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(answers.send, answer(1, long))
            tasks.start_soon(answers.send, answer(2, {}))
            await anyio.lowlevel.checkpoint()
            ran.set()
            while read.count(b"\n") < 2:
                read += await anyio.to_thread.run_sync(os.read, reading, 50_000)

    assert ran.is_set()
    found = [types.jsonrpc_message_adapter.validate_json(line) for line in read.splitlines()]
    assert {one.id: one.result for one in found if isinstance(one, types.JSONRPCResponse)} == {1: long, 2: {}}


async def test_nothing_follows_the_part_of_a_line() -> None:
    reading, writing = os.pipe()
    answers = Answers(writing, nobody_leaves)
    with anyio.fail_after(10):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(answers.send, answer(1, {"a": "0123456789" * 30_000}))
            await anyio.wait_all_tasks_blocked()
            tasks.cancel_scope.cancel()
        await answers.send(answer(2, {}))
        read = b""
        while not read.endswith(b"\n"):  # a thread writes the rest
            read += await anyio.to_thread.run_sync(os.read, reading, 50_000)
    for end in (reading, writing):
        os.close(end)

    assert isinstance(types.jsonrpc_message_adapter.validate_json(read), types.JSONRPCResponse)


async def test_the_server_leaves_with_its_client() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    left: list[bool] = []
    with pytest.raises(anyio.BrokenResourceError):
        await Answers(writing, lambda: left.append(True)).send(answer(1, {}))
    os.close(writing)

    assert left == [True]
