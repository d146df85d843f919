"""Several processes on one folder fetch each record once."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest

from biofacts.adapters.http.wikipathways.client import WikiPathwaysClient
from biofacts.adapters.local.catalogues.background_jobs import Jobs
from biofacts.adapters.local.pathways.drawings import Drawings
from biofacts.adapters.memory.records_and_budgets import MemoryRecordStore
from biofacts.adapters.sqlite.records_and_budgets import SqliteRecordStore
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.limits import time_limits
from biofacts.domain.pathways.pathway import Drawing
from biofacts.ports.published_files import DrawingSource, FetchedFile, MappedNodes, Unchanged
from biofacts.ports.record_store import RecordStore, StoredRecord
from tests.containers import cache_of
from tests.memory_catalogue import MemoryCatalogueStore
from tests.sample import sample_http

PATHWAY = PathwayId("534")

_HOLDER = """
import sys
from pathlib import Path

import anyio

from biofacts.adapters.sqlite.records_and_budgets import SqliteRecordStore
from tests.containers import cache_of


async def hold():
    async with SqliteRecordStore(Path(sys.argv[1])).fetching("one"):
        print("held", flush=True)
        await anyio.sleep_forever()


anyio.run(hold)
"""


class SlowSource(DrawingSource):
    """The sample's drawings, once the gate is open; counts who asks."""

    def __init__(self) -> None:
        self.gate = anyio.Event()
        self.asked = 0
        self._drawings = WikiPathwaysClient(sample_http())

    async def drawing(self, pathway: PathwayId, *, validator: str = "") -> FetchedFile[Drawing] | Unchanged | None:
        self.asked += 1
        await self.gate.wait()
        return await self._drawings.drawing(pathway, validator=validator)

    async def mappings(self, pathway: PathwayId, *, validator: str = "") -> FetchedFile[MappedNodes] | Unchanged | None:
        raise NotImplementedError


def drawings(source: SlowSource, records: RecordStore) -> Drawings:
    return Drawings(source, cache_of(MemoryCatalogueStore(), Jobs(), records=records))


async def test_two_processes_fetch_a_drawing_once(tmp_path: Path) -> None:
    source, titles = SlowSource(), list[str]()
    both = [drawings(source, SqliteRecordStore(tmp_path / "records.sqlite")) for _ in range(2)]

    async def get(one: Drawings) -> None:
        found = await one.get(PATHWAY)
        assert found is not None
        titles.append(found.drawing.title)

    with anyio.fail_after(20):
        async with anyio.create_task_group() as tasks:
            for one in both:
                tasks.start_soon(get, one)
            while not source.asked:
                await anyio.lowlevel.checkpoint()
            source.gate.set()

    assert source.asked == 1
    assert len(titles) == 2
    assert len(set(titles)) == 1


async def test_an_old_drawing_is_fetched_again_by_whoever_finds_it(tmp_path: Path) -> None:
    """What is kept is taken only from somebody who has fetched it meanwhile."""
    source, records = SlowSource(), SqliteRecordStore(tmp_path / "records.sqlite")
    source.gate.set()
    old = datetime.now(UTC) - timedelta(days=30)
    async with Jobs() as jobs:
        one = Drawings(source, cache_of(MemoryCatalogueStore(), jobs, records=records))
        await one.get(PATHWAY)
        known = await records.get("wikipathways/WP534")
        assert known is not None
        stored = StoredRecord(body=known.body, validator="", retrieved=old, checked=old)
        await records.put("wikipathways/WP534", stored)
        with anyio.fail_after(20):
            await one.get(PATHWAY)
            while (again := await records.get("wikipathways/WP534")) is None or again.checked == old:
                await anyio.lowlevel.checkpoint()

    assert source.asked == 2


async def test_a_killed_process_leaves_the_right_to_fetch(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    command = [sys.executable, "-c", _HOLDER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as holder:  # noqa: ASYNC220 - it is killed, not awaited
        assert holder.stdout is not None
        holder.stdout.readline()
        with anyio.move_on_after(0) as waited:
            async with SqliteRecordStore(path).fetching("one"):
                raise AssertionError("held twice")
        holder.kill()
    with anyio.fail_after(time_limits.READ / 2):
        async with SqliteRecordStore(path).fetching("one"):
            pass

    assert waited.cancelled_caught


async def test_a_process_that_is_held_up_is_not_waited_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (SqliteRecordStore(tmp_path / "records.sqlite") for _ in range(2))
    async with one.fetching("one"):
        monkeypatch.setattr(time_limits, "READ", 0)
        with anyio.fail_after(5):
            async with other.fetching("one"):
                pass


async def test_in_memory_too_one_fetches_at_a_time() -> None:
    records, fetched = MemoryRecordStore(), list[str]()

    async def fetch(key: str) -> None:
        async with records.fetching(key):
            fetched.append(key)

    async with anyio.create_task_group() as tasks, records.fetching("one"):
        tasks.start_soon(fetch, "one")
        tasks.start_soon(fetch, "other")
        await anyio.wait_all_tasks_blocked()
        assert fetched == ["other"]

    assert fetched == ["other", "one"]
