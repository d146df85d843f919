"""The composition root: which adapter serves which port."""

import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.metadata import version
from pathlib import Path

import httpx
from dependency_injector import containers, providers

from biofacts.adapters.http.background import Background
from biofacts.adapters.http.bulk import BulkCatalogue
from biofacts.adapters.http.gtopdb.client import GtoPdbClient
from biofacts.adapters.http.gtopdb_ligands import GtoPdbLigands
from biofacts.adapters.http.gtopdb_targets import GtoPdbTargets
from biofacts.adapters.http.ontology import obo as ontology
from biofacts.adapters.http.ontology.obo import OntologyClient
from biofacts.adapters.http.pubchem.client import PubChemClient, max_age
from biofacts.adapters.http.pubchem.transports import FaultTransport, FormTransport, ThrottleTransport
from biofacts.adapters.http.transport.cache import CacheTransport
from biofacts.adapters.http.transport.network import (
    BreakTransport,
    LimitTransport,
    Line,
    MergeTransport,
    NetworkTransport,
    RetryTransport,
)
from biofacts.adapters.http.wikipathways.archive import WikiPathwaysArchive
from biofacts.adapters.http.wikipathways.client import TEXT, WikiPathwaysClient
from biofacts.adapters.memory.compounds import sample_compounds
from biofacts.adapters.memory.guide import sample_guide
from biofacts.adapters.memory.ligands import MemoryLigands
from biofacts.adapters.memory.limiter import MemoryLimiter
from biofacts.adapters.memory.pathways import sample_pathways
from biofacts.adapters.memory.targets import MemoryTargets
from biofacts.adapters.sqlite.limiter import SqliteLimiter
from biofacts.adapters.sqlite.records import SqliteRecordStore
from biofacts.adapters.sqlite.store import SqliteCatalogueStore
from biofacts.application.extract_components import ExtractComponents
from biofacts.application.lookup import Lookup
from biofacts.application.resolve import Resolve
from biofacts.application.reverse_lookup import ReverseLookup
from biofacts.application.tools import UseCases
from biofacts.domain import kinds
from biofacts.domain.identifiers import CompoundId, LigandId, PathwayId, TargetId
from biofacts.domain.pacing import Rate
from biofacts.ports.limiter import Limiter
from biofacts.settings import Settings

USER_AGENT = f"biofacts/{version('biofacts')}"

_HEADERS = {"User-Agent": USER_AGENT, "Accept-Encoding": "gzip"}
_TIMEOUT = 10.0
_ONE_A_SECOND = (Rate(1, 1.02),)  # two requests a second apart may arrive a little closer
PUBCHEM_RATES = (Rate(1, 0.21), Rate(400, 60.2))  # five a second, evenly spread: PubChem refuses bursts


def _cache_folder(settings: Settings) -> Path:
    if settings.cache_dir is not None:
        return settings.cache_dir
    import platformdirs

    return Path(platformdirs.user_cache_dir("biofacts"))


def _is_offline(settings: Settings) -> bool:
    return settings.source != "live"


def _store(settings: Settings) -> SqliteCatalogueStore:
    return SqliteCatalogueStore(_cache_folder(settings))


def _records(store: SqliteCatalogueStore) -> SqliteRecordStore:
    return SqliteRecordStore(store.writable and store.writable / "records.sqlite")


def _limiter(store: SqliteCatalogueStore, service: str, rates: Sequence[Rate] = _ONE_A_SECOND) -> Limiter:
    if store.writable is None:
        return MemoryLimiter(rates)
    path = store.writable.parent / "slots.sqlite"  # one budget for all versions of biofacts
    return SqliteLimiter(path, service, rates)


def _line(limiter: Limiter, rates: Sequence[Rate] = _ONE_A_SECOND) -> Line:
    return Line(limiter, spacing=rates[0].seconds / rates[0].count)


