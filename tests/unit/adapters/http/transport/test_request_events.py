"""What is told of an upstream: how each attempt ended, who waits; nothing of what was asked."""

from contextlib import suppress

import anyio
import httpx
import pytest

from biofacts.adapters.http.transport.queue import LimitTransport, QueueTimeout, RequestQueue
from biofacts.adapters.http.transport.request_events import ObservedTransport, Watch
from biofacts.adapters.http.transport.retry import RetryTransport
from biofacts.ports.observing import Event, TurnAwaited, TurnEnded, UpstreamAnswered
from tests.wire import FakeLimiter, Gate, Script, ask


class Clock:
    """Goes on by a second whenever somebody looks."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def watch(events: list[Event]) -> Watch:
    return Watch("pubchem", events.append, Clock())


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (httpx.Response(200), "200"),
        (httpx.Response(503), "503"),
        (httpx.ReadTimeout("late"), "timeout"),
        (httpx.ConnectError("nobody"), "unreachable"),
    ],
    ids=["200", "503", "timeout", "unreachable"],
)
async def test_how_an_attempt_ended_is_told(answer: httpx.Response | Exception, status: str) -> None:
    events: list[Event] = []
    with suppress(httpx.TransportError):
        await ask(ObservedTransport(Script(answer).transport, watch(events)), "http://upstream.test/name/secret")

    assert events == [UpstreamAnswered("pubchem", "upstream.test", "GET", status, 1.0)]


async def test_an_attempt_that_its_caller_gives_up_is_told() -> None:
    events: list[Event] = []
    with anyio.move_on_after(0):
        await ask(ObservedTransport(Gate(), watch(events)))

    assert events == [UpstreamAnswered("pubchem", "upstream.test", "GET", "cancelled", 1.0)]


async def test_each_attempt_is_told() -> None:
    events: list[Event] = []
    script = Script(httpx.Response(503), httpx.Response(200))
    await ask(RetryTransport(ObservedTransport(script.transport, watch(events))))

    assert [event.status for event in events if isinstance(event, UpstreamAnswered)] == ["503", "200"]


async def test_the_wait_for_a_turn_is_told_before_the_attempt() -> None:
    events: list[Event] = []
    seen = watch(events)
    queue = RequestQueue(FakeLimiter(), watch=seen)
    await ask(LimitTransport(ObservedTransport(Script(httpx.Response(200)).transport, seen), queue))

    assert events[:2] == [TurnAwaited("pubchem"), TurnEnded("pubchem", 1.0)]
    assert isinstance(events[2], UpstreamAnswered)


async def test_who_gives_up_waits_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biofacts.domain.limits.time_limits.TURN", 0.0)
    events: list[Event] = []
    queue = RequestQueue(FakeLimiter(60), watch=watch(events))
    with pytest.raises(QueueTimeout):
        await ask(LimitTransport(Script(httpx.Response(200)).transport, queue))

    assert events == [TurnAwaited("pubchem"), TurnEnded("pubchem", 1.0)]


async def test_closing_reaches_the_network() -> None:
    closed: list[str] = []

    class Network(httpx.AsyncBaseTransport):
        async def aclose(self) -> None:
            closed.append("network")

    seen = watch([])
    await ObservedTransport(Network(), seen).aclose()

    assert closed == ["network"]
