"""A builder that dies at any moment leaves a whole release behind, and the right to build."""

import subprocess
import sys
from pathlib import Path

import anyio
import pytest

from biofacts.adapters.sqlite.release_store import SqliteCatalogueStore

_BUILDER = """
import sys
from datetime import UTC, datetime
from pathlib import Path

import anyio

from biofacts.adapters.sqlite.release_store import SqliteCatalogueStore
from biofacts.domain.search.index import Field
from biofacts.ports.catalogue import Content, Entry, ReleaseInfo


async def build_for_ever():
    async with SqliteCatalogueStore(Path(sys.argv[1])) as store:
        for number in range(100_000):
            now = datetime.now(UTC)
            entries = [Entry(key=f"{number}-{n}", texts={Field.TITLE: [f"title {n}"]}) for n in range(200)]
            info = ReleaseInfo(release=str(number), retrieved=now, checked=now)
            async with store.building("one"):
                await store.publish("one", Content(info=info, entries=entries))
            print(number, flush=True)


anyio.run(build_for_ever)
"""


@pytest.mark.parametrize("releases", [1, 2, 5, 9])
async def test_a_killed_builder_leaves_a_whole_release(tmp_path: Path, releases: int) -> None:
    command = [sys.executable, "-c", _BUILDER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as builder:  # noqa: ASYNC220 - it is killed, not awaited
        assert builder.stdout is not None
        for _ in range(releases):
            builder.stdout.readline()
        builder.kill()
    async with SqliteCatalogueStore(tmp_path) as store:
        newest = await store.newest("one")
        assert newest is not None
        listing = await newest.search("title", offset=0, limit=500)
        with anyio.fail_after(5):
            async with store.building("one"):
                pass

    assert int(newest.info.release) >= releases - 1
    assert listing.total == 200
