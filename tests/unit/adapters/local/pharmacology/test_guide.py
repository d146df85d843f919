"""The Guide's catalogues: what is asked for, what is waited for, and what is said when the upstream fails."""

from datetime import UTC, datetime
from pathlib import Path

import anyio
import httpx
import msgspec
import pytest

from biofacts.adapters.http.gtopdb import GtoPdbClient
from biofacts.adapters.http.transport.cache import CoalesceTransport
from biofacts.adapters.http.transport.queue import LimitTransport, RequestQueue
from biofacts.adapters.http.transport.retry import RetryTransport
from biofacts.adapters.local.catalogues.background_jobs import Jobs
from biofacts.adapters.local.pharmacology.guide import LocalInteractions, first_of
from biofacts.adapters.local.pharmacology.ligands import LocalLigands
from biofacts.adapters.local.pharmacology.targets import LocalTargets
from biofacts.adapters.local.synchronisation import SyncGuide
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.composition.container import Container
from biofacts.composition.settings import Settings
from biofacts.domain.answers.errors import RateLimited, UpstreamError
from biofacts.domain.answers.pages import Window
from biofacts.domain.identifiers.curies import LigandId, TargetId
from biofacts.domain.pharmacology.queries.target_lookup_steps import NameForm, Step
from biofacts.ports.catalogue import Content, Entry, ReleaseInfo
from biofacts.ports.request_budgets import Limiter
from biofacts.ports.sources import Query
from tests.gtopdb import Wire, guide_of, guide_over, table, written
from tests.memory_catalogue import MemoryCatalogue

IBUPROFEN, D2 = LigandId("2713"), TargetId("215")


GROUP, LAST_STEP = Step(("group:a",), NameForm.GROUP), Step(("name:b",))


def catalogue_of(*entries: Entry) -> MemoryCatalogue:
    day = datetime(2026, 11, 22, tzinfo=UTC)
    return MemoryCatalogue(
        "1", Content(info=ReleaseInfo(release="1", retrieved=day, checked=day), entries=entries), None
    )


@pytest.mark.parametrize(
    ("group", "key"),
    [
        (GROUP, "1"),
        (Step(("group:a",), NameForm.GROUP, within=("word:channel",)), "2"),
        (Step(("group:a",), NameForm.GROUP, types=("type:channel",)), "2"),
    ],
)
async def test_a_group_without_members_of_the_kind_in_the_query_does_not_end_the_search(group: Step, key: str) -> None:
    targets = catalogue_of(Entry(key="1", exact_terms=["group:a"]), Entry(key="2", exact_terms=["name:b"]))

    _, summaries = await first_of(targets, [group, LAST_STEP])

    assert [*summaries] == [key]


async def test_a_group_without_members_ends_the_search() -> None:
    assert await first_of(catalogue_of(Entry(key="2", exact_terms=["name:b"])), [GROUP, LAST_STEP]) == (GROUP, {})


async def test_a_first_search_for_targets_waits_for_the_targets_file_only() -> None:
    wire = Wire()
    async with guide_over(wire) as guide:
        await LocalTargets(guide).search(Query(text="DRD2"), Window())

    assert wire.asked == ["targets_and_families.csv"]


async def test_a_command_that_needs_interactions_fetches_them_and_their_ligands_ahead() -> None:
    wire = Wire()
    http = httpx.AsyncClient(transport=httpx.MockTransport(wire), base_url="http://gtopdb.test/")
    async with SqliteCatalogueStore(None) as store, GtoPdbClient(http) as client:
        async with Jobs(long_lived=False) as jobs:
            interactions = LocalInteractions(guide_of(client, store, jobs))
            interactions.prefetch()
        present = await interactions.at_hand()

    assert sorted(wire.asked) == ["interactions.csv", "ligands.csv"]
    assert present.missing == ()


async def test_a_first_search_for_ligands_waits_for_the_ligands_file_only() -> None:
    wire = Wire()
    async with guide_over(wire) as guide:
        await LocalLigands(guide).search(Query(text="Advil"), Window())

    assert wire.asked == ["ligands.csv"]


async def test_a_first_mechanism_waits_for_targets_interactions_and_who_is_withdrawn_only() -> None:
    wire = Wire()
    async with guide_over(wire) as guide:
        await LocalLigands(guide).search(Query(text="dopamine agonist"), Window())

    assert sorted(wire.asked) == ["interactions.csv", "ligands.csv", "targets_and_families.csv"]


async def test_the_other_files_follow_behind_the_answer() -> None:
    wire = Wire()
    async with guide_over(wire, background=True) as guide:
        await LocalTargets(guide).search(Query(text="DRD2"), Window())
        with anyio.fail_after(10):
            while len(wire.asked) < 5:
                await anyio.lowlevel.checkpoint()

    assert sorted(wire.asked) == sorted(
        ["targets_and_families.csv", "ligands.csv", "interactions.csv", "ligand_id_mapping.csv",
         "GtP_to_UniProt_mapping.csv"]
    )  # fmt: skip


