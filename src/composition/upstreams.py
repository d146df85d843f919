"""The upstreams: the request budget and clients of each, and their substitutes in the built-in sample."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import httpx
from dependency_injector import providers

from biofacts.adapters.http.base_client import LifeSciencesClient
from biofacts.adapters.http.gtopdb import GtoPdbClient
from biofacts.adapters.http.hgnc import HgncClient
from biofacts.adapters.http.jwks import JwksClient
from biofacts.adapters.http.ncbi_gene import NcbiGeneClient
from biofacts.adapters.http.ontologies import OntologyClient
from biofacts.adapters.http.probe import HttpProbe
from biofacts.adapters.http.pubchem.bulk_names import PubChemBulkClient
from biofacts.adapters.http.pubchem.client import PubChemClient, PubChemDepictions
from biofacts.adapters.http.pubchem.transports import dialect, max_age
from biofacts.adapters.http.transport.cache import StoredAnswers
from biofacts.adapters.http.transport.network import NetworkTransport
from biofacts.adapters.http.transport.queue import RequestQueue
from biofacts.adapters.http.transport.request_events import Watch
from biofacts.adapters.http.transport.stack import bare_client, http_client, streaming_client
from biofacts.adapters.http.wikipathways.client import WikiPathwaysArchive, WikiPathwaysClient
from biofacts.adapters.local.compounds.cached_records import CachedCompounds, CachedDepictions, CachedRecords
from biofacts.adapters.local.compounds.source import LocalCompounds, SyncCompoundNames
from biofacts.adapters.memory.records_and_budgets import MemoryLimiter
from biofacts.adapters.sample.upstreams import ADDRESS, ORGANISMS, NoDepictions, SampleNetwork, sample_compounds
from biofacts.adapters.sqlite.compound_names import FOLDER as NAMES_FOLDER
from biofacts.adapters.sqlite.compound_names import SqliteCompoundNamesStore
from biofacts.composition.settings import Settings
from biofacts.composition.stores import Core, queue_of, selected

if TYPE_CHECKING:
    from biofacts.ports.compound_names import SynchroniserOnRequest
    from biofacts.ports.compounds import CompoundSource, DepictionSource


def _compound_names(settings: Settings) -> SqliteCompoundNamesStore:
    return SqliteCompoundNamesStore(settings.cache_folder / NAMES_FOLDER)


def _pubchem_http(
    base_url: str, queue: RequestQueue, network: NetworkTransport, clock: Callable[[], float]
) -> httpx.AsyncClient:
    return http_client(base_url, queue, network, clock, dialect=lambda inner: dialect(inner, queue.limiter, clock))


_selected = partial(selected, Core.settings)
_sample_http = providers.Singleton(bare_client, ADDRESS, providers.Singleton(SampleNetwork))


def _queue(name: str, client: type[LifeSciencesClient]) -> "providers.Singleton[RequestQueue]":
    """Provide the request queue of an upstream. `name`: the name of its request budget."""
    return providers.Singleton(queue_of, Core.disk, Core.limiters, Core.shared, Core.observer, name, client.rates)


def _http(setting: str, queue: "providers.Singleton[RequestQueue]") -> "providers.Selector[httpx.AsyncClient]":
    """Provide the HTTP client for the address in a setting, or the plain client of the sample, which needs no queue."""
    address = getattr(Core.settings.provided, setting)
    return _selected(
        live=providers.Singleton(http_client, address, queue, Core.network, Core.clock), sample=_sample_http
    )


def _probe(
    name: str, setting: str, client: "providers.Singleton[Any]", queue: "providers.Singleton[RequestQueue]"
) -> "providers.Factory[HttpProbe]":
    """Provide the probe of the address in a setting, within the request budget of its upstream."""
    return providers.Factory(
        # `pieces` are the very files that a sync fetches: a login page or a changed format is a failure.
        HttpProbe, name, getattr(Core.settings.provided, setting), client.provided.pieces, queue, Core.network,
        setting=f"BIOFACTS_{setting.upper()}", clock=Core.clock,
    )  # fmt: skip


def _cached(cached: type[CachedRecords[Any]], source: "providers.Singleton[Any]") -> "providers.Singleton[Any]":
    """Provide a source of PubChem's records that caches them."""
    return providers.Singleton(cached, source, Core.compound_records, offline=Core.offline, observer=Core.observer)


