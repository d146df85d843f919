"""The MCP server on standard input and output.

This module reads lines itself, since the SDK's reader ignores invalid ones. It also writes them itself: the SDK passes
each message from task to task, which takes as long as looking up a record.
"""

import gc
import logging
import os
import select
import signal
import stat
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Self

import anyio
import anyio.to_thread
import msgspec
from mcp import types
from mcp.shared.message import SessionMessage

from biofacts.adapters.mcp.malformed_messages import message_in, too_long
from biofacts.adapters.mcp.resources import Document
from biofacts.adapters.mcp.server import Lifespan, build, idle
from biofacts.application.tools.all_tools import TOOLS, Tools
from biofacts.ports.observing import Observer, unobserved

_LONGEST_LINE = 4 * 1024 * 1024
_LARGEST_PART = 1 << 16
_AT_ONCE = getattr(select, "PIPE_BUF", 512)
"""The number of bytes that a pipe accepts without blocking when it is ready."""


class _Stream:
    """A stream for the SDK, which enters and closes it, although there is nothing to close."""

    async def aclose(self) -> None:
        """Do nothing."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, exc_type: object, exc_val: object, exc_tb: object) -> None:
        """Do nothing."""


class Answers(_Stream):
    """Standard output as the stream to which the SDK sends messages. `leave`: called when the client has gone.

    Messages are written directly, and by a thread only if the client does not read them at once: switching threads
    for each answer takes as long as looking up a record.
    """

    def __init__(self, descriptor: int, leave: Callable[[], None]) -> None:
        self._descriptor = descriptor
        self._leave = leave
        self._whole = anyio.Lock(fast_acquire=True)
        self._is_torn = False
        self._is_ready: Callable[[int], object] = lambda _: False
        if sys.platform != "win32":  # Windows cannot poll pipes
            polled = select.poll()
            polled.register(descriptor, select.POLLOUT)
            self._is_ready = polled.poll

    async def send(self, item: SessionMessage, /) -> None:
        """Write a message as one line. Raises: anyio.BrokenResourceError if the client has gone."""
        async with self._whole:
            try:
                await self._write(memoryview(line_of(item.message)))
            except BrokenPipeError:
                self._leave()
                raise anyio.BrokenResourceError from None

    async def _write(self, rest: memoryview) -> None:
        # 0: ask whether the pipe is ready, without waiting.
        while rest and not self._is_torn and self._is_ready(0):
            rest = rest[os.write(self._descriptor, rest[:_AT_ONCE]) :]
        if rest and not self._is_torn:
            self._is_torn = True  # if the server stops meanwhile, nothing may follow a partly written line
            await anyio.to_thread.run_sync(self._write_patiently, rest, abandon_on_cancel=True)
            self._is_torn = False

    def _write_patiently(self, rest: memoryview) -> None:
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]


def line_of(message: types.JSONRPCMessage) -> bytes:
    """Encode a message as a line. Results contain encoded JSON (`msgspec.Raw`), which only msgspec can insert."""
    if isinstance(message, types.JSONRPCResponse):
        return msgspec.json.encode({"jsonrpc": "2.0", "id": message.id, "result": message.result}) + b"\n"
    return message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"


class Requests(_Stream):
    """The lines of an input as the stream of messages that the SDK reads. Invalid lines are answered with errors.

    `readline`: returns the next line, cut at a number of bytes. `most`: the maximum length of a line in bytes.
    """

    def __init__(
        self, readline: Callable[[int], Awaitable[bytes]], answers: Answers, most: int = _LONGEST_LINE
    ) -> None:
        self._readline = readline
        self._answers = answers
        self._most = most

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        while line := await self._readline(self._most + 1):
            parsed = await self._parsed(line)
            if not isinstance(parsed, Sequence):
                return SessionMessage(parsed)
            for error in parsed:
                await self._answers.send(SessionMessage(error))
        raise StopAsyncIteration

    async def receive(self) -> SessionMessage | Exception:
        """Return the next message. Raises: anyio.EndOfStream at the end of the input."""
        async for message in self:
            return message
        raise anyio.EndOfStream

    async def _parsed(self, line: bytes) -> types.JSONRPCMessage | Sequence[types.JSONRPCError]:
        # The line end does not count.
        if len(line) <= self._most or line.endswith(b"\n"):
            return message_in(line)
        while (part := await self._readline(self._most)) and not part.endswith(b"\n"):
            pass
        return too_long(line, self._most)


async def serve(
    lifespan: Lifespan,
    prepare: Callable[[], None] = idle,
    tools: Tools = TOOLS,
    observer: Observer = unobserved,
    document: Document | None = None,
) -> None:
    """Serve until the client closes the input or stops reading. The arguments are those of `build`.

    SIGTERM and SIGINT close the lifespan and end the process.
    """
    server = build(lifespan, prepare, tools, observer, document=document, structured=msgspec.Raw)
    gc.freeze()  # imported modules stay in memory, so the garbage collector need not visit them
    gc.enable()
    ended: int | None = None
    readline, output = _readline(_claimed_input()), _claimed_output()
    async with anyio.create_task_group() as tasks:

        def leave(code: int = 0) -> None:
            nonlocal ended
            ended = code
            tasks.cancel_scope.cancel()

        async def watch() -> None:
            with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
                async for number in signals:
                    # As shells report a process that a signal has ended.
                    leave(128 + int(number))

        if sys.platform != "win32":  # anyio cannot receive signals on Windows
            tasks.start_soon(watch)
        answers = Answers(output, leave)
        await server.run(Requests(readline, answers), answers, server.create_initialization_options())
        tasks.cancel_scope.cancel()
    if ended is not None:
        _end(ended)  # a thread may still wait for a client that does not read


def _end(code: int) -> None:
    """End the process at once, since a thread may be blocked in a read that nothing can interrupt."""
    logging.shutdown()
    with suppress(OSError):
        sys.stderr.flush()
    os._exit(code)


class PipedLines:
    """The lines of a pipe or socket, read without a waiting thread."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._read = bytearray()

    async def readline(self, most: int) -> bytes:
        """Return the next line, or the first `most` bytes of a longer line; b"" at the end of the input."""
        seen = 0
        while not (end := self._read.find(b"\n", seen, most) + 1) and (seen := len(self._read)) < most:
            await anyio.wait_readable(self._descriptor)
            if not (part := os.read(self._descriptor, _LARGEST_PART)):
                break
            self._read += part
        line = bytes(self._read[: end or most])
        del self._read[: len(line)]
        return line


def _readline(descriptor: int) -> Callable[[int], Awaitable[bytes]]:
    mode = os.fstat(descriptor).st_mode
    if sys.platform != "win32" and (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
        return PipedLines(descriptor).readline
    # Reading anything else may block its thread, which is abandoned if the read is cancelled.
    lines = os.fdopen(descriptor, "rb", closefd=False)
    return partial(anyio.to_thread.run_sync, lines.readline, abandon_on_cancel=True)


def _claimed_output() -> int:
    """Reserve standard output for the protocol: redirect everything else that is printed to standard error."""
    ours = os.dup(1)
    with suppress(OSError):  # if there is no standard error, nothing can be redirected
        os.dup2(2, 1)
    return ours


def _claimed_input() -> int:
    """Reserve standard input for the protocol: other readers, such as child processes, get an empty input."""
    ours = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return ours
