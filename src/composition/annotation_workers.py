"""Worker processes that look up the names of a table. Each opens the catalogues once."""

import atexit
import gc
import os
import signal
import sys
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import ExitStack, asynccontextmanager
from functools import lru_cache

import anyio.from_thread
import anyio.to_process
import msgspec
from anyio import BrokenWorkerProcess, CapacityLimiter
from anyio.from_thread import BlockingPortal

from biofacts.application.lists.resolve_many import AnswerNames
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container, opened, running
from biofacts.composition.settings import GARBAGE, Settings
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, KindName
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers.curies import BY_NAME
from biofacts.domain.lists.annotation import ColumnQuery
from biofacts.ports.lists import Answering, AnsweringError
from biofacts.ports.request_budgets import Limiters


def processors() -> int:
    """Return the number of processors that this process may use."""
    # macOS and Windows have no `sched_getaffinity`.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def answers(
    settings: Settings,
    question: ColumnQuery,
    names: Sequence[str],
    versions: str | None = None,
    limiters: Limiters | None = None,
) -> list[bytes]:
    """Return the encoded answers to names. The first call in a process opens the catalogues, which then stay open.

    `versions`: catalogue versions that the answers must use; `limiters`: the request budgets that several machines
    share, None for those of this machine. Raises: AnsweringError, AmbiguousQuery.
    """
    portal, container = _application(settings, limiters)
    return portal.call(_answered, container, question, names, versions)


# A worker answers many batches: its catalogues stay open between them.
@lru_cache(maxsize=1)
def _application(settings: Settings, limiters: Limiters | None) -> tuple[BlockingPortal, Container]:
    """Return an event loop in a thread of its own, and the open catalogues, both until the process ends."""
    stack = ExitStack()
    atexit.register(stack.close)
    portal = stack.enter_context(anyio.from_thread.start_blocking_portal())
    return portal, stack.enter_context(portal.wrap_async_context_manager(_still(settings, limiters)))


async def _answered(
    container: Container, question: ColumnQuery, names: Sequence[str], versions: str | None
) -> list[bytes]:
    use_cases = container.use_cases()
    decided = await AnswerNames(use_cases.resolve_many, use_cases.find_links, question)(names)
    # All rows of a table must come from the same releases.
    if versions is not None and await _versions(container) != versions:
        raise AnsweringError("The catalogues have been refreshed meanwhile: run the same command again.")
    return [msgspec.msgpack.encode(answer) for answer in decided]


@asynccontextmanager
async def _still(settings: Settings, limiters: Limiters | None = None) -> AsyncGenerator[Container]:
    """Open a container whose catalogues are not refreshed."""
    container = Container(settings=settings, long_lived=False, limiters=limiters)
    async with opened(container, background=False):
        yield container


async def _versions(container: Container) -> str:
    """Return the versions of all present catalogues as one text, to compare them."""
    names = [
        name
        for synchroniser in container.synchronisers()
        for name in (*synchroniser.catalogues, *synchroniser.optional)
    ]
    catalogues = {name: await container.store().newest(name) for name in dict.fromkeys(names)}
    return " ".join(f"{name}={catalogue.version}" for name, catalogue in catalogues.items() if catalogue)


async def prepared(settings: Settings, question: ColumnQuery, organisms: Collection[str]) -> str:
    """Fetch the catalogues that a question needs, before any worker starts. Returns: their versions.

    Raises: RateLimited, UpstreamError.
    """
    async with running(settings, long_lived=False) as container:
        if settings.source == "live":
            await container.preparation().bring()
        await _ask_once(container.use_cases(), question.kind)
        for organism in sorted(organisms):
            await container.genes().by_name(GeneName.read(GENE.example_query), organism)
    async with _still(settings) as container:
        return await _versions(container)


class ThisProcess(Answering):
    """The current process, which looks up the names itself."""

    workers = 1

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def prepare(self, question: ColumnQuery, organisms: Collection[str]) -> str:
        return await prepared(self._settings, question, organisms)

    async def answer(self, question: ColumnQuery, names: Sequence[str], versions: str) -> Sequence[bytes]:
        async with _still(self._settings) as container:
            return await _answered(container, question, names, versions)


class Processes(Answering):
    """Worker processes on this machine that open the same catalogue files.

    Raises: AnsweringError if a worker process constructs it.
    """

    def __init__(self, settings: Settings, workers: int) -> None:
        if "__main__" not in sys.modules:  # a worker is just importing the script that started it
            raise AnsweringError("A script must call this under `if __name__ == '__main__':`, since workers import it.")
        self._settings = settings
        self.workers = workers
        self._limiter = CapacityLimiter(workers)

    async def prepare(self, question: ColumnQuery, organisms: Collection[str]) -> str:
        return await prepared(self._settings, question, organisms)

    async def answer(self, question: ColumnQuery, names: Sequence[str], versions: str) -> Sequence[bytes]:
        batch = (self._settings, question, names, versions)
        try:
            return await anyio.to_process.run_sync(_in_worker, *batch, cancellable=True, limiter=self._limiter)
        except BrokenWorkerProcess as error:
            raise AnsweringError(
                f"A worker process has ended ({error.__cause__ or error}). Finished work is saved: run the same"
                " command again to continue."
            ) from error


def _in_worker(settings: Settings, question: ColumnQuery, names: Sequence[str], versions: str) -> list[bytes]:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles Ctrl-C
    gc.set_threshold(GARBAGE)
    return answers(settings, question, names, versions)


async def _ask_once(use_cases: UseCases, kind: KindName) -> None:
    """Run the example search of a kind, which fetches the catalogues that its answers need.

    Raises: RateLimited, UpstreamError.
    """
    if kind != COMPOUND.name:  # which has no catalogue
        await use_cases.searches[kind](BY_NAME[kind].example_query)
