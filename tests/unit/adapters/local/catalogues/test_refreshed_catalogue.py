"""A bulk file as a catalogue: what is believed of an upstream, and who waits for a build."""

from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import anyio
import httpx
import msgspec
import pytest

from biofacts.adapters.http.base_client import BulkFile, Describe, FileHead, UpstreamClient
from biofacts.adapters.local.catalogues.background_jobs import Jobs
from biofacts.adapters.local.catalogues.refreshed_catalogue import Indexed, LocalCatalogue, reopened, version_of
from biofacts.adapters.local.catalogues.refreshed_catalogue import size as size_of
from biofacts.adapters.sqlite.catalogue_store import SCHEMA, SqliteCatalogueStore
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.records import Retrieval
from biofacts.domain.limits import freshness
from biofacts.ports.catalogue import Catalogue, Content, Entry
from biofacts.ports.published_files import Edition, PublishedFile, Unchanged
from tests.containers import WatchedJobs, cache_of
from tests.contract.catalogue import content
from tests.replaying import Upstream

Answer = Callable[[httpx.Request], httpx.Response] | Callable[[httpx.Request], Coroutine[None, None, httpx.Response]]

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


class Lines(UpstreamClient):
    service = "Lines"


def read(body: bytes) -> Iterator[str]:
    yield from body.decode().split()


def index(rows: Iterable[str]) -> Indexed:
    return Indexed(entries=(Entry(key=row) for row in rows))


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


class Parts(NamedTuple):
    bulk: LocalCatalogue[str]
    upstream: Upstream
    jobs: WatchedJobs
    clock: Clock
    store: SqliteCatalogueStore

    async def keys(self, *wanted: str) -> list[str]:
        """Which of the keys the catalogue has, refreshes included."""
        await self.bulk.open()
        await self.jobs.settled()
        return list(await (await self.bulk.open()).catalogue.summaries(wanted))


@asynccontextmanager
async def lines(
    *, answer: Answer | None = None, describe: Describe = lambda _: FileHead(), offline: bool = False
) -> AsyncGenerator[Parts]:
    upstream, clock = Upstream({"/lines": b"a b c d"}), Clock()
    http = httpx.AsyncClient(base_url="http://upstream.test/", transport=httpx.MockTransport(answer or upstream.answer))
    async with SqliteCatalogueStore(None) as store, WatchedJobs() as jobs, Lines(http) as client:
        file = BulkFile(client, "lines", read, describe)
        bulk = LocalCatalogue("lines", file, index, cache_of(store, jobs, clock=clock, offline=offline), sync="all")
        yield Parts(bulk, upstream, jobs, clock, store)


def fixed(body: bytes) -> httpx.Response:
    return httpx.Response(200, headers={"ETag": '"for ever"'}, content=body)


async def test_another_body_under_the_same_validator_is_another_release() -> None:
    bodies = [b"a b", b"c d"]
    async with lines(answer=lambda _: fixed(bodies[0])) as parts:
        before = await parts.keys("a", "c")
        bodies.pop(0)
        parts.clock.now += timedelta(days=2)
        after = await parts.keys("a", "c")

    assert (before, after) == (["a"], ["c"])


async def test_the_same_body_under_another_validator_is_the_same_release() -> None:
    validators = iter(range(9))
    async with lines(
        answer=lambda _: httpx.Response(200, headers={"ETag": f'"{next(validators)}"'}, content=b"a")
    ) as parts:
        before = (await parts.bulk.open()).catalogue.version
        parts.clock.now += timedelta(days=2)
        await parts.bulk.open()
        await parts.jobs.settled()
        after = await parts.bulk.open()

    assert (after.catalogue.version, after.stale, next(validators)) == (before, False, 2)


async def test_what_is_a_month_old_is_fetched_whatever_the_validator_says() -> None:
    conditional: list[bool] = []

    def answer(request: httpx.Request) -> httpx.Response:
        conditional.append("if-none-match" in request.headers)
        return httpx.Response(304) if conditional[-1] else fixed(b"a")

    async with lines(answer=answer) as parts:
        await parts.keys()
        for _ in range(4):
            parts.clock.now += timedelta(days=20)
            await parts.keys()

    assert conditional == [False, True, False, True, False]


