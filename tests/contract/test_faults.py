"""Under any fault of any upstream a call ends in right data, in older data marked stale, or in the right error.

Never in a success that is empty or wrong, never in an exception, never with a catalogue lost or damaged.
"""

import json
import os
import shutil
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import msgspec
import pytest

from biofacts.adapters.http.transport import base
from biofacts.adapters.local.catalogue_entries.pathways import GPML
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.compounds import DEPICT
from biofacts.composition.container import Container, opened
from biofacts.composition.settings import Settings
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.limits import time_limits
from biofacts.ports.synchronisation import unseen
from tests import bulk_names
from tests.containers import WatchedJobs, unlimited
from tests.contract.faults import (
    CASES,
    ELSEWHERE,
    FAULTS,
    HOSTS,
    LARGEST_BODY,
    PICTURE,
    QUESTIONS,
    Fault,
    Question,
    World,
)
from tests.local_pathways import LONG_AGO
from tests.small_pathways import PATHWAYS

MONTH = 30 * 86_400
_CALLED = {**TOOLS, PICTURE: DEPICT}

pytestmark = pytest.mark.thorough


def cases(chosen: Sequence[tuple[Question, Fault]]) -> pytest.MarkDecorator:
    """Each case on one event loop: every question and every fault meets both."""
    questions = {question.name: number for number, (question, _) in enumerate(chosen)}
    faults = {fault.name: number for number, (_, fault) in enumerate(chosen)}
    loops = [("asyncio", "trio")[(questions[q.name] + faults[f.name]) % 2] for q, f in chosen]
    return pytest.mark.parametrize(
        ("question", "fault", "anyio_backend"),
        [(question, fault, loop) for (question, fault), loop in zip(chosen, loops, strict=True)],
        ids=[f"{f.name}, {q.name}, {loop}" for (q, f), loop in zip(chosen, loops, strict=True)],
    )


@pytest.fixture(autouse=True)
def a_small_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "LARGEST_BODY", LARGEST_BODY)


@pytest.fixture(autouse=True)
def time_for_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, no part of an answer is late: what is missing was spoiled."""
    for budget in ("EXTRA", "NAMES", "NAMES_NEEDED", "PARTS"):
        monkeypatch.setattr(time_limits, budget, time_limits.CALL)


@pytest.fixture
def world() -> World:
    return World()


@asynccontextmanager
async def server(world: World, folder: Path) -> AsyncGenerator[Container]:
    """The whole of biofacts, but for the network, the clock and the waiting."""
    settings = Settings.from_environment(HOSTS | {"BIOFACTS_CACHE_DIR": str(folder)})
    container = Container(settings=settings)
    async with opened(unlimited(container, network=world, clock=world.clock, jobs=WatchedJobs())):
        yield container


async def ask(container: Container, question: Question) -> Any:
    """The envelope as JSON."""
    outcome = await call(_CALLED[question.tool], container.use_cases(), question.arguments)
    return msgspec.json.decode(msgspec.json.encode(outcome))


async def settled(container: Container) -> None:
    """Wait until everything behind the answers has been done."""
    jobs: object = container.jobs()
    assert isinstance(jobs, WatchedJobs)
    await jobs.settled()


def facts(envelope: Any) -> Any:
    """An envelope without what tells when and whence, and what else was at hand."""
    beside = ("source", "links", "drugs", "remark", "orthologs")  # orthologs have the names of genes that are at hand
    return {name: value for name, value in envelope.items() if name not in beside}


def is_confirmed(question: Question, fault: Fault) -> bool:
    """True where "not changed" is a good answer to a question with a validator; PubChem is never asked one."""
    return "304" in fault.name and "PubChem" not in question.name


def is_stale(envelope: Any) -> bool:
    return bool(envelope.get("source", {}).get("stale"))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A folder in which everything is, and the right answers."""
    folder, answers = tmp_path_factory.mktemp("filled"), dict[str, Any]()

    async def fill() -> None:
        async with server(World(), folder) as container:
            for question in QUESTIONS:
                answers[question.name] = await ask(container, question)
                await settled(container)

    anyio.run(fill)
    assert [name for name, answer in answers.items() if "error" in answer or answer.get("items") == []] == []
    return folder, answers


def fits(envelope: Any, fault: Fault, question: Question, right: Any) -> bool:
    """True for an answer that is not wrong, with nothing to fall back on."""
    if fault.code is None:
        return bool(facts(envelope) == facts(right))
    if question.remark is not None:
        return question.remark in envelope.get("remark", "") and envelope["id"] == right["id"]
    error = envelope.get("error", {})
    return error.get("code") == fault.code and bool(error.get("recovery_hint"))


@cases(CASES)
async def test_with_nothing_kept_a_fault_ends_in_its_error_and_leaves_nothing_behind(
    question: Question, fault: Fault, world: World, tmp_path: Path, filled: tuple[Path, dict[str, Any]]
) -> None:
    right = filled[1][question.name]
    async with server(world, tmp_path) as container:
        world.spoil(question, fault)
        during = await ask(container, question)
        world.mend()
        after = await ask(container, question)

    assert fits(during, fault, question, right), json.dumps(during)[:500]
    assert facts(after) == facts(right)
    assert not any(name.endswith(".damaged") for _, _, names in os.walk(tmp_path) for name in names)
    assert {f"http://{host}" for host in world.hosts} <= set(HOSTS.values())


