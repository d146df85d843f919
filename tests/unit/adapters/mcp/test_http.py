"""The server over HTTP: health, readiness, hosts, and no stream that is held open without end."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import httpx
import pytest

from biofacts.adapters.mcp.http import app
from biofacts.application.tools import TOOLS
from biofacts.application.use_cases import UseCases
from biofacts.container import Served, running
from biofacts.ports.sync import Pending, Readiness
from biofacts.settings import Settings

HOSTS = ("127.0.0.1", "localhost")
HEADERS = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


@asynccontextmanager
async def sample(_: object) -> AsyncGenerator[UseCases]:
    async with running(Settings(source="sample")) as container:
        yield container.use_cases()


async def yes() -> Readiness:
    return Readiness(
        ready=True,
        catalogues={"words": True, "drawings": False},
        pending=(Pending(catalogue="drawings", release="2026-11", done=3, total=42),),
    )


@pytest.fixture
async def http() -> AsyncGenerator[httpx.AsyncClient]:
    asgi = app(sample, HOSTS, yes)
    with anyio.fail_after(20):
        async with asgi.router.lifespan_context(asgi):
            transport = httpx.ASGITransport(asgi)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
                yield client


def request(method: str, **params: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def message(response: httpx.Response) -> Any:
    """The JSON-RPC message of an answer, alone or as the data of an event stream."""
    lines = [line.removeprefix("data: ") for line in response.text.splitlines() if line.startswith("data: {")]
    return json.loads(lines[-1] if lines else response.text)


async def test_the_process_says_that_it_lives(http: httpx.AsyncClient) -> None:
    response = await http.get("/healthz")

    assert (response.status_code, response.json()) == (200, {"status": "ok"})


@pytest.mark.parametrize(("source", "status"), [("sample", 200), ("offline", 503)])
async def test_the_process_says_whether_it_can_answer(
    source: str, status: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = str(tmp_path_factory.mktemp("cache"))
    served = Served(Settings.from_environment({"BIOFACTS_SOURCE": source, "BIOFACTS_CACHE_DIR": folder}))
    asgi = app(served.lifespan, HOSTS, served.ready)
    client = httpx.AsyncClient(transport=httpx.ASGITransport(asgi), base_url="http://localhost")
    with anyio.fail_after(20):
        async with asgi.router.lifespan_context(asgi), served.lifespan(None), client:
            response = await client.get("/readyz")

    assert response.status_code == status


async def test_what_is_there_is_told_catalogue_by_catalogue(http: httpx.AsyncClient) -> None:
    told = (await http.get("/readyz")).json()

    assert told["catalogues"] == {"words": True, "drawings": False}


async def test_what_first_questions_need_is_prepared_when_the_server_is_open() -> None:
    begun: list[str] = []

    @asynccontextmanager
    async def opening(_: object) -> AsyncGenerator[UseCases]:
        begun.append("open")
        async with running(Settings(source="sample")) as container:
            yield container.use_cases()

    asgi = app(opening, HOSTS, yes, lambda: begun.append("prepare"))
    with anyio.fail_after(20):
        async with asgi.router.lifespan_context(asgi):
            pass

    assert begun == ["open", "prepare"]


async def test_how_far_the_drawings_are_is_told(http: httpx.AsyncClient) -> None:
    told = (await http.get("/readyz")).json()

    assert told["status"] == "ready"
    assert told["complete"] is False
    assert told["pending"] == [{"catalogue": "drawings", "release": "2026-11", "done": 3, "total": 42}]


async def test_a_stream_that_nobody_needs_is_refused(http: httpx.AsyncClient) -> None:
    response = await http.get("/mcp", headers=HEADERS)

    assert (response.status_code, response.headers["allow"]) == (405, "POST")


async def test_an_old_client_is_served_without_a_session(http: httpx.AsyncClient) -> None:
    initialize = request(
        "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "old", "version": "1"}
    )
    first = await http.post("/mcp", json=initialize, headers=HEADERS)
    headers = HEADERS | {"MCP-Protocol-Version": "2025-06-18"}
    second = await http.post("/mcp", json=request("tools/list"), headers=headers)

    assert message(first)["result"]["protocolVersion"] == "2025-06-18"
    assert [tool["name"] for tool in message(second)["result"]["tools"]] == list(TOOLS)


async def test_a_call_over_http_is_answered(http: httpx.AsyncClient) -> None:
    call = request("tools/call", name="get_pathway", arguments={"pathway_id": "WP:WP534"})
    headers = HEADERS | {"MCP-Protocol-Version": "2025-06-18"}
    response = await http.post("/mcp", json=call, headers=headers)

    assert message(response)["result"]["structuredContent"]["id"] == "WP:WP534"


async def test_another_host_is_refused(http: httpx.AsyncClient) -> None:
    headers = HEADERS | {"Host": "evil.test"}
    response = await http.post("/mcp", json=request("tools/list"), headers=headers)

    assert response.status_code in (403, 421)


async def test_another_origin_is_refused(http: httpx.AsyncClient) -> None:
    headers = HEADERS | {"Origin": "http://evil.test"}
    response = await http.post("/mcp", json=request("tools/list"), headers=headers)

    assert response.status_code == 403


async def test_a_request_that_is_too_large_is_refused(http: httpx.AsyncClient) -> None:
    call = request("tools/call", name="search_pathways", arguments={"query": "x" * 300_000})
    response = await http.post("/mcp", json=call, headers=HEADERS)

    assert response.status_code == 413
