"""`biofacts doctor`: what is looked at, what is told of it, and that every failure says what to do."""

import json
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import httpx
import msgspec
import pytest

from biofacts.__main__ import main
from biofacts.adapters.cli.mcp_clients.supported import CLIENTS
from biofacts.adapters.http.base_client import ProbedFile
from biofacts.adapters.http.probe import HttpProbe
from biofacts.adapters.http.transport.network import NetworkTransport
from biofacts.adapters.http.transport.queue import RequestQueue
from biofacts.adapters.redis.records_and_budgets import RedisServer, SharedState
from biofacts.composition import doctor
from biofacts.composition.container import Container, opened
from biofacts.composition.doctor import LocalCheckup
from biofacts.composition.settings import Secret, Settings
from biofacts.ports.catalogue import CatalogueStatus
from biofacts.ports.doctor import Check
from biofacts.ports.synchronisation import Pending, unseen
from tests.containers import Unlimited, sample_in_dictionaries, unlimited, with_parts
from tests.contract.faults import HOSTS, World
from tests.local_pathways import aged


class Recorded(NetworkTransport):
    """Answers every request with one status, or fails, and remembers what was asked."""

    def __init__(self, status: int = 200, failure: Exception | None = None) -> None:
        super().__init__()
        self.asked: list[httpx.Request] = []
        self._status = status
        self._failure = failure

    def prepare(self, request: httpx.Request) -> httpx.AsyncBaseTransport:
        return self

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        if self._failure:
            raise self._failure
        return httpx.Response(self._status, headers={"Location": "https://elsewhere.test/"})


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path


async def looked(settings: Settings, network: NetworkTransport | None = None) -> Sequence[Check]:
    container = unlimited(Container(settings=settings, long_lived=False), network=network or Recorded())
    async with opened(container, background=False):
        return await LocalCheckup(settings, container)()


def of(found: Sequence[Check], part: str) -> dict[str, Check]:
    return {check.name: check for check in found if check.part == part}


# Upstreams


def fetched(container: Container) -> set[str]:
    """The paths of the files that a checkup asks for."""
    inside = container
    clients = (
        inside.wikipathways_client(), inside.archive_client(), inside.ontology_client(), inside.pubchem_client(),
        inside.bulk_client(), inside.gtopdb_client(), inside.hgnc_client(), inside.ncbi_gene_client(),
    )  # fmt: skip
    return {piece.path for client in clients for piece in client.pieces}


async def test_the_files_that_a_synchronisation_fetches_are_asked_for_and_read(tmp_path: Path) -> None:
    world = World()
    settings = Settings.from_environment(HOSTS | {"BIOFACTS_CACHE_DIR": str(tmp_path)})
    found = of(await looked(settings, world), "upstreams")
    asked = {request.partition("?")[0].lstrip("/") for request in world.paths}
    async with opened(unlimited(Container(settings=settings), network=world), background=False) as container:
        expected = fetched(container)
        world.paths.clear()
        for synchroniser in container.synchronisers():
            await synchroniser.sync(unseen, ["Mus musculus"] if synchroniser.optional else [])
        synchronised = {path.lstrip("/") for path in world.paths}

    assert {(name, check.finding, check.advice) for name, check in found.items()} == {
        (name, "ok", "") for name in SERVICES
    }
    assert all(0 <= (check.seconds or 0) < 60 for check in found.values())
    assert asked == expected
    assert {path for path in expected if "WP534" not in path and "cid/2244" not in path and "CID-" not in path} <= (
        synchronised
    )


SERVICES = {
    "WikiPathways", "WikiPathways (archive)", "Ontologies", "PubChem", "PubChem (files)", "Guide to PHARMACOLOGY",
    "HGNC", "NCBI Gene",
}  # fmt: skip


