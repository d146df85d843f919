"""The server over HTTP: health, readiness, hosts, and no stream that is held open without end."""

import json
import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
import httpx
import pytest
from pytest_mock import MockerFixture
from starlette.applications import Starlette
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from biofacts.adapters.mcp import server_texts
from biofacts.adapters.mcp.running_requests import RunningRequests
from biofacts.adapters.mcp.streamable_http.allowed_hosts import Exposure
from biofacts.adapters.mcp.streamable_http.client_keys_and_turns import CallerMiddleware, FairTurns
from biofacts.adapters.mcp.streamable_http.monitoring import AccessMiddleware, health_routes
from biofacts.adapters.mcp.streamable_http.request_checks import LOST, CheckedCalls, while_connected
from biofacts.adapters.mcp.streamable_http.serve import HEADERS as HEADERS_OF_ALL
from biofacts.adapters.mcp.streamable_http.serve import SecurityHeaders, WithoutPrefix, app, failed, serve
from biofacts.application.tools.all_tools import TOOLS
from biofacts.application.use_cases import UseCases
from biofacts.composition.server import ServerResources
from biofacts.composition.settings import Settings
from biofacts.ports.synchronisation import Pending, Readiness
from tests import servers
from tests.servers import HEADERS, sample

EXPOSURE = Exposure()


async def nobody(scope: Scope, receive: Receive, send: Send) -> None:
    raise AssertionError("the door should have answered")


async def yes() -> Readiness:
    return Readiness(
        ready=True,
        catalogues={"words": True, "drawings": False},
        pending=(Pending(catalogue="drawings", release="2026-11", done=3, total=42),),
    )


@pytest.fixture
async def http() -> AsyncGenerator[httpx.AsyncClient]:
    asgi = app(sample, EXPOSURE, yes)
    async with servers.served(asgi) as client:
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
    served = ServerResources(Settings.from_environment({"BIOFACTS_SOURCE": source, "BIOFACTS_CACHE_DIR": folder}))
    asgi = app(served.lifespan, EXPOSURE, served.ready)
    async with servers.served(asgi) as client, served.lifespan(None):
        response = await client.get("/readyz")

    assert response.status_code == status


async def test_a_server_that_leaves_is_not_ready_and_says_how_many_calls_still_run() -> None:
    calls = RunningRequests()
    calls.leave()
    with calls.counted():
        async with servers.served(Starlette(routes=health_routes(yes, calls))) as client:
            response = await client.get("/readyz")

    assert (response.status_code, response.json()) == (503, {"status": "leaving", "running": 1})


async def test_a_bug_is_answered_with_the_headers_of_every_answer() -> None:
    scope: Scope = {"type": "http", "method": "GET", "path": "/", "headers": []}
    answer = await failed(Request(scope), ValueError("a bug"))

    assert (answer.status_code, answer.body) == (500, b"Internal Server Error")
    assert [answer.headers.get(name) for name in HEADERS_OF_ALL] == [*HEADERS_OF_ALL.values()]


async def test_what_is_there_is_told_catalogue_by_catalogue(http: httpx.AsyncClient) -> None:
    told = (await http.get("/readyz")).json()

    assert told["catalogues"] == {"words": True, "drawings": False}


async def test_what_first_questions_need_is_prepared_when_the_server_is_open() -> None:
    begun: list[str] = []

    @asynccontextmanager
    async def opening(_: object) -> AsyncGenerator[UseCases]:
        begun.append("open")
        async with sample() as use_cases:
            yield use_cases

    asgi = app(opening, EXPOSURE, yes, lambda: begun.append("prepare"))
    async with servers.served(asgi):
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


