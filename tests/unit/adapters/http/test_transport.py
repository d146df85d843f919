"""The rules of the house for requests: limit, retry, merge, and how they stand together."""

import gzip
from collections.abc import AsyncIterator, Sequence

import anyio
import anyio.lowlevel
import httpx
import pytest
import stamina

from biofacts.adapters.http.transport import network as transport
from biofacts.adapters.http.transport.errors import translated
from biofacts.adapters.http.transport.network import (
    BodyTooLarge,
    BreakTransport,
    Crowded,
    LeftAlone,
    LimitTransport,
    Line,
    MergeTransport,
    NetworkTransport,
    RetryTransport,
    TooSlow,
    Undecodable,
    retry_after,
)
from biofacts.domain.errors import BiofactsError, RateLimited, UpstreamError
from biofacts.ports.limiter import Limiter

Answer = httpx.Response | Exception

URL = "http://upstream.test/file"


class Script:
    """Answers in a fixed order, the last one for ever, and counts."""

    def __init__(self, *answers: Answer) -> None:
        self._answers: Sequence[Answer] = answers
        self.asked: list[str] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        answer = self._answers[min(len(self.asked), len(self._answers) - 1)]
        self.asked.append(str(request.url))
        if isinstance(answer, Exception):
            raise answer
        return httpx.Response(answer.status_code, headers=answer.headers, stream=answer.stream)

    @property
    def transport(self) -> httpx.MockTransport:
        return httpx.MockTransport(self)


class Gate(httpx.AsyncBaseTransport):
    """Lets no request through before it is opened."""

    def __init__(self) -> None:
        self.open = anyio.Event()
        self.begun = 0
        self.error: Exception | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.begun += 1
        await self.open.wait()
        if self.error is not None:
            raise self.error
        return httpx.Response(200, headers={"ETag": '"1"'}, content=b"body")


class FakeLimiter(Limiter):
    """Gives out the waits it is told, and remembers what was asked."""

    def __init__(self, *waits: float) -> None:
        self._waits = list(waits)
        self.reserved = 0
        self.held: list[float] = []

    async def reserve(self) -> float:
        self.reserved += 1
        return self._waits.pop(0) if self._waits else 0.0

    async def hold(self, seconds: float) -> None:
        self.held.append(seconds)


class BrokenBody(httpx.AsyncByteStream):
    """Breaks off in the middle."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield b"half"
        raise httpx.ReadError("connection reset")


async def ask(over: httpx.AsyncBaseTransport, url: str = URL, **headers: str) -> httpx.Response:
    return await over.handle_async_request(httpx.Request("GET", url, headers=headers))


# Limit


async def test_a_request_waits_as_long_as_the_limiter_says(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("anyio.sleep", sleep)
    script = Script(httpx.Response(200))
    limited = LimitTransport(script.transport, Line(FakeLimiter(0, 1.5, 0.25)))
    for _ in range(3):
        await ask(limited)

    assert slept == [1.5, 0.25]
    assert len(script.asked) == 3


async def test_the_wait_is_asked_anew_by_everyone_who_gets_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thundering herd: nobody may act on a delay that was computed before the one in front took its slot."""
    events: list[str] = []
    clock = 0.0

    class OneASecond(Limiter):
        def __init__(self) -> None:
            self.free_at = 0.0

        async def reserve(self) -> float:
            slot = max(clock, self.free_at)
            self.free_at = slot + 1
            await anyio.lowlevel.checkpoint()
            return slot - clock

        async def hold(self, seconds: float) -> None:
            raise AssertionError("nobody asked for a pause")

    async def sleep(seconds: float) -> None:
        nonlocal clock
        await anyio.lowlevel.checkpoint()
        clock += seconds

    def answer(request: httpx.Request) -> httpx.Response:
        events.append(f"{request.url.path} at {clock:g}")
        return httpx.Response(200)

    monkeypatch.setattr("anyio.sleep", sleep)
    limited = LimitTransport(httpx.MockTransport(answer), Line(OneASecond()))
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for number in range(5):
                tasks.start_soon(ask, limited, f"http://upstream.test/{number}")
                await anyio.lowlevel.checkpoint()

    assert events == ["/0 at 0", "/1 at 1", "/2 at 2", "/3 at 3", "/4 at 4"]


