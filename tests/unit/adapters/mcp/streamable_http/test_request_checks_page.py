"""Before the page for people: hosts, origins, sizes, numbers and tokens, as before the protocol."""

from base64 import b64encode
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

import anyio
import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from biofacts.adapters.mcp.running_requests import RunningRequests
from biofacts.adapters.mcp.streamable_http.allowed_hosts import Exposure
from biofacts.adapters.mcp.streamable_http.authentication import GivenTokens, Guard, digests, issuer_settings
from biofacts.adapters.mcp.streamable_http.monitoring import AuthAndMonitoring
from biofacts.adapters.mcp.streamable_http.serve import app
from tests.servers import ready, sample, served

TOKEN = "given-token-0123456789"
GIVEN = Guard(GivenTokens(digests([TOKEN])))
SCOPED = Guard(GIVEN.verifier, issuer_settings("https://a.example", "https://b.example", ["facts:read"]))


async def page(scope: Scope, receive: Receive, send: Send) -> None:
    body = (await receive())["body"].decode()
    await PlainTextResponse(f"the page {scope['path']} {body}")(scope, receive, send)


async def stuck(_: Scope, __: Receive, ___: Send) -> None:
    await anyio.sleep_forever()


@asynccontextmanager
async def visiting(
    guard: Guard | None = None, calls: RunningRequests | None = None
) -> AsyncGenerator[httpx.AsyncClient]:
    asgi = app(sample, Exposure(), ready, calls=calls, auth_and_monitoring=AuthAndMonitoring(guard=guard), page=page)
    async with served(asgi) as client:
        yield client


def basic(password: str) -> dict[str, str]:
    return {"Authorization": f"Basic {b64encode(f'anybody:{password}'.encode()).decode()}"}


async def test_the_page_is_at_every_path_that_is_not_taken() -> None:
    async with visiting() as client:
        answers = [await client.get(path) for path in ("/", "/pathway/WP:WP254", "/healthz", "/mcp")]
        sent = await client.post("/enrich", content="genes=A")

    assert [one.text[:8] for one in answers] == ["the page", "the page", '{"status', ""]
    assert answers[3].status_code == 405
    assert sent.text == "the page /enrich genes=A"


async def test_other_hosts_and_origins_are_refused() -> None:
    async with visiting() as client:
        host = await client.get("/", headers={"Host": "evil.example"})
        origin = await client.post("/enrich", headers={"Origin": "https://evil.example"})
        own = await client.post("/enrich", headers={"Origin": "http://127.0.0.1:8000"})

    assert [one.status_code for one in (host, origin, own)] == [421, 403, 200]
    assert [one.headers["content-security-policy"][:18] for one in (host, origin)] == ["default-src 'none'"] * 2
    assert [one.headers["content-type"][:10] for one in (host, origin)] == ["text/plain"] * 2


async def arriving(size: int) -> AsyncIterator[bytes]:
    """A body without a length in its head."""
    yield b"x" * size


async def test_what_is_too_large_is_refused() -> None:
    async with visiting() as client:
        largest = await client.post("/enrich", content=b"x" * 2**20)
        answer = await client.post("/enrich", content=b"x" * (2**20 + 1))
        streamed = [await client.post("/enrich", content=arriving(size)) for size in (2**20, 2**20 + 1)]

    assert [one.status_code for one in (largest, answer, *streamed)] == [200, 413, 200, 413]
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")


@pytest.mark.parametrize("path", ["/bio", "/bio/", "/"])
async def test_a_prefix_alone_is_the_page(path: str) -> None:
    asgi = app(sample, Exposure(path_prefix="/bio"), ready, page=page)
    async with served(asgi) as client:
        answer = await client.get(path)

    assert answer.text == "the page / "


@pytest.mark.parametrize("leaving", [False, True])
async def test_visits_count_as_calls(leaving: bool) -> None:
    calls = RunningRequests(most=0 if not leaving else 1)
    calls.leaving = leaving
    async with visiting(calls=calls) as client:
        answer = await client.get("/")

    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")


async def test_a_visit_that_a_stopping_server_interrupts_is_told_so() -> None:
    calls = RunningRequests()
    asgi = app(sample, Exposure(), ready, calls=calls, page=stuck)
    answers: list[httpx.Response] = []

    async def visit(client: httpx.AsyncClient) -> None:
        answers.append(await client.get("/"))

    async with served(asgi) as client, anyio.create_task_group() as group:
        group.start_soon(visit, client)
        while not calls.running:
            await anyio.lowlevel.checkpoint()
        await anyio.wait_all_tasks_blocked()
        calls.interrupt()

    assert [answer.status_code for answer in answers] == [503]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        (basic(TOKEN), 200),
        ({"Authorization": f"Bearer {TOKEN}"}, 200),
        (basic("another-token-0123456789"), 401),
        ({"Authorization": "Basic !!!"}, 401),
        ({"Authorization": f"Basic {b64encode(TOKEN.encode()).decode()}"}, 401),
    ],
)
async def test_where_clients_need_a_token_so_do_visitors(headers: dict[str, str], status: int) -> None:
    async with visiting(GIVEN) as client:
        answer = await client.get("/", headers=headers)

    assert answer.status_code == status
    assert answer.headers.get("www-authenticate", "").startswith("Basic") == (status == 401)


async def test_clients_that_look_for_metadata_are_told_that_there_are_none() -> None:
    async with visiting(GIVEN) as client:
        answer = await client.get("/.well-known/oauth-protected-resource")

    assert answer.status_code == 404


async def test_a_token_without_the_scope_is_none() -> None:
    async with visiting(SCOPED) as client:
        answer = await client.get("/", headers=basic(TOKEN))

    assert answer.status_code == 401


async def test_without_a_page_there_is_nothing() -> None:
    asgi = app(sample, Exposure(), ready)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(asgi), base_url="http://127.0.0.1:8000") as client:
        answer = await client.get("/")

    assert answer.status_code == 404
