"""All drawings, fetched part by part: at once by `sync`, or behind the answers of a server."""

import io
import zipfile
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import anyio
import msgspec
import pytest

from biofacts.adapters.http.wikipathways.client import WikiPathwaysArchive
from biofacts.adapters.local.catalogue_entries.pathways import GPML
from biofacts.adapters.local.pathways import archive
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.pages import Window
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.ports.pathways import SoughtGene
from biofacts.ports.published_files import ArchiveListing
from biofacts.ports.record_store import StoredRecord
from biofacts.ports.sources import Query
from biofacts.ports.synchronisation import Pending, unseen
from tests.local_pathways import LONG_AGO, Parts, wikipathways
from tests.places import RECORDED
from tests.replaying import Upstream, until
from tests.small_pathways import HUMAN, PATHWAYS, Drawn, gene
from tests.wikipathways_files import (
    ARCHIVE_PATH,
    TEXT_PATH,
    XREF_PATH,
    drawing_path,
    mappings_path,
    published,
    text_file,
    xref_file,
)


def upstream() -> Upstream:
    return Upstream(published(*PATHWAYS))


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncGenerator[Parts]:
    async with wikipathways(upstream(), tmp_path) as parts:
        yield parts


def zips(asked: list[str]) -> list[str]:
    """The zips of drawings."""
    return [path for path in asked if path.endswith(".zip") and "-gpml-" in path]


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
    known = upstream()
    names = sorted(zips([*known.files]))
    known.silent.add(names[-1])
    async with wikipathways(known, tmp_path) as parts:
        with anyio.move_on_after(10) as stopped:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(parts.sync.sync, unseen)
                await until(partial(_is_asked, known, names[-1]))
                tasks.cancel_scope.cancel()
        begun = await parts.sync.pending()
    known.silent.clear()
    known.taken()
    async with wikipathways(known, tmp_path) as parts:  # another process
        done = await parts.sync.sync(unseen)
        fetched = zips(parts.upstream.taken())
        left = await parts.sync.pending()

    assert not stopped.cancelled_caught
    assert begun == Pending(catalogue=GPML, release=done.release, done=len(names) - 1, total=len(names))
    assert fetched == [names[-1]]
    assert (done.records, done.skipped) == (len(PATHWAYS), ())
    assert left is None


async def _is_asked(known: Upstream, path: str) -> bool:
    return path in known.asked


async def test_parts_of_an_older_archive_are_dropped(parts: Parts) -> None:
    older = ArchiveListing(release="2000-01-01", parts=("old.zip",))
    for key, stored in (("archive", msgspec.msgpack.encode(older)), ("archive/2000-01-01/old.zip", b"old")):
        await parts.records.put(key, StoredRecord(body=stored, validator="", retrieved=LONG_AGO, checked=LONG_AGO))
    await parts.sync.sync(unseen)

    assert await parts.records.get("archive/2000-01-01/old.zip") is None


async def test_parts_that_cannot_be_read_are_not_kept(parts: Parts) -> None:
    path = human(parts.upstream.files)
    good, parts.upstream.files[path] = parts.upstream.files[path], b"no zip"
    outcome = await parts.sync.sync(unseen)
    left = await parts.sync.pending()
    parts.upstream.files[path] = good
    again = await parts.sync.sync(unseen)

    assert [reason.partition(": ")[0] for reason in outcome.skipped] == [path.rpartition("/")[2]]
    assert left is None
    assert (again.records, again.skipped) == (len(PATHWAYS), ())


# What is missing or cannot be read