@pytest.mark.parametrize("body", [b"<!DOCTYPE html><html>Log in</html>", b"", b"{}", bytes(range(256)) * 20])
async def test_what_is_no_file_of_an_upstream_is_named(body: bytes, tmp_path: Path) -> None:
    class Spoilt(World):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            return httpx.Response(200, content=body)

    settings = Settings.from_environment(HOSTS | {"BIOFACTS_CACHE_DIR": str(tmp_path)})
    found = of(await looked(settings, Spoilt()), "upstreams")

    assert {(name, check.finding) for name, check in found.items()} == {(name, "failed") for name in SERVICES}
    said = ("cannot be used", "cannot be read", "can be read")
    assert [name for name, check in found.items() if not any(one in check.details for one in said)] == []
    assert "biofacts needs an update" in found["HGNC"].advice


@pytest.mark.parametrize(
    ("status", "advice"),
    [
        (404, "BIOFACTS_PUBCHEM_URL"),
        (429, "minutes"),
        (500, "try again later"),
        (503, "try again later"),
        (405, "BIOFACTS_PUBCHEM_URL"),
    ],
)
async def test_a_status_says_how_an_upstream_is(status: int, advice: str) -> None:
    network = Recorded(status)
    check = await probe(network)()

    assert (check.finding, check.details, len(network.asked)) == (
        "failed", f"pubchem.test: status {status} for a/file", 1,
    )  # fmt: skip
    assert advice in check.advice


async def test_a_redirect_that_is_not_followed_is_a_failure() -> None:
    check = await probe(Recorded(302), "http://pubchem.test/")()

    assert (check.finding, "redirects to elsewhere.test, which is not followed" in check.details) == ("failed", True)
    assert "login page" in check.advice


def probe(network: NetworkTransport, url: str = "https://pubchem.test/") -> HttpProbe:
    queue, pieces = RequestQueue(Unlimited()), [ProbedFile("a/file", bytes.decode)]
    return HttpProbe("PubChem", url, pieces, queue, network, setting="BIOFACTS_PUBCHEM_URL")


@pytest.mark.parametrize("failure", [httpx.ConnectError("no"), httpx.ReadTimeout("late"), httpx.ProxyError("no")])
async def test_what_cannot_be_reached_is_asked_once_and_says_what_to_try(failure: Exception, tmp_path: Path) -> None:
    network = Recorded(failure=failure)
    found = of(await looked(Settings(cache_dir=tmp_path), network), "upstreams")

    assert {check.finding for check in found.values()} == {"failed"}
    assert len(network.asked) == 8
    assert "curl" in found["HGNC"].advice
    assert "BIOFACTS_HGNC_URL" in found["HGNC"].advice
    assert found["HGNC"].seconds is None


@pytest.mark.parametrize("source", ["offline", "sample"])
async def test_where_nobody_may_be_asked_nobody_is(source: Any, tmp_path: Path) -> None:
    network = Recorded()
    found = of(await looked(Settings(source=source, cache_dir=tmp_path), network), "upstreams")

    assert [(check.finding, source in check.details) for check in found.values()] == [("skipped", True)]
    assert network.asked == []


# Catalogues and folder


async def test_what_will_come_is_no_failure_but_offline_it_is(tmp_path: Path) -> None:
    live = of(await looked(Settings(cache_dir=tmp_path)), "catalogues")
    offline = of(await looked(Settings(source="offline", cache_dir=tmp_path)), "catalogues")

    assert {check.finding for check in live.values()} == {"note"}
    assert {name for name, check in offline.items() if check.finding != "failed"} == {"wikipathways-gpml"}
    assert all("biofacts sync" in check.advice for check in [*live.values(), *offline.values()])


async def test_catalogues_tell_their_age(sample: Container) -> None:
    found = of(await LocalCheckup(Settings(source="sample"), sample)(), "catalogues")

    assert {check.finding for check in found.values()} == {"ok"}
    assert all("confirmed today" in check.details for check in found.values())