async def test_a_query_on_a_present_catalogue_makes_no_request() -> None:
    wire = Wire()
    async with guide_over(wire) as guide:
        ligands, targets = LocalLigands(guide), LocalTargets(guide)
        await guide.open(*guide.catalogues)
        asked = len(wire.asked)
        for query in ("Advil", "NSAID", "dopamine agonist", "DB00945", "qqzzxx"):
            await ligands.search(Query(text=query), Window())
        for query in ("DRD2", "GPCR", "P14416"):
            await targets.search(Query(text=query), Window())
        await ligands.get(IBUPROFEN)
        await targets.get(D2)

    assert len(wire.asked) == asked == 5


async def test_a_missing_column_is_an_upstream_error_that_names_it() -> None:
    header, rows = table("targets_and_families.csv")
    body = written(["Kind", *header[1:]], rows)
    wire = Wire({"targets_and_families.csv": httpx.Response(200, content=body)})
    async with guide_over(wire) as guide:
        with pytest.raises(
            UpstreamError,
            match=r"targets_and_families.csv of Guide to PHARMACOLOGY cannot be used: the column 'Type' is missing",
        ):
            await LocalTargets(guide).search(Query(text="DRD2"), Window())


@pytest.mark.parametrize("status", [500, 503, 404])
async def test_an_unavailable_upstream_is_an_upstream_error_with_a_hint(status: int) -> None:
    async with guide_over(Wire({"ligands.csv": httpx.Response(status)})) as guide:
        with pytest.raises(UpstreamError) as caught:
            await LocalLigands(guide).get(IBUPROFEN)

    assert "Guide to PHARMACOLOGY is unavailable" in caught.value.message
    assert "Repeat the same call" in caught.value.hint


async def test_a_web_page_in_the_place_of_a_file_is_an_upstream_error() -> None:
    async with guide_over(Wire({"ligands.csv": httpx.Response(200, content=b"<!DOCTYPE html>")})) as guide:
        with pytest.raises(UpstreamError):
            await LocalLigands(guide).get(IBUPROFEN)


async def test_too_many_requests_are_rate_limited_with_the_seconds_to_wait() -> None:
    wire = Wire({"ligands.csv": httpx.Response(429, headers={"Retry-After": "7"})})
    async with guide_over(wire) as guide:
        with pytest.raises(RateLimited) as caught:
            await LocalLigands(guide).get(IBUPROFEN)

    assert "Wait 7 seconds" in caught.value.hint


async def test_offline_without_a_catalogue_is_an_upstream_error_and_no_request() -> None:
    wire = Wire()
    async with guide_over(wire, offline=True) as guide:
        with pytest.raises(UpstreamError):
            await LocalTargets(guide).search(Query(text="DRD2"), Window())

    assert wire.asked == []


async def test_a_miss_stays_not_found_while_the_other_file_cannot_be_had() -> None:
    async with guide_over(Wire({"targets_and_families.csv": httpx.Response(500)})) as guide:
        assert await LocalLigands(guide).hint_for(LigandId("214")) is None


async def test_sync_brings_every_file_as_a_snapshot_and_tells_its_progress(tmp_path: Path) -> None:
    told: list[tuple[str, int, int | None]] = []
    async with SqliteCatalogueStore(tmp_path) as store, guide_over(Wire(), store=store) as guide:
        synchroniser = SyncGuide(guide, store)
        brought = await synchroniser.sync(lambda stage, done, total: told.append((stage, done, total)))
        modes = {(await store.describe(name)).provenance.mode for name in synchroniser.catalogues}  # type: ignore[union-attr]

    assert (brought.source, brought.release) == ("Guide to PHARMACOLOGY", "2025.4")
    assert brought.records > 50
    assert told == [("files", number, 5) for number in range(6)]
    assert modes == {"snapshot"}


async def test_a_listing_goes_on_in_its_release_while_a_new_one_is_published(tmp_path: Path) -> None:
    header, rows = table("targets_and_families.csv")
    wire = Wire()
    async with SqliteCatalogueStore(tmp_path) as store, guide_over(wire, store=store) as guide:
        targets = LocalTargets(guide)
        first = await targets.search(Query(text="GPCR"), Window(limit=5))
        assert first is not None
        fewer = [row for row in rows if row[0] != "gpcr" or row[3] == "215"]
        wire.replaced["targets_and_families.csv"] = httpx.Response(200, content=written(header, fewer))
        await guide.targets.update("cache")
        rest = await targets.search(Query(text="GPCR"), Window(offset=5, limit=100, version=first.version))
        anew = await targets.search(Query(text="GPCR"), Window())

    assert rest is not None
    assert anew is not None
    assert first.total == rest.total == 5 + len(rest.items)
    assert anew.total == 1