@pytest.mark.parametrize(
    ("accepted", "token", "whole"), [(None, None, True), (None, 7, False), ("text/event-stream", None, False)]
)
@pytest.mark.parametrize("era", ["2025-06-18", "2025-11-25"])
async def test_only_who_asks_for_progress_gets_a_stream(
    http: httpx.AsyncClient, era: str, accepted: str | None, token: int | None, whole: bool
) -> None:
    """What has not begun to be answered can be asked for again when a replica dies."""
    meta = {"_meta": {"progressToken": token}} if token is not None else {}
    call = request("tools/call", name="get_pathway", arguments={"pathway_id": "WP:WP534"}, **meta)
    headers = HEADERS | {"MCP-Protocol-Version": era} | ({"Accept": accepted} if accepted else {})
    response = await http.post("/mcp", json=call, headers=headers)

    assert response.headers["content-type"].startswith("application/json") == (whole or response.status_code == 406)
    assert accepted or message(response)["result"]["structuredContent"]["id"] == "WP:WP534"


async def test_another_host_is_refused(http: httpx.AsyncClient) -> None:
    headers = HEADERS | {"Host": "evil.test"}
    response = await http.post("/mcp", json=request("tools/list"), headers=headers)

    assert response.status_code in (403, 421)


async def test_another_origin_is_refused(http: httpx.AsyncClient) -> None:
    headers = HEADERS | {"Origin": "http://evil.test"}
    response = await http.post("/mcp", json=request("tools/list"), headers=headers)

    assert response.status_code == 403


@pytest.mark.parametrize("identifier", ["1.5", "null", "{}", "NaN", "true", "[1]"])
async def test_a_request_whose_id_is_of_no_use_is_told_so_and_not_taken_for_a_notification(
    http: httpx.AsyncClient, identifier: str
) -> None:
    body = f'{{"jsonrpc": "2.0", "id": {identifier}, "method": "tools/list"}}'
    response = await http.post("/mcp", content=body, headers=HEADERS)

    assert response.status_code == 400
    assert response.json()["error"]["code"] == (-32700 if identifier == "NaN" else -32600)


async def test_a_batch_is_refused_in_a_sentence(http: httpx.AsyncClient) -> None:
    response = await http.post("/mcp", json=[request("tools/list"), request("tools/list")], headers=HEADERS)

    assert response.status_code == 400
    assert response.json()["error"] == {
        "code": -32600,
        "message": "Invalid Request: batches are not served; send each message by itself",
    }


async def test_a_notification_is_taken_without_an_answer(http: httpx.AsyncClient) -> None:
    body = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    response = await http.post("/mcp", json=body, headers=HEADERS)

    assert (response.status_code, response.content) == (202, b"")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/healthz", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/a%0d%0ab", 404),
        ("DELETE", "/healthz", 405),
        ("GET", "/mcp", 405),
        ("POST", "/mcp", 400),
    ],
)
async def test_every_answer_has_the_headers_that_make_it_inert(
    http: httpx.AsyncClient, method: str, path: str, status: int
) -> None:
    response = await http.request(method, path, headers=HEADERS)

    assert response.status_code == status
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"


@asynccontextmanager
async def served(exposure: Exposure, calls: RunningRequests | None = None) -> AsyncGenerator[httpx.AsyncClient]:
    asgi = app(sample, exposure, yes, calls=calls)
    async with servers.served(asgi, address="10.0.0.7") as client:
        yield client


@pytest.mark.parametrize("era", ["2025-06-18", "2025-11-25", "2026-07-28"])
async def test_a_call_too_many_is_told_to_come_again_while_health_is_told(era: str) -> None:
    calls = RunningRequests(1)
    headers = HEADERS | {"MCP-Protocol-Version": era}
    async with served(Exposure(), calls) as http:
        with calls.counted():
            refused = await http.post("/mcp", json=request("tools/list"), headers=headers)
            alive = await http.get("/healthz")
        answered = await http.post("/mcp", json=request("tools/list"), headers=HEADERS)

    assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
    assert (refused.json()["id"], refused.json()["error"]["code"]) == (1, -32603)
    assert (alive.status_code, answered.status_code) == (200, 200)
    assert calls.running == 0


