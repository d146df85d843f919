"""The contract of the stores on SQLite, on disk and in memory, and what several processes see of each other."""

import logging
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import anyio
import anyio.lowlevel
import msgspec
import pytest
from filelock import FileLock
from pytest_mock import MockerFixture

from biofacts.adapters.memory.records_and_budgets import MemoryRecordStore
from biofacts.adapters.sqlite import connections
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.adapters.sqlite.records_and_budgets import ReadOnlyRecordStore, SqliteRecordStore
from biofacts.domain.answers.errors import UpstreamError
from biofacts.ports.catalogue import Catalogue, CatalogueStore, Content
from biofacts.ports.record_store import RecordStore
from tests.contract.catalogue import (
    BALL,
    BRICK,
    ENTRIES,
    NAME,
    CatalogueStoreContract,
    RecordStoreContract,
    content,
    info,
    keys,
)
from tests.memory_catalogue import MemoryCatalogueStore
from tests.replaying import until


class TestSqliteOnDisk(CatalogueStoreContract):
    @pytest.fixture
    async def store(self, tmp_path: Path) -> AsyncGenerator[CatalogueStore]:
        async with SqliteCatalogueStore(tmp_path) as store:
            yield store


class TestSqliteInMemory(CatalogueStoreContract):
    @pytest.fixture
    async def store(self) -> AsyncGenerator[CatalogueStore]:
        async with SqliteCatalogueStore(None) as store:
            yield store


class TestMemory(CatalogueStoreContract):
    @pytest.fixture
    async def store(self) -> CatalogueStore:
        return MemoryCatalogueStore()


