"""The transports together."""

import httpx

from biofacts.adapters.http.transport.cache import CoalesceTransport
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


async def test_every_attempt_takes_a_slot_of_the_budget() -> None:
    limiter = FakeLimiter()
    script = Script(httpx.Response(503), httpx.Response(503), httpx.Response(200))
    await ask(CoalesceTransport(RetryTransport(LimitTransport(script.transport, RequestQueue(limiter)))))

    assert limiter.reserved == 3
