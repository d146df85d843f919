"""All drawings, fetched part by part: at once by `sync`, or behind the answers of a server."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from biofacts.adapters.local.pathway_entries import GPML
from biofacts.domain.errors import UpstreamError
from biofacts.domain.paging import Window
from biofacts.ports.publications import ArchiveListing
from biofacts.ports.records import StoredRecord
from biofacts.ports.sources import Query
from biofacts.ports.sync import Pending, unseen
from tests.support import ARCHIVE_PATH, LONG_AGO, PATHWAYS, Parts, Upstream, published, wikipathways


def upstream() -> Upstream:
    return Upstream(published(*PATHWAYS))


def zips(asked: list[str]) -> list[str]:
    return [path for path in asked if path.endswith(".zip")]


async def ask(parts: Parts) -> None:
    """A question and whatever follows behind its answer."""
    assert await parts.source.search(Query(text="apoptosis"), Window())
    await parts.jobs.settled()


async def test_a_server_that_has_answered_fetches_the_drawings_once() -> None:
    async with wikipathways(upstream(), None, complete=True) as parts:
        await ask(parts)
        fetched = zips(parts.upstream.taken())
        archive = await parts.store.newest(GPML)
        await ask(parts)

        assert len(fetched) == len(set(fetched)) > 1
        assert archive is not None
        assert await archive.record("WP534")
        assert zips(parts.upstream.taken()) == []


async def test_what_is_turned_off_is_not_fetched() -> None:
    async with wikipathways(upstream(), None, complete=False) as parts:
        await ask(parts)

        assert ARCHIVE_PATH not in parts.upstream.asked
        assert await parts.store.newest(GPML) is None


async def test_drawings_of_last_month_are_asked_about_and_confirmed(tmp_path: Path) -> None:
    now, known = datetime.now(UTC), upstream()
    asked: list[list[str]] = []
    for days in (0, 29, 31):
        async with wikipathways(known, tmp_path, complete=True) as parts:  # a process of its own
            if days:
                await parts.age(GPML, to=now - timedelta(days=days))
            await ask(parts)
            asked.append(known.taken())
            archive = await parts.store.newest(GPML)

    assert [ARCHIVE_PATH in paths for paths in asked] == [True, False, True]
    assert zips(asked[2]) == []
    assert archive is not None
    assert archive.info.checked > now - timedelta(days=1)


async def test_an_upstream_that_fails_is_not_asked_again_at_the_next_question() -> None:
    async with wikipathways(upstream(), None, complete=True) as parts:
        page = parts.upstream.files.pop(ARCHIVE_PATH)
        await ask(parts)
        parts.upstream.files[ARCHIVE_PATH] = page
        parts.upstream.taken()
        await ask(parts)

        assert ARCHIVE_PATH not in parts.upstream.asked


async def test_an_interrupted_synchronisation_goes_on_where_it_was(tmp_path: Path) -> None:
    first = upstream()
    names = sorted(path for path in first.files if path.endswith(".zip"))
    body = first.files.pop(names[-1])
    async with wikipathways(first, tmp_path) as parts:
        with pytest.raises(UpstreamError):
            await parts.sync.sync(unseen)
        begun = await parts.sync.pending()
    first.files[names[-1]] = body
    first.taken()
    async with wikipathways(first, tmp_path) as parts:  # another process
        done = await parts.sync.sync(unseen)
        fetched = zips(parts.upstream.taken())
        left = await parts.sync.pending()

    assert begun == Pending(catalogue=GPML, release=done.release, done=len(names) - 1, total=len(names))
    assert fetched == [names[-1]]
    assert done.records == len(PATHWAYS)
    assert left is None


async def test_parts_of_an_older_archive_are_dropped(tmp_path: Path) -> None:
    first = upstream()
    names = sorted(path for path in first.files if path.endswith(".zip"))
    body = first.files.pop(names[-1])
    async with wikipathways(first, tmp_path) as parts:
        with pytest.raises(UpstreamError):
            await parts.sync.sync(unseen)
        older = ArchiveListing(release="2000-01-01", parts=("old.zip",))
        for key, stored in (("archive", msgspec.msgpack.encode(older)), ("archive/2000-01-01/old.zip", b"old")):
            await parts.records.put(key, StoredRecord(body=stored, validator="", retrieved=LONG_AGO, checked=LONG_AGO))
        first.files[names[-1]] = body
        await parts.sync.sync(unseen)

        assert await parts.records.get("archive/2000-01-01/old.zip") is None


async def test_parts_that_cannot_be_read_are_not_kept(tmp_path: Path) -> None:
    spoilt = upstream()
    name = next(path for path in spoilt.files if path.endswith(".zip"))
    good, spoilt.files[name] = spoilt.files[name], b"no zip"
    async with wikipathways(spoilt, tmp_path) as parts:
        with pytest.raises(UpstreamError):
            await parts.sync.sync(unseen)

        assert await parts.sync.pending() is None
        spoilt.files[name] = good
        assert (await parts.sync.sync(unseen)).records == len(PATHWAYS)
