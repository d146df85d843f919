"""Compounds that were fetched before: answered from what is kept, marked where that is old."""

import hashlib
import re
from datetime import UTC, datetime, timedelta

import anyio
import anyio.lowlevel
import msgspec
import pytest

from biofacts.adapters.local.compounds.cached_records import (
    COMPOUND_LAYOUT,
    COMPOUND_LAYOUT_DIGEST,
    DEPICTION_LAYOUT_DIGEST,
    CachedCompounds,
)
from biofacts.adapters.memory.records_and_budgets import MemoryRecordStore
from biofacts.adapters.sample.upstreams import MemoryCompounds
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.domain.answers.errors import RateLimited, UpstreamError
from biofacts.domain.answers.records import Provenance, iso
from biofacts.domain.compounds.compound import Compound, Depiction
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.ports.catalogue import ReleaseInfo
from biofacts.ports.observing import CacheAnswered, Event

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
ASPIRIN = CompoundId("2244")


class PubChem(MemoryCompounds):
    """Knows one compound, and notes how often it is asked."""

    def __init__(self) -> None:
        super().__init__((), ReleaseInfo(release="1", retrieved=NOW, checked=NOW), SqliteCatalogueStore(None))
        self.asked = 0
        self.now = NOW
        self.failure: Exception | None = None
        self.knows_it = True
        self.changes: dict[str, object] = {}

    async def get(self, identifier: CompoundId) -> Compound | None:
        self.asked += 1
        await anyio.lowlevel.checkpoint()
        if self.failure:
            raise self.failure
        if not self.knows_it:
            return None
        source = Provenance(name="PubChem", retrieved=iso(self.now), mode="live")
        found = Compound(
            id="PubChem:CID2244",
            name="Aspirin",
            molecular_weight=180.16,
            synonyms=("aspirin",),
            cross_references={"chembl": "CHEMBL25"},
            url="https://pubchem.ncbi.nlm.nih.gov/compound/2244",
            source=source,
        )
        return msgspec.structs.replace(found, **self.changes)


class World:
    """A source, what is kept of it, and a clock."""

    def __init__(self) -> None:
        self.pubchem = PubChem()
        self.records = MemoryRecordStore()
        self.now = NOW
        self.events: list[Event] = []

    def kept(self, *, offline: bool = False) -> CachedCompounds:
        return CachedCompounds(
            self.pubchem, self.records, offline=offline, observer=self.events.append, clock=lambda: self.now
        )

    async def get(self, *, after: timedelta = timedelta(0), offline: bool = False) -> Compound:
        self.now = self.pubchem.now = NOW + after
        found = await self.kept(offline=offline).get(ASPIRIN)
        assert found is not None
        return found


@pytest.fixture
def world() -> World:
    return World()


def source(compound: Compound) -> tuple[str, bool, str | None]:
    assert compound.source is not None
    return compound.source.mode, compound.source.stale, compound.source.retrieved


async def test_what_is_kept_is_the_same_record_and_asks_nobody(world: World) -> None:
    first, second = await world.get(), await world.get(after=timedelta(days=6))

    assert msgspec.structs.replace(second, source=first.source) == first
    assert (source(first), source(second)) == (("live", False, iso(NOW)), ("cache", False, iso(NOW)))
    assert world.pubchem.asked == 1


async def test_after_a_week_it_is_fetched_again(world: World) -> None:
    await world.get()
    late = await world.get(after=timedelta(days=7))
    later = await world.get(after=timedelta(days=13))

    assert (source(late)[0], source(later)[0], world.pubchem.asked) == ("live", "cache", 2)


async def test_one_without_names_and_identifiers_is_asked_for_sooner(world: World) -> None:
    world.pubchem.changes = {"synonyms": (), "cross_references": {}}
    await world.get()
    soon, late = await world.get(after=timedelta(hours=5)), await world.get(after=timedelta(hours=7))

    assert (source(soon)[0], source(late)[0]) == ("cache", "live")


@pytest.mark.parametrize("lacking", [{"synonyms": ()}, {"cross_references": {}}], ids=["names", "identifiers"])
async def test_one_with_names_or_identifiers_is_kept_as_long_as_one_with_both(
    lacking: dict[str, object], world: World
) -> None:
    world.pubchem.changes = lacking
    await world.get()

    assert source(await world.get(after=timedelta(hours=7)))[0] == "cache"