async def test_after_a_hold_up_requests_are_not_sent_in_a_bunch(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slots of a budget are times; a process that was held up comes late to one, and in time to the next."""
    now, lag = 0.0, 0.9
    sent: list[float] = []

    async def sleep(seconds: float) -> None:
        nonlocal now, lag
        now, lag = now + seconds + lag, 0.0

    def answer(_: httpx.Request) -> httpx.Response:
        sent.append(now)
        return httpx.Response(200)

    class Slots(Limiter):
        def __init__(self) -> None:
            self.given = 0

        async def reserve(self) -> float:
            self.given += 1
            return max(0.0, self.given - now)

        async def hold(self, seconds: float) -> None:
            raise AssertionError("nobody asked for a pause")

    monkeypatch.setattr("anyio.sleep", sleep)
    limited = LimitTransport(httpx.MockTransport(answer), Line(Slots(), spacing=1, clock=lambda: now))
    for _ in range(4):
        await ask(limited)

    assert sent == [1.9, 2.9, 3.9, 4.9]


async def test_a_cancelled_waiter_takes_no_slot() -> None:
    reserved = 0
    limiter = FakeLimiter(float("inf"))
    limited = LimitTransport(Script(httpx.Response(200)).transport, Line(limiter))
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(ask, limited)
            await anyio.wait_all_tasks_blocked()
            with anyio.CancelScope() as waiting:
                async with anyio.create_task_group() as behind:
                    behind.start_soon(ask, limited)
                    await anyio.wait_all_tasks_blocked()
                    waiting.cancel()
            reserved = limiter.reserved
            tasks.cancel_scope.cancel()

    assert reserved == 1


async def test_the_lock_is_free_while_the_answer_is_on_its_way() -> None:
    begun = 0
    gate = Gate()
    limited = LimitTransport(gate, Line(FakeLimiter()))
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for _ in range(3):
                tasks.start_soon(ask, limited)
            await anyio.wait_all_tasks_blocked()
            begun = gate.begun
            gate.open.set()

    assert begun == 3


async def test_a_turn_that_does_not_come_in_time_is_no_failure_of_the_upstream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "_LONGEST_QUEUE", 0)
    script = Script(httpx.Response(200))
    over = BreakTransport(RetryTransport(LimitTransport(script.transport, Line(FakeLimiter(*[60] * 9)))), failures=1)
    for _ in range(2):  # the second one would be left alone, had the first counted
        with pytest.raises(Crowded):
            await ask(over)

    assert script.asked == []


async def test_a_network_that_never_sends_a_status_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "_LONGEST_HEAD", 0)
    network = NetworkTransport()

    def unanswered(_: httpx.Request) -> Gate:
        return Gate()

    monkeypatch.setattr(network, "prepare", unanswered)
    with pytest.raises(TooSlow):
        await ask(network)


@pytest.mark.parametrize(
    ("status", "headers", "held"),
    [
        (429, {"Retry-After": "3"}, [3.0]),
        (503, {"Retry-After": "3"}, [3.0]),
        (503, {"Retry-After": "3600"}, [10.0]),
        (429, {}, []),
        (429, {"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}, []),
        (200, {"Retry-After": "3"}, []),
    ],
)
async def test_a_pause_that_is_asked_for_holds_everybody(
    status: int, headers: dict[str, str], held: list[float]
) -> None:
    limiter = FakeLimiter()
    await ask(LimitTransport(Script(httpx.Response(status, headers=headers)).transport, Line(limiter)))

    assert limiter.held == held


# Retry


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
    script = Script(httpx.ConnectError("refused"))
    with pytest.raises(httpx.ConnectError):
        await ask(RetryTransport(script.transport))

    assert len(script.asked) == 4


async def test_a_time_out_is_tried_once_more_since_the_caller_waits() -> None:
    script = Script(httpx.ConnectTimeout("slow"))
    with pytest.raises(httpx.ConnectTimeout):
        await ask(RetryTransport(script.transport))

    assert len(script.asked) == 2


class Dripping(httpx.AsyncByteStream):
    """A body of single bytes, one a second on a clock of its own."""

    def __init__(self, size: int, of: bytes = b".") -> None:
        self.now = 0.0
        self.given = 0
        self._size = size
        self._part = of

    def clock(self) -> float:
        return self.now

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for _ in range(self._size):
            self.now += 1
            self.given += 1
            yield self._part


async def test_a_body_that_comes_in_drops_is_given_up_and_not_asked_for_again() -> None:
    body = Dripping(1000)
    script = Script(httpx.Response(200, stream=body))
    with pytest.raises(TooSlow):
        await ask(RetryTransport(script.transport, clock=body.clock))

    assert (len(script.asked), body.given) == (1, 16)


async def test_a_long_body_on_a_slow_line_is_waited_for() -> None:
    body = Dripping(100, of=b"." * 10_000)
    response = await ask(RetryTransport(Script(httpx.Response(200, stream=body)).transport, clock=body.clock))

    assert len(response.content) == 1_000_000


async def test_a_body_that_breaks_in_the_middle_is_asked_for_again() -> None:
    script = Script(httpx.Response(200, stream=BrokenBody()), httpx.Response(200, content=b"whole"))
    response = await ask(RetryTransport(script.transport))

    assert (response.content, len(script.asked)) == (b"whole", 2)


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
        ("Wed, 21 Oct 2026 07:28:00 GMT", None),
    ],
)
def test_retry_after_is_read_as_seconds(value: str, seconds: float | None) -> None:
    assert retry_after(httpx.Response(503, headers={"Retry-After": value})) == seconds


async def test_a_body_that_is_too_large_is_refused_and_not_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "_LARGEST_BODY", 8)
    script = Script(httpx.Response(200, content=b"123456789"))
    with pytest.raises(BodyTooLarge):
        await ask(RetryTransport(script.transport))

    assert len(script.asked) == 1


# Merge


async def test_identical_requests_in_flight_are_one() -> None:
    gate = Gate()
    merged = MergeTransport(gate)
    bodies: list[bytes] = []

    async def read() -> None:
        bodies.append((await ask(merged)).content)

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for _ in range(20):
                tasks.start_soon(read)
            await anyio.wait_all_tasks_blocked()
            gate.open.set()

    assert gate.begun == 1
    assert bodies == [b"body"] * 20


async def test_a_request_after_the_answer_is_a_new_one() -> None:
    gate = Gate()
    gate.open.set()
    merged = MergeTransport(gate)
    await ask(merged)
    await ask(merged)

    assert gate.begun == 2


@pytest.mark.parametrize("method", ["POST", "HEAD"])
async def test_only_gets_are_merged(method: str) -> None:
    gate = Gate()
    merged = MergeTransport(gate)
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for _ in range(2):
                tasks.start_soon(merged.handle_async_request, httpx.Request(method, URL))
            await anyio.wait_all_tasks_blocked()
            gate.open.set()

    assert gate.begun == 2


async def test_requests_that_differ_are_not_merged() -> None:
    gate = Gate()
    merged = MergeTransport(gate)
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for headers in ({}, {"If-None-Match": '"1"'}, {"Accept": "text/html"}):
                tasks.start_soon(merged.handle_async_request, httpx.Request("GET", URL, headers=headers))
            tasks.start_soon(ask, merged, f"{URL}?page=2")
            await anyio.wait_all_tasks_blocked()
            gate.open.set()

    assert gate.begun == 4


async def test_when_the_first_is_cancelled_the_next_one_asks() -> None:
    begun = 0
    gate = Gate()
    merged = MergeTransport(gate)
    bodies: list[bytes] = []

    async def read() -> None:
        bodies.append((await ask(merged)).content)

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            with anyio.CancelScope() as leader:
                async with anyio.create_task_group() as first:
                    first.start_soon(read)
                    await anyio.wait_all_tasks_blocked()
                    tasks.start_soon(read)
                    tasks.start_soon(read)
                    await anyio.wait_all_tasks_blocked()
                    leader.cancel()
            await anyio.wait_all_tasks_blocked()
            begun = gate.begun
            gate.open.set()

    assert begun == 2
    assert bodies == [b"body", b"body"]


async def test_a_failure_is_shared_by_everybody_who_asked() -> None:
    gate = Gate()
    gate.error = httpx.ConnectError("refused")
    merged = MergeTransport(gate)
    failures: list[str] = []

    async def read() -> None:
        try:
            await ask(merged)
        except httpx.ConnectError as error:
            failures.append(str(error))

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for _ in range(3):
                tasks.start_soon(read)
            await anyio.wait_all_tasks_blocked()
            gate.open.set()

    assert (gate.begun, failures) == (1, ["refused"] * 3)


async def test_a_failure_is_forgotten_with_its_flight() -> None:
    merged = MergeTransport(Script(httpx.ConnectError("refused"), httpx.Response(200, content=b"ok")).transport)
    with pytest.raises(httpx.ConnectError):
        await ask(merged)
    response = await ask(merged)

    assert response.content == b"ok"


# Together


async def test_closing_reaches_the_network() -> None:
    closed: list[bool] = []

    class Network(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            return httpx.Response(200)

        async def aclose(self) -> None:
            closed.append(True)

    await MergeTransport(RetryTransport(LimitTransport(Network(), Line(FakeLimiter())))).aclose()

    assert closed == [True]


async def test_every_attempt_takes_a_slot_of_the_budget() -> None:
    limiter = FakeLimiter()
    script = Script(httpx.Response(503), httpx.Response(503), httpx.Response(200))
    await ask(MergeTransport(RetryTransport(LimitTransport(script.transport, Line(limiter)))))

    assert limiter.reserved == 3


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("gzip", gzip.compress(b"ok")[:-9]),
        ("gzip", b"this is not packed at all"),
        ("gzip, gzip", gzip.compress(gzip.compress(b"ok"))),
        ("br", b"ok"),
    ],
)
async def test_a_body_that_is_not_packed_as_it_says_is_no_answer(coding: str, body: bytes) -> None:
    packed = httpx.Response(200, headers={"Content-Encoding": coding}, stream=httpx.ByteStream(body))
    with pytest.raises(Undecodable):
        await ask(RetryTransport(Script(packed).transport))


async def test_no_body_is_none_whatever_its_headers_say() -> None:
    unchanged = httpx.Response(304, headers={"Content-Encoding": "gzip"}, stream=httpx.ByteStream(b""))
    response = await ask(RetryTransport(Script(unchanged).transport))

    assert (response.status_code, response.content) == (304, b"")


async def test_a_compressed_body_is_decoded_once() -> None:
    packed = httpx.Response(200, headers={"Content-Encoding": "gzip"}, stream=httpx.ByteStream(gzip.compress(b"ok")))
    over = MergeTransport(RetryTransport(Script(packed).transport))
    async with httpx.AsyncClient(transport=over) as client:
        response = await client.get(URL)

    assert response.content == b"ok"
    assert "content-encoding" not in response.headers


# Break


class _Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


async def test_an_upstream_that_failed_twice_is_left_alone_for_a_while() -> None:
    script = Script(httpx.Response(500), httpx.Response(502), httpx.Response(200))
    clock = _Clock()
    breaker = BreakTransport(script.transport, failures=2, pause=30, clock=clock)
    for _ in range(2):
        await ask(breaker)
    with pytest.raises(LeftAlone):
        await ask(breaker)
    clock.now += 31
    answer = await ask(breaker)

    assert (answer.status_code, len(script.asked)) == (200, 3)


async def test_one_more_failure_after_the_pause_starts_it_again() -> None:
    script = Script(httpx.Response(500), httpx.Response(500), httpx.Response(500), httpx.Response(200))
    clock = _Clock()
    breaker = BreakTransport(script.transport, failures=2, pause=30, clock=clock)
    for _ in range(2):
        await ask(breaker)
    clock.now += 31
    await ask(breaker)
    with pytest.raises(LeftAlone):
        await ask(breaker)

    assert len(script.asked) == 3


async def test_a_success_between_two_failures_forgives_the_first() -> None:
    script = Script(httpx.Response(500), httpx.Response(200), httpx.Response(500), httpx.Response(200))
    breaker = BreakTransport(script.transport, failures=2, pause=30, clock=_Clock())
    statuses = [(await ask(breaker)).status_code for _ in range(4)]

    assert statuses == [500, 200, 500, 200]


async def test_what_production_does_is_to_leave_alone_after_two_failures_for_half_a_minute() -> None:
    script = Script(httpx.Response(500), httpx.Response(500), httpx.Response(200))
    clock = _Clock()
    breaker = BreakTransport(script.transport, clock=clock)
    statuses = [(await ask(breaker)).status_code for _ in range(2)]
    clock.now += 29.9
    with pytest.raises(LeftAlone):
        await ask(breaker)
    clock.now += 0.1
    statuses.append((await ask(breaker)).status_code)

    assert statuses == [500, 500, 200]


# What an error of the wire is to the domain


@pytest.mark.parametrize(
    ("error", "translation"),
    [
        (Crowded("no turn"), RateLimited("Lines", 5.0, "more requests wait for its budget than it takes")),
        (LeftAlone("failed"), UpstreamError("Lines", "it failed moments ago and is left alone for half a minute")),
        (TooSlow("drops"), UpstreamError("Lines", "it did not answer in time")),
        (httpx.ConnectTimeout("late"), UpstreamError("Lines", "it did not answer in time")),
        (Undecodable("x"), UpstreamError("Lines", "its answer cannot be decoded")),
        (httpx.ConnectError("x"), UpstreamError("Lines", "it cannot be reached")),
        (httpx.InvalidURL("x"), UpstreamError("Lines", "it cannot be reached")),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_error_of_the_wire_becomes_one_of_the_domain(error: Exception, translation: BiofactsError) -> None:
    with pytest.raises(BiofactsError) as caught, translated("Lines"):
        raise error

    assert type(caught.value) is type(translation)
    assert (caught.value.message, caught.value.hint) == (translation.message, translation.hint)
    assert caught.value.__cause__ is error
