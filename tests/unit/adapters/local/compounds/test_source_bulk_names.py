"""PubChem's names in bulk are brought whole or not at all, and what was fetched is not fetched again."""

import gzip
import os
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import anyio
import pytest

from biofacts.adapters.http.pubchem.bulk_names import PubChemBulkClient
from biofacts.adapters.local.compounds.source import SyncCompoundNames
from biofacts.adapters.memory.records_and_budgets import MemoryRecordStore
from biofacts.domain.answers.errors import UpstreamError
from biofacts.ports.synchronisation import Pending, Synchronised, unseen
from tests.bulk_names import SYNONYM_PATH, SYNONYMS, TITLE_PATH, Bulk, bulk_names, packed
from tests.memory_compounds import MemoryCompoundNamesStore

TITLES, SYNONYM_FILE, INCHIKEYS = "CID-Title.gz", "CID-Synonym-filtered.gz", "CID-InChI-Key.gz"


async def test_titles_and_synonyms_are_brought(tmp_path: Path) -> None:
    async with bulk_names(Bulk(), tmp_path) as parts:
        done = await parts.sync.sync(unseen)
        names = await parts.store.newest()
        assert names is not None
        found = [one.number for one in await names.called("Advil")]
        status = await parts.sync.describe()

    assert done == Synchronised(source="PubChem", release="2026-08-22", records=13)
    assert found == [3672]
    assert [name for name, _ in parts.bulk.got()] == [TITLES, SYNONYM_FILE]
    assert (status.name, status.pending, status.provenance) == ("pubchem-names", None, names.info)
    assert status.bytes
    assert names.info.mode == "snapshot"
    assert os.listdir(tmp_path / "downloads") == []


async def test_inchikeys_come_where_they_are_asked_for_and_stay(tmp_path: Path) -> None:
    async with bulk_names(Bulk(), tmp_path) as parts:
        await parts.sync.sync(unseen, ["inchikeys"])
        first = parts.bulk.got()
        parts.bulk.files[TITLE_PATH] = packed([(1, "one")])
        parts.bulk.files[SYNONYM_PATH] = packed([(n, f"name {n}") for n in range(1, 20)])
        await parts.sync.sync(unseen)
        names = await parts.store.newest()
        assert names is not None
        key = await names.inchikey(2244)

    assert [name for name, _ in first] == [TITLES, SYNONYM_FILE, INCHIKEYS]
    assert [name for name, _ in parts.bulk.got()] == [TITLES, SYNONYM_FILE, INCHIKEYS]
    assert key == "BSYNRYMUTXBXSQ-UHFFFAOYSA-N"


async def test_what_has_not_changed_is_not_fetched_again(tmp_path: Path) -> None:
    async with bulk_names(Bulk(), tmp_path) as parts:
        first = await parts.sync.sync(unseen)
        before = await parts.store.newest()
        parts.bulk.got()
        second = await parts.sync.sync(unseen)
        after = await parts.store.newest()
        announced = await parts.sync.announce()

    assert second == first
    assert parts.bulk.got() == []
    assert announced is None
    assert before is not None
    assert after is not None
    assert after.info.checked > before.info.checked
    assert after.info.retrieved == before.info.retrieved


async def test_without_validators_everything_is_fetched_again(tmp_path: Path) -> None:
    bulk = Bulk()
    bulk.has_validators = False
    async with bulk_names(bulk, tmp_path) as parts:
        await parts.sync.sync(unseen)
        await parts.sync.sync(unseen)

    assert len(bulk.got()) == 4


async def test_how_much_will_come_is_said_before(tmp_path: Path) -> None:
    async with bulk_names(Bulk(), tmp_path) as parts:
        said = await parts.sync.announce(["inchikeys"])

    assert said is not None
    assert said.startswith("PubChem: 3 files of 0.0 MB together.")
    assert parts.bulk.got() == []


async def test_progress_is_told_file_by_file(tmp_path: Path) -> None:
    stages: list[str] = []
    async with bulk_names(Bulk(), tmp_path) as parts:
        await parts.sync.sync(lambda stage, done, total: stages.append(stage))

    assert [*dict.fromkeys(stages)] == [
        f"{TITLES}, MB", f"{SYNONYM_FILE}, MB", f"reading {TITLES}, MB", f"reading {SYNONYM_FILE}, MB", "sorting names",
    ]  # fmt: skip


