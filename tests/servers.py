"""Servers within a test: what they answer from, and clients of an ASGI application without a socket."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import cache

import anyio
import anyio.to_thread
import httpx
from starlette.applications import Starlette

from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container, opened
from biofacts.ports.synchronisation import Readiness
from tests.containers import sample_in_dictionaries

HEADERS = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
"""What a client of MCP sends with every request."""


@cache
def built_in() -> Container:
    """The built-in sample, brought once for all tests: nothing in it belongs to an event loop."""
    container = sample_in_dictionaries()

    async def bring() -> None:
        async with opened(container):
            pass

    anyio.run(bring)
    return container


async def brought() -> Container:
    """The built-in sample, from within an event loop."""
    return await anyio.to_thread.run_sync(built_in)


@asynccontextmanager
async def sample(_: object = None) -> AsyncGenerator[UseCases]:
    """The use cases over the built-in sample: the lifespan of a server."""
    yield (await brought()).use_cases()


async def ready() -> Readiness:
    """Everything is there."""
    return Readiness(ready=True)


@asynccontextmanager
async def served(asgi: Starlette, *, address: str = "127.0.0.1") -> AsyncGenerator[httpx.AsyncClient]:
    """A client, at an address, of an application that has been started; 20 seconds for all of it."""
    transport = httpx.ASGITransport(asgi, client=(address, 4711))
    client = httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000")
    with anyio.fail_after(20):
        async with asgi.router.lifespan_context(asgi), client:
            yield client
