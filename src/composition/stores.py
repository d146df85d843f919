"""Settings, stores, queues and clocks: the base of the composition root."""

import time
from collections.abc import Sequence
from contextvars import Context, copy_context
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from dependency_injector import containers, providers

from biofacts.adapters.http.transport.network import NetworkTransport
from biofacts.adapters.http.transport.queue import RequestQueue
from biofacts.adapters.http.transport.request_events import Watch
from biofacts.adapters.local.catalogues.background_jobs import Jobs
from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCache
from biofacts.adapters.memory.records_and_budgets import MemoryLimiter, MemoryRecordStore
from biofacts.adapters.sample.upstreams import DAY, RELEASE
from biofacts.adapters.sqlite.catalogue_store import ANSWERS, COMPOUNDS, RECORDS, SLOTS, SqliteCatalogueStore
from biofacts.adapters.sqlite.records_and_budgets import ReadOnlyRecordStore, SqliteLimiter, SqliteRecordStore
from biofacts.application.calls.progress_and_client_limit import BACKGROUND, CALLER
from biofacts.composition.settings import Settings
from biofacts.domain.limits.request_rates import Rate
from biofacts.ports.observing import Observer, unobserved
from biofacts.ports.record_store import RecordStore

if TYPE_CHECKING:
    from biofacts.adapters.redis.records_and_budgets import SharedState
    from biofacts.ports.request_budgets import Limiter, Limiters

_LARGEST_CACHE = 256 * 1024 * 1024
"""Maximum size in bytes of the file with PubChem's answers. Records took more requests, so they have no limit."""


def selected(
    settings: "providers.Provider[Settings]", *, live: "providers.Provider[Any]", sample: "providers.Provider[Any]"
) -> "providers.Selector[Any]":
    """Select the provider for the setting `source`. Offline uses the live adapters, which then send no requests."""
    return providers.Selector(settings.provided.source, live=live, offline=live, sample=sample)


def _behind() -> Context:
    """Return a context for background work, which counts as a client of its own beside those whose calls wait."""
    context = copy_context()
    context.run(CALLER.set, BACKGROUND)
    return context


def _record_store(store: SqliteCatalogueStore, name: str, largest: int | None = None) -> RecordStore:
    """Open the records in a file of the cache folder: read-only if the folder is, in memory if there is no folder."""
    if path := store.beside(name):
        return SqliteRecordStore(path, largest)
    return ReadOnlyRecordStore(store.folder / name) if store.folder else MemoryRecordStore()


def _shared(settings: Settings) -> "SharedState | None":
    if not settings.redis_url:
        return None
    from biofacts.adapters.redis.records_and_budgets import (
        SharedState,  # an extra: the settings have checked that it is installed
    )

    return SharedState(settings.redis_url, settings.replicas)


def _compound_records(own: RecordStore, shared: "SharedState | None") -> RecordStore:
    return shared.records(own) if shared else own


def limiter_of(settings: Settings, service: str, rates: Sequence[Rate]) -> "Limiter":
    """Return the request budget of a service, shared by all processes of this user on this machine."""
    return _limiter(SqliteCatalogueStore(settings.cache_folder), service, rates)


def _limiter(store: SqliteCatalogueStore, service: str, rates: Sequence[Rate]) -> "Limiter":
    path = store.beside(SLOTS)
    return SqliteLimiter(path, service, rates) if path else MemoryLimiter(rates)


def queue_of(
    store: SqliteCatalogueStore,
    limiters: "Limiters | None",
    shared: "SharedState | None",
    observer: Observer,
    service: str,
    rates: Sequence[Rate],
) -> RequestQueue:
    """Build the request queue of an upstream."""
    # Budgets of a Ray cluster come first, then those shared through Redis, then those of this machine.
    make = limiters or (shared.limiter if shared is not None else partial(_limiter, store))
    limiter = make(service, rates)
    spacing, watch = rates[0].seconds / rates[0].count, Watch(service, observer)
    return RequestQueue(limiter, spacing=spacing, caller=CALLER.get, watch=watch)


class Core(containers.DeclarativeContainer):
    """Settings, stores and clocks.

    `limiters`: a function that makes request budgets; None for budgets in Redis if it is configured, else in files.
    `day`: the wall clock that decides when a catalogue is old; `clock`: the monotonic one.
    """

    settings = providers.Dependency(instance_of=Settings)
    long_lived = providers.Dependency(instance_of=bool, default=True)
    limiters: "providers.Dependency[Any]" = providers.Dependency(default=providers.Object(None))
    observer: "providers.Dependency[Any]" = providers.Dependency(default=providers.Object(unobserved))

    disk = providers.Singleton(SqliteCatalogueStore, settings.provided.cache_folder)
    sqlite_records = providers.Singleton(_record_store, disk, RECORDS)
    store = selected(settings, live=disk, sample=providers.Singleton(SqliteCatalogueStore, None))
    records = selected(settings, live=sqlite_records, sample=providers.Singleton(MemoryRecordStore))
    shared = providers.Singleton(_shared, settings)
    own_compounds = providers.Singleton(_record_store, disk, COMPOUNDS)
    answers = providers.Singleton(_record_store, disk, ANSWERS, _LARGEST_CACHE)
    compound_records = providers.Singleton(_compound_records, own_compounds, shared)
    jobs = providers.Singleton(Jobs, long_lived=long_lived, behind=providers.Callable(_behind))
    offline = settings.provided.is_offline
    prepares = settings.provided.prepares
    network = providers.Factory(NetworkTransport, settings.provided.contact)
    clock = providers.Object(time.monotonic)
    day = selected(settings, live=providers.Object(partial(datetime.now, UTC)), sample=providers.Object(lambda: DAY))
    cache = providers.Singleton(
        LocalCache, store=store, records=records, jobs=jobs, offline=offline, complete=settings.provided.complete,
        release=selected(settings, live=providers.Object(""), sample=providers.Object(RELEASE)), clock=day,
    )  # fmt: skip
