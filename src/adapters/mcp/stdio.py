"""The server on standard input and output. It reads lines itself, since the SDK's reader ignores invalid ones."""

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
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread
import msgspec
from mcp import types
from mcp.shared.message import SessionMessage

from biofacts.adapters.mcp.refusals import message_in, too_long
from biofacts.adapters.mcp.resources import Document
from biofacts.adapters.mcp.server import Lifespan, build, idle
from biofacts.application.tools.registry import TOOLS, Tools
from biofacts.ports.observing import Observer, unobserved

if TYPE_CHECKING:
    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

_LONGEST_LINE = 4 * 1024 * 1024
_LARGEST_PART = 1 << 16
_AT_ONCE = getattr(select, "PIPE_BUF", 512)
"""Bytes that a pipe takes without blocking once it says that it is ready."""


class Answers:
    """The standard output.

    A thread writes only what the client does not take at once: changing threads for each answer takes as long as
    looking a record up.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._is_ready: Callable[[int], object] = _never
        if sys.platform != "win32":  # where pipes cannot be polled
            polled = select.poll()
            polled.register(descriptor, select.POLLOUT)
            self._is_ready = polled.poll

    async def write_all(self, messages: "MemoryObjectReceiveStream[SessionMessage]") -> None:
        """Write messages until there are no more."""
        async with messages:
            async for one in messages:
                await self.write(line_of(one.message))

    async def write(self, line: bytes) -> None:
        rest = memoryview(line)
        while rest and self._is_ready(0):
            rest = rest[os.write(self._descriptor, rest[:_AT_ONCE]) :]
        if rest:
            await anyio.to_thread.run_sync(self._write_patiently, rest)

    def _write_patiently(self, rest: memoryview) -> None:
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]


def line_of(message: types.JSONRPCMessage) -> bytes:
    """Encode a message. Results are encoded here, since the SDK would copy all that JSON has already."""
    if isinstance(message, types.JSONRPCResponse):
        return msgspec.json.encode({"jsonrpc": "2.0", "id": message.id, "result": message.result}) + b"\n"
    return message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"


async def serve(
    lifespan: Lifespan,
    prepare: Callable[[], None] = idle,
    tools: Tools = TOOLS,
    observer: Observer = unobserved,
    document: Document | None = None,
) -> None:
    """Serve until the client closes the input or stops reading.

    SIGTERM and SIGINT close the lifespan and end the process.
    """
    server = build(lifespan, prepare, tools, observer, document=document, structured=msgspec.Raw)
    gc.freeze()  # imported modules stay for good, so the collector need not visit them
    gc.enable()
    ended: int | None = None
    readline, answers = _readline(_claimed_input()), Answers(_claimed_output())
    try:
        async with anyio.create_task_group() as writing:
            write, unwritten = anyio.create_memory_object_stream[SessionMessage](0)
            writing.start_soon(answers.write_all, unwritten)
            messages, read = anyio.create_memory_object_stream[SessionMessage | Exception](0)
            async with anyio.create_task_group() as tasks:

                async def watch() -> None:
                    nonlocal ended
                    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
                        async for number in signals:
                            ended = 128 + int(number)
                            tasks.cancel_scope.cancel()

                if sys.platform != "win32":  # anyio has no signal receiver there
                    tasks.start_soon(watch)
                tasks.start_soon(receive, readline, messages, write)
                await server.run(read, write, server.create_initialization_options())
                tasks.cancel_scope.cancel()
            if ended is not None:
                _end(ended)  # now, since the client may not read its responses
    except* BrokenPipeError:  # the client is gone
        _end(0)


def _end(code: int) -> None:
    """End the process at once: its reader may block in a read that nothing can interrupt."""
    logging.shutdown()
    with suppress(OSError):
        sys.stderr.flush()
    os._exit(code)


async def receive(
    readline: Callable[[int], Awaitable[bytes]],
    messages: "MemoryObjectSendStream[SessionMessage | Exception]",
    answers: "MemoryObjectSendStream[SessionMessage]",
    most: int = _LONGEST_LINE,
) -> None:
    """Pass on messages in lines of at most `most` bytes until the input ends; answer invalid lines with errors."""
    async with messages:
        while line := await readline(most + 1):
            found: types.JSONRPCMessage | Sequence[types.JSONRPCError]
            if len(line) > most and not line.endswith(b"\n"):
                found = too_long(line, most)
                while (part := await readline(most)) and not part.endswith(b"\n"):
                    pass
            else:
                found = message_in(line)
            if isinstance(found, Sequence):
                for error in found:
                    await answers.send(SessionMessage(error))
            else:
                await messages.send(SessionMessage(found))


class PipedLines:
    """The lines of a pipe or socket, for which no thread waits."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._read = bytearray()

    async def readline(self, most: int) -> bytes:
        """Return the next line, or the first `most` bytes of a longer one; b"" at the end."""
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
    # A read of anything else may block, so that a cancelled one is abandoned.
    lines = os.fdopen(descriptor, "rb", closefd=False)
    return partial(anyio.to_thread.run_sync, lines.readline, abandon_on_cancel=True)


def _never(_: int) -> bool:
    return False


def _claimed_output() -> int:
    """Take the standard output for us alone: whatever others print goes to the standard error."""
    ours = os.dup(1)
    with suppress(OSError):  # without a standard error there is no other place
        os.dup2(2, 1)
    return ours


def _claimed_input() -> int:
    """Take the standard input for us alone: all other readers, child processes included, find its end."""
    ours = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return ours
