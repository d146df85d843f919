"""Containers for tests: requests that wait for no turn, and jobs that can be waited for."""

from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from dependency_injector import providers

from biofacts.adapters.http.transport.queue import RequestQueue
from biofacts.adapters.local.catalogues.background_jobs import Jobs, SharedJob
from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCache
from biofacts.adapters.memory.records_and_budgets import MemoryRecordStore
from biofacts.composition.container import Container
from biofacts.composition.settings import Settings
from biofacts.ports.catalogue import CatalogueStore
from biofacts.ports.request_budgets import Limiter
from tests.memory_catalogue import MemoryCatalogueStore


def cache_of(store: CatalogueStore, jobs: Jobs, **more: Any) -> LocalCache:
    """A cache of catalogues, whose records are in memory unless others are given."""
    records = more.pop("records", None) or MemoryRecordStore()
    return LocalCache(store=store, records=records, jobs=jobs, **more)


class Unlimited(Limiter):
    """A budget that nobody has to wait for."""

    async def reserve(self) -> float:
        return 0.0

    async def pause_for(self, seconds: float) -> None:
        """Nobody waits here either."""


def sample_in_dictionaries(**settings: Any) -> Container:
    """A container of the built-in sample whose catalogues nobody has to close."""
    return with_parts(Container(settings=Settings(source="sample", **settings)), store=MemoryCatalogueStore())


def with_parts(container: Container, **parts: object) -> Container:
    """Put other parts in the place of a container's, by the names of their providers."""
    for name, part in parts.items():
        getattr(container, name).override(providers.Object(part))
    return container


def unlimited(container: Container, **others: object) -> Container:
    """A container in which no request waits for its turn, with other parts (`network`, `clock`, `jobs`)."""
    upstreams = ("wikipathways", "ontology", "gtopdb", "hgnc", "ncbi_gene", "pubchem", "bulk")
    queues = {f"{upstream}_queue": RequestQueue(Unlimited()) for upstream in upstreams}
    return with_parts(container, **queues, **others)


class WatchedJobs(Jobs):
    """Jobs that a test can wait for."""

    def __init__(self, *, long_lived: bool = True) -> None:
        super().__init__(long_lived=long_lived)
        self._ended = anyio.Event()

    async def _run(self, name: str, job: Callable[[], Awaitable[object]]) -> None:
        await super()._run(name, job)
        self._ended.set()

    async def _share(self, name: str, job: Callable[[], Awaitable[object]], shared: SharedJob) -> None:
        await super()._share(name, job, shared)
        self._ended.set()

    async def settled(self) -> None:
        """Until nothing runs any more."""
        with anyio.fail_after(10):
            while self._running:
                self._ended = anyio.Event()
                await self._ended.wait()
