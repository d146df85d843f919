"""The server on standard input and output. It reads lines itself, since the SDK's reader ignores invalid ones."""

import gc
import io
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO, Protocol

import anyio
import anyio.to_thread
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage

from biofacts.adapters.mcp.refusals import message_in, too_long
from biofacts.adapters.mcp.resources import Document
from biofacts.adapters.mcp.server import Lifespan, build, idle
from biofacts.application.tools.registry import TOOLS, Tools
from biofacts.ports.observing import Observer, unobserved

if TYPE_CHECKING:
    from anyio.streams.memory import MemoryObjectSendStream
    from mcp import types

_LONGEST_LINE = 4 * 1024 * 1024


class _Answers(Protocol):
    """The stream of outgoing messages."""

    async def send(self, item: SessionMessage, /) -> None: ...


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
    server = build(lifespan, prepare, tools, observer, document=document)
    gc.freeze()  # imported modules stay for good, so the collector need not visit them
    gc.enable()
    ended: int | None = None
    lines = _claimed_input()
    try:
        # The SDK's reader gets an empty input; `receive` reads the real one.
        async with stdio_server(stdin=anyio.wrap_file(io.StringIO())) as (unread, write):
            await unread.aclose()
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
                tasks.start_soon(receive, lines, messages, write)
                await server.run(read, write, server.create_initialization_options())
                tasks.cancel_scope.cancel()
            if ended is not None:
                _end(ended)  # now, since the SDK would wait for a client that may not read its responses
    except* BrokenPipeError:  # the client is gone
        _end(0)


def _end(code: int) -> None:
    """End the process at once: its reader may block in a read that nothing can interrupt."""
    logging.shutdown()
    with suppress(OSError):
        sys.stderr.flush()
    os._exit(code)


async def receive(
    lines: BinaryIO,
    messages: "MemoryObjectSendStream[SessionMessage | Exception]",
    answers: _Answers,
    most: int = _LONGEST_LINE,
) -> None:
    """Pass on messages in lines of at most `most` bytes until the input ends; answer invalid lines with errors."""
    async with messages:
        # A read blocks until the client writes, so a cancelled one is abandoned.
        while line := await anyio.to_thread.run_sync(lines.readline, most + 1, abandon_on_cancel=True):
            found: types.JSONRPCMessage | Sequence[types.JSONRPCError]
            if len(line) > most and not line.endswith(b"\n"):
                found = too_long(line, most)
                await anyio.to_thread.run_sync(_pass_over, lines, abandon_on_cancel=True)
            else:
                found = message_in(line)
            if isinstance(found, Sequence):
                for error in found:
                    await answers.send(SessionMessage(error))
            else:
                await messages.send(SessionMessage(found))


def _pass_over(lines: BinaryIO) -> None:
    """Skip the rest of the line."""
    while (part := lines.readline(_LONGEST_LINE)) and not part.endswith(b"\n"):
        pass


def _claimed_input() -> BinaryIO:
    """Take the standard input for us alone: all other readers, child processes included, find its end."""
    ours = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return os.fdopen(ours, "rb", closefd=False)