@pytest.mark.parametrize(("days", "told"), [(0, "today"), (1, "1 day ago"), (2, "2 days ago")])
async def test_days_are_counted(days: int, told: str, tmp_path: Path) -> None:
    container = unlimited(sample_in_dictionaries(), network=Recorded())
    async with opened(container):
        await aged(container.store(), "hgnc", to=container.day()() - timedelta(days=days, hours=1))
        found = of(await LocalCheckup(Settings(source="live", cache_dir=tmp_path), container)(), "catalogues")

    assert f"confirmed {told}" in found["hgnc"].details


async def test_an_old_catalogue_is_told(tmp_path: Path) -> None:
    container = unlimited(sample_in_dictionaries(), network=Recorded())
    async with opened(container):
        await aged(container.store(), "hgnc", to=datetime(2020, 1, 1, tzinfo=UTC))
        look = LocalCheckup(Settings(source="live", cache_dir=tmp_path), container)
        found = of(await look(), "catalogues")

    assert found["hgnc"].finding == "note"
    assert "days ago" in found["hgnc"].details
    assert "biofacts sync genes" in found["hgnc"].advice or "biofacts sync" in found["hgnc"].advice


@pytest.mark.parametrize(("beyond", "finding"), [(timedelta(0), "ok"), (timedelta(seconds=1), "note")])
async def test_a_catalogue_is_old_after_35_days(beyond: timedelta, finding: str, tmp_path: Path) -> None:
    container = unlimited(sample_in_dictionaries(), network=Recorded())
    async with opened(container):
        await aged(container.store(), "hgnc", to=container.day()() - timedelta(days=35) - beyond)
        found = of(await LocalCheckup(Settings(source="live", cache_dir=tmp_path), container)(), "catalogues")

    assert found["hgnc"].finding == finding


class OnRequest:
    """A catalogue that is fetched only on request."""

    def __init__(self, pending: Pending | None) -> None:
        self._pending = pending

    async def describe(self) -> CatalogueStatus:
        return CatalogueStatus(name="names", pending=self._pending)


async def test_a_catalogue_on_request_is_told_once_a_part_of_it_is_there(fresh_sample: Container) -> None:
    begun = Pending(catalogue="names", release="2026-11", done=3, total=9, unit="files")
    parts = with_parts(fresh_sample, on_request=[OnRequest(None), OnRequest(begun)])
    found = [one for one in await LocalCheckup(Settings(source="sample"), parts)() if one.name == "names"]

    assert [one.details for one in found] == [f"{doctor.NO_CATALOGUE}; 3 of 9 files of 2026-11 fetched"]


async def test_a_folder_tells_its_size_and_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "large").write_bytes(bytes(3_000_000))
    (check,) = of(await looked(Settings(cache_dir=tmp_path)), "cache").values()
    monkeypatch.setattr(doctor, "_ROOM", 10**18)
    (tight,) = of(await looked(Settings(cache_dir=tmp_path)), "cache").values()

    assert (check.finding, check.name) == ("ok", str(tmp_path))
    assert check.details.startswith("3 MB, ")
    assert (tight.finding, "free some space" in tight.advice) == ("note", True)


async def test_a_folder_that_cannot_be_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (check,) = of(await looked(Settings(cache_dir=tmp_path / "file" / "cache")), "cache").values()

    assert (check.finding, "BIOFACTS_CACHE_DIR" in check.advice) == ("failed", True)


def test_a_folder_for_reading_only_is_worth_a_note(tmp_path: Path) -> None:
    (check,) = doctor.folder_checked(tmp_path, _ReadOnly(None, tmp_path))

    assert (check.finding, "It is read-only" in check.advice) == ("note", True)


class _ReadOnly(NamedTuple):
    """A store over a folder that it cannot write to."""

    writable: Path | None
    folder: Path


# Settings, versions, Redis