@pytest.mark.parametrize(("body", "found"), [(b"a b", ["a", "b"]), (b"a", ["a", "b", "c", "d"]), (b"", list("abcd"))])
async def test_a_release_that_has_shrunk_by_more_than_half_is_not_believed(body: bytes, found: list[str]) -> None:
    async with lines() as parts:
        await parts.keys()
        parts.upstream.files["/lines"] = body
        parts.clock.now += timedelta(days=2)
        after = await parts.keys("a", "b", "c", "d")
        ready = await parts.bulk.open()

    assert (after, ready.stale) == (found, found != ["a", "b"])


async def test_a_file_in_the_right_form_with_nothing_in_it_is_no_catalogue() -> None:
    async with lines(answer=lambda _: fixed(b" ")) as parts:
        with pytest.raises(UpstreamError, match=r"^lines of Lines .*contains no entries"):
            await parts.bulk.open()

        assert await parts.bulk.present() is None


def described(body: bytes) -> FileHead:
    """What a file of words says of itself: the columns that it lacks, and its release, behind signs."""
    words = body.decode().split()
    if "?" in words:
        raise ValueError("the column 'a' is missing")
    lacks = tuple(word.removeprefix("-") for word in words if word.startswith("-"))
    return FileHead(release=next((word for word in words if word.startswith("@")), ""), lacks=lacks)


async def test_columns_that_a_release_lacks_are_warned_of_once_and_noted_with_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bodies = [b"a b -Species -InChI @7.97"]
    async with lines(answer=lambda _: fixed(bodies[0]), describe=described) as parts:
        await parts.keys()
        parts.clock.now += timedelta(days=2)
        await parts.keys()
        described_as = (await parts.store.describe("lines")).provenance

        assert described_as is not None
        assert (described_as.release, described_as.lacks) == ("@7.97", ("Species", "InChI"))
        assert [record.getMessage() for record in caplog.records] == [
            "lines (@7.97) has no columns 'Species', 'InChI', so their data are missing"
        ]


async def test_a_file_that_cannot_be_used_says_why_and_leaves_the_older_release() -> None:
    bodies = [b"a b"]
    async with lines(answer=lambda _: fixed(bodies[0]), describe=described) as parts:
        await parts.keys()
        bodies[0] = b"a ?"
        with pytest.raises(UpstreamError, match=r"^lines of Lines cannot be used: the column 'a' is missing"):
            await parts.bulk.update("cache")

        assert await parts.keys("a", "b") == ["a", "b"]


async def test_a_clock_that_goes_backwards_costs_a_refresh_and_nothing_else() -> None:
    async with lines() as parts:
        await parts.keys()
        parts.upstream.taken()
        parts.clock.now -= timedelta(days=400)
        found = await parts.keys("a")
        asked = parts.upstream.taken()
        ready = await parts.bulk.open()

    assert (found, asked, ready.stale) == (["a"], ["/lines"], False)


async def test_after_a_failure_a_clock_that_went_backwards_does_not_hold_up_the_next_attempt() -> None:
    async with lines() as parts:
        await parts.keys()
        parts.upstream.is_down = True
        parts.clock.now += timedelta(days=2)
        await parts.keys()
        parts.upstream.is_down = False
        parts.clock.now -= timedelta(hours=5)
        found = await parts.keys("a")
        ready = await parts.bulk.open()

    assert (found, ready.stale) == (["a"], False)