async def test_a_cursor_of_a_release_that_is_gone_is_none() -> None:
    of_a_class = Window(version="gtopdb-targets=a gtopdb-interactions=b")
    async with guide_over(Wire()) as guide:
        assert await LocalTargets(guide).search(Query(text="GPCR"), Window(version="gone")) is None
        assert await LocalLigands(guide).search(Query(text="NSAID"), of_a_class) is None
        assert await LocalLigands(guide).search(Query(text="aspirin"), Window(version="gtopdb-ligands=a")) is None


async def test_a_target_of_a_microbe_has_its_species_and_protein_from_the_mapping() -> None:
    async with guide_over(Wire()) as guide:
        targets = LocalTargets(guide)
        found = await targets.search(Query(text="CoV Spike glycoprotein"), Window())
        assert found is not None
        target = await targets.get(TargetId.parse(found.items[0].id))

    assert target is not None
    assert target.species == "SARS-CoV, SARS-CoV-2"
    assert set(target.cross_references["uniprot"]) == {"P0DTC2", "P59594"}


async def test_an_entity_without_associations_or_references_leaves_the_keys_out() -> None:
    async with guide_over(Wire()) as guide:
        targets = LocalTargets(guide)
        found = await targets.search(Query(text="VRAC"), Window())
        assert found is not None
        target = await targets.get(TargetId.parse(found.items[0].id))

    raw = msgspec.to_builtins(target)
    assert raw.keys().isdisjoint({"ligands", "ligand_count", "cross_references", "gene_symbol"})


# The rules of the house, as the container puts them around this client


class Counting(Limiter):
    def __init__(self) -> None:
        self.reserved = 0

    async def reserve(self) -> float:
        self.reserved += 1
        return 0.0

    async def pause_for(self, seconds: float) -> None:
        """Nobody waits here."""


async def test_the_budget_is_one_request_a_second(tmp_path: Path) -> None:
    limiter = Container(settings=Settings(cache_dir=tmp_path)).gtopdb_queue().limiter

    assert await limiter.reserve() == 0
    assert 0.9 < await limiter.reserve() <= 1.1


async def test_after_a_429_the_request_is_tried_again_within_the_budget() -> None:
    wire, limiter, answers = Wire(), Counting(), [429, 503]

    def handle(request: httpx.Request) -> httpx.Response:
        return httpx.Response(answers.pop()) if answers else wire(request)

    transport = CoalesceTransport(RetryTransport(LimitTransport(httpx.MockTransport(handle), RequestQueue(limiter))))
    async with (
        SqliteCatalogueStore(None) as store,
        httpx.AsyncClient(transport=transport, base_url="http://gtopdb.test/") as http,
    ):
        guide = guide_of(GtoPdbClient(http), store, Jobs())
        hits = await LocalTargets(guide).search(Query(text="DRD2"), Window())

    assert hits is not None
    assert hits.total == 1
    assert limiter.reserved == 3


async def test_a_herd_of_first_searches_makes_one_request() -> None:
    wire = Wire()
    async with guide_over(wire) as guide, anyio.create_task_group() as tasks:
        for _ in range(20):
            tasks.start_soon(LocalTargets(guide).search, Query(text="DRD2"), Window())

    assert wire.asked == ["targets_and_families.csv"]


async def test_without_interactions_a_record_says_so_and_not_that_there_are_none() -> None:
    wire = Wire({"interactions.csv": httpx.Response(404)})
    async with guide_over(wire) as guide:
        ligand, target = await LocalLigands(guide).get(IBUPROFEN), await LocalTargets(guide).get(D2)

    assert ligand is not None
    assert target is not None
    because = "because the catalogue gtopdb-interactions is not available."
    assert (ligand.targets, ligand.guidance, ligand.remark) == ((), None, f"Left out: targets, ligands, {because}")
    assert (target.ligands, target.guidance, target.remark) == ((), None, f"Left out: ligands, {because}")
    assert ligand.cross_references["drugbank"] == "DB01050"


async def test_without_the_mapping_file_a_ligand_has_its_own_identifiers_and_says_so() -> None:
    wire = Wire({"ligand_id_mapping.csv": httpx.Response(500)})
    async with guide_over(wire) as guide:
        ligand = await LocalLigands(guide).get(IBUPROFEN)

    assert ligand is not None
    assert ligand.targets
    assert "drugbank" not in ligand.cross_references
    assert ligand.remark == (
        "Possibly incomplete: cross_references, because the catalogue gtopdb-ligand-ids is not available."
    )
