"""Lines and answers over pipes: in any pieces, in order, and without holding up anything else."""

import os
import sys
from collections.abc import Generator

import anyio
import anyio.to_thread
import pytest

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


async def test_a_client_that_does_not_read_yet_holds_up_no_other_task(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    answers = Answers(writing)
    text, ran = b"0123456789" * 30_000, anyio.Event()
    read = b""
    with anyio.fail_after(10):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(answers.write, text)
            await anyio.lowlevel.checkpoint()
            ran.set()
            while len(read) < len(text):
                read += await anyio.to_thread.run_sync(os.read, reading, 50_000)

    assert ran.is_set()
    assert read == text
