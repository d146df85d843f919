"""The composition root, which selects the adapter for each port.

Each upstream has a container; the local catalogues share one. Every provider is synchronous: asynchronous ones do not
work on trio. `opened` opens the resources that have a lifetime.
"""

# dependency_injector does not type what a nested container provides.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import Context, copy_context
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import httpx
from dependency_injector import containers, providers

from biofacts.adapters.http.client import Piece
from biofacts.adapters.http.gtopdb.client import GtoPdbClient
from biofacts.adapters.http.gtopdb.rates import RATES as GTOPDB_RATES
from biofacts.adapters.http.hgnc.client import HgncClient
from biofacts.adapters.http.hgnc.rates import RATES as HGNC_RATES
from biofacts.adapters.http.jwks.client import RATES as JWKS_RATES
from biofacts.adapters.http.jwks.client import JwksClient
from biofacts.adapters.http.ncbi_gene.client import NcbiGeneClient
from biofacts.adapters.http.ncbi_gene.rates import RATES as NCBI_GENE_RATES
from biofacts.adapters.http.pathway_ontology.client import OntologyClient
from biofacts.adapters.http.pathway_ontology.rates import RATES as ONTOLOGY_RATES
from biofacts.adapters.http.probe import HttpProbe
from biofacts.adapters.http.pubchem.bulk_names import PubChemBulkClient
from biofacts.adapters.http.pubchem.client import PubChemClient
from biofacts.adapters.http.pubchem.depictions import PubChemDepictions
from biofacts.adapters.http.pubchem.freshness import max_age
from biofacts.adapters.http.pubchem.rates import BULK_RATES as PUBCHEM_BULK_RATES
from biofacts.adapters.http.pubchem.rates import RATES as PUBCHEM_RATES
from biofacts.adapters.http.pubchem.transports import dialect
from biofacts.adapters.http.transport.cache import CacheTransport
from biofacts.adapters.http.transport.network import NetworkTransport
from biofacts.adapters.http.transport.observed import ObservedCache, Watch
from biofacts.adapters.http.transport.queue import RequestQueue
from biofacts.adapters.http.transport.stack import http_client, streaming_client
from biofacts.adapters.http.wikipathways.archive import WikiPathwaysArchive
from biofacts.adapters.http.wikipathways.client import WikiPathwaysClient
from biofacts.adapters.http.wikipathways.gpml_diagram import read as read_diagram
from biofacts.adapters.http.wikipathways.rates import RATES as WIKIPATHWAYS_RATES
from biofacts.adapters.local.catalogues.jobs import Jobs
from biofacts.adapters.local.catalogues.local_catalogue import LocalCatalogue
from biofacts.adapters.local.compounds.bulk_names import SyncCompoundNames
from biofacts.adapters.local.compounds.cached_compounds import KeptCompounds
from biofacts.adapters.local.compounds.cached_depictions import KeptDepictions
from biofacts.adapters.local.compounds.source import LocalCompounds
from biofacts.adapters.local.entries import (
    genes as gene_entries,
)
from biofacts.adapters.local.entries import (
    pathways as pathway_entries,
)
from biofacts.adapters.local.entries import (
    pharmacology as pharmacology_entries,
)
from biofacts.adapters.local.genes.identifiers import GeneIdentifiers
from biofacts.adapters.local.genes.protein_names import PROTEIN_NAMES, index_protein_names
from biofacts.adapters.local.genes.source import LocalGenes
from biofacts.adapters.local.links import LocalCensus
from biofacts.adapters.local.pathways.archive import Archive
from biofacts.adapters.local.pathways.by_identifier import CarrierSearch
from biofacts.adapters.local.pathways.components import DrawnPathways
from biofacts.adapters.local.pathways.compound_nodes import CompoundNodes
from biofacts.adapters.local.pathways.drawings import Drawings
from biofacts.adapters.local.pathways.node_mappings import MAPPINGS, NodeMappings, index_mappings
from biofacts.adapters.local.pathways.source import LocalPathways
from biofacts.adapters.local.pathways.text_index import EnrichedListing, Enrichment
from biofacts.adapters.local.pharmacology.guide import Guide
from biofacts.adapters.local.pharmacology.interactions import LocalInteractions
from biofacts.adapters.local.pharmacology.ligands import LocalLigands
from biofacts.adapters.local.pharmacology.targets import LocalTargets
from biofacts.adapters.local.preparation import Preparation
from biofacts.adapters.local.search.gene_synonyms import GeneSynonyms
from biofacts.adapters.local.search.synonyms import Thesaurus
from biofacts.adapters.local.suggestions import LocalSuggestions
from biofacts.adapters.local.synchronisation import SyncAtStart, SyncGenes, SyncGuide, SyncPathways
from biofacts.adapters.memory import sample
from biofacts.adapters.memory.catalogue import MemoryCatalogueStore
from biofacts.adapters.memory.depictions import NoDepictions
from biofacts.adapters.memory.record_store import MemoryRecordStore
from biofacts.adapters.memory.request_budgets import MemoryLimiter
from biofacts.adapters.memory.sample_compounds import sample_compounds
from biofacts.adapters.memory.sample_genes import sample_human_genes, sample_other_genes, sample_protein_names
from biofacts.adapters.memory.sample_guide import SampleGuide
from biofacts.adapters.memory.sample_pathways import SamplePathways, sample_terms
from biofacts.adapters.sqlite.compound_names import FOLDER as NAMES_FOLDER
from biofacts.adapters.sqlite.compound_names import SqliteCompoundNamesStore
from biofacts.adapters.sqlite.http_cache import open_answers
from biofacts.adapters.sqlite.leftovers import SqliteLeftovers
from biofacts.adapters.sqlite.record_store import ReadOnlyRecordStore, SqliteRecordStore
from biofacts.adapters.sqlite.release_store import ANSWERS, COMPOUNDS, RECORDS, SLOTS, SqliteCatalogueStore
from biofacts.adapters.sqlite.request_budgets import SqliteLimiter
from biofacts.adapters.sqlite.snapshots import SqliteSnapshots
from biofacts.adapters.svg.drawing import SvgDraughtsman
from biofacts.application.calls.admission import Admission
from biofacts.application.calls.callers import BACKGROUND, CALLER
from biofacts.application.use_cases import UseCases
from biofacts.composition.settings import Settings
from biofacts.domain.answers.pacing import Rate
from biofacts.domain.genes.facts import GeneFacts
from biofacts.ports.bulk_names import NAMES
from biofacts.ports.catalogue import CatalogueStore
from biofacts.ports.doctor import Probe
from biofacts.ports.observing import Observer, unobserved
from biofacts.ports.publications import PublishedFile
from biofacts.ports.record_store import RecordStore

