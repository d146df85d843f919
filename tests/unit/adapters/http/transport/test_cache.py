"""The local HTTP cache: fresh, expired, offline, shared, and never in the way."""

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import anyio
import httpx
import pytest

from biofacts.adapters.http.transport.cache import (
    CacheTransport,
    CoalesceTransport,
    NotStored,
    StoredAnswers,
    retrieved,
    status,
)
from biofacts.adapters.memory.stores import MemoryRecordStore
from biofacts.adapters.sqlite.records_and_budgets import ReadOnlyRecordStore, SqliteRecordStore
from biofacts.ports.observing import CacheAnswered, Event, Observer, unobserved
from biofacts.ports.record_store import RecordStore, StoredRecord
from tests.wire import URL, Gate, Script, ask

HOUR = 3600
Answer = httpx.Response | Exception


class Origin:
    """Answers with what it is told to, and counts."""

    def __init__(self) -> None:
        self.answer: Callable[[], Answer] = lambda: httpx.Response(200, text="fresh")
        self.asked = 0

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked += 1
        answer = self.answer()
        if isinstance(answer, Exception):
            raise answer
        return answer


def hours(path: str, code: int) -> int:
    return {200: HOUR, 400: HOUR // 2, 404: HOUR // 2}.get(code, 0)


@asynccontextmanager
async def cached(
    origin: Origin, where: Path | RecordStore, *, offline: bool = False
) -> AsyncGenerator[httpx.AsyncClient]:
    transport = CacheTransport(httpx.MockTransport(origin), answers_in(where, offline=offline))
    async with httpx.AsyncClient(transport=transport, base_url="http://origin.test/") as client:
        yield client


def answers_in(where: Path | RecordStore, observer: Observer = unobserved, *, offline: bool = False) -> StoredAnswers:
    records = SqliteRecordStore(where) if isinstance(where, Path) else where
    return StoredAnswers(records, hours, offline=offline, service="origin", observer=observer)


def files(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in folder.iterdir()}


@pytest.fixture
def origin() -> Origin:
    return Origin()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "answers.sqlite"


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Moves the clock of the cache."""
    real = time.time

    def move(seconds: float) -> None:
        monkeypatch.setattr(time, "time", lambda: real() + seconds)

    return move


@pytest.mark.parametrize("where", ["disk", "memory"])
async def test_a_fresh_answer_is_no_request(origin: Origin, path: Path, where: str) -> None:
    async with cached(origin, path if where == "disk" else MemoryRecordStore()) as client:
        first, again = await client.get("a"), await client.get("a")

    assert (status(first), status(again), again.text, origin.asked) == ("miss", "hit", "fresh", 1)


@pytest.mark.parametrize("code", [400, 404])
async def test_an_absence_is_kept_like_an_answer(origin: Origin, path: Path, code: int) -> None:
    origin.answer = lambda: httpx.Response(code, text="none")
    async with cached(origin, path) as client:
        found = [(await client.get("a")).status_code for _ in range(2)]

    assert (found, origin.asked) == ([code, code], 1)


async def test_our_time_to_live_counts_and_not_the_upstreams(origin: Origin, path: Path) -> None:
    headers = {"Cache-Control": "private, no-store", "Expires": "0", "Vary": "*", "Set-Cookie": "a=b"}
    origin.answer = lambda: httpx.Response(200, headers=headers, text="fresh")
    async with cached(origin, path) as client:
        await client.get("a")
        await client.get("a")

    assert origin.asked == 1


async def test_an_expired_answer_is_asked_for_again(origin: Origin, path: Path, later: Callable[[float], None]) -> None:
    async with cached(origin, path) as client:
        await client.get("a")
        later(2 * HOUR)
        origin.answer = lambda: httpx.Response(200, text="new")
        again = await client.get("a")

    assert (again.text, status(again), origin.asked) == ("new", "miss", 2)


async def test_each_answer_has_its_own_time_to_live(origin: Origin, path: Path, later: Callable[[float], None]) -> None:
    async with cached(origin, path) as client:
        await client.get("a")
        origin.answer = lambda: httpx.Response(404)
        await client.get("b")
        later(0.75 * HOUR)

        assert [status(await client.get(one)) for one in ("a", "b")] == ["hit", "miss"]


async def test_an_absence_replaces_an_expired_answer(
    origin: Origin, path: Path, later: Callable[[float], None]
) -> None:
    async with cached(origin, path) as client:
        await client.get("a")
        later(2 * HOUR)
        origin.answer = lambda: httpx.Response(404)
        found = [await client.get("a") for _ in range(2)]

    assert [(one.status_code, status(one)) for one in found] == [(404, "miss"), (404, "hit")]


@pytest.mark.parametrize(
    "failure",
    [
        httpx.ConnectError("refused"),
        httpx.ReadTimeout("late"),
        httpx.Response(503),
        httpx.Response(429),
        httpx.Response(502),
    ],
    ids=["refused", "late", "503", "429", "502"],
)
async def test_an_expired_answer_is_better_than_a_failure_and_says_so(
    origin: Origin, path: Path, later: Callable[[float], None], failure: Answer
) -> None:
    async with cached(origin, path) as client:
        first = await client.get("a")
        later(2 * HOUR)
        origin.answer = lambda: failure
        again = await client.get("a")

    assert (again.text, status(again)) == ("fresh", "stale")
    assert retrieved(again) == retrieved(first)


async def test_a_failure_with_nothing_stored_stays_a_failure(origin: Origin, path: Path) -> None:
    async with cached(origin, path) as client:
        origin.answer = lambda: httpx.Response(503, text="down")
        assert (await client.get("a")).status_code == 503
        origin.answer = lambda: httpx.ConnectError("refused")
        with pytest.raises(httpx.ConnectError):
            await client.get("a")


async def test_a_failure_is_not_stored(origin: Origin, path: Path) -> None:
    async with cached(origin, path) as client:
        origin.answer = lambda: httpx.Response(503)
        await client.get("a")
        origin.answer = lambda: httpx.Response(200, text="up again")

        assert (await client.get("a")).text == "up again"


async def test_offline_the_cache_answers_however_old(
    origin: Origin, path: Path, later: Callable[[float], None]
) -> None:
    async with cached(origin, path) as client:
        await client.get("a")
    later(30 * 24 * HOUR)
    async with cached(origin, path, offline=True) as client:
        found = await client.get("a")
        with pytest.raises(NotStored):
            await client.get("b")

    assert (found.text, status(found), origin.asked) == ("fresh", "hit", 1)


@pytest.mark.parametrize(
    ("hours_later", "offline", "alone"), [(0, False, False), (720, True, False), (720, False, True)]
)
async def test_a_stored_answer_takes_no_request(
    origin: Origin, path: Path, later: Callable[[float], None], hours_later: float, offline: bool, alone: bool
) -> None:
    events: list[Event] = []
    async with cached(origin, path) as client:
        await client.get("a")
    later(hours_later * HOUR)
    answers = answers_in(path, events.append, offline=offline)
    found = await answers.instead_of_request("http://origin.test/a", "a", alone=alone)

    assert found is not None
    assert (found.body, events) == (b"fresh", [CacheAnswered("origin", "hit")])


async def test_an_expired_answer_takes_a_request(path: Path, origin: Origin, later: Callable[[float], None]) -> None:
    async with cached(origin, path) as client:
        await client.get("a")
    later(2 * HOUR)

    assert await answers_in(path).instead_of_request("http://origin.test/a", "a") is None


@pytest.mark.parametrize(("offline", "alone"), [(True, False), (False, True)])
async def test_what_only_the_cache_may_answer_is_never_asked_for(path: Path, offline: bool, alone: bool) -> None:
    events: list[Event] = []
    with pytest.raises(NotStored):
        await answers_in(path, events.append, offline=offline).instead_of_request(URL, "", alone=alone)

    assert events == [CacheAnswered("origin", "miss")]


async def test_what_the_cache_had_is_told(origin: Origin, path: Path, later: Callable[[float], None]) -> None:
    events: list[Event] = []
    transport = CacheTransport(httpx.MockTransport(origin), answers_in(path, events.append))
    await ask(transport)
    await ask(transport)
    later(2 * HOUR)
    origin.answer = lambda: httpx.ConnectError("refused")
    await ask(transport)
    with pytest.raises(httpx.ConnectError):
        await ask(transport, f"{URL}?page=2")

    assert events == [CacheAnswered("origin", outcome) for outcome in ("miss", "hit", "stale", "miss")]


async def test_two_processes_share_one_file(origin: Origin, path: Path) -> None:
    async with cached(origin, path) as one, cached(origin, path) as other:
        await one.get("a")
        found = await other.get("a")

    assert (found.text, origin.asked) == ("fresh", 1)


def _garbage(_: bytes) -> bytes:
    return b"this is no database" * 100


def _half(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]


def _holed(whole: bytes) -> bytes:
    return whole[:4096] + bytes(8192) + whole[12288:]


@pytest.mark.parametrize("damage", [_garbage, _half, _holed])
async def test_a_damaged_file_is_set_aside_and_made_anew(
    origin: Origin, path: Path, damage: Callable[[bytes], bytes], caplog: pytest.LogCaptureFixture
) -> None:
    async with cached(origin, path) as client:
        await client.get("a")
    (file,) = [anyio.Path(one) async for one in anyio.Path(path.parent).glob("*.sqlite")]
    await file.write_bytes(damage(await file.read_bytes()))
    async with cached(origin, path) as client:
        answers = [(await client.get("a")).text for _ in range(2)]

    assert (answers, origin.asked) == (["fresh"] * 2, 2)
    assert "is set aside" in caplog.text
    assert await anyio.Path(file.with_suffix(".damaged")).exists()


async def test_a_place_that_cannot_be_written_costs_the_keeping(
    origin: Origin, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with cached(origin, tmp_path / "no such folder" / "answers.sqlite") as client:
        answers = [(await client.get("a")).text for _ in range(2)]

    assert (answers, origin.asked) == (["fresh"] * 2, 2)
    assert {record.levelname for record in caplog.records} == {"WARNING"}


async def test_a_folder_that_cannot_be_written_answers_and_keeps_the_new_for_this_run(
    origin: Origin, path: Path
) -> None:
    async with cached(origin, path) as client:
        await client.get("a")
    before = files(path.parent)
    async with cached(origin, ReadOnlyRecordStore(path)) as client:
        found = [status(await client.get(one)) for one in ("a", "b", "b")]

    assert (found, origin.asked) == (["hit", "miss", "hit"], 2)
    assert files(path.parent) == before


@pytest.mark.parametrize("body", [b"", b"no answer", b"\x92\xa3two\xc4\x00"])
async def test_a_record_that_is_no_answer_is_fetched_again(origin: Origin, body: bytes) -> None:
    records, moment = MemoryRecordStore(), datetime.now(UTC)
    await records.put("http://origin.test/a", StoredRecord(body=body, validator="", retrieved=moment, checked=moment))
    async with cached(origin, records) as client:
        found = [status(await client.get("a")) for _ in range(2)]

    assert found == ["miss", "hit"]


async def test_only_what_is_got_is_kept(origin: Origin, path: Path) -> None:
    async with cached(origin, path) as client:
        await client.get("a")
        origin.answer = lambda: httpx.Response(200, text="posted")
        posted = [status(await client.post("a", content=one)) for one in ("x", "y", "y")]
        again = await client.get("a")

    assert (posted, again.text, origin.asked) == (["miss"] * 3, "fresh", 4)


async def test_no_cookie_comes_back(origin: Origin, path: Path) -> None:
    origin.answer = lambda: httpx.Response(200, headers={"Set-Cookie": "a=b"}, text="fresh")
    async with cached(origin, path) as client:
        await client.get("a")

        assert not client.cookies


async def test_an_answer_from_the_future_is_asked_for_again(
    origin: Origin, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time
    async with cached(origin, path) as client:
        monkeypatch.setattr(time, "time", lambda: real() + 400 * 24 * HOUR)
        await client.get("a")
        monkeypatch.setattr(time, "time", real)
        again = await client.get("a")

    assert (status(again), origin.asked) == ("miss", 2)


async def test_an_answer_from_the_future_stands_in_for_a_failing_upstream(
    origin: Origin, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time
    async with cached(origin, path) as client:
        monkeypatch.setattr(time, "time", lambda: real() + 24 * HOUR)
        await client.get("a")
        monkeypatch.setattr(time, "time", real)
        origin.answer = lambda: httpx.ConnectError("refused")
        again = await client.get("a")

    assert (again.text, status(again)) == ("fresh", "stale")


async def test_the_query_belongs_to_the_question(origin: Origin, path: Path) -> None:
    async with cached(origin, path) as client:
        await client.get("a", params={"name": "x/y"})
        await client.get("a", params={"name": "x/z"})

    assert origin.asked == 2


# Identical requests in flight are one.


async def test_identical_requests_in_flight_are_one() -> None:
    gate = Gate()
    merged = CoalesceTransport(gate)
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
    merged = CoalesceTransport(gate)
    await ask(merged)
    await ask(merged)

    assert gate.begun == 2


@pytest.mark.parametrize("method", ["POST", "HEAD"])
async def test_only_gets_are_merged(method: str) -> None:
    gate = Gate()
    merged = CoalesceTransport(gate)
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for _ in range(2):
                tasks.start_soon(merged.handle_async_request, httpx.Request(method, URL))
            await anyio.wait_all_tasks_blocked()
            gate.open.set()

    assert gate.begun == 2


async def test_requests_that_differ_are_not_merged() -> None:
    gate = Gate()
    merged = CoalesceTransport(gate)
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
    merged = CoalesceTransport(gate)
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
    merged = CoalesceTransport(gate)
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
    merged = CoalesceTransport(Script(httpx.ConnectError("refused"), httpx.Response(200, content=b"ok")).transport)
    with pytest.raises(httpx.ConnectError):
        await ask(merged)
    response = await ask(merged)

    assert response.content == b"ok"
