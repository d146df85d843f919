"""What the whole suite shares: both event loops, and the folder of the upstreams' stand-ins."""

import gc
import logging
import os
import sqlite3
import traceback
from collections import defaultdict
from collections.abc import Generator
from fnmatch import fnmatch
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar
from zlib import crc32

import anyio
import pytest
import stamina
from hypothesis import settings

from biofacts.composition.container import Container
from tests import servers
from tests.places import REPOSITORY, UPSTREAM
from tests.servers import built_in

# A busy machine fails no example, and the next run has the same ones.
settings.register_profile("steady", deadline=None, derandomize=True, database=None)
settings.load_profile("steady")

LOOPS = os.environ.get("BIOFACTS_TEST_LOOPS", "asyncio trio").split()
"""Both event loops; one of them where the other versions of Python take turns (`.ci/pythons`)."""

SHARE, SHARES = map(int, os.environ.get("BIOFACTS_TEST_SHARE", "0 1").split())
"""Which part of the inputs is taken, of how many: the other versions share the inputs of tests that have several."""

_ONE_LOOP = ("processes", "thorough")
"""Tests of which each input meets one event loop, as where a test has several inputs: it is not what they are about."""

_WITHOUT_LOOPS_OF_THEIR_OWN = (
    *(f"contract/test_{kind}.py" for kind in ("compounds", "damaged_catalogues", "depictions", "edges", "genes")),
    *(f"contract/test_{kind}.py" for kind in ("interactions", "ligands", "pathways", "tables", "targets")),
    *(f"unit/application/{topic}/*" for topic in ("answers", "compounds", "edges", "genes", "links", "lists")),
    *(f"unit/application/{topic}/*" for topic in ("pathways", "pharmacology", "pictures", "tools")),
    *(f"unit/adapters/{what}/*" for what in ("numpy", "plots", "svg", "web")),
    *(f"unit/adapters/local/{kind}/*" for kind in ("genes", "pharmacology")),
    *(f"unit/adapters/local/pathways/test_{what}*" for what in ("by_", "edges", "identifier_search", "source")),
    "unit/domain/*",
)
"""Tests of code that only awaits other code. Locks, jobs, threads, limits and servers are tested in other modules."""


@pytest.fixture(params=LOOPS)
def anyio_backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def upstream_dir() -> Path:
    if not UPSTREAM.is_dir():
        pytest.skip(f"there are no stand-ins of the upstreams at {UPSTREAM} (BIOFACTS_UPSTREAM_DIR)")
    return UPSTREAM


@pytest.fixture(scope="session")
def sample() -> Container:
    return built_in()


@pytest.fixture
def fresh_sample(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Container:
    """The built-in sample for the tests of one module, in which nothing shows of what other tests have fetched."""
    container = _sample_of(request.path)
    monkeypatch.setattr(servers, "built_in", lambda: container)
    return container


@cache
def _sample_of(_: Path) -> Container:
    container = built_in.__wrapped__()

    async def fetch() -> None:
        for organism in ("Mus musculus", "Rattus norvegicus"):
            await container.use_cases().searches["gene"]("TP53", organism=organism)

    anyio.run(fetch)
    return container


@pytest.fixture(autouse=True)
def no_pauses(request: pytest.FixtureRequest) -> Generator[None]:
    """Retries do not wait, but before upstreams that might be real."""
    with stamina.set_testing("live" not in request.keywords, attempts=4):
        yield


@pytest.fixture(autouse=True)
def log_levels_stay() -> Generator[None]:
    """A command sets the levels of the logs for its process, which here runs other tests as well."""
    levels = [(log, log.level) for log in map(logging.getLogger, ("biofacts", "biofacts.access"))]
    yield
    for log, level in levels:
        log.setLevel(level)


class TrackedConnection(sqlite3.Connection):
    """A connection that is listed, with the place where it was opened, until it is closed."""

    opened: ClassVar[dict[int, traceback.StackSummary]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        frames = traceback.walk_stack(None)
        self.opened[id(self)] = traceback.StackSummary.extract(frames, limit=12, lookup_lines=False)

    def close(self) -> None:
        self.opened.pop(id(self), None)
        super().close()


@pytest.fixture(scope="module", autouse=True)
def connections_are_closed() -> Generator[None]:
    """Whoever opens a connection closes it; Python tells so from 3.13 on, and only when it happens to collect."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=TrackedConnection))
        yield
    left = list(TrackedConnection.opened.values())
    TrackedConnection.opened.clear()
    assert not left, f"{len(left)} left open; the first was opened here:\n{''.join(left[0].format())}"


def pytest_configure() -> None:
    """Ten thousand tests are many objects, which stay: the garbage collector need not look at them again and again."""
    gc.set_threshold(50_000, 20, 100)
    # Ray reads it when it is imported; otherwise its workers make environments of their own where `uv run` starts us.
    os.environ["RAY_ENABLE_UV_RUN_RUNTIME_ENV"] = "0"


@pytest.hookimpl(tryfirst=True)  # before the marks of the items are compared with `-m`
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Inputs of a test take turns with the event loops: each input meets one of them, and each loop some inputs.

    So do, in the quick suite, the tests in modules of code without loops of its own: the other loop is `repeated`.
    """
    by_test = defaultdict[str, defaultdict[str, list[pytest.Item]]](lambda: defaultdict(list))
    for item in items:
        test, _, given = item.nodeid.partition("[")
        by_test[test][_without_loop(given)].append(item)
    spared = {
        item
        for test, by_input in by_test.items()
        if len(by_input) > 1 or any(map(_is_of_one_loop, chain(*by_input.values())))
        for turn, on_loops in enumerate(by_input.values(), crc32(test.encode()))
        for number, item in enumerate(on_loops)
        if number != turn % len(on_loops) or turn // len(on_loops) % SHARES != SHARE
    }
    config.hook.pytest_deselected(items=[*spared])
    items[:] = [item for item in items if item not in spared]
    for test, by_input in by_test.items():
        on_loops = [*chain(*by_input.values())]
        if len(by_input) == 1 and not spared.intersection(on_loops) and _only_awaits(on_loops[0]):
            turn = crc32(test.encode()) % len(on_loops)
            for item in on_loops[:turn] + on_loops[turn + 1 :]:
                item.add_marker("repeated")


def _only_awaits(item: pytest.Item) -> bool:
    module = item.path.relative_to(REPOSITORY / "tests").as_posix()
    return any(fnmatch(module, pattern) for pattern in _WITHOUT_LOOPS_OF_THEIR_OWN)


def _is_of_one_loop(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) for name in _ONE_LOOP)


def _without_loop(given: str) -> str:
    return "-".join(part for part in given.rstrip("]").split("-") if part not in LOOPS)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where the stand-ins are there (BIOFACTS_REQUIRE_UPSTREAM), a test that skips for want of them has failed."""
    report = yield
    if report.skipped and os.environ.get("BIOFACTS_REQUIRE_UPSTREAM"):
        report.outcome = "failed"
        report.longrepr = f"skipped, although nothing may be missing: {report.longrepr}"
    return report
