"""The composition root, which selects the adapter for each port.

Each upstream has a container in `upstreams.py`. `local_sources.py` adds what answers from local catalogues, and this
module adds the use cases. Every provider is synchronous: asynchronous ones do not work on trio. `opened` opens the
resources that have a lifetime.
"""

# dependency_injector does not type what a nested container provides.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from dependency_injector import providers

from biofacts.adapters.local.catalogues.jobs import Jobs
from biofacts.adapters.local.entries import pathways as pathway_entries
from biofacts.adapters.local.synchronisation import SyncAtStart
from biofacts.adapters.numpy.set_scorer import NumpySetScorer
from biofacts.adapters.plots.plotter import MatplotlibPlotter
from biofacts.adapters.sqlite.cache_folder import SqliteLeftovers, SqliteSnapshots
from biofacts.adapters.svg.picture import SvgDraughtsman
from biofacts.application.calls.running_calls import CallLimit
from biofacts.application.use_cases import UseCases
from biofacts.composition.core import joined
from biofacts.composition.local_sources import LocalSources
from biofacts.composition.settings import Settings
from biofacts.ports.bulk_names import NAMES
from biofacts.ports.observing import Observer, unobserved

if TYPE_CHECKING:
    from biofacts.ports.synchronisation import Leftovers, Snapshots


def _snapshots(settings: Settings) -> SqliteSnapshots:
    return SqliteSnapshots(settings.cache_folder, offline=settings.source == "offline")


def _leftovers(settings: Settings) -> SqliteLeftovers:
    return SqliteLeftovers(settings.cache_folder, {"archive": pathway_entries.GPML, NAMES: NAMES})


class Container(LocalSources):
    """The composition root, wired for one value of `source`."""

    snapshots: "providers.Provider[Snapshots]" = providers.Factory(_snapshots, LocalSources.settings)
    leftovers: "providers.Provider[Leftovers]" = providers.Factory(_leftovers, LocalSources.settings)

    use_cases = providers.Factory(
        UseCases.over,
        LocalSources.sources,
        suggestions=LocalSources.suggestions,
        draughtsman=providers.Singleton(SvgDraughtsman),
        scorer=providers.Singleton(NumpySetScorer),
        plotter=providers.Singleton(MatplotlibPlotter),
        admit=providers.Singleton(CallLimit, LocalSources.settings.provided.calls_per_client),
    )

    _all = providers.Callable(
        joined,
        providers.List(LocalSources.core.disk, LocalSources.core.shared, LocalSources.core.answers),
        LocalSources.clients,
        providers.List(LocalSources.core.own_compounds, LocalSources.core.records, LocalSources.core.jobs),
    )
    resources = providers.Selector(
        LocalSources.settings.provided.source,
        live=_all,
        offline=_all,
        sample=providers.List(LocalSources.core.store, providers.Singleton(SyncAtStart, LocalSources.synchronisers)),
    )
    """Resources with a lifetime, in opening order."""


@asynccontextmanager
async def running(
    settings: Settings, *, long_lived: bool = True, observer: Observer = unobserved
) -> AsyncGenerator[Container]:
    """Open a container and close its resources in reverse order. `long_lived`: see `Jobs`."""
    container = Container(settings=settings, long_lived=long_lived, observer=observer)
    async with opened(container):
        yield container


@asynccontextmanager
async def opened(container: Container, *, background: bool = True) -> AsyncGenerator[Container]:
    """Open the resources of a container in order. Without `background`, nothing is refreshed or fetched ahead."""
    async with AsyncExitStack() as stack:
        for resource in container.resources():
            # `shared` is None without a Redis server.
            if resource is not None and (background or not isinstance(resource, Jobs)):
                await stack.enter_async_context(resource)
        yield container