def _http(
    base_url: str,
    line: Line,
    network: NetworkTransport,
    clock: Callable[[], float],
    *,
    follow_redirects: bool = False,
) -> httpx.AsyncClient:
    asking = RetryTransport(LimitTransport(network, line, prepare=network.prepare), clock=clock)
    return httpx.AsyncClient(
        base_url=base_url.rstrip("/") + "/",
        timeout=_TIMEOUT,
        headers=_HEADERS,
        follow_redirects=follow_redirects,
        trust_env=False,  # else a proxy would lead requests past our transports
        transport=MergeTransport(BreakTransport(asking, clock=clock)),
    )


def _pubchem_http(
    base_url: str,
    line: Line,
    network: NetworkTransport,
    clock: Callable[[], float],
    store: SqliteCatalogueStore,
    offline: bool,
) -> httpx.AsyncClient:
    throttled = ThrottleTransport(FaultTransport(FormTransport(network), clock), line.limiter)
    limited = LimitTransport(throttled, line, prepare=network.prepare)
    asking = BreakTransport(RetryTransport(limited, clock=clock), clock=clock)
    path = store.writable and store.writable / "pubchem.sqlite"
    return httpx.AsyncClient(
        base_url=base_url.rstrip("/") + "/",
        timeout=_TIMEOUT,
        headers=_HEADERS,
        trust_env=False,
        transport=MergeTransport(CacheTransport(asking, path, max_age, offline=offline)),
    )


