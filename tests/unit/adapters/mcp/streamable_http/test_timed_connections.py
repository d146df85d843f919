"""What a connection waits for, and for how long: on a loop whose time is the test's."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, cast

import anyio
import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from uvicorn.config import Config

from biofacts.adapters.mcp.running_requests import RunningRequests
from biofacts.adapters.mcp.streamable_http.request_checks import LOST
from biofacts.adapters.mcp.streamable_http.timed_connections import IDLE, Connections, GracefulServer, TimedConnection

if TYPE_CHECKING:
    from asyncio import Transport as AsyncioTransport  # noqa: TID251 - uvicorn's protocols are asyncio's

HEADERS = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\n"


class Timer:
    def __init__(self, at: float, call: Callable[[], None]) -> None:
        self.at = at
        self.call = call
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class Task:
    def add_done_callback(self, _: object) -> None: ...


class Loop:
    """Its time passes when a test says so; what it is to run, a test drives itself."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[Timer] = []
        self.tasks: list[Coroutine[object, object, None]] = []

    def call_soon(self, call: Callable[[], None]) -> None:
        self.call_later(0, call)

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        self.timers.append(Timer(self.now + seconds, call))
        return self.timers[-1]

    def create_task(self, task: Coroutine[object, object, None]) -> Task:
        self.tasks.append(task)
        return Task()

    def let_pass(self, seconds: float) -> None:
        self.now += seconds
        for timer in [one for one in self.timers if not one.cancelled and one.at <= self.now]:
            self.timers.remove(timer)
            timer.call()


class Transport:
    def __init__(self) -> None:
        self.sent = b""
        self.writes = 0
        self.closed = ""
        self.paused = False

    def get_extra_info(self, _: str) -> None:
        return None

    def write(self, sent: bytes) -> None:
        self.sent += sent
        self.writes += 1

    def close(self) -> None:
        self.closed = self.closed or "closed"

    def abort(self) -> None:
        self.closed = "aborted"

    def is_closing(self) -> bool:
        return bool(self.closed)

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


class Client:
    """A connection's other end."""

    def __init__(self, connections: Connections, loop: Loop) -> None:
        self.transport = Transport()
        self.loop = loop
        config = Config(PlainTextResponse("ok"), ws="none", lifespan="off", log_config=None, timeout_keep_alive=IDLE)
        self.protocol = TimedConnection(config, connections, {}, loop)
        self.protocol.connection_made(cast("AsyncioTransport", self.transport))

    def send(self, data: bytes) -> None:
        self.protocol.data_received(data)

    def drip(self, *data: bytes, every: float) -> None:
        for one in data:
            if not self.transport.closed:
                self.send(one)
            self.loop.let_pass(every)

    async def answered(self) -> None:
        """Run what answers the newest request."""
        await self.loop.tasks.pop()
        self.loop.let_pass(0)

    @property
    def left(self) -> tuple[str, bytes]:
        """How it was closed, and the line that said why."""
        return self.transport.closed, self.transport.sent.split(b"\r\n")[0]


@pytest.fixture
def loop() -> Loop:
    return Loop()


@pytest.fixture
def client(loop: Loop) -> Client:
    return Client(Connections(10), loop)


def test_who_says_nothing_is_left(client: Client, loop: Loop) -> None:
    loop.let_pass(9)
    assert client.left == ("", b"")
    loop.let_pass(1)

    assert client.left == ("aborted", b"")


async def test_blanks_around_a_value_are_no_part_of_it(client: Client) -> None:
    client.send(b"GET / HTTP/1.1\r\nHost: here\r\nMcp-Method: \t tools/list \t\r\n\r\n")
    await client.answered()

    assert (b"mcp-method", b"tools/list") in client.protocol.scope["headers"]


@pytest.mark.parametrize(
    ("name", "other", "is_broken"),
    [
        (b"Host", b"hOST", True),
        (b"Origin", b"origin", True),
        (b"Accept", b"Accept", False),
        (b"Host", b"Origin", False),
    ],
)
async def test_a_request_has_one_host_and_one_origin(
    client: Client, name: bytes, other: bytes, is_broken: bool
) -> None:
    client.send(b"GET /healthz HTTP/1.1\r\n" + name + b": here\r\n" + other + b": here\r\n\r\n")
    left = client.left
    while client.loop.tasks:
        await client.answered()

    assert left == (("closed", b"HTTP/1.1 400 Bad Request") if is_broken else ("", b""))