@pytest.mark.parametrize(
    ("body", "leaving", "status", "told"),
    [
        (b"{}", False, 400, (None, None)), (b"{", True, 503, ("1", "close")), (b"{}", True, 503, ("1", "close")),
    ],
)  # fmt: skip
async def test_who_leaves_closes_the_connection_and_what_is_no_call_does_not(
    body: bytes, leaving: bool, status: int, told: tuple[str | None, str | None]
) -> None:
    calls = RunningRequests(1)
    calls.leaving = leaving
    async with served(Exposure(), calls) as http:
        answer = await http.post("/mcp", content=body, headers=HEADERS)

    assert answer.status_code == status
    assert (answer.headers.get("retry-after"), answer.headers.get("connection")) == told


@pytest.mark.parametrize("path", ["/mcp", "/bio/mcp"])
async def test_a_path_prefix_may_be_kept_or_cut_off(path: str) -> None:
    async with served(Exposure(path_prefix="/bio")) as http:
        response = await http.post(path, json=request("tools/list"), headers=HEADERS)

    assert response.status_code == 200


async def test_a_page_of_an_allowed_origin_may_ask_first() -> None:
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,mcp-method"}
    async with served(Exposure(allowed_origins=("https://app.test", "http://dev.test:*"))) as http:
        told = {
            origin: (await http.options("/mcp", headers=asked | {"Origin": origin})).headers.get(
                "access-control-allow-origin"
            )
            for origin in ("https://app.test", "http://dev.test:5173", "https://app.test.evil", "http://localhost")
        }
        call = await http.post("/mcp", json=request("tools/list"), headers=HEADERS | {"Origin": "https://app.test"})

    assert told == {
        "https://app.test": "https://app.test",
        "http://dev.test:5173": "http://dev.test:5173",
        "https://app.test.evil": None,
        "http://localhost": None,
    }
    assert (call.status_code, call.headers["access-control-allow-origin"]) == (200, "https://app.test")


