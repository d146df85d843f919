"""The upstreams: a container for each, and what all of them have, as the base of the composition root."""

# dependency_injector does not type what a nested container provides.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import httpx
from dependency_injector import containers, providers

from biofacts.adapters.http.gtopdb import RATES as GTOPDB_RATES
from biofacts.adapters.http.gtopdb import GtoPdbClient
from biofacts.adapters.http.hgnc import RATES as HGNC_RATES
from biofacts.adapters.http.hgnc import HgncClient
from biofacts.adapters.http.jwks import RATES as JWKS_RATES
from biofacts.adapters.http.jwks import JwksClient
from biofacts.adapters.http.ncbi_gene import RATES as NCBI_GENE_RATES
from biofacts.adapters.http.ncbi_gene import NcbiGeneClient
from biofacts.adapters.http.ontologies import RATES as ONTOLOGY_RATES
from biofacts.adapters.http.ontologies import OntologyClient
from biofacts.adapters.http.probe import HttpProbe
from biofacts.adapters.http.pubchem.bulk_names import PubChemBulkClient
from biofacts.adapters.http.pubchem.client import PubChemClient, PubChemDepictions
from biofacts.adapters.http.pubchem.transports import BULK_RATES as PUBCHEM_BULK_RATES
from biofacts.adapters.http.pubchem.transports import RATES as PUBCHEM_RATES
from biofacts.adapters.http.pubchem.transports import dialect, max_age
from biofacts.adapters.http.transport.cache import CacheTransport
from biofacts.adapters.http.transport.network import NetworkTransport
from biofacts.adapters.http.transport.observed import ObservedCache, Watch
from biofacts.adapters.http.transport.queue import RequestQueue
from biofacts.adapters.http.transport.stack import http_client, streaming_client
from biofacts.adapters.http.wikipathways.client import RATES as WIKIPATHWAYS_RATES
from biofacts.adapters.http.wikipathways.client import WikiPathwaysArchive, WikiPathwaysClient
from biofacts.adapters.local.compounds.cached_records import CachedCompounds, CachedDepictions
from biofacts.adapters.local.compounds.source import LocalCompounds, SyncCompoundNames
from biofacts.adapters.memory.compounds import NoDepictions
from biofacts.adapters.memory.sample import (
    SampleGuide,
    SamplePathways,
    sample_compounds,
    sample_human_genes,
    sample_other_genes,
    sample_protein_names,
    sample_terms,
)
from biofacts.adapters.memory.stores import MemoryLimiter
from biofacts.adapters.sqlite.compound_names import FOLDER as NAMES_FOLDER
from biofacts.adapters.sqlite.compound_names import SqliteCompoundNamesStore
from biofacts.composition.core import Core, joined, made, selected
from biofacts.composition.settings import Settings
from biofacts.ports.observing import Observer, unobserved
from biofacts.ports.record_store import RecordStore

if TYPE_CHECKING:
    from datetime import datetime

    from biofacts.ports.bulk_names import SynchroniserOnRequest
    from biofacts.ports.catalogue import CatalogueStore
    from biofacts.ports.compounds import CompoundSource, DepictionSource


def _compound_names(settings: Settings) -> SqliteCompoundNamesStore:
    return SqliteCompoundNamesStore(settings.cache_folder / NAMES_FOLDER)


def _keys_queue(observer: Observer) -> RequestQueue:
    return RequestQueue(MemoryLimiter(JWKS_RATES), watch=Watch(JwksClient.service, observer))


def _pubchem_http(
    base_url: str,
    queue: RequestQueue,
    network: NetworkTransport,
    clock: Callable[[], float],
    answers: RecordStore,
    offline: bool,
) -> httpx.AsyncClient:
    def cache(inner: httpx.AsyncBaseTransport) -> httpx.AsyncBaseTransport:
        return ObservedCache(CacheTransport(inner, answers, max_age, offline=offline), queue.watch)

    return http_client(
        base_url, queue, network, clock, dialect=lambda inner: dialect(inner, queue.limiter, clock), cache=cache
    )


def _probe(core: Any, name: str, setting: str, client: Any, queue: Any) -> "providers.Factory[HttpProbe]":
    """Provide the probe of the address in a setting, within the budget of its upstream."""
    return providers.Factory(
        HttpProbe, name, getattr(core.settings.provided, setting), client.provided.pieces, queue, core.network,
        setting=f"BIOFACTS_{setting.upper()}", clock=core.clock,
    )  # fmt: skip