if TYPE_CHECKING:
    from biofacts.adapters.redis.shared import Shared
    from biofacts.ports.bulk_names import SynchroniserOnRequest
    from biofacts.ports.compounds import CompoundSource
    from biofacts.ports.depictions import DepictionSource
    from biofacts.ports.genes import GeneSource
    from biofacts.ports.interactions import InteractionSource
    from biofacts.ports.leftovers import Leftovers
    from biofacts.ports.ligands import LigandSource
    from biofacts.ports.links import Census
    from biofacts.ports.pathways import PathwaySource
    from biofacts.ports.request_budgets import Limiter, Limiters
    from biofacts.ports.snapshots import Snapshots
    from biofacts.ports.synchronisation import Synchroniser
    from biofacts.ports.targets import TargetSource

T = TypeVar("T")


def _made(make: Callable[..., T], *arguments: object) -> T:
    """Call a factory that another container provides."""
    return make(*arguments)


def _selected(
    settings: "providers.Provider[Settings]", *, live: "providers.Provider[Any]", sample: "providers.Provider[Any]"
) -> "providers.Selector[Any]":
    """Select the provider for the setting `source`. Offline uses the live adapters, which then send no requests."""
    return providers.Selector(settings.provided.source, live=live, offline=live, sample=sample)


def _now() -> datetime:
    return datetime.now(UTC)