async def test_who_asks_meanwhile_is_given_what_the_first_one_fetched(world: World) -> None:
    """As another process on the same folder does."""
    async with anyio.create_task_group() as tasks:
        for _ in range(5):
            tasks.start_soon(world.get)

    assert world.pubchem.asked == 1


async def test_what_was_kept_is_counted(world: World) -> None:
    await world.get()
    await world.get(after=timedelta(days=1))
    world.pubchem.failure = UpstreamError.of("PubChem", "is away")
    await world.get(after=timedelta(days=8))

    assert world.events == [CacheAnswered("pubchem", "hit"), CacheAnswered("pubchem", "stale")]


@pytest.mark.parametrize("failure", [UpstreamError.of("PubChem", "it fails"), RateLimited.of("PubChem", 5)])
async def test_an_old_record_stands_in_for_a_failing_upstream_and_is_marked(world: World, failure: Exception) -> None:
    await world.get()
    world.pubchem.failure = failure
    old = await world.get(after=timedelta(days=30))

    assert source(old) == ("cache", True, iso(NOW))


async def test_an_old_whole_record_is_better_than_a_new_one_in_part(world: World) -> None:
    await world.get()
    world.pubchem.changes = {"remark": "Left out: synonyms.", "cross_references": {}}
    old = await world.get(after=timedelta(days=30))

    assert (source(old), old.cross_references) == (("cache", True, iso(NOW)), {"chembl": "CHEMBL25"})


async def test_a_failure_without_a_record_stays_one(world: World) -> None:
    world.pubchem.failure = UpstreamError.of("PubChem", "it fails")
    with pytest.raises(UpstreamError, match=r"^PubChem .*it fails"):
        await world.get()


@pytest.mark.parametrize(
    "changes",
    [
        {"remark": "Left out: synonyms."},
        {"source": Provenance(name="PubChem", retrieved=iso(NOW), mode="cache", stale=True)},
        {"source": None},
    ],
)
async def test_what_is_not_whole_is_not_kept(world: World, changes: dict[str, object]) -> None:
    world.pubchem.changes = changes
    first, second = await world.get(), await world.get()

    assert first == second
    assert world.pubchem.asked == 2


async def test_offline_it_answers_however_old_it_is_and_says_so(world: World) -> None:
    await world.get()
    fresh = await world.get(after=timedelta(days=6), offline=True)
    old = await world.get(after=timedelta(days=900), offline=True)

    assert (source(fresh), source(old)) == (("cache", False, iso(NOW)), ("cache", True, iso(NOW)))
    assert world.pubchem.asked == 1


async def test_what_pubchem_no_longer_has_is_forgotten(world: World) -> None:
    await world.get()
    world.pubchem.knows_it = False
    world.now = NOW + timedelta(days=8)
    gone = await world.kept().get(ASPIRIN)
    world.now = NOW

    assert (gone, await world.kept().get(ASPIRIN)) == (None, None)


async def test_a_record_that_cannot_be_read_is_fetched_again(world: World, caplog: pytest.LogCaptureFixture) -> None:
    await world.get()
    key = f"pubchem/{COMPOUND_LAYOUT}/2244"
    stored = await world.records.get(key)
    assert stored is not None
    await world.records.put(key, msgspec.structs.replace(stored, body=b"no compound"))
    again = await world.get()

    assert source(again)[0] == "live"
    assert "cannot be read" in caplog.text


async def test_a_number_that_no_compound_has_is_not_looked_for(world: World) -> None:
    world.pubchem.knows_it = False

    assert await world.kept().get(CompoundId("99999999999")) is None


@pytest.mark.parametrize(
    ("kept", "known"),
    [(Compound, COMPOUND_LAYOUT_DIGEST), (Depiction, DEPICTION_LAYOUT_DIGEST)],
    ids=["compound", "depiction"],
)
def test_another_form_of_a_record_has_another_number(kept: type, known: str) -> None:
    schema = msgspec.json.encode(msgspec.json.schema(kept), order="sorted")
    told = re.sub(rb'"description":"(?:[^"\\]|\\.)*",?', b"", schema)
    digest = hashlib.blake2b(told, digest_size=8).hexdigest()

    assert digest == known, (
        f"What is kept of a {kept.__name__} has changed: raise its LAYOUT in cached_records.py, then note {digest}."
    )