@pytest.mark.parametrize(
    ("proxies", "client"), [(("10.0.0.0/8",), "192.0.2.1"), (("10.0.0.8",), "10.0.0.7"), ((), "10.0.0.7")]
)
async def test_only_a_named_proxy_says_who_calls(
    proxies: tuple[str, ...], client: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    door = CheckedCalls.__call__

    async def looking(self: CheckedCalls, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            seen.append(scope["client"][0])
        await door(self, scope, receive, send)

    monkeypatch.setattr(CheckedCalls, "__call__", looking)
    async with served(Exposure(proxies=proxies)) as http:
        await http.post("/mcp", json=request("tools/list"), headers=HEADERS | {"X-Forwarded-For": "192.0.2.1"})

    assert seen == [client]


async def test_a_body_that_grows_too_large_is_refused() -> None:
    sent: list[Message] = []
    read = 0

    async def receive() -> Message:
        nonlocal read
        read += 1
        return {"type": "http.request", "body": b"x" * 1024, "more_body": True}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {"type": "http", "path": "/mcp", "method": "POST", "headers": [(b"host", b"localhost")]}
    await CheckedCalls(nobody, Exposure().names, RunningRequests())(scope, receive, send)

    assert (sent[0]["status"], read) == (413, 1025)


@pytest.mark.parametrize(("length", "is_read"), [(1024 * 1024, True), (1024 * 1024 + 1, False)])
async def test_a_body_that_says_that_it_is_too_large_is_not_read(length: int, is_read: bool) -> None:
    sent: list[Message] = []
    read: list[Message] = []

    async def receive() -> Message:
        read.append({"type": "http.request", "body": b"x", "more_body": False})
        return read[-1]

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-length", str(length).encode())]
    scope: Scope = {"type": "http", "path": "/mcp", "method": "POST", "headers": headers}
    await CheckedCalls(nobody, Exposure().names, RunningRequests())(scope, receive, send)

    assert (bool(read), sent[0]["status"]) == (is_read, 400 if is_read else 413)


async def test_who_goes_away_before_the_end_of_a_body_is_no_call() -> None:
    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(_: Message) -> None:
        raise AssertionError("nobody is there")

    scope: Scope = {"type": "http", "path": "/mcp", "method": "POST", "headers": [(b"host", b"localhost")]}
    await CheckedCalls(nobody, Exposure().names, RunningRequests())(scope, receive, send)


async def test_a_lost_connection_ends_its_request() -> None:
    when_lost = set[Callable[[], None]]()
    ended = False

    async def app(_: Scope, __: Receive, ___: Send) -> None:
        nonlocal ended
        (lost,) = when_lost
        lost()
        try:
            await anyio.sleep_forever()
        finally:
            ended = True

    async def receive() -> Message:
        raise AssertionError("nobody waits for a message")

    async def send(_: Message) -> None:
        raise AssertionError("nobody is there")

    with anyio.fail_after(5):
        await while_connected(app, {"extensions": {LOST: when_lost}}, receive, receive, send)

    assert (ended, when_lost) == (True, set())


async def test_a_request_that_is_too_large_is_refused(http: httpx.AsyncClient) -> None:
    call = request("tools/call", name="search_pathways", arguments={"query": "x" * 1_100_000})
    response = await http.post("/mcp", json=call, headers=HEADERS)

    assert response.status_code == 413
    assert "A request can be at most 1024 kB;" in response.text


@pytest.mark.parametrize(("page", "turns"), [(None, "/mcp"), (nobody, None)])
def test_whoever_calls_passes_every_check_in_this_order(page: ASGIApp | None, turns: str | None) -> None:
    """Behind a proxy an address must be known before a prefix is looked at, and a caller before his turn."""
    exposure = Exposure(proxies=("10.0.0.1",), path_prefix="/facts", allowed_origins=("https://page.test",))
    passed = app(sample, exposure, yes, page=page).user_middleware

    order: list[object] = [
        ProxyHeadersMiddleware, WithoutPrefix, CallerMiddleware, AccessMiddleware, SecurityHeaders, CORSMiddleware,
        FairTurns, CheckedCalls,
    ]  # fmt: skip
    assert [one.cls for one in passed] == order
    assert passed[6].kwargs == {"path": turns}


@pytest.mark.parametrize(("host", "is_open"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_a_server_logs_its_address_alone_and_tells_nobody_what_it_is(
    host: str, is_open: bool, mocker: MockerFixture, caplog: pytest.LogCaptureFixture
) -> None:
    name, begun = "biofacts.adapters.mcp.streamable_http.serve", list[bool]()
    made = mocker.patch(f"{name}.GracefulServer")
    mocker.patch(f"{name}.gc")  # what is frozen is frozen for all tests
    mocker.patch(f"{name}.allow_connections", return_value=7)
    caplog.set_level("WARNING", logger=name)  # whatever is asked for, operators look for the address
    caplog.set_level("INFO")
    exposure = Exposure(host=host, allowed_hosts=("bio.test",))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        serve(sample, exposure, listening, yes, lambda: None, begun=lambda: begun.append(True))
        config, calls, connections, drain, started = made.call_args.args
        started()
        address = exposure.url(listening)

    assert (config.access_log, config.proxy_headers, config.server_header, config.log_level) == (
        False, False, False, "error",
    )  # fmt: skip
    assert (config.timeout_keep_alive, config.timeout_graceful_shutdown) == (75, 1)
    assert (calls.most, connections.most, drain, begun) == (256, 7, 20, [True])
    made.return_value.run.assert_called_once_with(sockets=[listening])
    assert [address in one for one in caplog.messages] == [True, *[False] * is_open]
    assert (server_texts.OPEN_TO_ALL in caplog.messages) is is_open
