"""What first questions need is brought unasked: in order, once, and whatever goes wrong with one of them."""

from collections.abc import Iterable, Sequence

import anyio
import anyio.lowlevel
import pytest
from pytest_mock import MockerFixture

from biofacts.adapters.http.base_client import BulkFile, UpstreamClient
from biofacts.adapters.local.catalogues.background_jobs import Jobs
from biofacts.adapters.local.catalogues.refreshed_catalogue import Indexed, LocalCatalogue
from biofacts.adapters.local.synchronisation import Preparation
from biofacts.ports.catalogue import Entry
from tests.containers import WatchedJobs, cache_of
from tests.memory_catalogue import MemoryCatalogueStore
from tests.replaying import Upstream

NAMES = ("words", "genes")


def index(rows: Iterable[str]) -> Indexed:
    return Indexed(entries=[Entry(key=row) for row in rows])


def catalogues(upstream: Upstream, jobs: Jobs) -> Sequence[LocalCatalogue[str]]:
    client, store = UpstreamClient(upstream.client()), MemoryCatalogueStore()
    client.service = "test"  # type: ignore[misc]  # an upstream of its own
    return [
        LocalCatalogue(
            name, BulkFile(client, name, lambda body: iter(body.decode().split())), index, cache_of(store, jobs)
        )
        for name in NAMES
    ]


def upstream() -> Upstream:
    return Upstream({f"/{name}": b"a b" for name in NAMES})


async def test_everything_is_brought_in_order_and_once() -> None:
    known = upstream()
    async with WatchedJobs() as jobs:
        preparing = Preparation(catalogues(known, jobs), jobs=jobs, active=True)
        before = await preparing.present()
        for _ in range(2):
            preparing.begin()
            await jobs.settled()
        after = await preparing.present()

    assert (before, after) == (dict.fromkeys(NAMES, False), dict.fromkeys(NAMES, True))
    assert known.asked == [f"/{name}" for name in NAMES]


async def test_a_call_that_waits_comes_first() -> None:
    known, answered, meanwhile = upstream(), anyio.Event(), list[str]()
    async with WatchedJobs() as jobs:
        async with anyio.create_task_group() as calls:
            calls.start_soon(jobs.share, "build of what is asked for", answered.wait)
            await anyio.wait_all_tasks_blocked()
            Preparation(catalogues(known, jobs), jobs=jobs, active=True).begin()
            await anyio.wait_all_tasks_blocked()
            meanwhile += known.asked
            answered.set()
        await jobs.settled()

    assert (meanwhile, known.asked) == ([], [f"/{name}" for name in NAMES])


async def test_where_nothing_is_fetched_unasked_nothing_is_prepared() -> None:
    known = upstream()
    async with WatchedJobs() as jobs:
        Preparation(catalogues(known, jobs), jobs=jobs, active=False).begin()
        await jobs.settled()

    assert known.asked == []


async def test_a_command_prepares_nothing() -> None:
    known = upstream()
    async with Jobs(long_lived=False) as jobs:
        Preparation(catalogues(known, jobs), jobs=jobs, active=True).begin()

    assert known.asked == []


async def test_what_is_there_is_not_asked_about() -> None:
    known = upstream()
    async with WatchedJobs() as jobs:
        ready = catalogues(known, jobs)
        await ready[0].open()
        known.taken()
        Preparation(ready, jobs=jobs, active=True).begin()
        await jobs.settled()

    assert known.asked == ["/genes"]


async def test_what_fails_holds_up_nothing_and_is_tried_again(
    mocker: MockerFixture, caplog: pytest.LogCaptureFixture
) -> None:
    known, pauses, go_on = upstream(), list[float](), anyio.Event()
    words = known.files.pop("/words")
    caplog.set_level("INFO")

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        await go_on.wait()

    mocker.patch("anyio.sleep", pause)
    with anyio.fail_after(5):
        async with WatchedJobs() as jobs:
            preparing = Preparation(catalogues(known, jobs), jobs=jobs, active=True)
            preparing.begin()
            while not pauses:
                await anyio.lowlevel.checkpoint()
            first = await preparing.present()
            known.files["/words"] = words
            go_on.set()
            await jobs.settled()
            last = await preparing.present()

    assert (first, last) == ({"words": False, "genes": True}, dict.fromkeys(NAMES, True))
    assert known.asked == ["/words", "/genes", "/words"]
    assert pauses == [60.0]
    assert "words could not be downloaded: " in caplog.text
    assert "not there yet: words\n" in caplog.text