async def test_a_build_goes_on_when_the_call_that_began_it_is_gone() -> None:
    arrived, go_on = anyio.Event(), anyio.Event()
    asked: list[str] = []

    async def slow(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        arrived.set()
        await go_on.wait()
        return fixed(b"a b")

    with anyio.fail_after(5):
        async with lines(answer=slow) as parts:
            async with anyio.create_task_group() as calls:
                calls.start_soon(parts.bulk.open)
                await arrived.wait()
                calls.cancel_scope.cancel()
            go_on.set()
            found = await parts.keys("a")

    assert (found, asked) == (["a"], ["/lines"])


async def test_a_failed_build_fails_for_everybody_who_waits_and_is_tried_again_by_the_next() -> None:
    arrived, go_on = anyio.Event(), anyio.Event()
    failures: list[str] = []
    answers = [httpx.Response(500), fixed(b"a")]

    async def answer(_: httpx.Request) -> httpx.Response:
        arrived.set()
        await go_on.wait()
        return answers.pop(0)

    async with lines(answer=answer) as parts:

        async def call() -> None:
            try:
                await parts.bulk.open()
            except UpstreamError as error:
                failures.append(error.code)

        with anyio.fail_after(5):
            async with anyio.create_task_group() as calls:
                for _ in range(3):
                    calls.start_soon(call)
                await arrived.wait()
                await anyio.wait_all_tasks_blocked()
                go_on.set()
            found = await parts.keys("a")

    assert (failures, found) == (["UPSTREAM_ERROR"] * 3, ["a"])


async def test_a_command_builds_in_its_own_call() -> None:
    async def job() -> int:
        return 7

    async with Jobs(long_lived=False) as jobs:
        assert await jobs.share("build", job) == 7


# A listing's version, which a cursor brings back


@pytest.mark.parametrize(
    ("name", "found"), [("lines", ["lines"]), ("./lines", []), (f"../../elsewhere/{SCHEMA}/lines", []), ("\x00", [])]
)
async def test_a_version_reopens_what_lies_in_the_folder_of_the_catalogues_and_nothing_else(
    tmp_path: Path, name: str, found: list[str]
) -> None:
    async with (
        SqliteCatalogueStore(tmp_path / "elsewhere") as elsewhere,
        SqliteCatalogueStore(tmp_path / "here") as here,
    ):
        for store in (elsewhere, here):
            catalogue = await store.publish("lines", content(Entry(key="a")))
        opened = await reopened(here, version_of([(name, catalogue)]))

    assert opened is not None
    assert [*opened] == found


async def test_a_file_that_was_not_there_hides_nothing_once_it_has_come() -> None:
    asked = 0

    def answer(_: httpx.Request) -> httpx.Response:
        nonlocal asked
        asked += 1
        return httpx.Response(404)

    async with lines(answer=answer) as parts:
        assert await parts.bulk.open_within(60) is None
        assert parts.bulk.is_missing
        assert await parts.bulk.open_within(60) is None
        assert asked == 1

        await parts.store.publish("lines", content(Entry(key="a")))  # another process found it

        opened = await parts.bulk.open_within(60)
        assert opened is not None
        assert list(await opened.catalogue.summaries(["a"])) == ["a"]


async def test_what_does_not_come_in_time_or_not_at_all_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async with lines() as parts:
        late = await parts.bulk.open_within(0)
        parts.upstream.is_down = True
        failed = await parts.bulk.open_within(60)

    assert (late, failed) == (None, None)
    assert caplog.messages[0] == "lines did not arrive in time"
    assert caplog.messages[-1].startswith("lines could not be downloaded: Lines is unavailable")


@pytest.mark.parametrize(
    ("offline", "why"),
    [
        (False, r"^Lines is unavailable: lines was not found"),
        (True, r"^Lines .*offline mode, and the catalogue lines is not stored here"),
    ],
)
async def test_a_file_that_cannot_be_had_is_named_with_its_source(offline: bool, why: str) -> None:
    async with lines(answer=lambda _: httpx.Response(404), offline=offline) as parts:
        with pytest.raises(UpstreamError, match=why):
            await parts.bulk.open()


SECOND = timedelta(seconds=1)
OLD = freshness.CATALOGUE


@pytest.mark.parametrize(
    ("age", "failed", "offline", "stale", "asked"),
    [
        (OLD - SECOND, None, False, False, False),
        (OLD, None, False, False, True),
        (OLD - SECOND, None, True, False, False),
        (OLD, None, True, True, False),
        (OLD, timedelta(), False, True, False),
        (OLD, timedelta(minutes=1) - SECOND, False, True, False),
        (OLD, timedelta(minutes=1), False, True, True),
    ],
)
async def test_an_old_release_answers_and_is_refreshed_unless_that_has_just_failed(
    age: timedelta, failed: timedelta | None, offline: bool, stale: bool, asked: bool
) -> None:
    async with lines(offline=offline) as parts:
        await parts.store.publish("lines", content(Entry(key="a"), at=NOON - age))
        if failed is not None:
            parts.upstream.is_down = True
            with pytest.raises(UpstreamError):
                await parts.bulk.update("cache")
            parts.upstream.taken()
            parts.clock.now += failed
        release = await parts.bulk.present()
        settled = parts.bulk.settled(release)
        may_come = parts.bulk.may_come
        opened = await parts.bulk.open()
        await parts.jobs.settled()

        assert release is not None
        assert (opened.stale, opened.fetched, parts.upstream.taken()) == (stale, False, ["/lines"] if asked else [])
        assert settled == (None if asked else ("lines", release.info, stale))
        assert may_come == (not offline and (failed is None or asked))
        assert parts.bulk.settled(None) is None


@pytest.mark.parametrize(("age", "conditional"), [(timedelta(30), True), (timedelta(30) + SECOND, False)])
@pytest.mark.parametrize(
    ("before", "asked_for", "after"),
    [("cache", "cache", "cache"), ("snapshot", "cache", "snapshot"), ("cache", "snapshot", "snapshot")],
)
async def test_a_release_that_is_still_the_newest_is_confirmed(
    age: timedelta, conditional: bool, before: Retrieval, asked_for: Retrieval, after: Retrieval
) -> None:
    async with lines() as parts:
        await parts.bulk.update(before)
        parts.clock.now += age
        confirmed = await parts.bulk.update(asked_for)
        newest = await parts.bulk.present()

        assert newest is not None
        assert newest.version == confirmed.version
        assert (newest.info.mode, newest.info.checked) == (after, NOON + age)
        assert newest.info.retrieved == (NOON if conditional else NOON + age)


class Rows(PublishedFile[str]):
    """A file of a size."""

    service = "Lines"
    name = "lines"

    def __init__(self, size: int) -> None:
        self.size = size

    async def fetch(self, *, validator: str = "") -> Edition[str] | Unchanged | None:
        return Edition(release="1", retrieved=NOON, rows=["a", "b"], size=self.size)


class Noting(SqliteCatalogueStore):
    """A store that notes how it is to build."""

    async def publish(self, name: str, content: Content, progress: Callable[[int], None] | None = None) -> Catalogue:
        self.how = content.portable, content.patient
        return await super().publish(name, content, progress)


def index_patiently(rows: Iterable[str]) -> Indexed:
    return msgspec.structs.replace(index(rows), patient=True)


@pytest.mark.parametrize(
    ("size", "portable", "by", "how"),
    [
        (2_000_000, True, index, (True, True)),
        (1_999_999, True, index, (False, False)),
        (2_000_000, False, index, (False, False)),
        (2_000_000, False, index_patiently, (False, True)),
    ],
)
async def test_a_large_file_is_built_in_another_process_and_gives_way_to_calls(
    size: int, portable: bool, by: Callable[[Iterable[str]], Indexed], how: tuple[bool, bool]
) -> None:
    async with Noting(None) as store, WatchedJobs() as jobs:
        catalogue = await LocalCatalogue("rows", Rows(size), by, cache_of(store, jobs), portable=portable).build()

        assert (store.how, await size_of(catalogue)) == (how, 2)


@pytest.mark.parametrize(("offline", "there", "asked"), [(False, False, 1), (True, False, 0), (False, True, 0)])
async def test_what_is_missing_is_fetched_ahead_once(offline: bool, there: bool, asked: int) -> None:
    async with lines(offline=offline) as parts:
        if there:
            await parts.store.publish("lines", content(Entry(key="a")))
        for _ in range(2):
            parts.bulk.prefetch()
            await parts.jobs.settled()

        assert len(parts.upstream.taken()) == asked
        assert (await parts.bulk.present() is None) == offline


async def test_offline_nothing_is_fetched_and_the_sync_that_brings_it_is_named() -> None:
    async with lines(offline=True) as parts:
        with pytest.raises(UpstreamError) as refused:
            await parts.bulk.open()

    assert (
        str(refused.value) == "Lines is unavailable: this is offline mode, and the catalogue lines is not stored here."
    )
    assert "`biofacts sync all`" in refused.value.hint
