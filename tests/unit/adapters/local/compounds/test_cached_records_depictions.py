"""Pictures that were fetched before: by the same code as compounds, beside them, in the form that is noted."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import anyio
import pytest

from biofacts.adapters.local.compounds.cached_records import CachedCompounds, CachedDepictions
from biofacts.adapters.sqlite.records_and_budgets import SqliteRecordStore
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.records import Provenance, iso
from biofacts.domain.compounds.compound import Depiction
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.ports.compounds import DepictionSource
from biofacts.ports.observing import CacheAnswered, Event
from biofacts.ports.record_store import RecordStore

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
ASPIRIN = CompoundId("2244")


class Drawing(DepictionSource):
    """Has one picture, and notes how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.now = NOW
        self.failure: Exception | None = None

    async def get(self, identifier: CompoundId) -> Depiction | None:
        self.asked += 1
        await anyio.lowlevel.checkpoint()
        if self.failure:
            raise self.failure
        source = Provenance(name="PubChem", retrieved=iso(self.now), mode="live")
        return Depiction(id=str(identifier), width=2, height=1, png=bytes(range(256)), source=source)


@pytest.fixture
def drawing() -> Drawing:
    return Drawing()


@pytest.fixture
def store(tmp_path: Path) -> RecordStore:
    return SqliteRecordStore(tmp_path / "compounds.sqlite")


async def get(drawing: Drawing, store: RecordStore, days: float = 0, events: list[Event] | None = None) -> Depiction:
    drawing.now = NOW + timedelta(days=days)
    seen: list[Event] = [] if events is None else events
    kept = CachedDepictions(drawing, store, observer=seen.append, clock=lambda: drawing.now)
    found = await kept.get(ASPIRIN)
    assert found is not None
    assert found.source is not None
    return found


async def test_a_picture_is_the_same_for_a_week_and_asks_nobody(drawing: Drawing, store: RecordStore) -> None:
    first, later, late = [await get(drawing, store, days) for days in (0, 6.9, 7.1)]

    assert first.png == later.png == late.png == bytes(range(256))
    assert [one.source.mode for one in (first, later, late) if one.source] == ["live", "cache", "live"]
    assert drawing.asked == 2


async def test_an_old_one_stands_in_for_a_failure_is_marked_and_counted(drawing: Drawing, store: RecordStore) -> None:
    events: list[Event] = []
    await get(drawing, store, events=events)
    drawing.failure = UpstreamError.of("PubChem", "is away")
    old = await get(drawing, store, days=30, events=events)

    assert old.source == Provenance(name="PubChem", retrieved=iso(NOW), mode="cache", stale=True)
    assert events == [CacheAnswered("pubchem", "stale")]


async def test_of_all_who_ask_at_once_one_fetches_it(drawing: Drawing, tmp_path: Path) -> None:
    """As several processes on one folder do."""

    async def ask() -> None:
        await get(drawing, SqliteRecordStore(tmp_path / "compounds.sqlite"))

    async with anyio.create_task_group() as tasks:
        for _ in range(5):
            tasks.start_soon(ask)

    assert drawing.asked == 1


def test_pictures_and_records_of_one_compound_lie_apart() -> None:
    assert CachedDepictions.form == "pubchem-depiction/1"
    assert CachedCompounds.form == "pubchem/1"