async def test_what_broke_off_is_told_and_taken_up_by_the_next_one(tmp_path: Path) -> None:
    bulk = Bulk()
    bulk.files[TITLE_PATH] = gzip.compress(os.urandom(4_000_000), 0)
    bulk.breaks = [3_000_000, *[0] * 4]
    async with bulk_names(bulk, tmp_path) as parts:
        with pytest.raises(UpstreamError, match=r"^PubChem .*cannot be reached"):
            await parts.sync.sync(unseen)
        status = await parts.sync.describe()
        said = await parts.sync.announce()
        bulk.got()
        with pytest.raises(UpstreamError, match=r"^PubChem .*not numbers with names"):
            await parts.sync.sync(unseen)
        after = await parts.sync.describe()

    assert status.provenance is None
    assert status.pending == Pending(
        catalogue="pubchem-names", release="2026-08-22", done=3, total=4, unit="MB fetched"
    )
    assert said is not None
    assert "3.0 MB are here already" in said
    assert bulk.got() == [(TITLES, 3_000_000), (SYNONYM_FILE, 0)]
    assert after.pending is None  # what cannot be read is not worth keeping


SPOILED: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda body: body[:-10],
    "other bytes": lambda body: bytes(range(256)) * 20,
    "nothing in it": lambda body: gzip.compress(b""),
    "much less than before": lambda body: packed(SYNONYMS[:1]),
}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED)
async def test_a_spoiled_file_ends_in_an_error_and_leaves_what_was(
    spoil: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    async with bulk_names(Bulk(), tmp_path) as parts:
        await parts.sync.sync(unseen)
        before = await parts.store.newest()
        parts.bulk.files = {path: spoil(body) for path, body in parts.bulk.files.items()}
        with pytest.raises(UpstreamError, match=r"^PubChem .*cannot be read"):
            await parts.sync.sync(unseen)
        during = await parts.store.newest()
        parts.bulk.files = Bulk().files
        done = await parts.sync.sync(unseen)

    assert before is not None
    assert during is before
    assert done.records == 13
    assert sorted(os.listdir(tmp_path)) == sorted(
        ["building.lock", "downloads", "newest.json", f"{before.version}.sqlite"]
    )


async def test_a_disk_that_is_too_small_is_said_before_anything_is_fetched(tmp_path: Path) -> None:
    bulk = Bulk()
    async with PubChemBulkClient(bulk.client()) as client:
        store = MemoryCompoundNamesStore(tmp_path, free=10)
        sync = SyncCompoundNames(
            client.titles, client.names, client.inchikeys, store=store, records=MemoryRecordStore()
        )
        with pytest.raises(UpstreamError, match=r"^PubChem .*are needed") as failure:
            await sync.sync(unseen)

    assert "BIOFACTS_CACHE_DIR" in failure.value.hint
    assert "biofacts sync pubchem" in failure.value.hint
    assert bulk.got() == []


@pytest.mark.parametrize(("missing", "is_enough"), [(0, True), (1, False)])
async def test_four_times_the_room_of_the_files_is_enough(missing: int, is_enough: bool, tmp_path: Path) -> None:
    bulk = Bulk()
    needed = 4 * (len(bulk.files[TITLE_PATH]) + len(bulk.files[SYNONYM_PATH]))
    async with PubChemBulkClient(bulk.client()) as client:
        sync = SyncCompoundNames(
            client.titles, client.names, client.inchikeys, records=MemoryRecordStore(),
            store=MemoryCompoundNamesStore(tmp_path, free=needed - missing),
        )  # fmt: skip
        with nullcontext() if is_enough else pytest.raises(UpstreamError, match="are needed"):
            await sync.sync(unseen)


async def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    async with bulk_names(Bulk(), tmp_path / "file" / "below") as parts:
        with pytest.raises(UpstreamError, match=r"^PubChem .*cannot be stored here"):
            await parts.sync.sync(unseen)


async def test_offline_nothing_is_fetched(tmp_path: Path) -> None:
    async with bulk_names(Bulk(), tmp_path, offline=True) as parts:
        with pytest.raises(UpstreamError, match=r"^PubChem .*offline") as failure:
            await parts.sync.sync(unseen)

    assert parts.bulk.asked == []
    assert "biofacts sync pubchem" in failure.value.hint


async def test_two_at_once_fetch_once(tmp_path: Path) -> None:
    async with bulk_names(Bulk(), tmp_path) as parts:
        with anyio.fail_after(10):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(parts.sync.sync, unseen)
                tasks.start_soon(parts.sync.sync, unseen)

    assert [name for name, _ in parts.bulk.got()] == [TITLES, SYNONYM_FILE]