class WikiPathways(containers.DeclarativeContainer):
    """The index files, drawings and archive of WikiPathways, which share one budget."""

    core = providers.DependenciesContainer()
    queue = providers.Singleton(made, core.queue.provider, "wikipathways", WIKIPATHWAYS_RATES)
    http = providers.Singleton(http_client, core.settings.provided.wikipathways_url, queue, core.network, core.clock)
    data_http = providers.Singleton(
        http_client, core.settings.provided.wikipathways_data_url, queue, core.network, core.clock
    )
    client = providers.Singleton(WikiPathwaysClient, http)
    zips = providers.Singleton(WikiPathwaysArchive, data_http)
    probes = providers.List(
        _probe(core, "WikiPathways", "wikipathways_url", client, queue),
        _probe(core, "WikiPathways (archive)", "wikipathways_data_url", zips, queue),
    )

    sample = providers.Singleton(SamplePathways)
    text = selected(core.settings, live=client.provided.text, sample=sample.provided.text)
    xref = selected(core.settings, live=client.provided.xref, sample=sample.provided.xref)
    literature = selected(core.settings, live=client.provided.literature, sample=sample.provided.literature)
    communities = selected(core.settings, live=client.provided.communities, sample=sample.provided.communities)
    drawings = selected(core.settings, live=client, sample=sample.provided.drawings)
    archive = selected(core.settings, live=zips, sample=sample.provided.drawings)
    mappings = selected(core.settings, live=zips.provided.mappings, sample=sample.provided.mappings)


class Ontology(containers.DeclarativeContainer):
    """The ontologies, at permanent addresses that redirect to their newest releases."""

    core = providers.DependenciesContainer()
    queue = providers.Singleton(made, core.queue.provider, "ontology", ONTOLOGY_RATES)
    http = providers.Singleton(http_client, core.settings.provided.ontology_url, queue, core.network, core.clock)
    client = providers.Singleton(OntologyClient, http)
    probes = providers.List(_probe(core, "Ontologies", "ontology_url", client, queue))

    terms = selected(core.settings, live=client.provided.terms, sample=providers.Singleton(sample_terms, "PW:"))
    diseases = selected(core.settings, live=client.provided.diseases, sample=providers.Singleton(sample_terms, "DOID:"))


class GtoPdb(containers.DeclarativeContainer):
    """The data files of the Guide to PHARMACOLOGY."""

    core = providers.DependenciesContainer()
    queue = providers.Singleton(made, core.queue.provider, "gtopdb", GTOPDB_RATES)
    http = providers.Singleton(http_client, core.settings.provided.gtopdb_url, queue, core.network, core.clock)
    client = providers.Singleton(GtoPdbClient, http)
    probes = providers.List(_probe(core, "Guide to PHARMACOLOGY", "gtopdb_url", client, queue))

    files = selected(core.settings, live=client, sample=providers.Singleton(SampleGuide))


class Hgnc(containers.DeclarativeContainer):
    """The file of human genes from HGNC."""

    core = providers.DependenciesContainer()
    queue = providers.Singleton(made, core.queue.provider, "hgnc", HGNC_RATES)
    http = providers.Singleton(http_client, core.settings.provided.hgnc_url, queue, core.network, core.clock)
    client = providers.Singleton(HgncClient, http)
    probes = providers.List(_probe(core, "HGNC", "hgnc_url", client, queue))

    genes = selected(core.settings, live=client.provided.genes, sample=providers.Singleton(sample_human_genes))


class NcbiGene(containers.DeclarativeContainer):
    """The gene files of NCBI Gene, one per organism, and the names of human proteins."""

    core = providers.DependenciesContainer()
    queue = providers.Singleton(made, core.queue.provider, "ncbi-gene", NCBI_GENE_RATES)
    http = providers.Singleton(http_client, core.settings.provided.ncbi_gene_url, queue, core.network, core.clock)
    client = providers.Singleton(NcbiGeneClient, http)
    probes = providers.List(_probe(core, "NCBI Gene", "ncbi_gene_url", client, queue))

    genes = selected(core.settings, live=client.provided.genes, sample=providers.Singleton(sample_other_genes))
    proteins = selected(core.settings, live=client.provided.proteins, sample=providers.Singleton(sample_protein_names))


