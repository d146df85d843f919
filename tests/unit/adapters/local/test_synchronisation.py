"""What a server tells of its sources, and when it is ready."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import anyio

from biofacts.adapters.local.synchronisation import readiness
from biofacts.composition.server import ServerResources
from biofacts.composition.settings import Settings
from biofacts.ports.catalogue import Content, ReleaseInfo
from biofacts.ports.synchronisation import CatalogueState, Pending, Progress, Synchronised, Synchroniser
from tests.memory_catalogue import MemoryCatalogueStore

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


class Source(Synchroniser):
    name = "source"
    catalogues = ("there", "begun", "missing")
    optional = ("mouse", "rat")

    async def sync(self, progress: Progress, parts: Sequence[str] = ()) -> Synchronised:
        raise NotImplementedError

    async def pending(self) -> Pending | None:
        return Pending(catalogue="begun", release="2026-11", done=3, total=42)


async def test_every_catalogue_of_a_source_is_told_with_its_age_and_what_is_built() -> None:
    store = MemoryCatalogueStore()
    info = ReleaseInfo(release="2026-10", retrieved=NOW - timedelta(hours=36), checked=NOW)
    for name in ("there", "mouse"):
        await store.publish(name, Content(info=info))
    async with store.building("begun"):
        told = await readiness(
            True, False, {"there": True}, [Source()], [], store, failures={"missing": "it is down"}, now=NOW
        )

    def there(name: str) -> CatalogueState:
        return CatalogueState(
            catalogue=name, there=True, release="2026-10", retrieved="2026-11-21T00:00:00Z", age_hours=36.0
        )

    assert told.sources == {
        "source": (
            there("there"),
            CatalogueState(catalogue="begun", there=False, building=True),
            CatalogueState(catalogue="missing", there=False, failure="it is down"),
            there("mouse"),
        )
    }
    assert told.pending == (Pending(catalogue="begun", release="2026-11", done=3, total=42),)


async def test_who_prepares_nothing_is_ready_without_waiting_for_a_question(tmp_path: Path) -> None:
    served = ServerResources(Settings(complete=False, cache_dir=tmp_path / "empty"))
    with anyio.fail_after(20):
        async with served.lifespan(None):
            told = await served.ready()

    assert told.ready
    assert set(told.catalogues.values()) == {False}


async def test_who_prepares_is_ready_when_it_has_prepared(tmp_path: Path) -> None:
    served = ServerResources(Settings(cache_dir=tmp_path / "empty"))
    with anyio.fail_after(20):
        async with served.lifespan(None):
            told = await served.ready()

    assert not told.ready
    assert set(told.sources) == {"wikipathways", "gtopdb", "genes"}
