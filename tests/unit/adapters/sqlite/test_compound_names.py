"""Names on disk: a whole release or the one before, whatever happens to who builds and to what lies there."""

import hashlib
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest

from biofacts.adapters.sqlite import compound_names
from biofacts.adapters.sqlite.compound_names import FOLDER, LAYOUT, SortedNames, SqliteCompoundNamesStore
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.compounds.queries import FOLDED, NamedNumber, key
from biofacts.ports.synchronisation import unseen
from tests.bulk_names import names

LAYOUT_DIGEST = "12350f121bb3fa24"


def test_another_layout_lies_in_another_folder() -> None:
    digest = hashlib.blake2b(LAYOUT.encode(), digest_size=8).hexdigest()

    assert (FOLDER, digest) == ("pubchem-names-1", LAYOUT_DIGEST), "raise the number of FOLDER, then note the digest"


def long() -> Iterator[NamedNumber]:
    yield from ((number, f"name {number}") for number in range(1, 1_000_000))
    pytest.fail("it was read to its end")


async def test_a_build_that_is_cancelled_ends_and_leaves_nothing(tmp_path: Path) -> None:
    async with SqliteCompoundNamesStore(tmp_path) as store:
        await store.publish(names(), unseen)
        with anyio.fail_after(30):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(store.publish, names(long(), (), release="long"), unseen)
                await anyio.wait_all_tasks_blocked()
                tasks.cancel_scope.cancel()
        newest = await store.newest()

    assert newest is not None
    assert newest.info.release == "2026-08-22"
    assert sorted(os.listdir(tmp_path)) == sorted(["newest.json", f"{newest.version}.sqlite"])


_BUILDER = """
import sys
from pathlib import Path

import anyio

from biofacts.adapters.sqlite.compound_names import SqliteCompoundNamesStore
from biofacts.ports.synchronisation import unseen
from tests.bulk_names import names


def rows():
    for number in range(1, 10**9):
        if number == 100_000:
            print("begun", flush=True)
        yield number, f"name {number}"


async def build():
    async with SqliteCompoundNamesStore(Path(sys.argv[1])) as store:
        await store.publish(names(rows(), (), release="never done"), unseen)


anyio.run(build)
"""


async def test_a_killed_builder_leaves_what_was_and_no_litter_for_long(tmp_path: Path) -> None:
    async with SqliteCompoundNamesStore(tmp_path) as store:
        await store.publish(names(), unseen)
        command = [sys.executable, "-c", _BUILDER, str(tmp_path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as builder:  # noqa: ASYNC220 - it is killed
            assert builder.stdout is not None
            builder.stdout.readline()
            builder.kill()
        litter = [name for name in os.listdir(tmp_path) if name.endswith(".building")]
        during = await store.newest()
        await store.publish(names(release="next"), unseen)
        after = [name for name in os.listdir(tmp_path) if name.endswith(".building")]

    assert during is not None
    assert during.info.release == "2026-08-22"
    assert (len(litter), after) == (1, [])


async def test_on_a_full_disk_what_was_stays(tmp_path: Path) -> None:
    many = [(number, f"name {number}") for number in range(1, 5000)]
    async with SqliteCompoundNamesStore(tmp_path) as store:
        await store.publish(names(), unseen)
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
        try:
            with pytest.raises(OSError):  # noqa: PT011 - whichever of the writers meets the limit
                await store.publish(names(many, (), release="next"), unseen)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        newest = await store.newest()

    assert newest is not None
    assert newest.info.release == "2026-08-22"
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".building")]


async def test_what_another_process_publishes_is_read(tmp_path: Path) -> None:
    async with SqliteCompoundNamesStore(tmp_path) as reader, SqliteCompoundNamesStore(tmp_path) as writer:
        await writer.publish(names(), unseen)
        first = await reader.newest()
        await writer.publish(names([(1, "one")], (), release="next"), unseen)
        second = await reader.newest()
        assert first is not None
        assert second is not None
        found = [[one.number for one in await release.called("aspirin")] for release in (first, second)]

    assert found == [[2244], []]  # who holds the old one goes on with it


@pytest.mark.parametrize("size", [0, 100, 5000])
async def test_a_file_that_is_cut_off_is_as_if_it_were_not_there(
    tmp_path: Path, size: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with SqliteCompoundNamesStore(tmp_path) as store:
        version = (await store.publish(names(), unseen)).version
    path = tmp_path / f"{version}.sqlite"
    path.write_bytes(path.read_bytes()[:size])
    async with SqliteCompoundNamesStore(tmp_path) as store:
        found = await store.newest()
        published = await store.publish(names(), unseen)
        again = [one.number for one in await published.called("aspirin")]

    assert found is None
    assert "cannot be opened" in caplog.text
    assert again == [2244]


async def test_damage_is_noticed_and_set_aside(tmp_path: Path) -> None:
    async with SqliteCompoundNamesStore(tmp_path) as store:
        version = (await store.publish(names(), unseen)).version
    path = tmp_path / f"{version}.sqlite"
    body = bytearray(path.read_bytes())
    body[4096:] = os.urandom(len(body) - 4096)
    path.write_bytes(body)
    async with SqliteCompoundNamesStore(tmp_path) as store:
        newest = await store.newest()
        assert newest is not None
        with pytest.raises(UpstreamError, match="damaged"):
            await newest.called("aspirin")
        after = await store.newest()

    assert after is None


@pytest.mark.parametrize("count", [0, 1, 335, 336, 337, 2000])
async def test_every_name_is_found_wherever_blocks_end(tmp_path: Path, count: int) -> None:
    shared = [(number, "shared") for number in range(1, count + 1)]
    async with SqliteCompoundNamesStore(tmp_path) as store:
        published = await store.publish(names([(n, f"title {n}") for n in range(1, 3000)], shared), unseen)
        lost = [n for n in range(1, 3000) if [one.number for one in await published.called(f"Title {n}")] != [n]]
        bearers = [one.number for one in await published.called("shared")]

    assert lost == []
    assert bearers == [number for number, _ in shared]


def test_rows_come_out_sorted_and_once(tmp_path: Path) -> None:
    rows = SortedNames(tmp_path, lambda: None)
    rows.add(((number, f"name {number % 500}") for number in range(1, 2000)), is_title=False)
    rows.add(((number, f"name {number % 500}") for number in range(1, 1000)), is_title=True)
    rows.add([(7, "name 7"), (7, "NAME 7")], is_title=False)
    parts = [*rows.parts()]
    whole = [one for part in parts for one in part]
    read = [compound_names.read_row(one) for one in whole]

    assert whole == sorted(set(whole))
    assert {(named[:FOLDED], number) for named, number, _ in read} == {
        (key(f"name {number % 500}")[:FOLDED], number) for number in range(1, 2000)
    }
    assert len(whole) == 1999
    assert sum(is_title for _, _, is_title in read) == 999
    assert os.listdir(tmp_path) == []
