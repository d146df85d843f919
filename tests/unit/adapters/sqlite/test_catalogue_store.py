"""A disk that is full, or that may only be read: what is there is used, what is new lives in memory, with a warning."""

import resource
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import anyio
import msgspec
import pytest
from pytest_mock import MockerFixture

from biofacts.adapters.sqlite import catalogue_store as of_the_store
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.adapters.sqlite.connections import Readings
from biofacts.adapters.sqlite.records_and_budgets import SqliteLimiter, SqliteRecordStore
from biofacts.domain.limits.request_rates import Rate
from biofacts.domain.search.index import Field
from biofacts.ports.catalogue import Catalogue, Content, Entry, ReleaseInfo
from biofacts.ports.record_store import StoredRecord

THEN, NOW = datetime(2026, 8, 22, tzinfo=UTC), datetime(2026, 11, 21, tzinfo=UTC)


def content(release: str, size: int = 500) -> Content:
    entries = [Entry(key=f"{release}-{n}", texts={Field.TITLE: [f"title {n}"]}) for n in range(size)]
    return Content(info=ReleaseInfo(release=release, retrieved=THEN, checked=THEN), entries=entries)


async def release_and_size(catalogue: Catalogue | None) -> tuple[str, int] | None:
    if catalogue is None:
        return None
    return catalogue.info.release, (await catalogue.search("title", offset=0, limit=1)).total


def files(folder: Path) -> dict[Path, int]:
    """Everything below a folder, with the time of its last change."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*")}


@contextmanager
def no_room(beyond: int = 4096) -> Generator[None]:
    """No file may grow beyond so many bytes: what a full disk is to whoever writes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (beyond, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


async def test_an_entry_that_is_wanted_again_is_not_read_again(tmp_path: Path, mocker: MockerFixture) -> None:
    async with SqliteCatalogueStore(tmp_path) as store:
        catalogue = await store.publish("toys", content("2026-11", 2))
        key = (await catalogue.all_keys())[0]
        read = mocker.spy(Readings, "execute")
        first, again = await catalogue.summaries([key]), await catalogue.summaries([key])

    assert (again, read.call_count) == (first, 1)


async def test_on_a_full_disk_a_new_release_lives_in_memory(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with SqliteCatalogueStore(tmp_path) as store:
        await store.publish("one", content("old"))
        with no_room():
            await store.publish("one", content("new"))
            during = await release_and_size(await store.newest("one"))
            described = await store.describe("one")
    async with SqliteCatalogueStore(tmp_path) as store:
        after = await release_and_size(await store.newest("one"))

    assert (during, after) == (("new", 500), ("old", 500))
    assert described.path is None
    assert described.unkept == "disk I/O error"
    assert "kept in memory" in caplog.text
    assert not [path for path in files(tmp_path) if path.suffix in (".building", ".tmp")]


async def test_when_there_is_room_again_the_next_release_is_written_and_answers(tmp_path: Path) -> None:
    async with SqliteCatalogueStore(tmp_path) as store:
        await store.publish("one", content("old"))
        with no_room():
            await store.publish("one", content("in memory"))
        await store.publish("one", content("new", size=7))
        during = await release_and_size(await store.newest("one"))
    async with SqliteCatalogueStore(tmp_path) as store:
        after = await release_and_size(await store.newest("one"))

    assert (during, after) == (("new", 7), ("new", 7))


async def test_on_a_full_disk_not_even_the_pointer_can_be_written(tmp_path: Path) -> None:
    async with SqliteCatalogueStore(tmp_path) as store:
        published = await store.publish("one", content("old"))
        with no_room(beyond=1):
            await store.confirm("one", msgspec.structs.replace(published.info, checked=NOW))
            newest = await store.newest("one")

        assert newest is not None
        assert newest.info.checked == NOW
    async with SqliteCatalogueStore(tmp_path) as store:
        assert await release_and_size(await store.newest("one")) == ("old", 500)


async def test_on_a_full_disk_records_are_not_kept_and_the_budget_is_not_shared(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    records = SqliteRecordStore(tmp_path / "records.sqlite")
    limiter = SqliteLimiter(tmp_path / "slots.sqlite", "one", [Rate(1, 1.0)])
    with no_room(beyond=1):
        await records.put("a", StoredRecord(body=b"body", validator="", retrieved=THEN, checked=THEN))
        found, waits = await records.get("a"), [await limiter.reserve() for _ in range(2)]

    assert (found, waits) == (None, [1.0, 1.0])
    assert len(caplog.records) >= 2
    assert sum("the budget of one cannot be shared" in told.getMessage() for told in caplog.records) == 1


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be written anywhere."""

    def refused(_: Path | None) -> None:
        return None

    monkeypatch.setattr(of_the_store, "_writable", refused)


async def test_a_folder_that_may_only_be_read_answers_from_what_is_there(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    async with SqliteCatalogueStore(tmp_path) as store:
        await store.publish("one", content("old"))
    before = files(tmp_path)
    request.getfixturevalue("read_only")
    async with SqliteCatalogueStore(tmp_path) as store:
        at_first = await store.newest("one")
        assert at_first is not None
        await store.confirm("one", msgspec.structs.replace(at_first.info, checked=NOW))
        confirmed = await store.newest("one")
        assert confirmed is not None
        checked = confirmed.info.checked
        async with store.building("one"):
            await store.publish("one", content("new", size=7))
        found = await release_and_size(at_first), await release_and_size(await store.newest("one"))

    assert (checked, found) == (NOW, (("old", 500), ("new", 7)))
    assert files(tmp_path) == before


# A builder that dies at any moment leaves a whole release behind, and the right to build.


_BUILDER = """
import sys
from datetime import UTC, datetime
from pathlib import Path

import anyio

from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.domain.search.index import Field
from biofacts.ports.catalogue import Content, Entry, ReleaseInfo


async def build_for_ever():
    async with SqliteCatalogueStore(Path(sys.argv[1])) as store:
        for number in range(100_000):
            now = datetime.now(UTC)
            entries = [Entry(key=f"{number}-{n}", texts={Field.TITLE: [f"title {n}"]}) for n in range(200)]
            info = ReleaseInfo(release=str(number), retrieved=now, checked=now)
            async with store.building("one"):
                await store.publish("one", Content(info=info, entries=entries))
            print(number, flush=True)


anyio.run(build_for_ever)
"""


@pytest.mark.parametrize("releases", [1, 2, 5, 9])
async def test_a_killed_builder_leaves_a_whole_release(tmp_path: Path, releases: int) -> None:
    command = [sys.executable, "-c", _BUILDER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as builder:  # noqa: ASYNC220 - it is killed, not awaited
        assert builder.stdout is not None
        for _ in range(releases):
            builder.stdout.readline()
        builder.kill()
    async with SqliteCatalogueStore(tmp_path) as store:
        newest = await store.newest("one")
        assert newest is not None
        listing = await newest.search("title", offset=0, limit=500)
        with anyio.fail_after(5):
            async with store.building("one"):
                pass

    assert int(newest.info.release) >= releases - 1
    assert listing.total == 200
