"""Visits to the page for people, over the built-in sample."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from html.parser import HTMLParser
from typing import Any

import httpx
import msgspec

from biofacts.adapters.page.phrasing import PAGE
from biofacts.adapters.page.site import site
from biofacts.application.tool import Tool
from biofacts.application.tools import TOOLS, Tools
from biofacts.container import running
from biofacts.settings import Settings


@asynccontextmanager
async def visiting(tools: Tools = TOOLS, prefix: str = "") -> AsyncGenerator[httpx.AsyncClient]:
    """Somebody who visits the page. `tools`: what it may ask."""
    async with running(Settings(source="sample")) as container:
        use_cases = container.use_cases(phrasing=PAGE)
        transport = httpx.ASGITransport(site(lambda: use_cases, tools, prefix))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            yield client


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
