"""Leftovers of a cache folder: what is found, what is removed, and what stays because somebody needs it."""

import os
import sys
import time
from pathlib import Path

import anyio
import pytest

from biofacts.adapters.sqlite.cache_folder import SqliteLeftovers
from biofacts.adapters.sqlite.catalogue_store import SCHEMA, SqliteCatalogueStore
from biofacts.adapters.sqlite.connections import lock
from biofacts.adapters.sqlite.records_and_budgets import SqliteRecordStore
from biofacts.ports.record_store import StoredRecord
from biofacts.ports.synchronisation import Leftover
from tests.unit.adapters.sqlite.test_catalogue_store import NOW, content, release_and_size

OLD, NEWER = str(int(SCHEMA) - 1), str(int(SCHEMA) + 1)


def put(path: Path, size: int = 1000, *, hours_old: float = 0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x" * size)
    changed = time.time() - 3600 * hours_old
    os.utime(path, (changed, changed))
    return path


def leftovers(folder: Path) -> SqliteLeftovers:
    return SqliteLeftovers(folder, {"archive": "one"})


def told(found: Leftover, folder: Path) -> tuple[str, str, int]:
    return found.what, Path(found.path).relative_to(folder).as_posix(), found.bytes


async def filled(folder: Path) -> list[tuple[str, str, int]]:
    """A folder with two releases of a catalogue, and every kind of leftover."""
    async with SqliteCatalogueStore(folder) as store:
        await store.publish("one", content("old"))
        await store.publish("one", content("new"))
    layout = folder / SCHEMA
    put(folder / OLD / "one" / "a.sqlite", 3000)
    put(folder / NEWER / "one" / "a.sqlite")
    put(folder / "pubchem-names-0" / "a.sqlite", 2000)
    put(folder / "pubchem-names-9" / "a.sqlite")
    put(folder / "notes" / "a.txt")
    put(folder / "slots.damaged")
    put(layout / "records.damaged")
    put(layout / "pubchem.sqlite")
    put(layout / ".probe-1", 0, hours_old=2)
    put(layout / ".probe-2", 0)
    put(layout / "one" / "a.damaged")
    put(layout / "one" / "a.7.building")
    put(layout / "one" / "orphan.sqlite")
    put(folder / "pubchem-names-1" / "downloads" / "CID-Title.gz", 5000)
    put(folder / "pubchem-names-1" / "a.7.building" / "names", 600)
    return sorted([
        ("PubChem's names in an old layout", "pubchem-names-0", 2000),
        ("catalogues in an old layout", OLD, 3000),
        ("damaged file", "slots.damaged", 1000),
        ("damaged file", f"{SCHEMA}/one/a.damaged", 1000),
        ("damaged file", f"{SCHEMA}/records.damaged", 1000),
        ("release that is no longer read", f"{SCHEMA}/one/orphan.sqlite", 1000),
        ("temporary file", f"{SCHEMA}/.probe-1", 0),
        ("unfinished build", "pubchem-names-1/a.7.building", 600),
        ("unfinished build", f"{SCHEMA}/one/a.7.building", 1000),
        ("unfinished download", "pubchem-names-1/downloads", 5000),
    ])  # fmt: skip


async def test_everything_that_is_left_over_is_removed_and_nothing_else(tmp_path: Path) -> None:
    expected = await filled(tmp_path)
    found = await leftovers(tmp_path).find()
    async with SqliteCatalogueStore(tmp_path) as store:  # a server that reads both releases all the while
        newest = await store.newest("one")
        cleaned = await leftovers(tmp_path).remove()
        again = await release_and_size(newest)
    answers = tmp_path / SCHEMA / "pubchem.sqlite"

    assert sorted(told(one, tmp_path) for one in found) == expected
    assert sorted(told(one, tmp_path) for one in cleaned.removed) == expected
    assert (cleaned.bytes, cleaned.kept, cleaned.failed) == (sum(size for _, _, size in expected), (), ())
    assert (again, answers.exists()) == (("new", 500), True)
    assert await leftovers(tmp_path).find() == []
    assert {*os.listdir(tmp_path)} == {SCHEMA, NEWER, "notes", "pubchem-names-1", "pubchem-names-9"}
    assert len([name for name in os.listdir(tmp_path / SCHEMA / "one") if name.endswith(".sqlite")]) == 2


async def test_nothing_is_removed_where_somebody_builds(tmp_path: Path) -> None:
    await filled(tmp_path)
    held = [
        await lock(tmp_path / folder / "building.lock") for folder in (f"{SCHEMA}/one", f"{OLD}/one", "pubchem-names-1")
    ]
    cleaned = await leftovers(tmp_path).remove()
    for one in held:
        assert one is not None
        one.release()

    assert sorted(told(one, tmp_path)[1] for one in cleaned.kept) == sorted([
        OLD, f"{SCHEMA}/one/a.damaged", f"{SCHEMA}/one/a.7.building", f"{SCHEMA}/one/orphan.sqlite",
        "pubchem-names-1/a.7.building", "pubchem-names-1/downloads",
    ])  # fmt: skip
    assert {one.in_use for one in cleaned.kept} == {"another process is building there"}
    assert (tmp_path / OLD / "one" / "a.sqlite").exists()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux tells who has a file open")
async def test_an_old_layout_that_a_process_reads_stays(tmp_path: Path) -> None:
    await filled(tmp_path)
    path = tmp_path / OLD / "one" / "a.sqlite"
    script = f"opened = open({str(path)!r}); print('open', flush=True); input()"
    async with await anyio.open_process([sys.executable, "-c", script]) as reader:
        assert reader.stdin is not None
        assert reader.stdout is not None
        await reader.stdout.receive()
        cleaned = await leftovers(tmp_path).remove()
        await reader.stdin.send(b"\n")

    assert [(one.path, one.in_use) for one in cleaned.kept] == [
        (str(tmp_path / OLD), f"process {reader.pid} has it open")
    ]
    assert path.exists()


async def test_parts_of_an_interrupted_synchronisation_go_and_other_records_stay(tmp_path: Path) -> None:
    records = SqliteRecordStore(put(tmp_path / SCHEMA / "records.sqlite", 0))
    for key in ("archive", "archive/2026-08-10/a.zip", "archived", "wikipathways/WP534"):
        await records.put(key, StoredRecord(body=os.urandom(2000), validator="", retrieved=NOW, checked=NOW))
    cleaned = await leftovers(tmp_path).remove()

    assert [(one.what, one.path) for one in cleaned.removed] == [
        ("unfinished download of one", str(tmp_path / SCHEMA / "records.sqlite"))
    ]
    assert cleaned.bytes > 4000
    assert await records.present(["archive", "archive/2026-08-10/a.zip", "archived", "wikipathways/WP534"]) == {
        "archived", "wikipathways/WP534",
    }  # fmt: skip
    assert await leftovers(tmp_path).find() == []


async def test_room_that_removed_records_have_left_is_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("biofacts.adapters.sqlite.cache_folder._WORTH_A_VACUUM", 100_000)
    path = put(tmp_path / SCHEMA / "records.sqlite", 0)
    records = SqliteRecordStore(path)
    await records.put("large", StoredRecord(body=os.urandom(300_000), validator="", retrieved=NOW, checked=NOW))
    before = path.stat().st_size
    await records.remove("large")
    cleaned = await leftovers(tmp_path).remove()

    assert [one.what for one in cleaned.removed] == ["unused space"]
    assert path.stat().st_size <= before - cleaned.bytes


async def test_what_cannot_be_removed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "slots.damaged")

    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("biofacts.adapters.sqlite.cache_folder._remove", refuse)
    cleaned = await leftovers(tmp_path).remove()

    assert (cleaned.removed, cleaned.bytes) == ((), 0)
    assert ["Permission denied" in str(one.in_use) for one in cleaned.failed] == [True]


async def test_a_folder_that_is_not_there_has_no_leftovers(tmp_path: Path) -> None:
    assert await leftovers(tmp_path / "none").find() == []
