"""The composition root: the rules of the house are in place."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from biofacts.adapters.http.base_client import UpstreamClient
from biofacts.adapters.http.transport.queue import Turn, WaitingLine
from biofacts.adapters.http.wikipathways.client import WikiPathwaysClient
from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCatalogue
from biofacts.adapters.memory.records_and_budgets import MemoryLimiter
from biofacts.adapters.redis.records_and_budgets import RedisLimiter, RedisRecordStore
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.adapters.sqlite.records_and_budgets import SqliteLimiter
from biofacts.application.calls.progress_and_client_limit import BACKGROUND, CALLER
from biofacts.composition.container import Container, opened
from biofacts.composition.server import ServerResources
from biofacts.composition.settings import Settings, SettingsError
from biofacts.domain.answers.errors import RateLimited
from biofacts.ports.catalogue import Content, ReleaseInfo
from tests.containers import with_parts


@pytest.fixture
def container(tmp_path: Path) -> Any:
    return Container(settings=Settings(cache_dir=tmp_path))


def test_the_client_is_of_the_family_and_a_context_manager() -> None:
    assert issubclass(WikiPathwaysClient, UpstreamClient)
    assert hasattr(WikiPathwaysClient, "__aenter__")
    assert hasattr(WikiPathwaysClient, "__aexit__")


async def test_leaving_the_client_closes_its_connections(container: Any) -> None:
    http: httpx.AsyncClient = container.wikipathways_http()
    async with container.wikipathways_client():
        open_inside = not http.is_closed

    assert (open_inside, http.is_closed) == (True, True)


def test_requests_time_out_after_ten_seconds(container: Any) -> None:
    clients: list[httpx.AsyncClient] = [
        container.wikipathways_http(), container.archive_http(), container.ontology_http(),
    ]  # fmt: skip

    assert [client.timeout for client in clients] == [httpx.Timeout(10)] * 3


def test_requests_name_the_project_and_its_version(container: Any) -> None:
    http: httpx.AsyncClient = container.wikipathways_http()

    assert http.headers["user-agent"].startswith("biofacts/")


def test_base_addresses_are_settings(tmp_path: Path) -> None:
    settings = Settings(
        cache_dir=tmp_path,
        wikipathways_url="http://mirror.test/w",
        wikipathways_data_url="http://mirror.test/d/",
        ontology_url="http://mirror.test/o",
    )
    container = Container(settings=settings)
    clients = [container.wikipathways_http(), container.archive_http(), container.ontology_http()]

    assert [str(client.base_url) for client in clients] == [f"http://mirror.test/{name}/" for name in "wdo"]


async def test_wikipathways_gets_one_request_a_second_at_most(container: Any) -> None:
    limiter = container.wikipathways_queue().limiter
    waits = [await limiter.reserve() for _ in range(3)]

    assert isinstance(limiter, SqliteLimiter)
    assert waits[0] == 0
    assert 0 < waits[1] < 1.1  # less, where the machine is slow
    assert waits[1] < waits[2] < 2.2


def test_everything_that_asks_wikipathways_shares_one_budget(container: Any) -> None:
    assert container.wikipathways_queue().limiter is container.wikipathways_queue().limiter


async def test_two_versions_of_biofacts_share_one_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = Container(settings=Settings(cache_dir=tmp_path))
    await ours.pubchem_queue().limiter.pause_for(60)
    monkeypatch.setattr("biofacts.adapters.sqlite.catalogue_store.SCHEMA", "another")
    theirs = Container(settings=Settings(cache_dir=tmp_path))

    assert await theirs.pubchem_queue().limiter.reserve() > 1  # no machine is that slow


def test_without_a_folder_the_budget_is_kept_in_memory(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"")
    container = Container(settings=Settings(cache_dir=file / "below"))

    assert isinstance(container.wikipathways_queue().limiter, MemoryLimiter)


async def test_the_sample_needs_nothing_from_outside(tmp_path: Path) -> None:
    settings = Settings(source="sample", cache_dir=tmp_path / "never made")
    container = with_parts(Container(settings=settings), network=None)  # nobody can ask it
    async with opened(container):
        page = await container.use_cases().searches["pathway"]("glycolysis")

    assert page.items[0].id == "WP:WP534"
    assert not (tmp_path / "never made").exists()


def test_large_files_alone_are_indexed_in_a_process_of_their_own(container: Any) -> None:
    every = [one() for one in container.providers.values() if getattr(one, "cls", None) is LocalCatalogue]

    assert len(every) > 10
    assert {one.name for one in every if one.portable} == {
        "hgnc", "ncbi-gene-homo-sapiens", "wikipathways-mappings",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("source", "complete", "active"),
    [("live", "1", True), ("live", "0", False), ("offline", "1", False), ("sample", "1", False)],
)
def test_only_a_server_that_may_fetch_unasked_prepares(
    tmp_path: Path, source: str, complete: str, active: bool
) -> None:
    given = {"BIOFACTS_SOURCE": source, "BIOFACTS_COMPLETE": complete, "BIOFACTS_CACHE_DIR": str(tmp_path)}
    container = Container(settings=Settings.from_environment(given))

    assert container.preparation().active is active


async def test_who_serves_without_preparing_is_ready_for_searches_alone(tmp_path: Path) -> None:
    served = ServerResources(Settings(source="offline", cache_dir=tmp_path))
    with anyio.fail_after(5):
        async with served.lifespan(None), SqliteCatalogueStore(tmp_path) as store:
            info = ReleaseInfo(release="2026-11", retrieved=datetime.now(UTC), checked=datetime.now(UTC))
            await store.publish("wikipathways-text", Content(info=info))
            served.prepare()
            found = await served.ready()

    assert found.ready
    assert [name for name, is_there in found.catalogues.items() if is_there] == ["wikipathways-text"]
    assert "hgnc" in found.catalogues


@pytest.mark.parametrize(("source", "ready"), [("sample", True), ("offline", False)])
async def test_a_server_is_ready_when_it_can_answer_at_once(tmp_path: Path, source: str, ready: bool) -> None:
    served = ServerResources(
        Settings.from_environment({"BIOFACTS_SOURCE": source, "BIOFACTS_CACHE_DIR": str(tmp_path)})
    )
    before = await served.ready()
    with anyio.fail_after(5):
        async with served.lifespan(None):
            during = await served.ready()

    assert [one.ready for one in (before, during, await served.ready())] == [False, ready, False]
    assert during.complete == ready
    assert not during.pending


def test_settings_are_read_from_the_environment() -> None:
    given = {
        "BIOFACTS_WIKIPATHWAYS_URL": "http://127.0.0.1:8899/wikipathways",
        "BIOFACTS_CACHE_DIR": "/tmp/x",
        "BIOFACTS_SOURCE": "offline",
        "BIOFACTS_LOG": "debug",
        "BIOFACTS_ONTOLOGY_URL": " ",
        "HOME": "/root",
    }

    assert Settings.from_environment(given) == Settings(
        wikipathways_url="http://127.0.0.1:8899/wikipathways", cache_dir=Path("/tmp/x"), source="offline", log="DEBUG"
    )


@pytest.mark.parametrize(
    ("name", "value"), [("BIOFACTS_SOURCE", "dreams"), ("BIOFACTS_ONTOLOGY_URL", "file:///etc/passwd")]
)
def test_a_setting_that_cannot_be_used_is_named(name: str, value: str) -> None:
    with pytest.raises(SettingsError):
        Settings.from_environment({name: value})


async def test_each_client_has_a_line_of_its_own_and_what_runs_behind_the_answers_too(
    container: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    joined: list[str] = []

    def join(line: WaitingLine, client: str) -> Turn:
        joined.append(client)
        return Turn(client)

    monkeypatch.setattr(WaitingLine, "join", join)
    monkeypatch.setattr(container.pubchem_queue().limiter, "_reserve", float)

    async def request() -> None:
        with anyio.move_on_after(0):
            await container.pubchem_queue().wait()

    async with container.jobs() as jobs:
        CALLER.set("client")
        await request()
        jobs.start("refresh", request)
        await anyio.wait_all_tasks_blocked()

    assert joined == ["client", BACKGROUND]


async def test_calls_of_one_client_have_a_ceiling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    CALLER.set("client")
    settings = Settings.from_environment({"BIOFACTS_CACHE_DIR": str(tmp_path), "BIOFACTS_CALLS_PER_CLIENT": "1"})
    admit = Container(settings=settings).use_cases().admit
    async with admit():
        monkeypatch.setattr("biofacts.domain.limits.time_limits.TURN", 0)
        with pytest.raises(RateLimited):
            async with admit():
                raise AssertionError("it was let in")


def test_replicas_share_budgets_and_compounds_where_a_server_is_named(tmp_path: Path) -> None:
    environment = {"BIOFACTS_CACHE_DIR": str(tmp_path), "BIOFACTS_REDIS_URL": "redis://nowhere.test"}
    container = Container(settings=Settings.from_environment(environment))

    assert isinstance(container.wikipathways_queue().limiter, RedisLimiter)
    assert isinstance(container.compound_records(), RedisRecordStore)


@pytest.mark.parametrize("url", ["http://u:secret@host", "redis://", "redis://u:se:cret@host:port", "u:secret@host:1"])
def test_an_address_of_a_shared_server_that_cannot_be_used_is_not_repeated(url: str) -> None:
    with pytest.raises(SettingsError, match="BIOFACTS_REDIS_URL must be an address") as refused:
        Settings.from_environment({"BIOFACTS_REDIS_URL": url})

    assert "cret" not in str(refused.value)
