"""The local HTTP cache: fresh, expired, offline, shared, and never in the way."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import anyio
import httpx
import pytest
from pytest_mock import MockerFixture

from biofacts.adapters.http.transport.cache import CoalesceTransport, StoredAnswer, StoredAnswers, now
from biofacts.adapters.memory.records_and_budgets import MemoryRecordStore
from biofacts.adapters.sqlite.records_and_budgets import ReadOnlyRecordStore, SqliteRecordStore
from biofacts.domain.answers.errors import BiofactsError, UpstreamError
from biofacts.ports.observing import CacheAnswered, CacheOutcome, Event
from biofacts.ports.record_store import RecordStore, StoredRecord
from tests.wire import URL, Gate, Script, ask

HOUR = 3600
REFUSED = UpstreamError.of("origin", "refused")


class Origin:
    """Answers with what it is told to, and counts."""

    def __init__(self) -> None:
        self.answer: tuple[int, bytes] | BiofactsError = 200, b"fresh"
        self.asked = 0

    async def __call__(self) -> StoredAnswer:
        self.asked += 1
        if isinstance(self.answer, BiofactsError):
            raise self.answer
        return StoredAnswer(*self.answer, now())


def hours(path: str, code: int) -> timedelta:
    return timedelta(seconds={200: HOUR, 400: HOUR // 2, 404: HOUR // 2}.get(code, 0))


class Cached:
    """The cache of an origin's answers. `events`: what was observed."""

    def __init__(self, origin: Origin, where: Path | RecordStore, *, offline: bool = False) -> None:
        self.events: list[Event] = []
        self._origin = origin
        records = SqliteRecordStore(where) if isinstance(where, Path) else where
        self._answers = StoredAnswers(records, hours, offline=offline, service="origin", observer=self.events.append)

    async def ask(self, path: str = "a", *, alone: bool = False) -> tuple[StoredAnswer, CacheOutcome] | None:
        return await self._answers.ask(f"http://origin.test/{path}", path, self._origin, alone=alone)

    async def get(self, path: str = "a") -> tuple[int, bytes, CacheOutcome]:
        found = await self.ask(path)
        assert found is not None
        return found[0].status, found[0].body, found[1]


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
    cached = Cached(origin, path if where == "disk" else MemoryRecordStore())

    assert [await cached.get() for _ in range(2)] == [(200, b"fresh", "miss"), (200, b"fresh", "hit")]
    assert origin.asked == 1


@pytest.mark.parametrize("code", [400, 404])
async def test_an_absence_is_kept_like_an_answer(origin: Origin, path: Path, code: int) -> None:
    origin.answer = code, b"none"
    cached = Cached(origin, path)

    assert [(await cached.get())[0] for _ in range(2)] == [code, code]
    assert origin.asked == 1


async def test_an_expired_answer_is_asked_for_again(origin: Origin, path: Path, later: Callable[[float], None]) -> None:
    cached = Cached(origin, path)
    await cached.get()
    later(2 * HOUR)
    origin.answer = 200, b"new"

    assert await cached.get() == (200, b"new", "miss")
    assert origin.asked == 2


@pytest.mark.parametrize(
    ("seconds", "outcome"),
    [
        pytest.param(HOUR - 1, "hit", id="fresh"),
        pytest.param(HOUR, "miss", id="an hour old"),
        pytest.param(-300, "hit", id="from a clock that goes five minutes ahead"),
        pytest.param(-301, "miss", id="from a clock that was wrong"),
    ],
)
async def test_an_answer_is_used_until_its_age(
    origin: Origin, monkeypatch: pytest.MonkeyPatch, seconds: float, outcome: str
) -> None:
    cached = Cached(origin, MemoryRecordStore())
    monkeypatch.setattr(time, "time", lambda: 1e9)
    await cached.get()
    monkeypatch.setattr(time, "time", lambda: 1e9 + seconds)

    assert (await cached.get())[2] == outcome


async def test_each_answer_has_its_own_time_to_live(origin: Origin, path: Path, later: Callable[[float], None]) -> None:
    cached = Cached(origin, path)
    await cached.get("a")
    origin.answer = 404, b""
    await cached.get("b")
    later(0.75 * HOUR)

    assert [(await cached.get(one))[2] for one in ("a", "b")] == ["hit", "miss"]


async def test_an_absence_replaces_an_expired_answer(
    origin: Origin, path: Path, later: Callable[[float], None]
) -> None:
    cached = Cached(origin, path)
    await cached.get()
    later(2 * HOUR)
    origin.answer = 404, b""

    assert [await cached.get() for _ in range(2)] == [(404, b"", "miss"), (404, b"", "hit")]


async def test_an_expired_answer_is_better_than_a_failure_and_says_so(
    origin: Origin, path: Path, later: Callable[[float], None]
) -> None:
    cached = Cached(origin, path)
    first = await cached.ask()
    later(2 * HOUR)
    origin.answer = REFUSED

    assert first is not None
    assert await cached.ask() == (first[0], "stale")