def _behind() -> Context:
    """Return the context for background work: it counts as a client of its own, apart from those whose calls wait."""
    context = copy_context()
    context.run(CALLER.set, BACKGROUND)
    return context


def _is_offline(settings: Settings) -> bool:
    return settings.source == "offline"


def _prepares(settings: Settings) -> bool:
    return settings.source == "live" and settings.complete


def _first_needed(
    text: LocalCatalogue[Any],
    terms: LocalCatalogue[Any],
    xref: LocalCatalogue[Any],
    guide: Sequence[LocalCatalogue[Any]],
    genes: LocalCatalogue[Any],
    proteins: LocalCatalogue[Any],
) -> Sequence[LocalCatalogue[Any]]:
    """Order the catalogues that first questions need: small files first, and upstreams in turn among equals."""
    return [text, terms, xref, *guide, genes, proteins]


def _sqlite_store(settings: Settings) -> SqliteCatalogueStore:
    return SqliteCatalogueStore(settings.cache_folder)


def _snapshots(settings: Settings) -> SqliteSnapshots:
    return SqliteSnapshots(settings.cache_folder, offline=settings.source == "offline")


def _leftovers(settings: Settings) -> SqliteLeftovers:
    return SqliteLeftovers(settings.cache_folder, {"archive": pathway_entries.GPML, NAMES: NAMES})


def _compound_names(settings: Settings) -> SqliteCompoundNamesStore:
    return SqliteCompoundNamesStore(settings.cache_folder / NAMES_FOLDER)


def _kept(store: SqliteCatalogueStore, name: str) -> RecordStore:
    """Open the records in a file of the cache folder: read-only if the folder is, in memory if there is no folder."""
    if path := store.beside(name):
        return SqliteRecordStore(path)
    return ReadOnlyRecordStore(store.folder / name) if store.folder else MemoryRecordStore()


def _shared(settings: Settings) -> "Shared | None":
    if not settings.redis_url:
        return None
    from biofacts.adapters.redis.shared import Shared  # an extra, which the settings have seen to be there

    return Shared(settings.redis_url, settings.replicas)


def _compound_records(own: RecordStore, shared: "Shared | None") -> RecordStore:
    return shared.records(own) if shared else own


def _gene_catalogues(
    files: Mapping[str, PublishedFile[GeneFacts]],
    store: CatalogueStore,
    jobs: Jobs,
    offline: bool,
    day: Callable[[], datetime],
) -> Mapping[str, LocalCatalogue[GeneFacts]]:
    """Build a catalogue for each organism that has a file."""
    return {
        organism: LocalCatalogue(
            gene_entries.catalogue_name(organism), file, gene_entries.index_genes,
            store=store, jobs=jobs, offline=offline, clock=day, sync=f"genes '{organism}'", portable=True,
        )
        for organism, file in files.items()
    }  # fmt: skip


def limiter_of(settings: Settings, service: str, rates: Sequence[Rate]) -> "Limiter":
    """Return the request budget of a service, shared by all processes of this user on this machine."""
    return _limiter(_sqlite_store(settings), service, rates)


def _limiter(store: SqliteCatalogueStore, service: str, rates: Sequence[Rate]) -> "Limiter":
    path = store.beside(SLOTS)
    return SqliteLimiter(path, service, rates) if path else MemoryLimiter(rates)


def _queue(
    store: SqliteCatalogueStore,
    limiters: "Limiters | None",
    shared: "Shared | None",
    observer: Observer,
    service: str,
    rates: Sequence[Rate],
) -> RequestQueue:
    # Budgets of a Ray cluster come first, then those shared through Redis, then those of this machine.
    make = limiters or (shared.limiter if shared is not None else partial(_limiter, store))
    limiter = make(service, rates)
    spacing, watch = rates[0].seconds / rates[0].count, Watch(service, observer)
    return RequestQueue(limiter, spacing=spacing, caller=CALLER.get, watch=watch)


def _keys_queue(observer: Observer) -> RequestQueue:
    return RequestQueue(MemoryLimiter(JWKS_RATES), watch=Watch(JwksClient.service, observer))


