"""Around the protocol: who may call, what is seen of it, and nothing of what was asked."""

import json
import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import httpx
import pytest

from biofacts.adapters.mcp.running_requests import CALLED
from biofacts.adapters.mcp.streamable_http.allowed_hosts import Exposure
from biofacts.adapters.mcp.streamable_http.authentication import (
    Expected,
    GivenTokens,
    Guard,
    KeyCache,
    SignedTokens,
    SigningKeys,
    digests,
    issuer_settings,
)
from biofacts.adapters.mcp.streamable_http.monitoring import LOGGER, AuthAndMonitoring
from biofacts.adapters.mcp.streamable_http.serve import app
from biofacts.application.calls.progress_and_client_limit import REQUEST
from biofacts.domain.answers.errors import UpstreamError
from biofacts.ports.observing import CallBegan, CallEnded, Event, HttpAnswered
from tests.processes import MODERN_META
from tests.servers import HEADERS, ready, sample, served
from tests.signing import AUDIENCE, ISSUER, Signer

TOKEN = "given-token-0123456789"
SIGNER = Signer()
METADATA = "/.well-known/oauth-protected-resource/mcp"
GIVEN = Guard(GivenTokens(digests([TOKEN])))
ERAS = ["2025-06-18", "2026-07-28"]

Opened = Callable[[AuthAndMonitoring], AbstractAsyncContextManager[httpx.AsyncClient]]


async def published() -> list[dict[str, Any]]:
    return [SIGNER.public]


async def away() -> list[dict[str, Any]]:
    raise UpstreamError.of("identity provider", "it cannot be reached")


async def page() -> bytes:
    return b"biofacts_ready 1.0\n"


def signed(keys: SigningKeys = published) -> Guard:
    verifier = SignedTokens(Expected(issuer=ISSUER, audience=AUDIENCE), KeyCache(keys))
    return Guard(verifier, issuer_settings(ISSUER, AUDIENCE, ["facts:read"]))


@asynccontextmanager
async def opened(auth_and_monitoring: AuthAndMonitoring) -> AsyncGenerator[httpx.AsyncClient]:
    asgi = app(sample, Exposure(), ready, auth_and_monitoring=auth_and_monitoring)
    async with served(asgi) as client:
        yield client


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def call(client: httpx.AsyncClient, era: str = ERAS[0], tool: str = "get_pathway", **more: Any) -> httpx.Response:
    meta = {"_meta": MODERN_META} if era > "2026" else {}
    params = {"name": tool, "arguments": more.get("arguments", {"pathway_id": "WP:WP534"}), **meta}
    headers = HEADERS | {"MCP-Protocol-Version": era}
    modern = {"Mcp-Method": "tools/call", "Mcp-Name": tool} if era > "2026" else {}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    return await client.post("/mcp", json=body, headers=headers | modern | more.get("headers", {}))


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(
    ("guard", "issue"), [(GIVEN, lambda: TOKEN), (signed(), SIGNER.token)], ids=["given", "signed"]
)
async def test_who_has_a_token_is_answered_and_nobody_else(guard: Guard, issue: Callable[[], str], era: str) -> None:
    token = issue()  # now: one of when tests are collected would have expired in a long run
    async with opened(AuthAndMonitoring(guard=guard)) as client:
        sent: list[Mapping[str, str]] = [
            bearer(token), {}, bearer("wrong"), bearer(token[:-5]), bearer(""), {"Authorization": f"Basic {token}"},
            {"Authorization": token},
        ]  # fmt: skip
        answers = [await call(client, era, headers=headers) for headers in sent]

    assert [answer.status_code for answer in answers] == [200, 401, 401, 401, 401, 401, 401]
    assert "Glycolysis" in answers[0].text
    assert all(answer.headers["www-authenticate"].startswith("Bearer ") for answer in answers[1:])


@pytest.mark.parametrize(
    ("changed", "status", "error"),
    [
        ({"aud": "https://other.test/mcp"}, 401, "invalid_token"),
        ({"scope": 5}, 401, "invalid_token"),
        ({"scope": "other"}, 403, "insufficient_scope"),
    ],
    ids=["audience", "a scope that is none", "scope"],
)
async def test_a_token_for_something_else_is_refused_as_the_protocol_says(
    changed: dict[str, object], status: int, error: str
) -> None:
    async with opened(AuthAndMonitoring(guard=signed())) as client:
        answer = await call(client, headers=bearer(SIGNER.token(**changed)))
        metadata = (await client.get(METADATA)).json()

    told = answer.headers["www-authenticate"]
    assert answer.status_code == status
    assert f'error="{error}"' in told
    assert f'resource_metadata="https://biofacts.test{METADATA}"' in told
    assert (metadata["resource"], metadata["authorization_servers"]) == (AUDIENCE, [ISSUER])
    assert metadata["scopes_supported"] == ["facts:read"]


