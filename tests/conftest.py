"""What the whole suite shares: both event loops, and the folder of the upstreams' stand-ins."""

import os
import sqlite3
import traceback
from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import Any, ClassVar
from zlib import crc32

import anyio
import pytest
import stamina

from biofacts.container import Container, opened
from biofacts.settings import Settings
from tests.places import UPSTREAM

LOOPS = os.environ.get("BIOFACTS_TEST_LOOPS", "asyncio trio").split()
"""Both event loops; one of them where the other versions of Python take turns (`.ci/pythons`)."""


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
    """The built-in sample, brought once for all tests: nothing in it belongs to an event loop."""
    container = Container(settings=Settings(source="sample"))

    async def bring() -> None:
        async with opened(container):
            pass

    anyio.run(bring)
    return container


@pytest.fixture(autouse=True)
def no_pauses(request: pytest.FixtureRequest) -> Generator[None]:
    """Retries do not wait, but before upstreams that might be real."""
    with stamina.set_testing("live" not in request.keywords, attempts=4):
        yield


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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests of many inputs take turns with the event loops: each input meets one of them."""
    spared = [item for item in items if "thorough" in item.keywords and _is_for_the_other_loop(item)]
    config.hook.pytest_deselected(items=spared)
    left = {*spared}
    items[:] = [item for item in items if item not in left]


def _is_for_the_other_loop(item: pytest.Item) -> bool:
    given = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    loop = next((one for one in given if one in LOOPS), None)
    return loop is not None and LOOPS[crc32(item.nodeid.replace(str(loop), "").encode()) % len(LOOPS)] != loop


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where the stand-ins are there (BIOFACTS_REQUIRE_UPSTREAM), a test that skips for want of them has failed."""
    report = yield
    if report.skipped and os.environ.get("BIOFACTS_REQUIRE_UPSTREAM"):
        report.outcome = "failed"
        report.longrepr = f"skipped, although nothing may be missing: {report.longrepr}"
    return report