async def test_a_failure_with_nothing_stored_stays_a_failure_and_is_not_stored(origin: Origin, path: Path) -> None:
    origin.answer = REFUSED
    cached = Cached(origin, path)
    with pytest.raises(UpstreamError, match="refused"):
        await cached.get()
    origin.answer = 200, b"up again"

    assert await cached.get() == (200, b"up again", "miss")


@pytest.mark.parametrize(
    ("hours_later", "offline", "alone"), [(0, False, False), (720, True, False), (720, False, True)]
)
async def test_a_stored_answer_takes_no_request(
    origin: Origin, path: Path, later: Callable[[float], None], hours_later: float, offline: bool, alone: bool
) -> None:
    await Cached(origin, path).get()
    later(hours_later * HOUR)
    cached = Cached(origin, path, offline=offline)
    found = await cached.ask(alone=alone)

    assert found is not None
    assert (found[0].body, found[1], origin.asked, cached.events) == (
        b"fresh",
        "hit",
        1,
        [CacheAnswered("origin", "hit")],
    )


@pytest.mark.parametrize(("offline", "alone"), [(True, False), (False, True)])
async def test_what_only_the_cache_may_answer_is_never_asked_for(
    origin: Origin, path: Path, offline: bool, alone: bool
) -> None:
    cached = Cached(origin, path, offline=offline)

    assert await cached.ask(alone=alone) is None
    assert (origin.asked, cached.events) == (0, [CacheAnswered("origin", "miss")])


async def test_an_answer_that_is_missing_is_looked_up_once(origin: Origin, mocker: MockerFixture) -> None:
    records = MemoryRecordStore()
    lookups = mocker.spy(records, "get")
    await Cached(origin, records).get()

    assert lookups.call_count == 1


async def test_what_the_cache_had_is_told(origin: Origin, path: Path, later: Callable[[float], None]) -> None:
    cached = Cached(origin, path)
    await cached.get()
    await cached.get()
    later(2 * HOUR)
    origin.answer = REFUSED
    await cached.get()
    with pytest.raises(UpstreamError):
        await cached.get("b")

    assert cached.events == [CacheAnswered("origin", outcome) for outcome in ("miss", "hit", "stale", "miss")]


async def test_two_processes_share_one_file(origin: Origin, path: Path) -> None:
    one, other = Cached(origin, path), Cached(origin, path)
    await one.get()

    assert await other.get() == (200, b"fresh", "hit")


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
    await Cached(origin, path).get()
    (file,) = [anyio.Path(one) async for one in anyio.Path(path.parent).glob("*.sqlite")]
    await file.write_bytes(damage(await file.read_bytes()))
    cached = Cached(origin, path)

    assert [await cached.get() for _ in range(2)] == [(200, b"fresh", "miss"), (200, b"fresh", "hit")]
    assert "is set aside" in caplog.text
    assert await anyio.Path(file.with_suffix(".damaged")).exists()


async def test_a_place_that_cannot_be_written_costs_the_keeping(
    origin: Origin, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cached = Cached(origin, tmp_path / "no such folder" / "answers.sqlite")

    assert [await cached.get() for _ in range(2)] == [(200, b"fresh", "miss")] * 2
    assert {record.levelname for record in caplog.records} == {"WARNING"}


async def test_a_folder_that_cannot_be_written_answers_and_keeps_the_new_for_this_run(
    origin: Origin, path: Path
) -> None:
    await Cached(origin, path).get("a")
    before = files(path.parent)
    cached = Cached(origin, ReadOnlyRecordStore(path))
    found = [(await cached.get(one))[2] for one in ("a", "b", "b")]

    assert (found, origin.asked) == (["hit", "miss", "hit"], 2)
    assert files(path.parent) == before


@pytest.mark.parametrize("body", [b"", b"no answer", b"\x92\xa3two\xc4\x00"])
async def test_a_record_that_is_no_answer_is_fetched_again(
    origin: Origin, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    records, moment = MemoryRecordStore(), datetime.now(UTC)
    await records.put("http://origin.test/a", StoredRecord(body=body, validator="", retrieved=moment, checked=moment))
    cached = Cached(origin, records)

    assert [(await cached.get())[2] for _ in range(2)] == ["miss", "hit"]
    assert [one.partition(" (")[0] for one in caplog.messages] == ["the answer of http://origin.test/a cannot be read"]


async def test_an_answer_from_the_future_is_asked_for_again(
    origin: Origin, path: Path, later: Callable[[float], None]
) -> None:
    cached = Cached(origin, path)
    later(400 * 24 * HOUR)
    await cached.get()
    later(0)

    assert (await cached.get())[2] == "miss"
    assert origin.asked == 2


async def test_an_answer_from_the_future_stands_in_for_a_failing_upstream(
    origin: Origin, path: Path, later: Callable[[float], None]
) -> None:
    cached = Cached(origin, path)
    later(24 * HOUR)
    await cached.get()
    later(0)
    origin.answer = REFUSED

    assert (await cached.get())[2] == "stale"


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
