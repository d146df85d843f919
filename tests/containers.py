"""Containers for tests: requests that wait for no turn, and jobs that can be waited for."""

from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from dependency_injector import providers

from biofacts.adapters.http.transport.queue import RequestQueue
from biofacts.adapters.local.catalogues.jobs import Jobs, SharedJob
from biofacts.composition.container import Container
from biofacts.composition.settings import Settings
from biofacts.ports.request_budgets import Limiter
from tests.memory_catalogue import MemoryCatalogueStore


class Unlimited(Limiter):
    """A budget that nobody has to wait for."""

    async def reserve(self) -> float:
        return 0.0

    async def pause_for(self, seconds: float) -> None:
        """Nobody waits here either."""


def untyped(container: Container) -> Any:
    """A container whose nested ones may be looked into: dependency_injector does not type them."""
    return container


def sample_in_dictionaries(**settings: Any) -> Container:
    """A container of the built-in sample whose catalogues nobody has to close."""
    container = Container(settings=Settings(source="sample", **settings))
    untyped(container).core.store.override(providers.Object(MemoryCatalogueStore()))
    return container


def unlimited(container: Container, **core: object) -> Container:
    """A container in which no request waits for its turn, with other parts in its core (`network`, `clock`, `jobs`)."""
    inside = untyped(container)
    for upstream in ("wikipathways", "ontology", "gtopdb", "hgnc", "ncbi_gene", "pubchem"):
        getattr(inside, upstream).queue.override(providers.Object(RequestQueue(Unlimited())))
    inside.pubchem.bulk_queue.override(providers.Object(RequestQueue(Unlimited())))
    for name, part in core.items():
        getattr(inside.core, name).override(providers.Object(part))
    return container


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
