"""The composition root, which selects the adapter for each port.

Each upstream has a container in `upstreams.py`; the local catalogues share one, in `local_sources.py`. Every provider
is synchronous: asynchronous ones do not work on trio. `opened` opens the resources that have a lifetime.
"""

# dependency_injector does not type what a nested container provides.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from dependency_injector import containers, providers

from biofacts.adapters.http.client import ProbedFile
from biofacts.adapters.http.probe import HttpProbe
from biofacts.adapters.http.transport.queue import RequestQueue
from biofacts.adapters.local.catalogues.jobs import Jobs
from biofacts.adapters.local.entries import pathways as pathway_entries
from biofacts.adapters.local.synchronisation import SyncAtStart
from biofacts.adapters.numpy.set_scorer import NumpySetScorer
from biofacts.adapters.plots.plotter import MatplotlibPlotter
from biofacts.adapters.sqlite.cache_folder import SqliteLeftovers, SqliteSnapshots
from biofacts.adapters.svg.picture import SvgDraughtsman
from biofacts.application.answers.sources import Sources
from biofacts.application.calls.running_calls import Admission
from biofacts.application.use_cases import UseCases
from biofacts.composition.core import Core
from biofacts.composition.local_sources import Local
from biofacts.composition.settings import Settings
from biofacts.composition.upstreams import GtoPdb, Hgnc, NcbiGene, OAuthIssuer, Ontology, PubChem, WikiPathways
from biofacts.ports.bulk_names import NAMES
from biofacts.ports.observing import Observer, unobserved

if TYPE_CHECKING:
    from biofacts.adapters.local.synchronisation import Preparation
    from biofacts.ports.bulk_names import SynchroniserOnRequest
    from biofacts.ports.catalogue import CatalogueStore
    from biofacts.ports.compounds import CompoundSource, DepictionSource
    from biofacts.ports.genes import GenesByTerm, GeneSource
    from biofacts.ports.links import Census
    from biofacts.ports.pathways import PathwayEdges, PathwaySource
    from biofacts.ports.pharmacology import InteractionSource, LigandSource, TargetSource
    from biofacts.ports.synchronisation import Leftovers, Snapshots, Synchroniser


def _snapshots(settings: Settings) -> SqliteSnapshots:
    return SqliteSnapshots(settings.cache_folder, offline=settings.source == "offline")


def _leftovers(settings: Settings) -> SqliteLeftovers:
    return SqliteLeftovers(settings.cache_folder, {"archive": pathway_entries.GPML, NAMES: NAMES})


def _probes(
    core: Any, settings: Settings, queues: Mapping[str, RequestQueue], pieces: Mapping[str, Sequence[ProbedFile]]
) -> Sequence[HttpProbe]:
    """Build a probe for each address, within the budget of its upstream.

    `pieces`: the files to probe, by the setting that names the address.
    """
    return [
        HttpProbe(
            name, getattr(settings, field), pieces[field], queues[budget], core.network(),
            setting=f"BIOFACTS_{field.upper()}", clock=core.clock(),
        )
        for name, field, budget in _PROBED
    ]  # fmt: skip


_PROBED = (
    ("WikiPathways", "wikipathways_url", "wikipathways"),
    ("WikiPathways (archive)", "wikipathways_data_url", "wikipathways"),
    ("Ontologies", "ontology_url", "ontology"),
    ("PubChem", "pubchem_url", "pubchem"),
    ("PubChem (files)", "pubchem_bulk_url", "pubchem_bulk"),
    ("Guide to PHARMACOLOGY", "gtopdb_url", "gtopdb"),
    ("HGNC", "hgnc_url", "hgnc"),
    ("NCBI Gene", "ncbi_gene_url", "ncbi_gene"),
)
"""The addresses to probe: name, setting, budget."""