class TestSqliteRecordsOpen(RecordStoreContract):
    """With a connection that stays open for reading."""

    @pytest.fixture
    async def records(self, tmp_path: Path) -> AsyncGenerator[RecordStore]:
        async with SqliteRecordStore(tmp_path / "records.sqlite") as store:
            yield store

    async def test_what_another_process_keeps_is_seen(self, records: RecordStore, tmp_path: Path) -> None:
        other = SqliteRecordStore(tmp_path / "records.sqlite")
        found = [await records.get("a")]
        await other.put("a", self.RECORD)
        found.append(await records.get("a"))
        await other.remove("a")
        found.append(await records.get("a"))

        assert found == [None, self.RECORD, None]

    async def test_a_file_in_the_place_of_another_is_read(self, records: RecordStore, tmp_path: Path) -> None:
        path = tmp_path / "records.sqlite"
        await records.put("a", self.RECORD)
        await records.get("a")
        path.rename(tmp_path / "aside.sqlite")
        gone = await records.get("a")
        await records.put("b", self.RECORD)

        assert (gone, await records.get("a"), await records.get("b")) == (None, None, self.RECORD)

    async def test_a_reader_hinders_no_writer(self, records: RecordStore, tmp_path: Path) -> None:
        await records.put("a", self.RECORD)
        await records.get("a")
        with closing(sqlite3.connect(tmp_path / "records.sqlite", timeout=0)) as connection, connection:
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("DELETE FROM records")

        assert await records.get("a") is None

    async def test_while_somebody_writes_the_record_is_waited_for(
        self, records: RecordStore, tmp_path: Path, mocker: MockerFixture
    ) -> None:
        await records.put("a", self.RECORD)
        await records.get("a")
        with closing(sqlite3.connect(tmp_path / "records.sqlite", check_same_thread=False)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            attempt = mocker.spy(connections, "_attempt")
            found: list[object] = []
            with anyio.fail_after(10):
                async with anyio.create_task_group() as tasks:

                    async def ask() -> None:
                        found.append(await records.get("a"))

                    tasks.start_soon(ask)
                    while not attempt.call_count:
                        await anyio.lowlevel.checkpoint()
                    connection.execute("COMMIT")

        assert found == [self.RECORD]

    async def test_a_damaged_record_is_forgotten(self, records: RecordStore, tmp_path: Path) -> None:
        await records.put("a", self.RECORD)
        with closing(sqlite3.connect(tmp_path / "records.sqlite")) as connection, connection:
            connection.execute("UPDATE records SET body = zeroblob(20)")

        assert await records.get("a") is None
        assert not await records.present(["a"])

    async def test_a_damaged_file_is_set_aside(self, records: RecordStore, tmp_path: Path) -> None:
        (tmp_path / "records.sqlite").write_bytes(b"This is no database, whatever its name says." * 200)
        found = await records.get("a")
        await records.put("a", self.RECORD)

        assert (found, await records.get("a")) == (None, self.RECORD)


class TestSqliteRecordsOnDisk(RecordStoreContract):
    @pytest.fixture
    async def records(self, tmp_path: Path) -> RecordStore:
        return SqliteRecordStore(tmp_path / "records.sqlite")

    async def test_two_stores_on_one_file_share_it(self, tmp_path: Path) -> None:
        one, other = (SqliteRecordStore(tmp_path / "records.sqlite") for _ in range(2))
        await one.put("a", self.RECORD)

        assert await other.get("a") == self.RECORD

    async def test_a_damaged_record_is_forgotten(self, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
        store = SqliteRecordStore(tmp_path / "records.sqlite")
        await store.put("a", self.RECORD)
        with closing(sqlite3.connect(tmp_path / "records.sqlite")) as connection, connection:
            connection.execute("UPDATE records SET body = zeroblob(20)")
        found = await store.get("a")
        await store.put("a", self.RECORD)

        assert (found, await store.get("a")) == (None, self.RECORD)
        assert "was discarded" in caplog.text


async def test_a_damaged_file_of_records_is_set_aside_and_made_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "records.sqlite"
    path.write_bytes(b"This is no database, whatever its name says." * 200)
    store = SqliteRecordStore(path)
    at_first = await store.get("a")
    await store.put("a", RecordStoreContract.RECORD)

    assert (at_first, await store.get("a")) == (None, RecordStoreContract.RECORD)
    assert path.with_suffix(".damaged").read_bytes().startswith(b"This is no database")
    assert f"{path} is damaged" in caplog.text


@pytest.mark.parametrize("is_there", [True, False])
class TestReadOnlyRecords(RecordStoreContract):
    """Over a file, and where there is none."""

    @pytest.fixture
    async def records(self, is_there: bool, tmp_path: Path) -> RecordStore:
        if is_there:
            await SqliteRecordStore(tmp_path / "records.sqlite").put("other", self.RECORD)
        return ReadOnlyRecordStore(tmp_path / "records.sqlite")


class TestMemoryRecords(RecordStoreContract):
    @pytest.fixture
    async def records(self) -> RecordStore:
        return MemoryRecordStore()


async def test_two_stores_on_one_folder_see_each_others_releases(tmp_path: Path) -> None:
    async with SqliteCatalogueStore(tmp_path, looks_again=0) as one, SqliteCatalogueStore(tmp_path) as other:
        await one.publish(NAME, content(BALL, release="2026-07"))
        seen = [await other.newest(NAME)]
        await other.publish(NAME, content(*ENTRIES, release="2026-08"))
        seen.append(await one.newest(NAME))

        assert [catalogue and catalogue.info.release for catalogue in seen] == ["2026-07", "2026-08"]
        assert seen[1] is not None
        assert await keys(seen[1], "brick") == ["T3"]


async def test_who_builds_sees_what_another_store_has_just_published(tmp_path: Path) -> None:
    async with SqliteCatalogueStore(tmp_path, looks_again=3600) as one, SqliteCatalogueStore(tmp_path) as other:
        await one.publish(NAME, content(BALL, release="2026-07"))
        await other.publish(NAME, content(*ENTRIES, release="2026-08"))
        async with one.building(NAME):
            seen = await one.newest(NAME)

        assert seen is not None
        assert seen.info.release == "2026-08"


async def test_what_one_process_built_the_next_one_finds(tmp_path: Path) -> None:
    async with SqliteCatalogueStore(tmp_path) as before:
        await before.publish(NAME, content(*ENTRIES))
    async with SqliteCatalogueStore(tmp_path) as after:
        found = await after.newest(NAME)

        assert found is not None
        assert await keys(found, "ball") == ["T1", "T2"]


async def test_a_reader_keeps_its_release_while_others_publish(tmp_path: Path) -> None:
    async with SqliteCatalogueStore(tmp_path) as reader, SqliteCatalogueStore(tmp_path) as writer:
        await writer.publish(NAME, content(BALL, release="2026-06"))
        held = await reader.newest(NAME)
        for release in ("2026-07", "2026-08"):
            await writer.publish(NAME, content(BRICK, release=release))

        assert held is not None
        assert await keys(held, "ball") == ["T1"]


async def test_two_stores_on_one_folder_build_one_after_the_other(tmp_path: Path, mocker: MockerFixture) -> None:
    tried = mocker.spy(FileLock, "acquire")
    async with SqliteCatalogueStore(tmp_path) as one, SqliteCatalogueStore(tmp_path) as other:
        entered = before = False

        async def both_have_tried() -> bool:
            return tried.call_count >= 2

        async def build() -> None:
            nonlocal entered
            async with other.building(NAME):
                entered = True

        with anyio.fail_after(5):
            async with anyio.create_task_group() as tasks, one.building(NAME):
                tasks.start_soon(build)
                await until(both_have_tried)
                before = entered

        assert (before, entered) == (False, True)


async def test_what_a_dead_process_left_is_cleared_away(tmp_path: Path) -> None:
    async with SqliteCatalogueStore(tmp_path) as store:
        await store.publish(NAME, content(BALL, release="2026-07"))
        assert store.folder is not None
        leftover = store.folder / NAME / "abc.4711.building"
        leftover.write_bytes(b"half a catalogue")
        await store.publish(NAME, content(*ENTRIES, release="2026-08"))

        assert not leftover.exists()


async def test_a_damaged_pointer_is_as_good_as_none(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with SqliteCatalogueStore(tmp_path) as store:
        await store.publish(NAME, content(*ENTRIES))
    async with SqliteCatalogueStore(tmp_path) as store:
        assert store.folder is not None
        (store.folder / NAME / "newest.json").write_text('{"version": ')
        found = await store.newest(NAME)
        again = await store.publish(NAME, content(*ENTRIES))

        assert found is None
        assert await keys(again, "brick") == ["T3"]
        assert "will be built again" in caplog.text


async def test_a_damaged_release_is_as_good_as_none(tmp_path: Path) -> None:
    async with SqliteCatalogueStore(tmp_path) as store:
        await store.publish(NAME, content(*ENTRIES))
        assert store.folder is not None
        (release,) = (store.folder / NAME).glob("*.sqlite")
    release.write_bytes(b"This is no database, whatever its name says." * 200)
    async with SqliteCatalogueStore(tmp_path) as store:
        assert await store.newest(NAME) is None


READINGS: Mapping[str, tuple[bytes, Callable[[Catalogue], Awaitable[object]]]] = {
    "a summary": (BALL.summary, lambda catalogue: catalogue.summaries(["T1"])),
    "a summary by token": (BALL.summary, lambda catalogue: catalogue.with_terms(["maker:672"])),
    "a summary of a listing": (BALL.summary, lambda catalogue: catalogue.search("ball", offset=0, limit=10)),
    "a record": (BALL.record, lambda catalogue: catalogue.record("T1")),
}


@pytest.mark.parametrize("what", READINGS)
async def test_a_flipped_bit_sets_the_release_aside(tmp_path: Path, what: str) -> None:
    stored, reading = READINGS[what]
    async with SqliteCatalogueStore(tmp_path) as store:
        await store.publish(NAME, content(*ENTRIES))
        assert store.folder is not None
        (release,) = (store.folder / NAME).glob("*.sqlite")
    flipped = bytes([stored[0] ^ 1]) + stored[1:]
    release.write_bytes(release.read_bytes().replace(stored, flipped))
    async with SqliteCatalogueStore(tmp_path) as store:
        damaged = await store.newest(NAME)
        assert damaged is not None
        with pytest.raises(UpstreamError, match="its file is damaged"):
            await reading(damaged)

        assert await store.newest(NAME) is None
        assert release.with_suffix(".damaged").exists()


async def test_damage_to_the_release_before_does_not_cost_the_newest(tmp_path: Path) -> None:
    async with SqliteCatalogueStore(tmp_path) as store:
        old = await store.publish(NAME, content(BALL, release="2026-07"))
        await store.publish(NAME, content(*ENTRIES, release="2026-08"))
        assert store.folder is not None
        damaged = store.folder / NAME / f"{old.version}.sqlite"
    damaged.write_bytes(b"This is no database, whatever its name says." * 200)
    async with SqliteCatalogueStore(tmp_path) as store:
        walk = await store.release(NAME, old.version)
        newest = await store.newest(NAME)

        assert walk is None
        assert newest is not None
        assert await keys(newest, "ball") == ["T1", "T2"]


@pytest.mark.parametrize("share", [0.01, 0.5, 0.99])
async def test_a_release_that_is_cut_off_is_as_good_as_none(tmp_path: Path, share: float) -> None:
    async with SqliteCatalogueStore(tmp_path) as store:
        await store.publish(NAME, content(*ENTRIES))
        assert store.folder is not None
        (release,) = (store.folder / NAME).glob("*.sqlite")
    whole = release.read_bytes()
    release.write_bytes(whole[: int(len(whole) * share)])
    async with SqliteCatalogueStore(tmp_path) as store:
        assert await store.newest(NAME) is None
        assert release.with_suffix(".damaged").exists()


async def test_a_walk_goes_on_in_another_process(tmp_path: Path) -> None:
    async with SqliteCatalogueStore(tmp_path) as store:
        old = await store.publish(NAME, content(BALL, release="2026-07"))
        new = await store.publish(NAME, content(*ENTRIES, release="2026-08"))
    async with SqliteCatalogueStore(tmp_path) as store:
        kept = await store.release(NAME, old.version)
        newest = await store.release(NAME, new.version)

        assert kept is not None
        assert newest is not None
        assert (await keys(kept, "ball"), await keys(newest, "ball")) == (["T1"], ["T1", "T2"])


async def test_without_validator_and_digest_the_time_tells_one_release_from_another(tmp_path: Path) -> None:
    bare = msgspec.structs.replace(info(), validator="", digest="")
    later = msgspec.structs.replace(bare, retrieved=datetime(2026, 9, 1, tzinfo=UTC))
    known = msgspec.structs.replace(later, digest="the same"), msgspec.structs.replace(bare, digest="the same")
    async with SqliteCatalogueStore(tmp_path) as store:
        versions = [
            (await store.publish(NAME, Content(info=origin, entries=ENTRIES))).version
            for origin in (bare, later, *known)
        ]

    assert versions[0] != versions[1]
    assert versions[2] == versions[3]


async def test_a_lock_that_cannot_be_had_costs_a_warning_and_not_the_build(
    tmp_path: Path, mocker: MockerFixture, caplog: pytest.LogCaptureFixture
) -> None:
    mocker.patch.object(FileLock, "acquire", side_effect=OSError("no locks on this file system"))
    async with SqliteCatalogueStore(tmp_path) as store:
        async with store.building(NAME):
            published = await store.publish(NAME, content(*ENTRIES))

        assert await keys(published, "brick") == ["T3"]
        assert "cannot be locked: no locks on this file system" in caplog.text


async def test_a_missing_release_is_as_good_as_none(tmp_path: Path) -> None:
    async with SqliteCatalogueStore(tmp_path) as store:
        await store.publish(NAME, content(*ENTRIES))
        assert store.folder is not None
        (release,) = (store.folder / NAME).glob("*.sqlite")
    release.unlink()
    async with SqliteCatalogueStore(tmp_path) as store:
        assert await store.newest(NAME) is None


async def test_a_folder_that_cannot_be_written_is_replaced_by_memory_with_one_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    file = tmp_path / "file"
    file.write_bytes(b"")
    async with SqliteCatalogueStore(file / "below") as store:
        published = await store.publish(NAME, content(*ENTRIES))
        again = await store.newest(NAME)

        assert store.folder is None
        assert again is published
        assert await keys(published, "brick") == ["T3"]
        assert [record.levelname for record in caplog.records] == ["WARNING"]
        assert str(file / "below") in caplog.text


async def test_two_versions_with_different_layouts_share_a_folder_in_peace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with SqliteCatalogueStore(tmp_path) as one:
        await one.publish(NAME, content(BALL, release="2026-07"))
        monkeypatch.setattr("biofacts.adapters.sqlite.catalogue_store.SCHEMA", "another")
        async with SqliteCatalogueStore(tmp_path) as other:
            at_first = await other.newest(NAME)
            await other.publish(NAME, content(*ENTRIES, release="2026-08"))
            theirs = await other.newest(NAME)
        ours = await one.newest(NAME)

        assert at_first is None
        assert [found and found.info.release for found in (ours, theirs)] == ["2026-07", "2026-08"]
        assert ours is not None
        assert await keys(ours, "ball") == ["T1"]
