"""The transports together."""

import httpx

from biofacts.adapters.http.transport.cache import CoalesceTransport
from biofacts.adapters.http.transport.clients import bare_client, parted
from biofacts.adapters.http.transport.queue import LimitTransport, RequestQueue
from biofacts.adapters.http.transport.retry import RetryTransport
from tests.wire import FakeLimiter, Script, ask


async def test_closing_reaches_the_network() -> None:
    closed: list[bool] = []

    class Network(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            return httpx.Response(200)

        async def aclose(self) -> None:
            closed.append(True)

    await CoalesceTransport(RetryTransport(LimitTransport(Network(), RequestQueue(FakeLimiter())))).aclose()

    assert closed == [True]


async def test_credentials_of_an_address_are_sent_and_not_logged() -> None:
    address, auth = parted("https://ada:secret@upstream.test/files?v=1")

    assert str(address) == "https://upstream.test/files?v=1"
    assert auth is not None
    assert [*auth.auth_flow(request := httpx.Request("GET", address))] == [request]
    assert request.headers["Authorization"] == "Basic YWRhOnNlY3JldA=="
    assert parted("https://upstream.test/") == (httpx.URL("https://upstream.test/"), None)


async def test_redirects_are_followed() -> None:
    script = Script(httpx.Response(301, headers={"Location": "https://upstream.test/new"}), httpx.Response(200))
    async with bare_client("https://upstream.test", script.transport) as client:
        answer = await client.get("old")

    assert (answer.status_code, answer.request.headers["Accept-Encoding"]) == (200, "gzip")
    assert script.asked == ["https://upstream.test/old", "https://upstream.test/new"]


async def test_every_attempt_takes_a_slot_of_the_budget() -> None:
    limiter = FakeLimiter()
    script = Script(httpx.Response(503), httpx.Response(503), httpx.Response(200))
    await ask(CoalesceTransport(RetryTransport(LimitTransport(script.transport, RequestQueue(limiter)))))

    assert limiter.reserved == 3
