"""Retries: what is tried again, how often, and after which pauses."""

import httpx
import pytest
import stamina

from biofacts.adapters.http.transport.retry import (
    CircuitBreakerTransport,
    CircuitOpen,
    NotWorthRetrying,
    RetryTransport,
    retry_after,
)
from tests.wire import Script, ask


@pytest.mark.parametrize("status", [429, 502, 503, 504, 524])
async def test_a_passing_failure_is_tried_again(status: int) -> None:
    script = Script(httpx.Response(status), httpx.Response(status), httpx.Response(200, content=b"ok"))
    response = await ask(RetryTransport(script.transport))

    assert (response.status_code, response.content, len(script.asked)) == (200, b"ok", 3)


@pytest.mark.parametrize("status", [429, 503])
async def test_there_are_at_most_three_retries_and_the_last_answer_is_given(status: int) -> None:
    script = Script(httpx.Response(status))
    response = await ask(RetryTransport(script.transport))

    assert (response.status_code, len(script.asked)) == (status, 4)


@pytest.mark.parametrize("status", [400, 401, 404, 500])
async def test_a_lasting_failure_is_asked_once(status: int) -> None:
    script = Script(httpx.Response(status))
    response = await ask(RetryTransport(script.transport))

    assert (response.status_code, len(script.asked)) == (status, 1)


@pytest.mark.parametrize(
    "error", [httpx.ConnectError("refused"), httpx.ReadTimeout("slow"), httpx.RemoteProtocolError("cut")]
)
async def test_a_transport_error_is_tried_again(error: Exception) -> None:
    script = Script(error, httpx.Response(200, content=b"ok"))
    response = await ask(RetryTransport(script.transport))

    assert (response.content, len(script.asked)) == (b"ok", 2)


async def test_a_lasting_transport_error_is_raised_after_three_retries() -> None:
    script = Script(httpx.ReadError("cut"))
    with pytest.raises(httpx.ReadError):
        await ask(RetryTransport(script.transport))

    assert len(script.asked) == 4


@pytest.mark.parametrize("error", [httpx.ConnectTimeout("slow"), httpx.ConnectError("refused")])
async def test_where_nobody_answers_is_tried_once_more_since_the_caller_waits(error: httpx.TransportError) -> None:
    script = Script(error)
    with pytest.raises(type(error)):
        await ask(RetryTransport(script.transport))

    assert len(script.asked) == 2


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that would have been made."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    for module in ("anyio", "asyncio", "trio"):
        monkeypatch.setattr(f"{module}.sleep", sleep)
    return slept


async def test_pauses_grow_from_attempt_to_attempt(waits: list[float]) -> None:
    with stamina.set_testing(False):
        await ask(RetryTransport(Script(httpx.Response(503)).transport))

    assert len(waits) == 3
    assert [low <= wait <= low + 0.5 for low, wait in zip((0.5, 1, 2), waits, strict=True)] == [True] * 3


async def test_retry_after_is_honoured(waits: list[float]) -> None:
    script = Script(httpx.Response(503, headers={"Retry-After": "2"}), httpx.Response(200))
    with stamina.set_testing(False):
        response = await ask(RetryTransport(script.transport))

    assert response.status_code == 200
    assert [2.0 <= seconds <= 2.1 for seconds in waits] == [True]


async def test_processes_that_are_told_to_wait_come_back_at_different_times(
    waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[float, float]] = []

    def uniform(low: float, high: float) -> float:
        drawn.append((low, high))
        return high

    monkeypatch.setattr("random.uniform", uniform)
    script = Script(httpx.Response(503, headers={"Retry-After": "2"}), httpx.Response(200))
    with stamina.set_testing(False):
        await ask(RetryTransport(script.transport))

    assert (drawn[0], waits) == ((0, 0.1), [2.1])


async def test_a_pause_as_long_as_a_caller_waits_is_waited_for(waits: list[float]) -> None:
    script = Script(httpx.Response(429, headers={"Retry-After": "10"}), httpx.Response(200))
    with stamina.set_testing(False):
        response = await ask(RetryTransport(script.transport))

    assert (response.status_code, len(waits)) == (200, 1)


async def test_pauses_that_are_asked_for_again_and_again_end_while_the_caller_still_waits(waits: list[float]) -> None:
    script = Script(httpx.Response(429, headers={"Retry-After": "4"}))
    with stamina.set_testing(False):
        response = await ask(RetryTransport(script.transport))

    assert (response.status_code, len(script.asked)) == (429, 3)
    assert [4.0 <= seconds <= 4.1 for seconds in waits] == [True, True]


async def test_a_pause_that_is_too_long_is_not_waited_for() -> None:
    script = Script(httpx.Response(429, headers={"Retry-After": "3600"}))
    response = await ask(RetryTransport(script.transport))

    assert (response.status_code, len(script.asked)) == (429, 1)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("3", 3.0),
        (" 0.5 ", 0.5),
        ("9" * 400, 86_400.0),
        ("", None),
        ("soon", None),
        ("-1", None),
        ("1.2.3", None),
        ("²", None),
        ("Wed, 21 Oct 2026 07:28:00 GMT", None),
    ],
)
def test_retry_after_is_read_as_seconds(value: str, seconds: float | None) -> None:
    assert retry_after(httpx.Response(503, headers={b"Retry-After": value.encode("latin-1")})) == seconds


# An upstream that fails is left alone for a while.


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
    clock.now += 30
    answer = await ask(breaker)

    assert (answer.status_code, len(script.asked)) == (200, 3)


async def test_a_failure_of_the_wire_counts_as_one_and_our_own_does_not() -> None:
    script = Script(
        NotWorthRetrying("no turn"), NotWorthRetrying("no turn"), httpx.ReadError("x"), httpx.ReadError("x")
    )
    breaker = CircuitBreakerTransport(script.transport, failures=2, pause=30, clock=_Clock())
    for error in (NotWorthRetrying, NotWorthRetrying, httpx.ReadError, httpx.ReadError, CircuitOpen):
        with pytest.raises(error):
            await ask(breaker)

    assert len(script.asked) == 4


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