class Container(containers.DeclarativeContainer):
    """All containers, wired for one value of `source`."""

    settings = providers.Dependency(instance_of=Settings)
    long_lived = providers.Dependency(instance_of=bool, default=True)
    limiters: "providers.Dependency[Any]" = providers.Dependency(default=providers.Object(None))
    """The budgets, if they are not files of this machine."""
    observer: "providers.Dependency[Any]" = providers.Dependency(default=providers.Object(unobserved))

    core = providers.Container(Core, settings=settings, long_lived=long_lived, limiters=limiters, observer=observer)
    wikipathways = providers.Container(WikiPathways, core=core)
    ontology = providers.Container(Ontology, core=core)
    gtopdb = providers.Container(GtoPdb, core=core)
    hgnc = providers.Container(Hgnc, core=core)
    ncbi_gene = providers.Container(NcbiGene, core=core)
    pubchem = providers.Container(PubChem, core=core)
    identity = providers.Container(OAuthIssuer, core=core)
    local = providers.Container(
        Local, core=core, wikipathways=wikipathways, ontology=ontology, gtopdb=gtopdb, hgnc=hgnc, ncbi_gene=ncbi_gene
    )

    pathways: "providers.Provider[PathwaySource]" = local.pathways
    ligands: "providers.Provider[LigandSource]" = local.ligands
    targets: "providers.Provider[TargetSource]" = local.targets
    interactions: "providers.Provider[InteractionSource]" = local.interactions
    edges: "providers.Provider[PathwayEdges]" = local.edges
    compounds: "providers.Provider[CompoundSource]" = pubchem.compounds
    depictions: "providers.Provider[DepictionSource]" = pubchem.depictions
    genes: "providers.Provider[GeneSource]" = local.genes
    genes_by_term: "providers.Provider[GenesByTerm]" = local.gene_identifiers
    store: "providers.Provider[CatalogueStore]" = core.store
    census: "providers.Provider[Census]" = local.census
    preparation: "providers.Provider[Preparation]" = local.preparation
    synchronisers: "providers.Provider[list[Synchroniser]]" = local.synchronisers
    on_request: "providers.Provider[list[SynchroniserOnRequest]]" = pubchem.on_request
    """Synchronisers of data that is too large to fetch unless the user names it."""
    snapshots: "providers.Provider[Snapshots]" = providers.Factory(_snapshots, settings)
    leftovers: "providers.Provider[Leftovers]" = providers.Factory(_leftovers, settings)

    probes: "providers.Provider[Sequence[HttpProbe]]" = providers.Factory(
        _probes,
        core,
        settings,
        providers.Dict(
            wikipathways=wikipathways.queue,
            ontology=ontology.queue,
            pubchem=pubchem.queue,
            pubchem_bulk=pubchem.bulk_queue,
            gtopdb=gtopdb.queue,
            hgnc=hgnc.queue,
            ncbi_gene=ncbi_gene.queue,
        ),
        providers.Dict(
            wikipathways_url=wikipathways.client.provided.pieces,
            wikipathways_data_url=wikipathways.zips.provided.pieces,
            ontology_url=ontology.client.provided.pieces,
            pubchem_url=pubchem.client.provided.pieces,
            pubchem_bulk_url=pubchem.bulk.provided.pieces,
            gtopdb_url=gtopdb.client.provided.pieces,
            hgnc_url=hgnc.client.provided.pieces,
            ncbi_gene_url=ncbi_gene.client.provided.pieces,
        ),
    )

    sources = providers.Factory(
        Sources,
        pathways=pathways,
        edges=edges,
        compounds=compounds,
        depictions=depictions,
        ligands=ligands,
        targets=targets,
        interactions=interactions,
        genes=genes,
    )
    use_cases = providers.Factory(
        UseCases.over,
        sources,
        suggestions=local.suggestions,
        draughtsman=providers.Singleton(SvgDraughtsman),
        scorer=providers.Singleton(NumpySetScorer),
        plotter=providers.Singleton(MatplotlibPlotter),
        admit=providers.Singleton(Admission, settings.provided.calls_per_client),
    )

    resources = providers.Selector(
        settings.provided.source,
        live=providers.List(
            core.disk,
            core.shared,
            core.answers,
            wikipathways.client,
            wikipathways.zips,
            ontology.client,
            gtopdb.client,
            hgnc.client,
            ncbi_gene.client,
            pubchem.client,
            pubchem.bulk,
            pubchem.names,
            core.own_compounds,
            core.records,
            core.jobs,
        ),
        # Offline, PubChem's client answers from its cache; no other upstream has one.
        offline=providers.List(
            core.disk,
            core.shared,
            core.answers,
            pubchem.client,
            pubchem.names,
            core.own_compounds,
            core.records,
            core.jobs,
        ),
        sample=providers.List(core.store, providers.Singleton(SyncAtStart, synchronisers)),
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
