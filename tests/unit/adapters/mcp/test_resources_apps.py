"""The MCP App of `show_pathway`: what is said of it, and its document, as a host gets them."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Literal

import pytest
from mcp import Client, types

from biofacts.adapters.mcp.resources import EXTENSION, MIME_TYPE, URI
from biofacts.adapters.mcp.server import build
from biofacts.application.tools.all_tools import TOOLS, offered
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container
from biofacts.composition.server import app_document

Era = Literal["auto", "legacy"]
NOTHING: list[str] = []
UI = {
    "ui": {
        "csp": {
            "connectDomains": NOTHING, "resourceDomains": NOTHING, "frameDomains": NOTHING, "baseUriDomains": NOTHING,
        },
        "prefersBorder": True,
    }
}  # fmt: skip


@pytest.fixture(params=["auto", "legacy"])
def era(request: pytest.FixtureRequest) -> Era:
    chosen: Era = request.param
    return chosen


@asynccontextmanager
async def opened(sample: Container, era: Era = "auto", tools: str = "", *, app: bool = True) -> AsyncGenerator[Client]:
    @asynccontextmanager
    async def lifespan(_: object) -> AsyncGenerator[UseCases]:
        yield sample.use_cases()

    server = build(lifespan, tools=offered(tools), document=app_document if app else None)
    async with Client(server, mode=era) as client:
        yield client


async def test_one_tool_has_an_app(era: Era, sample: Container) -> None:
    async with opened(sample, era) as client:
        tools = (await client.list_tools()).tools

    assert {tool.name: tool.meta for tool in tools if tool.meta} == {"show_pathway": {"ui": {"resourceUri": URI}}}


async def test_its_document_is_listed_and_read_as_hosts_want_it(era: Era, sample: Container) -> None:
    async with opened(sample, era) as client:
        listed = next(one for one in (await client.list_resources()).resources if one.uri == URI)
        (contents,) = (await client.read_resource(URI)).contents

    assert (listed.mime_type, listed.meta) == (contents.mime_type, contents.meta) == (MIME_TYPE, UI)
    assert listed.title
    assert listed.description
    assert isinstance(contents, types.TextResourceContents)
    assert contents.text == app_document(TOOLS)


async def test_the_extension_is_declared(sample: Container) -> None:
    """By revisions before 2026 servers have no place to say so; there, clients declare it alone."""
    async with opened(sample, "auto") as client:
        declared = client.server_capabilities
    async with opened(sample, "legacy") as client:
        before = client.server_capabilities

    assert declared.extensions == {EXTENSION: {}}
    assert before.extensions is None


@pytest.mark.parametrize(("tools", "app"), [("pathways", True), ("", False)])
async def test_without_the_tool_or_the_document_there_is_no_app(
    tools: str, app: bool, era: Era, sample: Container
) -> None:
    async with opened(sample, era, tools, app=app) as client:
        listed = [one.uri for one in (await client.list_resources()).resources]
        metas = [tool.meta for tool in (await client.list_tools()).tools]
        capabilities = client.server_capabilities

    assert URI not in listed
    assert not any(metas)
    assert capabilities.extensions is None


async def test_an_answer_is_the_same_with_and_without_an_app(era: Era, sample: Container) -> None:
    given = {"pathway_id": "WP:WP254", "highlight": ["TP53"]}
    async with opened(sample, era) as client:
        shown = await client.call_tool("show_pathway", given)
    async with opened(sample, era, app=False) as client:
        plain = await client.call_tool("show_pathway", given)

    assert shown.content == plain.content
    assert shown.structured_content == plain.structured_content
    assert [one.type for one in shown.content] == ["image", "text"]
    assert shown.meta == plain.meta
    assert "<svg" not in shown.model_dump_json()