async def test_the_next_request_has_a_host_of_its_own(client: Client) -> None:
    client.send(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n" * 2)
    left = client.left
    while client.loop.tasks:
        await client.answered()

    assert left == ("", b"")


def test_who_drips_a_head_is_told_that_it_took_too_long(client: Client) -> None:
    client.drip(*(bytes([byte]) for byte in HEADERS), every=1)

    assert client.left == ("closed", b"HTTP/1.1 408 Request Timeout")


def test_who_drips_a_body_is_told_that_it_took_too_long(client: Client, loop: Loop) -> None:
    client.send(HEADERS)
    client.drip(b"a", b"b", b"c", every=5)
    assert client.left == ("", b"")
    loop.let_pass(5)
    loop.tasks.pop().close()

    assert client.left == ("closed", b"HTTP/1.1 408 Request Timeout")


def test_a_head_without_end_is_given_up(client: Client) -> None:
    client.send(b"GET / HTTP/1.1\r\n")
    for length in (*[1024] * 63, 1008):  # 64 kB with the first line
        client.send(b"x: " + b"y" * (length - 5) + b"\r\n")
    left = client.left
    client.send(b"x")

    assert (left, client.left) == (("", b""), ("aborted", b""))


def test_a_body_that_nobody_needs_is_read_slowly(client: Client, loop: Loop) -> None:
    client.send(HEADERS)
    client.protocol.cycle.response_complete = True
    client.send(b"a")
    loop.tasks.pop().close()
    assert client.transport.paused
    loop.let_pass(0.01)

    assert not client.transport.paused


async def test_an_answer_may_take_its_time(client: Client, loop: Loop) -> None:
    client.send(HEADERS + b"body")
    loop.let_pass(1000)
    assert client.left == ("", b"")
    await client.answered()

    assert client.left == ("", b"HTTP/1.1 200 OK")


async def test_the_head_and_the_body_of_a_response_are_sent_together(client: Client) -> None:
    client.send(HEADERS + b"body")
    await client.answered()

    assert (client.transport.writes, client.transport.sent[-6:]) == (1, b"\r\n\r\nok")


@pytest.mark.parametrize("parts", [[b"part"], [b"head", b"body"], [b"head", b"more", b"body"]])
async def test_whatever_is_written_in_one_turn_is_sent_once_in_the_next(
    client: Client, loop: Loop, parts: list[bytes]
) -> None:
    for part in parts:
        client.protocol.transport.write(part)
    loop.let_pass(0)

    assert (client.transport.writes, client.transport.sent) == (1, b"".join(parts))


@pytest.mark.parametrize(("size", "writes"), [(64 * 1024, 0), (64 * 1024 + 1, 1)])
async def test_a_part_of_more_than_64_kb_is_sent_at_once(client: Client, size: int, writes: int) -> None:
    client.protocol.transport.write(b"x" * size)

    assert client.transport.writes == writes


async def test_a_large_response_is_not_gathered(client: Client) -> None:
    for part in (b"head", b"x" * 100_000, b"y" * 100_000):
        client.protocol.transport.write(part)

    assert client.transport.writes == 2


async def test_a_connection_is_kept_for_another_request(client: Client, loop: Loop) -> None:
    client.send(HEADERS + b"body")
    await client.answered()
    loop.let_pass(74)
    client.send(HEADERS + b"body")
    await client.answered()
    assert client.left == ("", b"HTTP/1.1 200 OK")
    loop.let_pass(75)

    assert client.transport.closed == "closed"


async def test_a_second_request_that_drips_is_given_up(client: Client) -> None:
    client.send(HEADERS + b"body")
    await client.answered()
    client.drip(*(bytes([byte]) for byte in HEADERS), every=1)

    assert client.transport.closed == "closed"


def test_who_does_not_read_is_given_up(client: Client, loop: Loop) -> None:
    client.protocol.pause_writing()
    client.drip(b"POST", b" / ", every=15)

    assert client.transport.closed == "aborted"


def test_who_reads_again_is_not_given_up(client: Client, loop: Loop) -> None:
    client.send(HEADERS + b"body")
    client.protocol.pause_writing()
    loop.let_pass(15)
    client.protocol.resume_writing()
    loop.let_pass(30)
    loop.tasks.pop().close()

    assert client.transport.closed == ""


def test_who_serves_a_lost_connection_hears_of_it(client: Client, loop: Loop) -> None:
    lost: list[str] = []
    client.send(HEADERS)
    scope: Any = client.protocol.scope
    scope["extensions"][LOST].add(lambda: lost.append("lost"))
    client.protocol.connection_lost(None)
    loop.tasks.pop().close()

    assert lost == ["lost"]


# The end of the server


class Ended(uvicorn.Server):
    async def shutdown(self, sockets: object = None) -> None:
        """Do nothing."""


def graceful(calls: RunningRequests, monkeypatch: pytest.MonkeyPatch) -> GracefulServer:
    monkeypatch.setattr(uvicorn.Server, "shutdown", Ended.shutdown)
    return GracefulServer(Config(PlainTextResponse("ok"), log_config=None), calls, Connections(1), 0, lambda: None)


@pytest.mark.parametrize("signals", [1, 2])
async def test_calls_that_do_not_end_in_time_or_after_a_second_signal_are_interrupted(
    signals: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    calls, before, results = RunningRequests(), list[object](), list[object]()
    server = graceful(calls, monkeypatch)

    async def run() -> None:
        with calls.counted():
            results.append(await calls.interruptible(anyio.sleep_forever))

    caplog.set_level("INFO")
    with anyio.fail_after(10):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(run)
            await anyio.wait_all_tasks_blocked()
            server.handle_exit(15, None)
            before += results
            if signals == 2:
                server.handle_exit(15, None)
                await anyio.wait_all_tasks_blocked()
            await server.shutdown()

    assert (before, results) == ([], [None])
    assert (calls.leaving, calls.running, server.should_exit) == (True, 0, True)
    assert ("1 calls did not end in time" in caplog.text) is (signals == 1)


async def test_running_calls_have_the_time_of_a_drain_and_interrupted_ones_two_seconds_to_say_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls, waits = RunningRequests(), list[float]()

    async def ended(within: float) -> bool:
        waits.append(within)
        return False

    monkeypatch.setattr(calls, "ended", ended)
    monkeypatch.setattr(uvicorn.Server, "shutdown", Ended.shutdown)
    config = Config(PlainTextResponse("ok"), log_config=None)
    await GracefulServer(config, calls, Connections(1), 20, lambda: None).shutdown()

    assert waits == [20, 2]


@pytest.mark.parametrize(("behind", "left"), [(16, ("", b"")), (17, ("closed", b"HTTP/1.1 400 Bad Request"))])
async def test_who_sends_on_and_on_and_reads_nothing_is_left(
    client: Client, behind: int, left: tuple[str, bytes]
) -> None:
    client.send((HEADERS + b"body") * (1 + behind))
    before = client.left
    while client.loop.tasks:
        await client.answered()

    assert before == left


def test_the_oldest_silence_makes_room_for_who_comes(loop: Loop) -> None:
    connections = Connections(2)
    clients = [Client(connections, loop) for _ in range(3)]

    assert [one.transport.closed for one in clients] == ["aborted", "", ""]


async def test_nobody_who_is_being_answered_makes_room(loop: Loop) -> None:
    connections = Connections(1)
    first = Client(connections, loop)
    first.send(HEADERS + b"body")
    second = Client(connections, loop)
    third = Client(connections, loop)
    await first.answered()

    assert first.left == ("", b"HTTP/1.1 200 OK")
    assert (second.transport.closed, third.transport.closed) == ("aborted", "aborted")


def test_a_server_that_ends_waits_for_no_body(client: Client, loop: Loop) -> None:
    client.send(HEADERS)
    client.protocol.shutdown()
    loop.tasks.pop().close()

    assert client.transport.closed == "aborted"