def _pubchem_http(
    base_url: str,
    queue: RequestQueue,
    network: NetworkTransport,
    clock: Callable[[], float],
    store: SqliteCatalogueStore,
    offline: bool,
) -> httpx.AsyncClient:
    def cache(inner: httpx.AsyncBaseTransport) -> httpx.AsyncBaseTransport:
        kept = store.beside(ANSWERS)
        # Cached answers in a read-only folder, such as a snapshot, are still used.
        read_only = store.folder / ANSWERS if store.folder and kept is None else None
        opened = partial(open_answers, kept, read_only)
        return ObservedCache(CacheTransport(inner, opened, max_age, offline=offline), queue.watch)

    return http_client(
        base_url, queue, network, clock, dialect=lambda inner: dialect(inner, queue.limiter, clock), cache=cache
    )


class Core(containers.DeclarativeContainer):
    """Settings, stores and clocks that all other containers share.

    `day`: the wall clock that decides when a catalogue is old; `clock`: the monotonic one.
    """

    settings = providers.Dependency(instance_of=Settings)
    long_lived = providers.Dependency(instance_of=bool, default=True)
    limiters: "providers.Dependency[Any]" = providers.Dependency(default=providers.Object(None))
    observer: "providers.Dependency[Any]" = providers.Dependency(default=providers.Object(unobserved))

    disk = providers.Singleton(_sqlite_store, settings)
    sqlite_records = providers.Singleton(_kept, disk, RECORDS)
    store = _selected(settings, live=disk, sample=providers.Singleton(MemoryCatalogueStore))
    records = _selected(settings, live=sqlite_records, sample=providers.Singleton(MemoryRecordStore))
    shared = providers.Singleton(_shared, settings)
    own_compounds = providers.Singleton(_kept, disk, COMPOUNDS)
    compound_records = providers.Singleton(_compound_records, own_compounds, shared)
    jobs = providers.Singleton(Jobs, long_lived=long_lived, behind=providers.Callable(_behind))
    offline = providers.Callable(_is_offline, settings)
    completes = settings.provided.complete
    prepares = providers.Callable(_prepares, settings)
    network = providers.Factory(NetworkTransport, settings.provided.contact)
    queue = providers.Factory(_queue, disk, limiters, shared, observer)
    clock = providers.Object(time.monotonic)
    day = _selected(settings, live=providers.Object(_now), sample=providers.Object(lambda: sample.DAY))


class WikiPathways(containers.DeclarativeContainer):
    """The index files, drawings and archive of WikiPathways, which share one budget."""

    core = providers.DependenciesContainer()
    queue = providers.Singleton(_made, core.queue.provider, "wikipathways", WIKIPATHWAYS_RATES)
    http = providers.Singleton(http_client, core.settings.provided.wikipathways_url, queue, core.network, core.clock)
    data_http = providers.Singleton(
        http_client, core.settings.provided.wikipathways_data_url, queue, core.network, core.clock
    )
    client = providers.Singleton(WikiPathwaysClient, http)
    zips = providers.Singleton(WikiPathwaysArchive, data_http)

    sample = providers.Singleton(SamplePathways)
    text = _selected(core.settings, live=client.provided.text, sample=sample.provided.text)
    xref = _selected(core.settings, live=client.provided.xref, sample=sample.provided.xref)
    literature = _selected(core.settings, live=client.provided.literature, sample=sample.provided.literature)
    drawings = _selected(core.settings, live=client, sample=sample.provided.drawings)
    archive = _selected(core.settings, live=zips, sample=sample.provided.drawings)
    mappings = _selected(core.settings, live=zips.provided.mappings, sample=sample.provided.mappings)


class Ontology(containers.DeclarativeContainer):
    """The Pathway Ontology, at a permanent address that redirects to its newest release."""

    core = providers.DependenciesContainer()
    queue = providers.Singleton(_made, core.queue.provider, "ontology", ONTOLOGY_RATES)
    http = providers.Singleton(http_client, core.settings.provided.ontology_url, queue, core.network, core.clock)
    client = providers.Singleton(OntologyClient, http)

    terms = _selected(core.settings, live=client.provided.terms, sample=providers.Singleton(sample_terms))