def members(archive: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def packed(files: Mapping[str, bytes]) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return body.getvalue()


def human(files: Mapping[str, bytes]) -> str:
    """The path of the zip of human drawings."""
    (found,) = (path for path in files if path.endswith("-gpml-Homo_sapiens.zip"))
    return found


async def keys(parts: Parts) -> set[str]:
    archive = await parts.store.newest(GPML)
    return {*await archive.all_keys()} if archive else set()


ALL = {pathway.local_id for pathway in PATHWAYS}
HUMAN_ONES = {pathway.local_id for pathway in PATHWAYS if pathway.species == HUMAN}


async def test_a_listed_zip_that_is_gone_costs_its_drawings_only_and_is_tried_again(parts: Parts) -> None:
    path = human(parts.upstream.files)
    body = parts.upstream.files.pop(path)
    first = await parts.sync.sync(unseen)
    missing = await keys(parts)
    found = await parts.source.with_gene(SoughtGene(terms=("symbol:TP53",), symbol="TP53"), None)
    parts.upstream.files[path] = body
    second = await parts.sync.sync(unseen)

    assert first.skipped == (f"{path.rpartition('/')[2]}: it is listed, but does not exist yet",)
    assert missing == ALL - HUMAN_ONES
    assert found is not None
    assert not found.complete
    assert second.skipped == ()
    assert await keys(parts) == ALL


async def test_drawings_that_cannot_be_had_anew_stay_as_they_were(parts: Parts) -> None:
    await parts.sync.sync(unseen)
    later = {path.replace("20260810", "20260910"): body for path, body in parts.upstream.files.items()}
    parts.upstream.files.update(later)
    index = parts.upstream.files[ARCHIVE_PATH]
    parts.upstream.files[ARCHIVE_PATH] = index.replace(b"20260810", b"20260910")
    del parts.upstream.files[human(later)]
    outcome = await parts.sync.sync(unseen)

    assert outcome.release == "2026-09-10"
    assert len(outcome.skipped) == 1
    assert await keys(parts) == ALL


async def test_a_drawing_that_cannot_be_read_is_named_and_costs_itself_only(parts: Parts) -> None:
    path = human(parts.upstream.files)
    files = members(parts.upstream.files[path])
    (name,) = (name for name in files if "WP534" in name)
    files[name] = (RECORDED / "wikipathways/example-v2021.gpml").read_bytes()
    parts.upstream.files[path] = packed(files)
    outcome = await parts.sync.sync(unseen)

    assert outcome.skipped == (f"{name}: it is written in GPML2021, which biofacts does not read yet",)
    assert await keys(parts) == ALL - {"WP534"}


async def test_a_zip_that_breaks_off_costs_its_drawings_only(parts: Parts) -> None:
    path = human(parts.upstream.files)
    parts.upstream.files[path] = parts.upstream.files[path][:-40]
    outcome = await parts.sync.sync(unseen)

    assert [reason.partition(": ")[0] for reason in outcome.skipped] == [path.rpartition("/")[2]]
    assert await keys(parts) == ALL - HUMAN_ONES


async def test_drawings_that_are_in_no_zip_are_fetched_one_by_one(parts: Parts) -> None:
    path = human(parts.upstream.files)
    parts.upstream.files[path] = packed(
        {name: body for name, body in members(parts.upstream.files[path]).items() if "WP534" not in name}
    )
    steps: list[tuple[str, int, int | None]] = []
    first = await parts.sync.sync(lambda stage, done, total: steps.append((stage, done, total)))
    asked = parts.upstream.taken()
    again = await parts.sync.sync(unseen)

    assert drawing_path("WP534") in asked
    assert [step for step in steps if step[0] == "single drawings"] == [
        ("single drawings", 0, 1),
        ("single drawings", 1, 1),
    ]
    assert first.skipped == again.skipped == ()
    assert await keys(parts) == ALL
    assert [path for path in parts.upstream.taken() if "-gpml-" in path or path.endswith(".gpml")] == []


async def test_of_pathways_without_a_drawing_the_listed_labels_are_genes(parts: Parts) -> None:
    assert await parts.source.search(Query(text="apoptosis"), Window())
    before = await labels_of_genes(parts)
    await parts.archive.update()

    assert {*before} == HUMAN_ONES
    assert all(before.values())
    assert await labels_of_genes(parts) == dict.fromkeys(before, ())


async def labels_of_genes(parts: Parts) -> Mapping[str, Sequence[str]]:
    await parts.source.prepare_genes()
    listing = await parts.source.gene_listing(None)
    assert listing is not None
    return {one.local_id: one.labels for one in await parts.source.genes_drawn(HUMAN, listing.version) or ()}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (None, r"no part of its archive can be used \(wikipathways-20260810-gpml-.*: it is listed, but does not"),
        (packed({"readme.txt": b""}), "The archive of WikiPathways cannot be used: it contains no drawing"),
        (packed({"WP1.gpml": b"tea"}), "The archive of WikiPathways cannot be used: WP1.gpml: .*not well-formed"),
    ],
)
async def test_an_archive_without_a_drawing_is_refused_and_what_was_fetched_of_it_is_dropped(
    parts: Parts, body: bytes | None, said: str
) -> None:
    for path in zips([*parts.upstream.files]):
        del parts.upstream.files[path]
        parts.upstream.files |= {path: body} if body else {}
    with pytest.raises(UpstreamError, match=said):
        await parts.archive.update()

    left = await parts.archive.pending()

    assert (left and left.done) == (0 if body is None else None)
    assert await parts.store.newest(GPML) is None


async def test_a_drawing_that_cannot_be_fetched_alone_is_reported(parts: Parts) -> None:
    path = human(parts.upstream.files)
    files = members(parts.upstream.files[path]).items()
    parts.upstream.files[path] = packed({name: body for name, body in files if "WP534" not in name})
    parts.upstream.files[drawing_path("WP534")] = b"tea"
    await ask(parts)
    skipped = await parts.archive.update()

    assert [one.partition(":")[0] for one in skipped] == ["WP534"]
    assert await keys(parts) == ALL - {"WP534"}


