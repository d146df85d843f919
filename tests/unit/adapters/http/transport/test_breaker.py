"""An upstream that fails is left alone for a while."""

import httpx
import pytest

from biofacts.adapters.http.transport.retry import CircuitBreakerTransport, CircuitOpen
from tests.wire import Script, ask


class _Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


async def test_an_upstream_that_failed_twice_is_left_alone_for_a_while() -> None:
    script = Script(httpx.Response(500), httpx.Response(502), httpx.Response(200))
    clock = _Clock()
    breaker = CircuitBreakerTransport(script.transport, failures=2, pause=30, clock=clock)
    for _ in range(2):
        await ask(breaker)
    with pytest.raises(CircuitOpen):
        await ask(breaker)
    clock.now += 31
    answer = await ask(breaker)

    assert (answer.status_code, len(script.asked)) == (200, 3)


async def test_one_more_failure_after_the_pause_starts_it_again() -> None:
    script = Script(httpx.Response(500), httpx.Response(500), httpx.Response(500), httpx.Response(200))
    clock = _Clock()
    breaker = CircuitBreakerTransport(script.transport, failures=2, pause=30, clock=clock)
    for _ in range(2):
        await ask(breaker)
    clock.now += 31
    await ask(breaker)
    with pytest.raises(CircuitOpen):
        await ask(breaker)

    assert len(script.asked) == 3


async def test_a_success_between_two_failures_forgives_the_first() -> None:
    script = Script(httpx.Response(500), httpx.Response(200), httpx.Response(500), httpx.Response(200))
    breaker = CircuitBreakerTransport(script.transport, failures=2, pause=30, clock=_Clock())
    statuses = [(await ask(breaker)).status_code for _ in range(4)]

    assert statuses == [500, 200, 500, 200]


async def test_what_production_does_is_to_leave_alone_after_two_failures_for_half_a_minute() -> None:
    script = Script(httpx.Response(500), httpx.Response(500), httpx.Response(200))
    clock = _Clock()
    breaker = CircuitBreakerTransport(script.transport, clock=clock)
    statuses = [(await ask(breaker)).status_code for _ in range(2)]
    clock.now += 29.9
    with pytest.raises(CircuitOpen):
        await ask(breaker)
    clock.now += 0.1
    statuses.append((await ask(breaker)).status_code)

    assert statuses == [500, 500, 200]