class GtoPdb(containers.DeclarativeContainer):
    """The data files of the Guide to PHARMACOLOGY."""

    core = providers.DependenciesContainer()
    queue = providers.Singleton(_made, core.queue.provider, "gtopdb", GTOPDB_RATES)
    http = providers.Singleton(http_client, core.settings.provided.gtopdb_url, queue, core.network, core.clock)
    client = providers.Singleton(GtoPdbClient, http)

    files = _selected(core.settings, live=client, sample=providers.Singleton(SampleGuide))


class Hgnc(containers.DeclarativeContainer):
    """The file of human genes from HGNC."""

    core = providers.DependenciesContainer()
    queue = providers.Singleton(_made, core.queue.provider, "hgnc", HGNC_RATES)
    http = providers.Singleton(http_client, core.settings.provided.hgnc_url, queue, core.network, core.clock)
    client = providers.Singleton(HgncClient, http)

    genes = _selected(core.settings, live=client.provided.genes, sample=providers.Singleton(sample_human_genes))


class NcbiGene(containers.DeclarativeContainer):
    """The gene files of NCBI Gene, one per organism, and the names of human proteins."""

    core = providers.DependenciesContainer()
    queue = providers.Singleton(_made, core.queue.provider, "ncbi-gene", NCBI_GENE_RATES)
    http = providers.Singleton(http_client, core.settings.provided.ncbi_gene_url, queue, core.network, core.clock)
    client = providers.Singleton(NcbiGeneClient, http)

    genes = _selected(core.settings, live=client.provided.genes, sample=providers.Singleton(sample_other_genes))
    proteins = _selected(core.settings, live=client.provided.proteins, sample=providers.Singleton(sample_protein_names))