class PubChem(containers.DeclarativeContainer):
    """PubChem: live queries through a cache, and its bulk names, which are fetched only on request."""

    core = providers.DependenciesContainer()
    queue = providers.Singleton(made, core.queue.provider, "pubchem", PUBCHEM_RATES)
    http = providers.Singleton(
        _pubchem_http, core.settings.provided.pubchem_url, queue, core.network, core.clock, core.answers, core.offline
    )
    client = providers.Singleton(PubChemClient, http)

    bulk_queue = providers.Singleton(made, core.queue.provider, "pubchem-bulk", PUBCHEM_BULK_RATES)
    bulk_http = providers.Singleton(streaming_client, core.settings.provided.pubchem_bulk_url, bulk_queue, core.network)
    bulk = providers.Singleton(PubChemBulkClient, bulk_http, core.clock)
    probes = providers.List(
        _probe(core, "PubChem", "pubchem_url", client, queue),
        _probe(core, "PubChem (files)", "pubchem_bulk_url", bulk, bulk_queue),
    )
    names = providers.Singleton(_compound_names, core.settings)
    sync_names = providers.Singleton(
        SyncCompoundNames,
        bulk.provided.titles,
        bulk.provided.names,
        bulk.provided.inchikeys,
        store=names,
        records=core.records,
        offline=core.offline,
        clock=core.day,
    )

    kept = providers.Singleton(
        CachedCompounds, client, core.compound_records, offline=core.offline, observer=core.observer
    )
    compounds = selected(
        core.settings,
        live=providers.Singleton(LocalCompounds, kept, names, offline=core.offline),
        sample=providers.Singleton(sample_compounds, core.store),
    )
    depictions = selected(
        core.settings,
        live=providers.Singleton(
            CachedDepictions,
            providers.Singleton(PubChemDepictions, http),
            core.compound_records,
            offline=core.offline,
            observer=core.observer,
        ),
        sample=providers.Singleton(NoDepictions),
    )
    on_request = providers.Selector(
        core.settings.provided.source,
        live=providers.List(sync_names),
        offline=providers.List(sync_names),
        sample=providers.List(),
    )


class OAuthIssuer(containers.DeclarativeContainer):
    """The keys of the OAuth issuer, fetched within a budget of this process, whatever the source is."""

    core = providers.DependenciesContainer()
    _address = core.settings.provided.oauth_jwks_url
    queue = providers.Singleton(_keys_queue, core.observer)
    http = providers.Singleton(http_client, _address, queue, core.network, core.clock)
    keys = providers.Singleton(JwksClient, http, _address)


class Upstreams(containers.DeclarativeContainer):
    """All upstreams, with what they share."""

    settings = providers.Dependency(instance_of=Settings)
    long_lived = providers.Dependency(instance_of=bool, default=True)
    limiters: "providers.Dependency[Any]" = providers.Dependency(default=providers.Object(None))
    """The budgets, if they are not files of this machine."""
    observer: "providers.Dependency[Any]" = providers.Dependency(default=providers.Object(unobserved))

    core = providers.Container(Core, settings=settings, long_lived=long_lived, limiters=limiters, observer=observer)
    store: "providers.Provider[CatalogueStore]" = core.store
    day: "providers.Provider[Callable[[], datetime]]" = core.day
    wikipathways = providers.Container(WikiPathways, core=core)
    ontology = providers.Container(Ontology, core=core)
    gtopdb = providers.Container(GtoPdb, core=core)
    hgnc = providers.Container(Hgnc, core=core)
    ncbi_gene = providers.Container(NcbiGene, core=core)
    pubchem = providers.Container(PubChem, core=core)
    identity = providers.Container(OAuthIssuer, core=core)
    signing_keys: "providers.Provider[JwksClient]" = identity.keys

    compounds: "providers.Provider[CompoundSource]" = pubchem.compounds
    depictions: "providers.Provider[DepictionSource]" = pubchem.depictions
    on_request: "providers.Provider[list[SynchroniserOnRequest]]" = pubchem.on_request
    """Synchronisers of data that is too large to fetch unless the user names it."""
    probes: "providers.Provider[Sequence[HttpProbe]]" = providers.Callable(
        joined, wikipathways.probes, ontology.probes, pubchem.probes, gtopdb.probes, hgnc.probes, ncbi_gene.probes
    )
    # Offline, PubChem's client answers from its cache; no other upstream has one.
    clients = providers.Selector(
        settings.provided.source,
        live=providers.List(
            wikipathways.client, wikipathways.zips, ontology.client, gtopdb.client, hgnc.client, ncbi_gene.client,
            pubchem.client, pubchem.bulk, pubchem.names,
        ),
        offline=providers.List(pubchem.client, pubchem.names),
        sample=providers.List(),
    )  # fmt: skip
    """Clients and stores with a lifetime, in opening order."""