class Container(containers.DeclarativeContainer):
    """Every provider is synchronous: asynchronous ones do not work on trio."""

    settings = providers.Dependency(instance_of=Settings)

    store = providers.Singleton(_store, settings)
    records = providers.Singleton(_records, store)
    lasting = providers.Dependency(instance_of=bool, default=True)
    background = providers.Singleton(Background, lasting=lasting)
    offline = providers.Callable(_is_offline, settings)
    network = providers.Factory(NetworkTransport)
    clock = providers.Object(time.monotonic)

    wikipathways_limiter = providers.Singleton(_limiter, store, "wikipathways")
    wikipathways_line = providers.Singleton(_line, wikipathways_limiter)
    wikipathways_http = providers.Singleton(
        _http, settings.provided.wikipathways_url, wikipathways_line, network, clock
    )
    wikipathways_data_http = providers.Singleton(
        _http, settings.provided.wikipathways_data_url, wikipathways_line, network, clock
    )
    ontology_limiter = providers.Singleton(_limiter, store, "ontology")
    ontology_line = providers.Singleton(_line, ontology_limiter)
    ontology_http = providers.Singleton(
        _http, settings.provided.ontology_url, ontology_line, network, clock, follow_redirects=True
    )  # a permanent address that leads to the newest release
    ontology_client = providers.Singleton(OntologyClient, ontology_http)
    ontology_terms = providers.Singleton(
        BulkCatalogue,
        ontology.NAME,
        client=ontology_client,
        path=ontology.PATH,
        read=providers.Object(ontology.read),
        store=store,
        background=background,
        offline=offline,
    )
    wikipathways = providers.Singleton(
        WikiPathwaysClient,
        wikipathways_http,
        store=store,
        records=records,
        background=background,
        ontology=ontology_terms,
        offline=offline,
    )
    wikipathways_archive = providers.Singleton(
        WikiPathwaysArchive,
        wikipathways_data_http,
        store=store,
        indexes=providers.List(wikipathways.provided.text, wikipathways.provided.xref, ontology_terms),
        offline=offline,
    )

    gtopdb_limiter = providers.Singleton(_limiter, store, "gtopdb")
    gtopdb_line = providers.Singleton(_line, gtopdb_limiter)
    gtopdb_http = providers.Singleton(_http, settings.provided.gtopdb_url, gtopdb_line, network, clock)
    gtopdb = providers.Singleton(GtoPdbClient, gtopdb_http, store=store, background=background, offline=offline)
    gtopdb_ligands = providers.Singleton(GtoPdbLigands, gtopdb)
    gtopdb_targets = providers.Singleton(GtoPdbTargets, gtopdb)

    guide = providers.Singleton(sample_guide)

    ligands = providers.Selector(
        settings.provided.source,
        live=gtopdb_ligands,
        offline=gtopdb_ligands,
        sample=providers.Singleton(MemoryLigands, guide),
    )
    targets = providers.Selector(
        settings.provided.source,
        live=gtopdb_targets,
        offline=gtopdb_targets,
        sample=providers.Singleton(MemoryTargets, guide),
    )
    pubchem_limiter = providers.Singleton(_limiter, store, "pubchem", PUBCHEM_RATES)
    pubchem_line = providers.Singleton(_line, pubchem_limiter, PUBCHEM_RATES)
    pubchem_http = providers.Singleton(
        _pubchem_http, settings.provided.pubchem_url, pubchem_line, network, clock, store, offline
    )
    pubchem = providers.Singleton(PubChemClient, pubchem_http)

    pathways = providers.Selector(
        settings.provided.source,
        live=wikipathways,
        offline=wikipathways,
        sample=providers.Singleton(sample_pathways),
    )
    compounds = providers.Selector(
        settings.provided.source,
        live=pubchem,
        offline=pubchem,
        sample=providers.Singleton(sample_compounds),
    )
    use_cases = providers.Factory(
        UseCases,
        resolve_pathways=providers.Factory(Resolve, kinds.PATHWAY, pathways),
        lookup_pathway=providers.Factory(Lookup, kinds.PATHWAY, providers.Object(PathwayId), pathways),
        pathways_of_gene=providers.Factory(ReverseLookup, pathways),
        pathway_components=providers.Factory(ExtractComponents, pathways),
        resolve_compounds=providers.Factory(Resolve, kinds.COMPOUND, compounds),
        lookup_compound=providers.Factory(Lookup, kinds.COMPOUND, providers.Object(CompoundId), compounds),
        resolve_ligands=providers.Factory(Resolve, kinds.LIGAND, ligands),
        lookup_ligand=providers.Factory(Lookup, kinds.LIGAND, providers.Object(LigandId), ligands, elsewhere=ligands),
        resolve_targets=providers.Factory(Resolve, kinds.TARGET, targets),
        lookup_target=providers.Factory(Lookup, kinds.TARGET, providers.Object(TargetId), targets, elsewhere=targets),
    )

    synchronisers = providers.List(wikipathways_archive, gtopdb)
    resources = providers.Selector(
        settings.provided.source,
        live=providers.List(store, ontology_client, wikipathways, wikipathways_archive, pubchem, gtopdb, background),
        offline=providers.List(store, pubchem, background),
        sample=providers.List(),
    )
    """Whatever has a lifetime, in opening order."""


@asynccontextmanager
async def running(settings: Settings, *, lasting: bool = True) -> AsyncGenerator[Container]:
    """A container whose resources are open; they are closed in reverse order. `lasting`: see `Background`."""
    async with opened(Container(settings=settings, lasting=lasting)) as container:
        yield container


@asynccontextmanager
async def opened(container: Container) -> AsyncGenerator[Container]:
    """A container's resources, opened in order."""
    async with AsyncExitStack() as stack:
        for resource in container.resources():
            await stack.enter_async_context(resource)
        yield container


class Served:
    """What a server needs: its lifespan, and whether it can answer at once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._container: Container | None = None

    @asynccontextmanager
    async def lifespan(self, _: object) -> AsyncGenerator[UseCases]:
        """Open everything for as long as the server runs."""
        async with running(self._settings) as container:
            self._container = container
            try:
                yield container.use_cases()
            finally:
                self._container = None

    async def ready(self) -> bool:
        """True when a search can be answered without a request."""
        if self._container is None:
            return False
        return self._settings.source == "sample" or await self._container.store().newest(TEXT) is not None