class PubChem(containers.DeclarativeContainer):
    """PubChem: live queries through a cache, and its bulk names, which are fetched only on request."""

    core = providers.DependenciesContainer()
    queue = providers.Singleton(_made, core.queue.provider, "pubchem", PUBCHEM_RATES)
    http = providers.Singleton(
        _pubchem_http,
        core.settings.provided.pubchem_url,
        queue,
        core.network,
        core.clock,
        core.disk,
        core.offline,
    )
    client = providers.Singleton(PubChemClient, http)

    bulk_queue = providers.Singleton(_made, core.queue.provider, "pubchem-bulk", PUBCHEM_BULK_RATES)
    bulk_http = providers.Singleton(streaming_client, core.settings.provided.pubchem_bulk_url, bulk_queue, core.network)
    bulk = providers.Singleton(PubChemBulkClient, bulk_http, core.clock)
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
        KeptCompounds, client, core.compound_records, offline=core.offline, observer=core.observer
    )
    compounds = _selected(
        core.settings,
        live=providers.Singleton(LocalCompounds, kept, names, offline=core.offline),
        sample=providers.Singleton(sample_compounds),
    )
    depictions = _selected(
        core.settings,
        live=providers.Singleton(
            KeptDepictions,
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


class Identity(containers.DeclarativeContainer):
    """The keys of the OAuth issuer, fetched within a budget of this process, whatever the source is."""

    core = providers.DependenciesContainer()
    _address = core.settings.provided.oauth_jwks_url
    queue = providers.Singleton(_keys_queue, core.observer)
    http = providers.Singleton(http_client, _address, queue, core.network, core.clock)
    keys = providers.Singleton(JwksClient, http, _address)


class Local(containers.DeclarativeContainer):
    """Catalogues of the upstreams' files, and the sources that answer from them."""

    core = providers.DependenciesContainer()
    wikipathways = providers.DependenciesContainer()
    ontology = providers.DependenciesContainer()
    gtopdb = providers.DependenciesContainer()
    hgnc = providers.DependenciesContainer()
    ncbi_gene = providers.DependenciesContainer()

    _catalogue = partial(
        providers.Singleton, LocalCatalogue, store=core.store, jobs=core.jobs, offline=core.offline, clock=core.day
    )
    text = _catalogue(pathway_entries.TEXT, wikipathways.text, providers.Singleton(EnrichedListing, core.store))
    enrichment = providers.Singleton(Enrichment, text, store=core.store, jobs=core.jobs)
    xref = _catalogue(pathway_entries.XREF, wikipathways.xref, providers.Object(pathway_entries.index_mapped))
    literature = _catalogue(
        pathway_entries.LITERATURE, wikipathways.literature, providers.Object(pathway_entries.index_cited)
    )
    terms = _catalogue(pathway_entries.ONTOLOGY, ontology.terms, providers.Object(pathway_entries.index_terms))
    human_genes = _catalogue(
        gene_entries.HUMAN_GENES, hgnc.genes, providers.Object(gene_entries.index_genes), portable=True
    )
    protein_names = _catalogue(
        PROTEIN_NAMES,
        ncbi_gene.proteins,
        providers.Object(index_protein_names),
        sync="genes",
        portable=True,
    )
    _files = gtopdb.files.provided
    ligand_names = _catalogue(
        pharmacology_entries.LIGANDS, _files.ligands, providers.Object(pharmacology_entries.index_ligands)
    )
    target_names = _catalogue(
        pharmacology_entries.TARGETS, _files.targets, providers.Object(pharmacology_entries.index_targets)
    )
    thesaurus = providers.Singleton(
        Thesaurus,
        providers.Singleton(GeneSynonyms, human_genes),
        terms,
        providers.List(text, terms, human_genes, ligand_names, target_names),
    )
    drawings = providers.Singleton(
        Drawings,
        wikipathways.drawings,
        store=core.store,
        records=core.records,
        jobs=core.jobs,
        offline=core.offline,
    )
    archive = providers.Singleton(
        Archive,
        wikipathways.archive,
        drawings,
        enrichment,
        store=core.store,
        records=core.records,
        jobs=core.jobs,
        offline=core.offline,
        complete=core.completes,
        clock=core.day,
    )
    targets_proteins = _catalogue(
        pharmacology_entries.UNIPROT, _files.proteins, providers.Object(pharmacology_entries.index_proteins)
    )
    mappings = providers.Singleton(
        NodeMappings,
        wikipathways.drawings,
        store=core.store,
        records=core.records,
        jobs=core.jobs,
        offline=core.offline,
    )
    released_mappings = _catalogue(
        MAPPINGS, wikipathways.mappings, providers.Object(index_mappings), portable=True, sync="wikipathways"
    )
    compound_nodes = providers.Singleton(
        CompoundNodes,
        mappings,
        released_mappings,
        store=core.store,
        jobs=core.jobs,
        offline=core.offline,
        complete=core.completes,
        clock=core.day,
    )
    drawn_pathways = providers.Singleton(
        DrawnPathways,
        drawings=drawings,
        xref=xref,
        ontology=terms,
        mappings=mappings,
        genes=providers.Singleton(GeneIdentifiers, human_genes, targets_proteins, core.store),
        reader=providers.Object(read_diagram),
    )
    carriers = providers.Singleton(
        CarrierSearch, enrichment, xref=xref, ontology=terms, literature=literature, store=core.store
    )
    pathways = providers.Singleton(
        LocalPathways,
        text=text,
        xref=xref,
        ontology=terms,
        drawn=drawn_pathways,
        thesaurus=thesaurus,
        archive=archive,
        carriers=carriers,
        compounds=compound_nodes,
        enrichment=enrichment,
        store=core.store,
        jobs=core.jobs,
    )
    sync_pathways = providers.Singleton(
        SyncPathways,
        archive,
        enrichment,
        compound_nodes,
        text=text,
        mappings=released_mappings,
        others=providers.List(xref, terms, literature),
        store=core.store,
    )

    guide = providers.Singleton(
        Guide,
        targets=target_names,
        ligands=ligand_names,
        interactions=_catalogue(
            pharmacology_entries.INTERACTIONS,
            _files.interactions,
            providers.Object(pharmacology_entries.index_interactions),
        ),
        ligand_ids=_catalogue(
            pharmacology_entries.LIGAND_IDS, _files.ligand_ids, providers.Object(pharmacology_entries.index_ligand_ids)
        ),
        proteins=targets_proteins,
        thesaurus=thesaurus,
        store=core.store,
        jobs=core.jobs,
    )
    ligands = providers.Singleton(LocalLigands, guide)
    targets = providers.Singleton(LocalTargets, guide)
    interactions = providers.Singleton(LocalInteractions, guide)
    sync_guide = providers.Singleton(SyncGuide, guide, core.store)

    other_genes = providers.Singleton(_gene_catalogues, ncbi_gene.genes, core.store, core.jobs, core.offline, core.day)
    genes = providers.Singleton(
        LocalGenes, human=human_genes, others=other_genes, thesaurus=thesaurus, store=core.store, jobs=core.jobs
    )
    sync_genes = providers.Singleton(SyncGenes, human_genes, protein_names, other_genes, core.store)

    suggestions = providers.Singleton(LocalSuggestions, core.store)

    synchronisers = providers.List(sync_pathways, sync_guide, sync_genes)
    census = providers.Singleton(LocalCensus, human_genes=human_genes, pathways=text, guide=guide, store=core.store)
    preparation = providers.Singleton(
        Preparation,
        providers.Callable(_first_needed, text, terms, xref, guide.provided.catalogues, human_genes, protein_names),
        jobs=core.jobs,
        active=core.prepares,
    )


def _probes(
    core: Any, settings: Settings, queues: Mapping[str, RequestQueue], pieces: Mapping[str, Sequence[Piece]]
) -> Sequence[Probe]:
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
    ("Pathway Ontology", "ontology_url", "ontology"),
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
    identity = providers.Container(Identity, core=core)
    local = providers.Container(
        Local,
        core=core,
        wikipathways=wikipathways,
        ontology=ontology,
        gtopdb=gtopdb,
        hgnc=hgnc,
        ncbi_gene=ncbi_gene,
    )

    pathways: "providers.Provider[PathwaySource]" = local.pathways
    ligands: "providers.Provider[LigandSource]" = local.ligands
    targets: "providers.Provider[TargetSource]" = local.targets
    interactions: "providers.Provider[InteractionSource]" = local.interactions
    compounds: "providers.Provider[CompoundSource]" = pubchem.compounds
    depictions: "providers.Provider[DepictionSource]" = pubchem.depictions
    genes: "providers.Provider[GeneSource]" = local.genes
    store: "providers.Provider[CatalogueStore]" = core.store
    census: "providers.Provider[Census]" = local.census
    preparation: "providers.Provider[Preparation]" = local.preparation
    synchronisers: "providers.Provider[list[Synchroniser]]" = local.synchronisers
    on_request: "providers.Provider[list[SynchroniserOnRequest]]" = pubchem.on_request
    """Synchronisers of data that is too large to fetch unless the user names it."""
    snapshots: "providers.Provider[Snapshots]" = providers.Factory(_snapshots, settings)
    leftovers: "providers.Provider[Leftovers]" = providers.Factory(_leftovers, settings)

    probes: "providers.Provider[Sequence[Probe]]" = providers.Factory(
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

    use_cases = providers.Factory(
        UseCases.over,
        pathways=pathways,
        compounds=compounds,
        depictions=depictions,
        ligands=ligands,
        targets=targets,
        interactions=interactions,
        genes=genes,
        suggestions=local.suggestions,
        draughtsman=providers.Singleton(SvgDraughtsman),
        admit=providers.Singleton(Admission, settings.provided.calls_per_client),
    )

    resources = providers.Selector(
        settings.provided.source,
        live=providers.List(
            core.disk,
            core.shared,
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
            core.disk, core.shared, pubchem.client, pubchem.names, core.own_compounds, core.records, core.jobs
        ),
        sample=providers.List(providers.Singleton(SyncAtStart, synchronisers)),
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