async def test_settings_that_are_set_are_told_without_secrets(tmp_path: Path) -> None:
    settings = Settings(
        source="offline", cache_dir=tmp_path, token=Secret("hunter2"), redis_url="",
        pubchem_url="https://me:hunter2@mirror.test/pubchem?key=hunter2", tools="genes",
    )  # fmt: skip
    found = await looked(settings)
    told = {name: check.details for name, check in of(found, "settings").items()}

    assert told == {
        "BIOFACTS_SOURCE": "offline", "BIOFACTS_CACHE_DIR": str(tmp_path), "BIOFACTS_TOKEN": "'...'",
        "BIOFACTS_PUBCHEM_URL": "https://mirror.test/pubchem", "BIOFACTS_TOOLS": "genes",
    }  # fmt: skip
    assert "hunter2" not in msgspec.json.encode(found).decode()


async def test_versions_are_told_and_a_sqlite_without_full_text_search_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, sample: Container
) -> None:
    look = LocalCheckup(Settings(source="sample"), sample)
    usual = of(await look(), "versions")

    class Without:
        """SQLite without FTS5."""

        def execute(self, _: str) -> None:
            raise sqlite3.OperationalError("no such module: fts5")

        def close(self) -> None: ...

    def connect(_: str) -> Without:
        return Without()

    monkeypatch.setattr(sqlite3, "connect", connect)
    without = of(await look(), "versions")

    assert {*usual} == {"biofacts", "mcp", "python", "sqlite"}
    assert {check.finding for check in usual.values()} == {"ok"}
    assert without["sqlite"].finding == "failed"
    assert without["sqlite"].advice


@pytest.mark.parametrize(("answers", "finding"), [(True, "ok"), (False, "failed")])
async def test_redis_is_asked_where_it_is_set(answers: bool, finding: str, sample: Container) -> None:
    class Replica:
        async def is_there(self) -> bool:
            return answers

    container = with_parts(Container(settings=Settings(source="sample")), shared=Replica())
    settings = Settings(source="sample", redis_url="redis://me:hunter2@redis.test:6379/0")
    (check,) = of(await LocalCheckup(settings, container)(), "redis").values()

    assert (check.name, check.finding, bool(check.advice)) == ("redis.test", finding, not answers)
    assert sample is not None
    assert of(await LocalCheckup(Settings(source="sample"), container)(), "redis") == {}


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_redis_that_is_not_there_does_not_answer() -> None:
    async with SharedState("redis://127.0.0.1:1/0", 1) as shared:
        assert await shared.is_there() is False


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_redis_that_is_there_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    import fakeredis

    shared = SharedState("redis://127.0.0.1:1/0", 1)
    async with fakeredis.FakeAsyncRedis() as client:
        monkeypatch.setattr(shared, "_server", RedisServer("redis://fake", client=lambda _: client))
        with anyio.fail_after(5):
            assert await shared.is_there() is True


# The command


def test_the_command_tells_everything_and_that_nothing_has_failed(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    main(["install", "cursor", "--skill", "--yes"])
    capsys.readouterr()

    assert main(["doctor"]) == 0
    shown = capsys.readouterr().out
    assert "cursor: has biofacts and the skill" in shown
    assert "FTS5" in shown
    assert shown.endswith("Nothing has failed.\n")
    assert "\x1b" not in shown


def test_a_failure_ends_with_code_1_and_says_what_to_do(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "offline")
    path = CLIENTS["cursor"].path()
    path.parent.mkdir(parents=True)
    path.write_text("{")

    assert main(["doctor", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    failed = [check for check in report["checks"] if check["finding"] == "failed"]
    assert report["ok"] is False
    assert {check["part"] for check in failed} == {"catalogues", "clients"}
    assert [check for check in failed if not check.get("advice")] == []
    assert main(["doctor"]) == 1
    shown = capsys.readouterr().out
    assert f"{len(failed)} of {len(report['checks'])} failed." in shown
