"""Lines and answers over pipes: in any pieces, in order, and without holding up anything else."""

import io
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import Mock

import anyio
import anyio.to_thread
import pytest
from mcp import types
from mcp.shared.message import SessionMessage

from biofacts.adapters.mcp import stdio
from biofacts.adapters.mcp.stdio import Answers, PipedLines, Requests, line_of
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container

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


async def test_a_message_is_received_until_the_input_ends() -> None:
    lines = [b'{"jsonrpc":"2.0","method":"ping","id":1}\n', b""]

    async def readline(_: int) -> bytes:
        return lines.pop(0)

    requests = Requests(readline, Answers(2, nobody_leaves))
    first = await requests.receive()

    assert isinstance(first, SessionMessage)
    assert line_of(first.message) == b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    with pytest.raises(anyio.EndOfStream):
        await requests.receive()


@pytest.mark.parametrize(("size", "is_message"), [(4 * 2**20, True), (4 * 2**20 + 1, False)])
async def test_a_line_has_at_most_4_mb(size: int, is_message: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    line = b'{"jsonrpc":"2.0","method":"ping","id":1}'
    given, told = io.BytesIO(line.ljust(size) + b"\n"), list[SessionMessage]()
    answers = Answers(2, nobody_leaves)

    async def readline(most: int) -> bytes:
        return given.readline(most)

    async def send(message: SessionMessage) -> None:
        told.append(message)

    monkeypatch.setattr(answers, "send", send)
    messages = [message async for message in Requests(readline, answers)]

    assert (len(messages), len(told)) == (is_message, not is_message)


class Process:
    """A server between two pipes, in place of the process's own input and output."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reading, self.answers = os.pipe()
        self.requests, self.writing = os.pipe()
        self.codes: list[int] = []
        self.messages: list[dict[str, Any]] = []
        monkeypatch.setattr(stdio, "_claimed_input", lambda: self.requests)
        monkeypatch.setattr(stdio, "_claimed_output", lambda: self.answers)
        monkeypatch.setattr(stdio, "gc", Mock())  # what is frozen is frozen for all tests
        monkeypatch.setattr("os._exit", self.codes.append)

    async def serve(self, sample: Container) -> None:
        @asynccontextmanager
        async def lifespan(_: object) -> AsyncGenerator[UseCases]:
            yield sample.use_cases()

        await stdio.serve(lifespan)

    def ask(self, *lines: str) -> None:
        os.write(self.writing, "".join(f"{line}\n" for line in lines).encode())

    async def until(self, number: int) -> None:
        """Keep the messages up to the answer to the request with this id."""
        lines = PipedLines(self.reading)
        while not self.messages or self.messages[-1].get("id") != number:
            self.messages.append(json.loads(await lines.readline(1 << 20)))

    def close(self) -> None:
        for end in {self.reading, self.answers, self.requests, self.writing} - {-1}:
            os.close(end)


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Generator[Process]:
    made = Process(monkeypatch)
    yield made
    made.close()


INITIALIZE = (
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},'
    '"clientInfo":{"name":"test","version":"1"}}}'
)


async def test_the_server_answers_until_its_input_ends(process: Process, sample: Container) -> None:
    with anyio.fail_after(10):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(process.serve, sample)
            process.ask(INITIALIZE, "no JSON", '{"jsonrpc":"2.0","id":2,"method":"ping"}')
            await process.until(2)
            os.close(process.writing)
            process.writing = -1

    assert sorted(one.get("id") or 0 for one in process.messages) == [0, 1, 2]
    assert process.codes == []


@pytest.mark.parametrize("meta", [{}, {"_meta": {"progressToken": 7}}])
async def test_only_who_sends_a_token_hears_how_far_a_call_is(
    process: Process, sample: Container, meta: dict[str, object]
) -> None:
    params = {"name": "resolve_many", "arguments": {"names": ["TP53", "NOSUCHGENE"], "kind": "gene"}, **meta}
    with anyio.fail_after(10):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(process.serve, sample)
            process.ask(INITIALIZE, json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params}))
            await process.until(2)
            os.close(process.writing)
            process.writing = -1

    told = [one["params"] for one in process.messages if "method" in one]
    assert {(one["progressToken"], one["total"]) for one in told} == ({(7, 2)} if meta else set())


async def test_a_signal_ends_the_process_with_its_number(process: Process, sample: Container) -> None:
    with anyio.fail_after(10):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(process.serve, sample)
            process.ask(INITIALIZE)
            await process.until(1)
            os.kill(os.getpid(), signal.SIGTERM)

    assert process.codes == [128 + signal.SIGTERM]


async def test_a_client_that_has_gone_ends_the_process(process: Process, sample: Container) -> None:
    os.close(process.reading)
    process.reading = -1
    with anyio.fail_after(10):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(process.serve, sample)
            process.ask(INITIALIZE)

    assert process.codes == [0]


def test_the_streams_are_taken_for_the_server_alone() -> None:
    before = [os.dup(one) for one in (0, 1)]
    try:
        ours = (
            stdio._claimed_input(),  # pyright: ignore[reportPrivateUsage]
            stdio._claimed_output(),  # pyright: ignore[reportPrivateUsage]
        )
        kept = [os.path.sameopenfile(*pair) for pair in zip(ours, before, strict=True)]
        left = os.read(0, 1), os.path.sameopenfile(1, 2)
    finally:
        for one, saved in enumerate(before):
            os.dup2(saved, one)
    for one in (*before, *ours):
        os.close(one)

    assert kept == [True, True]
    assert left == (b"", True)
