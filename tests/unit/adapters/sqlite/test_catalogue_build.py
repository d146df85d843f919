"""A release that a process of its own builds: the same as any other, whatever becomes of the process."""

import logging
import sys
from collections.abc import AsyncGenerator, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import anyio
import pytest
from anyio.abc import Process
from pytest_mock import MockerFixture

from biofacts.adapters.http.base_client import ParsedRows
from biofacts.adapters.http.hgnc import read_genes
from biofacts.adapters.local.catalogue_entries.genes import index_genes
from biofacts.adapters.local.catalogues.refreshed_catalogue import Entries
from biofacts.adapters.sqlite import catalogue_build
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.domain.search.index import Field
from biofacts.ports.catalogue import Content, Entry, ReleaseInfo
from tests.genes import HGNC_PATH, published

NOW = datetime(2026, 11, 22, tzinfo=UTC)
INFO = ReleaseInfo(release="2026-11", retrieved=NOW, checked=NOW)
BALL = Entry(key="T1", texts={Field.TITLE: ["Red ball"]}, exact_terms=("maker:9",), summary=b"ball")


def portable(*entries: Entry) -> Content:
    return Content(info=INFO, entries=entries, portable=True)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[SqliteCatalogueStore]:
    async with SqliteCatalogueStore(tmp_path) as store:
        yield store


def files(folder: Path) -> set[str]:
    return {path.suffix for path in folder.rglob("*") if path.is_file()}


async def test_it_is_built_by_another_process(
    store: SqliteCatalogueStore, tmp_path: Path, mocker: MockerFixture, caplog: pytest.LogCaptureFixture
) -> None:
    here = mocker.spy(store, "_built_here")
    catalogue = await store.publish("toys", portable(BALL))
    found = await catalogue.search("ball", offset=0, limit=10)

    assert ([hit.key for hit in found.hits], await catalogue.with_terms(["maker:9"])) == (["T1"], {"T1": b"ball"})
    assert (here.call_count, caplog.records, files(tmp_path)) == (0, [], {".json", ".sqlite"})


async def test_a_file_of_genes_can_be_given_to_it(store: SqliteCatalogueStore, mocker: MockerFixture) -> None:
    here = mocker.spy(store, "_built_here")
    rows = ParsedRows(read_genes, published()[HGNC_PATH])
    content = Content(info=INFO, entries=Entries(rows, index_genes, 0), patient=True, portable=True)
    catalogue = await store.publish("hgnc", content)

    assert await catalogue.keys(["name:p53"]) == ["HGNC:11998"]
    assert here.call_count == 0


async def test_what_cannot_be_read_is_told_as_ever(store: SqliteCatalogueStore) -> None:
    with pytest.raises(ValueError, match="it contains no entries"):
        await store.publish("hgnc", Content(info=INFO, entries=Entries((), index_genes, 0), portable=True))

    assert await store.newest("hgnc") is None


async def test_a_bug_is_told_once_more_where_it_can_be_seen(
    store: SqliteCatalogueStore, caplog: pytest.LogCaptureFixture
) -> None:
    no_entry: Any = object()
    with caplog.at_level(logging.WARNING), pytest.raises(AttributeError):
        await store.publish("toys", portable(BALL, no_entry))

    assert "in-process instead (EOFError" in caplog.text


@pytest.mark.parametrize(
    "command",
    [
        (sys.executable, "-c", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"),
        (sys.executable, "-c", "import sys; sys.stdin.buffer.read(); os._exit(0)"),
        ("/no/such/python",),
    ],
)
async def test_where_the_process_dies_the_release_is_built_here(
    store: SqliteCatalogueStore,
    tmp_path: Path,
    mocker: MockerFixture,
    caplog: pytest.LogCaptureFixture,
    command: tuple[str, ...],
) -> None:
    mocker.patch.object(catalogue_build, "COMMAND", command)
    with caplog.at_level(logging.WARNING):
        catalogue = await store.publish("toys", portable(BALL))

    assert await catalogue.keys(["maker:9"]) == ["T1"]
    assert len(caplog.records) == 1
    assert files(tmp_path) == {".json", ".sqlite"}


async def test_what_cannot_be_given_away_is_built_here(store: SqliteCatalogueStore) -> None:
    entries: Iterable[Entry] = (one for one in [BALL])
    catalogue = await store.publish("toys", Content(info=INFO, entries=entries, portable=True))

    assert await catalogue.all_keys() == ["T1"]


async def test_a_folder_that_is_not_there_any_more_costs_no_answer(
    store: SqliteCatalogueStore, mocker: MockerFixture
) -> None:
    mocker.patch.object(catalogue_build, "build", Mock(side_effect=OSError("no room")))
    catalogue = await store.publish("toys", portable(BALL))

    assert await catalogue.all_keys() == ["T1"]


async def test_whoever_is_cancelled_takes_the_process_along(
    store: SqliteCatalogueStore, tmp_path: Path, mocker: MockerFixture
) -> None:
    mocker.patch.object(catalogue_build, "COMMAND", (sys.executable, "-c", "import time; time.sleep(600)"))
    begun, started = anyio.Event(), list[Process]()
    start = anyio.open_process

    async def watched(*arguments: object, **more: object) -> Process:
        process = await start(*arguments, **more)  # type: ignore[arg-type]  # as they come
        started.append(process)
        begun.set()
        return process

    mocker.patch.object(anyio, "open_process", watched)
    with anyio.fail_after(20):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(store.publish, "toys", portable(BALL))
            await begun.wait()
            tasks.cancel_scope.cancel()

    assert started[0].returncode is not None
    assert await store.newest("toys") is None
    assert ".building" not in files(tmp_path)


def test_a_process_that_nobody_waits_for_ends() -> None:
    with pytest.raises(SystemExit):
        list(catalogue_build._while_wanted([BALL], parent=-1))  # pyright: ignore[reportPrivateUsage]  # no other way to be alone