async def test_while_no_token_can_be_checked_clients_come_again_and_health_is_answered() -> None:
    async with opened(AuthAndMonitoring(guard=signed(away))) as client:
        answer = await call(client, headers=bearer(SIGNER.token()))
        health = await client.get("/healthz", headers=bearer(SIGNER.token()))

    assert (answer.status_code, answer.headers["retry-after"]) == (503, "10")
    assert health.status_code == 200


@pytest.mark.parametrize(
    ("for_callers", "statuses"), [(False, [200, 200, 200]), (True, [401, 401, 200])], ids=["open", "token"]
)
async def test_health_needs_no_token_and_metrics_as_it_is_set(for_callers: bool, statuses: list[int]) -> None:
    async with opened(AuthAndMonitoring(guard=GIVEN, metrics=page, metrics_for_callers=for_callers)) as client:
        health = [await client.get(path) for path in ("/healthz", "/readyz")]
        pages = [await client.get("/metrics", headers=one) for one in ({}, bearer("wrong"), bearer(TOKEN))]

    assert [one.status_code for one in health] == [200, 200]
    assert [one.status_code for one in pages] == statuses
    assert pages[-1].text == "biofacts_ready 1.0\n"
    assert pages[-1].headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"


async def test_without_metrics_there_is_no_page() -> None:
    async with opened(AuthAndMonitoring()) as client:
        assert (await client.get("/metrics")).status_code == 404


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [{**record.__dict__["fields"]} for record in caplog.records if record.name == LOGGER]


@pytest.mark.parametrize("era", ERAS)
async def test_a_line_is_written_for_each_request_and_events_are_told(
    era: str, caplog: pytest.LogCaptureFixture
) -> None:
    events: list[Event] = []
    with caplog.at_level(logging.INFO, LOGGER):
        async with opened(AuthAndMonitoring(guard=GIVEN, observer=events.append)) as client:
            answers = [
                await call(client, era, headers=bearer(TOKEN)),
                await call(client, era, headers=bearer(TOKEN), arguments={"pathway_id": "WP:WP999999"}),
                await call(client, era, headers=bearer(TOKEN), tool="no_such_tool"),
                await call(client, era),
            ]
            await client.get("/healthz")
    told = lines(caplog)

    assert [(one.get("tool"), one.get("code"), one["status"]) for one in told] == [
        ("get_pathway", "ok", 200), ("get_pathway", "ENTITY_NOT_FOUND", 200),
        (None, None, answers[2].status_code), (None, None, 401),
    ]  # fmt: skip
    assert [one["bytes"] for one in told] == [len(one.content) for one in answers]
    assert all(0 <= one["ms"] < 60_000 and one["method"] == "POST" for one in told)
    assert [one["ms"] for one in told] == [round(one["ms"], 1) for one in told]
    assert [type(one) for one in events].count(CallBegan) == 2
    ended = [(one.tool, one.code) for one in events if isinstance(one, CallEnded)]
    assert ended == [("get_pathway", "ok"), ("get_pathway", "ENTITY_NOT_FOUND")]
    assert [one.status for one in events if isinstance(one, HttpAnswered)] == [one.status_code for one in answers]


async def test_whose_request_it_was_is_in_its_line(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, LOGGER):
        async with opened(AuthAndMonitoring()) as client:
            for _ in range(2):
                await call(client)
    clients = [one["client"] for one in lines(caplog)]

    assert clients[0]
    assert clients == [clients[0]] * 2


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(
    ("given", "taken"),
    [("abc-1:2", True), ("x" * 128, True), ("x" * 129, False), ("two words", False), ('"', False), (None, False)],
    ids=["short", "128", "129", "blank", "quote", "none"],
)
async def test_a_request_has_an_id_in_its_answer_and_wherever_it_leads(
    given: str | None, taken: bool, era: str
) -> None:
    seen: list[str] = []

    def observer(event: Event) -> None:
        seen.append(REQUEST.get())

    async with opened(AuthAndMonitoring(observer=observer)) as client:
        answers = [await call(client, era, headers={"X-Request-Id": given} if given else {}) for _ in range(2)]
    told = [one.headers["x-request-id"] for one in answers]

    assert seen == [told[0]] * 3 + [told[1]] * 3
    assert (told == [given] * 2) is taken
    assert taken or told[0] != told[1]
    assert (REQUEST.get(), CALLED.get()) == ("", None)


async def test_no_token_and_no_argument_is_in_any_log(caplog: pytest.LogCaptureFixture) -> None:
    token = SIGNER.token(aud="https://other.test")
    with caplog.at_level(logging.INFO):
        async with opened(AuthAndMonitoring(guard=signed())) as client:
            await call(client, headers=bearer(token))
            await call(client, headers=bearer(SIGNER.token()), arguments={"pathway_id": "Mrs-Dalloway"})

    told = [json.dumps(record.__dict__, default=str) for record in caplog.records if record.name != "httpx"]
    assert len(told) >= 2
    assert not [line for line in told if "Mrs-Dalloway" in line or token.split(".")[2] in line]