@cases([(question, fault) for question, fault in CASES if fault.passing])
async def test_a_fault_that_passes_is_not_noticed(
    question: Question, fault: Fault, world: World, tmp_path: Path, filled: tuple[Path, dict[str, Any]]
) -> None:
    async with server(world, tmp_path) as container:
        world.spoil(question, fault, times=1)
        answer = await ask(container, question)

    assert facts(answer) == facts(filled[1][question.name])


def _linked(source: str, target: str) -> None:
    """A release never changes, so that two folders may share it; whatever else lies there is copied."""
    is_release = source.endswith(".sqlite") and (Path(source).parent / "newest.json").exists()
    (os.link if is_release else shutil.copy2)(source, target)


async def age(container: Container, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything that is kept be as old as can be."""
    store, records = container.store(), container.records()
    for source in container.synchronisers():
        for name in (*source.catalogues, *source.optional):
            if (catalogue := await store.newest(name)) is not None:
                await store.confirm(name, msgspec.structs.replace(catalogue.info, checked=LONG_AGO))
    key = "wikipathways/WP534"
    drawing = await records.get(key)
    assert drawing is not None
    await records.put(key, msgspec.structs.replace(drawing, checked=LONG_AGO))
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + MONTH)


@cases(CASES)
async def test_with_older_data_kept_a_fault_ends_in_them_marked_stale(
    question: Question,
    fault: Fault,
    world: World,
    tmp_path: Path,
    filled: tuple[Path, dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder, answers = filled
    right = answers[question.name]
    kept = tmp_path / "cache"
    shutil.copytree(folder, kept, copy_function=_linked)
    async with server(world, kept) as container:
        await age(container, monkeypatch)
        world.spoil(question, fault)
        first = await ask(container, question)
        await settled(container)
        second = await ask(container, question)
    world.mend()
    async with server(world, kept) as container:
        await ask(container, question)
        await settled(container)
        after = await ask(container, question)

    assert [facts(answer) for answer in (first, second, after)] == [facts(right)] * 3
    assert is_stale(second) != (fault.code is None or is_confirmed(question, fault))
    assert not is_stale(after)


async def test_the_progress_of_a_sync_says_the_parts_and_ends_each(world: World, tmp_path: Path) -> None:
    parts: dict[str, list[tuple[int, int | None]]] = {}
    async with server(world, tmp_path) as container:
        archive, *_ = container.synchronisers()
        await archive.sync(lambda part, done, of: parts.setdefault(part, []).append((done, of)))

    assert parts["mappings"] == [(0, 1), (1, 1)]
    assert all(done == of for *_, (done, of) in parts.values())


ARCHIVE = Question("archive", "sync", {}, ".zip", b"Version")
ARCHIVE_INDEX = Question("archive's table", "sync", {}, "/current/gpml/", b"wikipathways-")


@cases([(question, fault) for fault in FAULTS if fault.code for question in (ARCHIVE, ARCHIVE_INDEX)])
async def test_a_fault_during_sync_is_reported_and_leaves_the_archive_that_was(
    question: Question, fault: Fault, world: World, tmp_path: Path
) -> None:
    async with server(world, tmp_path) as container:
        (archive, *_), store = container.synchronisers(), container.store()
        await archive.sync(unseen)
        before = await store.newest(GPML)
        world.publish_newer_archive()
        world.spoil(question, fault)
        failed = await archive.sync(unseen)
        during = await store.newest(GPML)
        world.mend()
        done = await archive.sync(unseen)

    assert any(
        reason.startswith(f"{GPML}: WikiPathways ") or " of WikiPathways " in reason for reason in failed.skipped
    )
    assert during == before
    assert (done.records, done.skipped, done.release) == (len(PATHWAYS), (), "2026-09-10")


NAMES = Question("names in bulk", "sync", {}, "CID-", b"\t")


@pytest.mark.parametrize("announced", [False, True], ids=["in the file", "in its announcement"])
@cases([(NAMES, fault) for fault in FAULTS if fault.code])
async def test_a_fault_during_sync_ends_in_its_error_and_leaves_the_names_that_were(
    question: Question, fault: Fault, announced: bool, world: World, tmp_path: Path
) -> None:
    search = Question("names", "search_compounds", {"query": "Rhonal"}, "", b"")
    world.spoils_announcements = announced
    async with server(world, tmp_path) as container:
        [names] = container.on_request()
        await names.sync(unseen)
        right = await ask(container, search)
        world.files.files[bulk_names.SYNONYM_PATH] = bulk_names.packed([*bulk_names.SYNONYMS, (3672, "Brufen")])
        world.spoil(question, fault)
        with pytest.raises(BiofactsError) as failure:
            await names.sync(unseen)
        during = await ask(container, search)
        world.mend()
        done = await names.sync(unseen)

    assert failure.value.code == fault.code
    assert during == right
    assert [one["id"] for one in right["items"]] == ["PubChem:CID2244", "PubChem:CID3672"]
    assert done.records == 14
    assert ELSEWHERE not in world.hosts


_WITHOUT_ETAG = ("reset in the middle", "closed in the middle", "broken gzip", "gzip in gzip")
"""What comes without a validator might be of another edition (see `test_large_file.py` for what breaks off)."""


@cases([(NAMES, fault) for fault in FAULTS if fault.passing and fault.name not in _WITHOUT_ETAG])
async def test_a_fault_that_passes_is_not_noticed_by_a_sync(
    question: Question, fault: Fault, world: World, tmp_path: Path
) -> None:
    world.spoils_announcements = False
    async with server(world, tmp_path) as container:
        [names] = container.on_request()
        world.spoil(question, fault, times=1)
        done = await names.sync(unseen)

    assert done.records == 13
