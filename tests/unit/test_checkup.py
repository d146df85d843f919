"""`biofacts doctor`: what is looked at, what is told of it, and that every failure says what to do."""

import json
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import httpx
import msgspec
import pytest
from dependency_injector import providers

from biofacts import checkup
from biofacts.__main__ import main
from biofacts.adapters.cli.clients.known import CLIENTS
from biofacts.adapters.http.probe import HttpProbe
from biofacts.adapters.http.transport.network import NetworkTransport
from biofacts.adapters.http.transport.queue import RequestQueue
from biofacts.adapters.redis.server import RedisServer
from biofacts.adapters.redis.shared import Shared
from biofacts.checkup import LocalCheckup
from biofacts.container import Container, opened
from biofacts.ports.checkup import Check
from biofacts.settings import Secret, Settings
from tests.support import Unlimited, aged, unlimited, untyped


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


async def test_every_upstream_is_asked_once_for_the_head_of_a_file(tmp_path: Path) -> None:
    network = Recorded()
    found = of(await looked(Settings(cache_dir=tmp_path), network), "upstreams")
    hosts = {httpx.URL(getattr(Settings(), name)).host for name in Settings.__struct_fields__ if name.endswith("_url")}

    assert len(found) == len(network.asked) == 8
    assert {request.url.host for request in network.asked} == hosts - {""}
    assert {request.method for request in network.asked} == {"HEAD"}
    assert {(check.finding, check.advice, (check.seconds or 0) >= 0) for check in found.values()} == {("ok", "", True)}


@pytest.mark.parametrize(
    ("status", "finding", "advice"),
    [(200, "ok", ""), (302, "ok", ""), (405, "ok", ""), (404, "failed", "BIOFACTS_PUBCHEM_URL"),
     (429, "failed", "minutes"), (503, "failed", "wait")],
)  # fmt: skip
async def test_a_status_says_how_an_upstream_is(status: int, finding: str, advice: str) -> None:
    network = Recorded(status)
    queue = RequestQueue(Unlimited())
    probe = HttpProbe("PubChem", "https://pubchem.test/", "file", queue, network, setting="BIOFACTS_PUBCHEM_URL")
    check = await probe()

    assert (check.finding, len(network.asked)) == (finding, 1)
    assert advice in check.advice
    assert bool(check.advice) is (finding == "failed")
    assert check.told == f"pubchem.test: status {status}"


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

    assert [(check.finding, source in check.told) for check in found.values()] == [("skipped", True)]
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
    assert all("confirmed today" in check.told for check in found.values())


async def test_an_old_catalogue_is_told(tmp_path: Path) -> None:
    container = unlimited(Container(settings=Settings(source="sample"), long_lived=False), network=Recorded())
    async with opened(container):
        await aged(container.store(), "hgnc", to=datetime(2020, 1, 1, tzinfo=UTC))
        look = LocalCheckup(Settings(source="live", cache_dir=tmp_path), container)
        found = of(await look(), "catalogues")

    assert found["hgnc"].finding == "note"
    assert "days ago" in found["hgnc"].told
    assert "biofacts sync genes" in found["hgnc"].advice or "biofacts sync" in found["hgnc"].advice


async def test_a_folder_tells_its_size_and_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "large").write_bytes(bytes(3_000_000))
    (check,) = of(await looked(Settings(cache_dir=tmp_path)), "cache").values()
    monkeypatch.setattr(checkup, "_ROOM", 10**18)
    (tight,) = of(await looked(Settings(cache_dir=tmp_path)), "cache").values()

    assert (check.finding, check.name) == ("ok", str(tmp_path))
    assert check.told.startswith("3 MB, ")
    assert (tight.finding, "make room" in tight.advice) == ("note", True)


async def test_a_folder_that_cannot_be_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (check,) = of(await looked(Settings(cache_dir=tmp_path / "file" / "cache")), "cache").values()

    assert (check.finding, "BIOFACTS_CACHE_DIR" in check.advice) == ("failed", True)


def test_a_folder_for_reading_only_is_worth_a_note(tmp_path: Path) -> None:
    (check,) = checkup.folder_checked(tmp_path, _ReadOnly(None, tmp_path))

    assert (check.finding, "cannot be written" in check.advice) == ("note", True)


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
    told = {name: check.told for name, check in of(found, "settings").items()}

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

    container = Container(settings=Settings(source="sample"))
    untyped(container).core.shared.override(providers.Object(Replica()))
    settings = Settings(source="sample", redis_url="redis://me:hunter2@redis.test:6379/0")
    (check,) = of(await LocalCheckup(settings, container)(), "redis").values()

    assert (check.name, check.finding, bool(check.advice)) == ("redis.test", finding, not answers)
    assert sample is not None
    assert of(await LocalCheckup(Settings(source="sample"), container)(), "redis") == {}


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_redis_that_is_not_there_does_not_answer() -> None:
    async with Shared("redis://127.0.0.1:1/0", 1) as shared:
        assert await shared.is_there() is False


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_redis_that_is_there_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    import fakeredis

    shared = Shared("redis://127.0.0.1:1/0", 1)
    async with fakeredis.FakeAsyncRedis() as client:
        monkeypatch.setattr(shared, "_server", RedisServer("redis://fake", client=lambda _: client))
        with anyio.fail_after(5):
            assert await shared.is_there() is True


# The command


def test_the_command_tells_everything_and_that_nothing_has_failed(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    main(["install", "codex", "--skill", "--yes"])
    capsys.readouterr()

    assert main(["doctor"]) == 0
    shown = capsys.readouterr().out
    assert "codex: has biofacts and the skill" in shown
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
    assert f"{len(failed)} of {len(report['checks'])} have failed." in shown