class Upstreams(Core):
    """The providers of all upstreams."""

    # WikiPathways: index files and drawings, and the archive at another address
    wikipathways_queue = _queue("wikipathways", WikiPathwaysClient)
    wikipathways_http = _http("wikipathways_url", wikipathways_queue)
    wikipathways_client = providers.Singleton(WikiPathwaysClient, wikipathways_http)
    # At most one request a second goes to WikiPathways, whatever the address.
    archive_http = _http("wikipathways_data_url", wikipathways_queue)
    archive_client = providers.Singleton(WikiPathwaysArchive, archive_http)

    # The ontologies, at permanent addresses that redirect to their newest releases
    ontology_queue = _queue("ontology", OntologyClient)
    ontology_http = _http("ontology_url", ontology_queue)
    ontology_client = providers.Singleton(OntologyClient, ontology_http)

    # The Guide to PHARMACOLOGY
    gtopdb_queue = _queue("gtopdb", GtoPdbClient)
    gtopdb_http = _http("gtopdb_url", gtopdb_queue)
    gtopdb_client = providers.Singleton(GtoPdbClient, gtopdb_http)

    # Human genes from HGNC; those of other organisms, and the names of human proteins, from NCBI Gene
    hgnc_queue = _queue("hgnc", HgncClient)
    hgnc_http = _http("hgnc_url", hgnc_queue)
    hgnc_client = providers.Singleton(HgncClient, hgnc_http)
    ncbi_gene_queue = _queue("ncbi-gene", NcbiGeneClient)
    ncbi_gene_http = _http("ncbi_gene_url", ncbi_gene_queue)
    ncbi_gene_client = providers.Singleton(
        NcbiGeneClient, ncbi_gene_http,
        _selected(live=providers.Object(None), sample=providers.Object(ORGANISMS)),
    )  # fmt: skip

    # PubChem: live queries through a cache, and its bulk names, which are fetched only on request
    pubchem_queue = _queue("pubchem", PubChemClient)
    pubchem_answers = providers.Singleton(
        StoredAnswers, Core.answers, max_age, offline=Core.offline, service="pubchem", observer=Core.observer
    )
    pubchem_http = providers.Singleton(
        _pubchem_http, Core.settings.provided.pubchem_url, pubchem_queue, Core.network, Core.clock
    )
    pubchem_client = providers.Singleton(PubChemClient, pubchem_http, pubchem_answers)
    bulk_queue = _queue("pubchem-bulk", PubChemBulkClient)
    bulk_http = providers.Singleton(streaming_client, Core.settings.provided.pubchem_bulk_url, bulk_queue, Core.network)
    bulk_client = providers.Singleton(PubChemBulkClient, bulk_http, Core.clock)
    compound_names = providers.Singleton(_compound_names, Core.settings)
    compounds: "providers.Provider[CompoundSource]" = _selected(
        live=providers.Singleton(
            LocalCompounds, _cached(CachedCompounds, pubchem_client), compound_names, offline=Core.offline
        ),
        sample=providers.Singleton(sample_compounds, Core.store),
    )
    depictions: "providers.Provider[DepictionSource]" = _selected(
        live=_cached(CachedDepictions, providers.Singleton(PubChemDepictions, pubchem_http, pubchem_answers)),
        sample=providers.Singleton(NoDepictions),
    )
    sync_names = providers.Singleton(
        SyncCompoundNames, bulk_client.provided.titles, bulk_client.provided.names, bulk_client.provided.inchikeys,
        store=compound_names, records=Core.records, offline=Core.offline, clock=Core.day,
    )  # fmt: skip
    on_request: "providers.Provider[list[SynchroniserOnRequest]]" = _selected(
        live=providers.List(sync_names), sample=providers.List()
    )
    """Synchronisers of data that is too large to fetch unless the user names it."""

    # The keys of the OAuth issuer, fetched within a budget of this process, whatever the source is
    keys_queue = providers.Singleton(
        RequestQueue,
        providers.Singleton(MemoryLimiter, JwksClient.rates),
        watch=providers.Singleton(Watch, JwksClient.service, Core.observer),
    )
    keys_http = providers.Singleton(
        http_client, Core.settings.provided.oauth_jwks_url, keys_queue, Core.network, Core.clock
    )
    signing_keys = providers.Singleton(JwksClient, keys_http, Core.settings.provided.oauth_jwks_url)

    probes: "providers.Provider[list[HttpProbe]]" = providers.List(
        _probe("WikiPathways", "wikipathways_url", wikipathways_client, wikipathways_queue),
        _probe("WikiPathways (archive)", "wikipathways_data_url", archive_client, wikipathways_queue),
        _probe("Ontologies", "ontology_url", ontology_client, ontology_queue),
        _probe("PubChem", "pubchem_url", pubchem_client, pubchem_queue),
        _probe("PubChem (files)", "pubchem_bulk_url", bulk_client, bulk_queue),
        _probe("Guide to PHARMACOLOGY", "gtopdb_url", gtopdb_client, gtopdb_queue),
        _probe("HGNC", "hgnc_url", hgnc_client, hgnc_queue),
        _probe("NCBI Gene", "ncbi_gene_url", ncbi_gene_client, ncbi_gene_queue),
    )
    clients = (
        wikipathways_client, archive_client, ontology_client, gtopdb_client, hgnc_client, ncbi_gene_client,
        pubchem_client, bulk_client, compound_names,
    )  # fmt: skip
    """Clients and stores with a lifetime, in opening order."""