async def test_more_drawings_than_are_fetched_one_by_one_are_reported(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "_MOST_SINGLE", 1)
    path = human(parts.upstream.files)
    kept = {"WP254", "WP534"}
    files = members(parts.upstream.files[path]).items()
    parts.upstream.files[path] = packed({name: body for name, body in files if not any(one in name for one in kept)})
    await ask(parts)
    (skipped,) = await parts.archive.update()

    assert skipped.endswith(": WikiPathways is unavailable: more than 1 drawings are not in its archive.")
    assert skipped[:5] in kept
    assert len(await keys(parts)) == len(ALL) - 1


@pytest.mark.parametrize(("failing", "is_given_up"), [((0, 1, 3), False), ((1, 2, 3), True)])
async def test_an_archive_is_given_up_after_three_failures_in_a_row(
    failing: Collection[int], is_given_up: bool, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"{number}.zip" for number in range(5)]
    requested: list[str] = []

    async def part(_: WikiPathwaysArchive, name: str) -> bytes | None:
        requested.append(name)
        if names.index(name) in failing:
            raise UpstreamError.of("WikiPathways", "it fails")
        return parts.upstream.files[human(parts.upstream.files)]

    async def newest(_: WikiPathwaysArchive) -> ArchiveListing:
        return ArchiveListing(release="2026-08-10", parts=tuple(names))

    monkeypatch.setattr(WikiPathwaysArchive, "part", part)
    monkeypatch.setattr(WikiPathwaysArchive, "newest", newest)
    with pytest.raises(UpstreamError, match="it fails") if is_given_up else nullcontext():
        await parts.archive.update()

    assert requested == names[: 4 if is_given_up else 5]


async def test_a_pathway_that_is_newer_than_the_archive_is_added_to_it(parts: Parts) -> None:
    await parts.sync.sync(unseen)
    new = Drawn("WP9999", "Brand new glycolysis", HUMAN, "Just drawn.", {}, (gene("TP53", "7157", "ENSG00000141510"),))
    parts.upstream.files |= {path: body for path, body in published(*PATHWAYS, new).items() if "/current/" not in path}
    parts.upstream.taken()
    outcome = await parts.sync.sync(unseen)

    assert (outcome.skipped, outcome.records) == ((), len(PATHWAYS) + 1)
    assert await keys(parts) == ALL | {"WP9999"}
    assert zips(parts.upstream.taken()) == []


async def test_a_pathway_that_is_no_longer_listed_is_dropped(parts: Parts) -> None:
    await parts.sync.sync(unseen)
    rest = [pathway for pathway in PATHWAYS if pathway.local_id != "WP534"]
    parts.upstream.files[TEXT_PATH], parts.upstream.files[XREF_PATH] = text_file(*rest), xref_file(*rest)
    for _ in range(2):  # the text index that is there is renewed last
        await parts.sync.sync(unseen)

    assert await keys(parts) == ALL - {"WP534"}


@pytest.mark.parametrize("body", [b"no zip", packed({"wp/WP1.ttl": b"no turtle"}), packed({"readme.txt": b""})])
async def test_mappings_that_cannot_be_read_come_table_by_table_and_it_is_said(parts: Parts, body: bytes) -> None:
    (path,) = (path for path in parts.upstream.files if path.endswith("-rdf-wp.zip"))
    parts.upstream.files[path] = body
    outcome = await parts.sync.sync(unseen)
    tables = {path for path in parts.upstream.asked if path.endswith("-datanodes.tsv")}
    drawn = await parts.source.components(PathwayId("534"))

    assert len(outcome.skipped) == 1
    assert outcome.skipped[0].startswith("wikipathways-mappings: current/rdf/wikipathways-*-rdf-wp.zip of WikiPathways")
    assert tables == {mappings_path(one) for one in ALL}
    assert drawn is not None
    assert drawn.remark is None


async def test_after_a_synchronisation_every_drawing_has_its_mappings_offline(parts: Parts, tmp_path: Path) -> None:
    await parts.sync.sync(unseen)
    asked = [path for path in parts.upstream.asked if path.endswith("-datanodes.tsv")]
    async with wikipathways(parts.upstream, tmp_path, offline=True) as offline:
        drawn = [await offline.source.components(PathwayId(one[2:])) for one in sorted(ALL)]

    assert asked == []
    assert all(one is not None and one.remark is None for one in drawn)


async def test_a_second_synchronisation_fetches_what_is_new_only(parts: Parts) -> None:
    await parts.sync.sync(unseen)
    parts.upstream.taken()
    outcome = await parts.sync.sync(unseen)
    asked = parts.upstream.taken()

    assert outcome.skipped == ()
    assert len(asked) == 9  # six index files, the list of zips, the list of RDF, and its zip, which has not changed
    assert zips(asked) == []
