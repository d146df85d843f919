"""The server on standard input and output."""

import gc
import logging
import os
import signal
import sys
from collections.abc import Callable

import anyio
from mcp.server.stdio import stdio_server

from biofacts.adapters.mcp.server import Lifespan, build, idle
from biofacts.application.tools import TOOLS, Tools
from biofacts.ports.observing import Observer, unobserved


async def serve(
    lifespan: Lifespan,
    prepare: Callable[[], None] = idle,
    tools: Tools = TOOLS,
    observer: Observer = unobserved,
) -> None:
    """Serve until the client closes the input; SIGTERM and SIGINT close the lifespan and end the process."""
    server = build(lifespan, prepare, tools, observer)
    gc.freeze()  # what was imported stays: no need to look at it ever again
    gc.enable()
    received = 0
    async with stdio_server() as (read, write):
        async with anyio.create_task_group() as tasks:

            async def watch() -> None:
                nonlocal received
                with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
                    async for number in signals:
                        received = int(number)
                        tasks.cancel_scope.cancel()

            if sys.platform != "win32":
                tasks.start_soon(watch)
            await server.run(read, write, server.create_initialization_options())
            tasks.cancel_scope.cancel()
        if received:  # the reader's thread may sit in a read that nothing can interrupt
            logging.shutdown()
            sys.stderr.flush()
            os._exit(128 + received)
