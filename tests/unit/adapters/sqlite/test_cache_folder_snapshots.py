"""Snapshots: a cache folder for others, and a cache folder that nothing can be written into."""

import tarfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from biofacts.adapters.sqlite.cache_folder import SqliteSnapshots
from biofacts.adapters.sqlite.catalogue_store import RECORDS, SCHEMA, SqliteCatalogueStore
from biofacts.adapters.sqlite.records_and_budgets import ReadOnlyRecordStore, SqliteRecordStore
from biofacts.domain.search.index import Field
from biofacts.ports.catalogue import Content, Entry, ReleaseInfo
from biofacts.ports.record_store import StoredRecord
from biofacts.ports.synchronisation import SnapshotError

NOW = datetime(2026, 11, 22, tzinfo=UTC)
RECORD = StoredRecord(body=b"body", validator="", retrieved=NOW, checked=NOW)


async def publish(folder: Path, release: str) -> None:
    async with SqliteCatalogueStore(folder) as store:
        info = ReleaseInfo(release=release, retrieved=NOW, checked=NOW)
        entries = [Entry(key=release, texts={Field.TITLE: ["title"]})]
        await store.publish("one", Content(info=info, entries=entries))


async def newest(folder: Path) -> list[str]:
    async with SqliteCatalogueStore(folder) as store:
        found = await store.newest("one")
        assert found is not None
        return list(await found.all_keys())


@pytest.fixture
async def cache(tmp_path: Path) -> Path:
    folder = tmp_path / "cache"
    await publish(folder, "first")
    await SqliteRecordStore(folder / SCHEMA / RECORDS).put("drawing", RECORD)
    return folder


async def test_a_snapshot_is_a_cache_folder(cache: Path, tmp_path: Path) -> None:
    snapshot = await SqliteSnapshots(cache).write(tmp_path / "to")

    assert snapshot.catalogues == ("one",)
    assert await newest(tmp_path / "to") == ["first"]
    assert await SqliteRecordStore(tmp_path / "to" / SCHEMA / RECORDS).get("drawing") == RECORD


async def test_a_snapshot_is_renewed_in_its_place_while_it_is_read(cache: Path, tmp_path: Path) -> None:
    await SqliteSnapshots(cache).write(tmp_path / "to")
    async with SqliteCatalogueStore(tmp_path / "to", looks_again=0) as reading:
        before = await reading.newest("one")
        await publish(cache, "second")
        await SqliteSnapshots(cache).write(tmp_path / "to")
        after = await reading.newest("one")
        assert before is not None
        assert after is not None

        assert (list(await before.all_keys()), list(await after.all_keys())) == (["first"], ["second"])
    assert len(list((tmp_path / "to" / SCHEMA / "one").glob("*.sqlite"))) == 1


@pytest.mark.parametrize("suffix", [".tar", ".tar.gz"])
async def test_an_archive_is_the_same_for_the_same_content(suffix: str, cache: Path, tmp_path: Path) -> None:
    snapshots = SqliteSnapshots(cache)
    one, other = tmp_path / f"one{suffix}", tmp_path / "below" / f"other{suffix}"
    await snapshots.write(one)
    await snapshots.write(other)
    with tarfile.open(one) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # not before Python 3.11.4
        archive.extractall(tmp_path / "to")

    assert one.read_bytes() == other.read_bytes()
    assert one.read_bytes().startswith(b"\x1f\x8b") is (suffix == ".tar.gz")
    assert await newest(tmp_path / "to") == ["first"]
    assert [path.name for path in other.parent.iterdir()] == [f"other{suffix}"]


@pytest.mark.parametrize("target", ["cache", "nothing"])
async def test_what_cannot_be_written_is_told(target: str, cache: Path, tmp_path: Path) -> None:
    source = cache if target == "cache" else tmp_path / "empty"

    with pytest.raises(SnapshotError, match=r"cache folder itself|there are no catalogues"):
        await SqliteSnapshots(source).write(tmp_path / target)


async def test_of_a_database_that_is_damaged_nothing_is_left_half_written(cache: Path, tmp_path: Path) -> None:
    (cache / SCHEMA / RECORDS).write_bytes(b"no database" * 1000)
    with pytest.raises(SnapshotError, match="to cannot be written: file is not a database"):
        await SqliteSnapshots(cache).write(tmp_path / "to")

    assert [path.name for path in (tmp_path / "to" / SCHEMA).iterdir()] == ["one"]


async def test_what_was_kept_is_read_where_nothing_can_be_written(cache: Path) -> None:
    path = cache / SCHEMA / RECORDS
    before = path.read_bytes()
    records = ReadOnlyRecordStore(path)
    assert await records.get("drawing") == RECORD
    await records.put("new", RECORD)
    assert await records.present(["drawing", "new", "other"]) == {"drawing", "new"}
    await records.remove("drawing")

    assert await records.get("drawing") is None
    assert await records.present(["drawing", "new", "other"]) == {"new"}
    assert path.read_bytes() == before
    assert sorted(one.name for one in path.parent.iterdir() if one.is_file()) == [RECORDS]


async def test_catalogues_are_read_where_nothing_can_be_written(
    cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refused(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "write_bytes", refused)
    async with SqliteCatalogueStore(cache) as store:
        found = await store.newest("one")

        assert found is not None
        assert list(await found.all_keys()) == ["first"]
        assert (store.beside(RECORDS), store.folder) == (None, cache / SCHEMA)
    assert len([line for line in caplog.messages if "is kept in memory for this run" in line]) == 1
