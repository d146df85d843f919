"""Visits to the page for people, over the built-in sample and whatever else a test has drawn."""

import re
import socket
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from html.parser import HTMLParser
from typing import Any

import anyio
import anyio.to_thread
import httpx
import msgspec
import uvicorn
from anyio.from_thread import start_blocking_portal
from starlette.types import ASGIApp

from biofacts.adapters.http.wikipathways import gpml
from biofacts.adapters.local.pathways.drawings import Drawings
from biofacts.adapters.sample.upstreams import DAY
from biofacts.adapters.web.site import site
from biofacts.application.tools.all_tools import TOOLS, Tools
from biofacts.application.tools.tool import Tool
from biofacts.composition.container import Container, opened
from tests.containers import sample_in_dictionaries, with_parts
from tests.memory_files import MemoryDrawings
from tests.servers import brought


@asynccontextmanager
async def page(tools: Tools = TOOLS, prefix: str = "", drawings: Sequence[bytes] = ()) -> AsyncGenerator[ASGIApp]:
    """The page. `tools`: what it may ask; `drawings`: files of GPML, which are there beside the sample's."""
    container = await anyio.to_thread.run_sync(_with, tuple(drawings)) if drawings else await brought()
    use_cases = container.use_cases(whole=True)
    yield site(lambda: use_cases, tools, prefix)


@cache
def _with(drawings: Sequence[bytes]) -> Container:
    """The built-in sample and these drawings, brought once for all tests: nothing in it belongs to an event loop."""
    container = sample_in_dictionaries()
    others = MemoryDrawings([*map(gpml.read, drawings)], release="1", day=DAY)
    with_parts(container, drawings=Drawings(others, container.cache()))

    async def bring() -> None:
        async with opened(container):
            pass

    anyio.run(bring)
    return container


@asynccontextmanager
async def visiting(
    tools: Tools = TOOLS, prefix: str = "", drawings: Sequence[bytes] = ()
) -> AsyncGenerator[httpx.AsyncClient]:
    """Somebody who visits the page, as `page` makes it."""
    async with page(tools, prefix, drawings) as app:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            yield client


@contextmanager
def page_served(*drawings: bytes) -> Generator[str]:
    """The page on a port of this machine, in a thread, with drawings beside the sample's. Yields: its address."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(_served(drawings)) as address:
        yield address


@asynccontextmanager
async def _served(drawings: Sequence[bytes]) -> AsyncGenerator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        async with page(drawings=drawings) as app, anyio.create_task_group() as group:
            server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
            group.start_soon(server.serve, [listening])
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
            server.should_exit = True


def answering(**answers: object) -> Tools:
    """The tools, of which some give one answer whatever they are asked, or raise it."""
    return {**TOOLS, **{name: _fixed(TOOLS[name], answer) for name, answer in answers.items()}}


def _fixed(tool: Tool[Any, Any], answer: object) -> Tool[Any, Any]:
    async def run(_: object, __: object) -> object:
        if isinstance(answer, Exception):
            raise answer
        return answer

    return msgspec.structs.replace(tool, run=run)


class Read(HTMLParser):
    """What a browser makes of a page: its elements with their attributes, its text, its links."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, Mapping[str, str | None]]] = []
        self._texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self._texts.append(data)

    @property
    def text(self) -> str:
        """All text, with single blanks."""
        return " ".join(" ".join(self._texts).split())

    @property
    def links(self) -> list[str]:
        """Where links lead."""
        return [str(given["href"]) for tag, given in self.elements if tag == "a" and "href" in given]


_ADDRESSES = ("href", "xlink:href", "src", "srcset", "action", "formaction", "data", "poster")
_NEVER = ("style", "iframe", "object", "embed", "base", "image", "use", "foreignobject", "animate", "set")

_OF_THIS_SITE = {
    "script": re.compile(r"/static/.*"),
    "img": re.compile(r"/compound/[^/]+\.png|/pathway/[^/?]+\.svg\?highlight=[\w%.+-]+"),
}
"""What a page may load, and from where."""


def harmful(read: Read) -> list[object]:
    """What a page would run, load or be dressed with out of itself."""
    found: list[object] = []
    for tag, given in read.elements:
        of_this_site = _OF_THIS_SITE.get(tag)
        if tag in _NEVER or (of_this_site and not of_this_site.fullmatch(given.get("src") or "")):
            found.append((tag, given))
        found += [(tag, name) for name in given if name.startswith("on") or name == "style"]
        for name in _ADDRESSES:
            link = (given.get(name) or "").strip().casefold()
            if link.startswith("//") or (":" in link.partition("/")[0] and not link.startswith(("http:", "https:"))):
                found.append((tag, link))
    return found
