"""Old answers of PubChem: marked when they stand in for a failing upstream, and all there is offline."""

import time
from pathlib import Path

import pytest

from biofacts.adapters.http.pubchem.client import PubChemClient
from biofacts.adapters.local.compounds.cached_records import CachedCompounds
from biofacts.adapters.memory.records_and_budgets import MemoryRecordStore
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.pages import Window
from biofacts.domain.answers.records import Provenance
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.sources import Query
from tests.pubchem import HTML, Forced, PubChem, pubchem

DAY = 86_400


async def provenance(client: CompoundSource) -> tuple[Provenance, Provenance]:
    """Where a record and a list come from."""
    record = await client.get(CompoundId("2244"))
    hits = await client.search(Query(text="aspirin"), Window())
    assert record is not None
    assert record.source is not None
    assert hits is not None
    assert hits.provenance is not None
    assert hits.items[0].id == record.id
    return record.source, hits.provenance


def kept(client: PubChemClient) -> CompoundSource:
    """As the container has it: fetched records are kept."""
    return CachedCompounds(client, MemoryRecordStore())


async def test_a_record_lives_a_week_and_a_search_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    upstream, real = PubChem(), time.time
    async with pubchem(upstream, tmp_path / "answers.sqlite") as client:
        compounds = kept(client)
        await provenance(compounds)
        monkeypatch.setattr(time, "time", lambda: real() + 2 * DAY)
        record, listing = await provenance(compounds)
        monkeypatch.setattr(time, "time", lambda: real() + 8 * DAY)
        old, _ = await provenance(compounds)

    assert (record.mode, listing.mode, old.mode) == ("cache", "live", "live")


async def test_an_old_answer_stands_in_for_a_failing_upstream_and_is_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    upstream, real = PubChem(), time.time
    async with pubchem(upstream, tmp_path / "answers.sqlite") as client:
        fresh, _ = await provenance(client)
        monkeypatch.setattr(time, "time", lambda: real() + 30 * DAY)
        upstream.force("/", Forced(503, HTML))
        record, listing = await provenance(client)

    assert (record.stale, listing.stale, record.mode, record.retrieved) == (True, True, "cache", fresh.retrieved)


async def test_offline_the_cache_alone_answers(tmp_path: Path) -> None:
    upstream, path = PubChem(), tmp_path / "answers.sqlite"
    async with pubchem(upstream, path) as client:
        await provenance(client)
    upstream.taken()
    async with pubchem(upstream, path, offline=True) as client:
        record, listing = await provenance(client)
        with pytest.raises(UpstreamError, match=r"^PubChem .*offline"):
            await client.get(CompoundId("702"))

    assert upstream.asked == []
    assert (record.mode, listing.mode, record.stale) == ("cache", "cache", False)
