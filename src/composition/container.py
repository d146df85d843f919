"""The composition root, which selects the adapter for each port.

`Upstreams` has the request budget and the clients of each upstream, and their substitutes in the built-in sample.
`Container` adds the local catalogues of their data, the sources that answer from the catalogues, and the use cases.
Every provider is synchronous, since asynchronous providers do not work on trio. `opened` opens the resources that have
a lifetime.
"""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import httpx
from dependency_injector import providers

from biofacts.adapters.http.base_client import UpstreamClient
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
from biofacts.adapters.http.transport.clients import bare_client, http_client, streaming_client
from biofacts.adapters.http.transport.network import NetworkTransport
from biofacts.adapters.http.transport.queue import RequestQueue
from biofacts.adapters.http.transport.request_events import Watch
from biofacts.adapters.http.wikipathways.client import WikiPathwaysArchive, WikiPathwaysClient
from biofacts.adapters.http.wikipathways.gpml_diagram import read as read_diagram
from biofacts.adapters.local.catalogue_entries import genes as gene_entries
from biofacts.adapters.local.catalogue_entries import pathways as pathway_entries
from biofacts.adapters.local.catalogue_entries import pharmacology as pharmacology_entries
from biofacts.adapters.local.catalogues.background_jobs import Jobs
from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCache, LocalCatalogue
from biofacts.adapters.local.compounds.cached_records import CachedCompounds, CachedDepictions, CachedRecords
from biofacts.adapters.local.compounds.source import LocalCompounds, SyncCompoundNames
from biofacts.adapters.local.genes.identifiers_and_orthologs import GeneIdentifiers
from biofacts.adapters.local.genes.name_reader import PROTEIN_NAMES, index_protein_names
from biofacts.adapters.local.genes.source import LocalGenes
from biofacts.adapters.local.pathways.archive import Archive, EnrichedListing, TextIndexUpdates
from biofacts.adapters.local.pathways.derived_catalogues import CompoundNodes, CountedDrugs, Related
from biofacts.adapters.local.pathways.drawings import MAPPINGS, Drawings, NodeMappings, index_mappings
from biofacts.adapters.local.pathways.edges import EdgeCatalogue, LocalPathwayEdges
from biofacts.adapters.local.pathways.filtered_lists import COMMUNITIES, Communities, index_communities
from biofacts.adapters.local.pathways.identifier_search import CarrierSearch
from biofacts.adapters.local.pathways.single_pathways import DrawnPathways
from biofacts.adapters.local.pathways.source import LocalPathways
from biofacts.adapters.local.pharmacology.guide import Guide, LocalInteractions
from biofacts.adapters.local.pharmacology.ligands import LocalLigands
from biofacts.adapters.local.pharmacology.targets import LocalTargets
from biofacts.adapters.local.search.lists_and_completions import LocalCompletions
from biofacts.adapters.local.search.thesaurus import GeneSynonyms, Thesaurus
from biofacts.adapters.local.synchronisation import (
    LocalRecordIds,
    Preparation,
    SyncGenes,
    SyncGuide,
    SyncPathways,
    synchronised,
)
from biofacts.adapters.memory.records_and_budgets import MemoryLimiter
from biofacts.adapters.numpy.set_scorer import NumpySetScorer
from biofacts.adapters.plots.plotter import MatplotlibPlotter
from biofacts.adapters.sample.upstreams import ADDRESS, ORGANISMS, NoDepictions, SampleNetwork, sample_compounds
from biofacts.adapters.sqlite.cache_folder import SqliteLeftovers, SqliteSnapshots
from biofacts.adapters.sqlite.compound_names import FOLDER as NAMES_FOLDER
from biofacts.adapters.sqlite.compound_names import SqliteCompoundNamesStore
from biofacts.adapters.svg.picture import SvgRenderer
from biofacts.application.answers.sources import Sources
from biofacts.application.calls.progress_and_client_limit import CallsPerClient
from biofacts.application.links.steps_between_kinds import Joins
from biofacts.application.use_cases import UseCases
from biofacts.composition.settings import Settings
from biofacts.composition.stores import Core, queue_of, selected
from biofacts.domain.genes.gene import GeneFacts
from biofacts.ports.compound_names import NAMES
from biofacts.ports.observing import Observer, unobserved
from biofacts.ports.published_files import PublishedFile

if TYPE_CHECKING:
    from biofacts.ports.compound_names import SynchroniserOnRequest
    from biofacts.ports.compounds import CompoundSource, DepictionSource
    from biofacts.ports.synchronisation import Leftovers, Snapshots, Synchroniser


def _compound_names(settings: Settings) -> SqliteCompoundNamesStore:
    return SqliteCompoundNamesStore(settings.cache_folder / NAMES_FOLDER)


def _pubchem_http(
    base_url: str, queue: RequestQueue, network: NetworkTransport, clock: Callable[[], float]
) -> httpx.AsyncClient:
    return http_client(base_url, queue, network, clock, dialect=lambda inner: dialect(inner, queue.limiter, clock))


_selected = partial(selected, Core.settings)
_sample_http = providers.Singleton(bare_client, ADDRESS, providers.Singleton(SampleNetwork))


def _queue(name: str, client: type[UpstreamClient]) -> "providers.Singleton[RequestQueue]":
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


def _in_turn(*several: Sequence[LocalCatalogue[Any]]) -> Sequence[LocalCatalogue[Any]]:
    return [*chain(*several)]


def _gene_catalogues(
    files: Mapping[str, PublishedFile[GeneFacts]], cache: LocalCache
) -> Mapping[str, LocalCatalogue[GeneFacts]]:
    """Build a catalogue for each organism that has a file."""
    return {
        organism: LocalCatalogue(
            gene_entries.catalogue_name(organism), file, gene_entries.index_genes, cache, sync=f"genes '{organism}'",
            # Large files are indexed in a process of their own.
            portable=True,
        )
        for organism, file in files.items()
    }  # fmt: skip


def _catalogue(
    name: str, file: "providers.Provider[Any]", index: Any, **more: Any
) -> "providers.Singleton[LocalCatalogue[Any]]":
    """Provide the catalogue of a published file. `index`: the function that makes its entries, or its provider."""
    if not isinstance(index, providers.Provider):
        index = providers.Object(index)
    return providers.Singleton(LocalCatalogue, name, file, index, Upstreams.cache, **more)


class Container(Upstreams):
    """The composition root, wired for one value of `source`."""

    _pathways, _ontologies = Upstreams.wikipathways_client.provided, Upstreams.ontology_client.provided
    _genes, _guide = Upstreams.ncbi_gene_client.provided, Upstreams.gtopdb_client.provided
    text = _catalogue(pathway_entries.TEXT, _pathways.text, providers.Singleton(EnrichedListing, Upstreams.store))
    enrichment = providers.Singleton(TextIndexUpdates, text, Upstreams.cache)
    xref = _catalogue(pathway_entries.XREF, _pathways.xref, pathway_entries.index_mapped)
    literature = _catalogue(pathway_entries.LITERATURE, _pathways.literature, pathway_entries.index_cited)
    communities = _catalogue(COMMUNITIES, _pathways.communities, index_communities)
    pathway_terms = _catalogue(pathway_entries.ONTOLOGY, _ontologies.terms, pathway_entries.index_terms)
    disease_terms = _catalogue(pathway_entries.DISEASES, _ontologies.diseases, pathway_entries.index_terms)
    human_genes = _catalogue(
        gene_entries.HUMAN_GENES, Upstreams.hgnc_client.provided.genes, gene_entries.index_genes, portable=True
    )
    protein_names = _catalogue(PROTEIN_NAMES, _genes.proteins, index_protein_names, sync="genes", portable=True)
    ligand_names = _catalogue(pharmacology_entries.LIGANDS, _guide.ligands, pharmacology_entries.index_ligands)
    target_names = _catalogue(pharmacology_entries.TARGETS, _guide.targets, pharmacology_entries.index_targets)
    thesaurus = providers.Singleton(
        Thesaurus,
        providers.Singleton(GeneSynonyms, human_genes),
        providers.List(pathway_terms, disease_terms),
        providers.List(text, pathway_terms, disease_terms, human_genes, ligand_names, target_names),
    )
    drawings = providers.Singleton(Drawings, Upstreams.wikipathways_client, Upstreams.cache)
    archive = providers.Singleton(Archive, Upstreams.archive_client, drawings, enrichment, Upstreams.cache)
    targets_proteins = _catalogue(pharmacology_entries.UNIPROT, _guide.proteins, pharmacology_entries.index_proteins)
    mappings = providers.Singleton(NodeMappings, Upstreams.wikipathways_client, Upstreams.cache)
    released_mappings = _catalogue(
        MAPPINGS, Upstreams.archive_client.provided.mappings, index_mappings, portable=True, sync="wikipathways"
    )
    compound_nodes = providers.Singleton(CompoundNodes, mappings, released_mappings, Upstreams.cache)
    other_genes = providers.Singleton(_gene_catalogues, _genes.genes, Upstreams.cache)
    gene_identifiers = providers.Singleton(GeneIdentifiers, human_genes, other_genes, targets_proteins)
    drawn_pathways = providers.Singleton(
        DrawnPathways,
        drawings=drawings,
        xref=xref,
        ontology=pathway_terms,
        mappings=mappings,
        genes=gene_identifiers,
        reader=providers.Object(read_diagram),
    )
    carriers = providers.Singleton(
        CarrierSearch,
        enrichment,
        xref=xref,
        ontology=pathway_terms,
        diseases=disease_terms,
        literature=literature,
        store=Upstreams.store,
    )
    genes = providers.Singleton(
        LocalGenes,
        human=human_genes,
        proteins=protein_names,
        others=other_genes,
        thesaurus=thesaurus,
        store=Upstreams.store,
        jobs=Upstreams.jobs,
    )
    related = providers.Singleton(Related, genes, Upstreams.cache)
    edge_catalogue = providers.Singleton(EdgeCatalogue, genes, gene_identifiers, mappings, Upstreams.cache)
    edges = providers.Singleton(LocalPathwayEdges, edge_catalogue, text, archive, compound_nodes, Upstreams.cache)
    pathways = providers.Singleton(
        LocalPathways,
        text=text,
        xref=xref,
        ontologies=providers.List(pathway_terms, disease_terms),
        drawn=drawn_pathways,
        thesaurus=thesaurus,
        archive=archive,
        carriers=carriers,
        compounds=compound_nodes,
        communities=providers.Singleton(Communities, communities),
        related=related,
        enrichment=enrichment,
        cache=Upstreams.cache,
    )
    guide = providers.Singleton(
        Guide,
        targets=target_names,
        ligands=ligand_names,
        interactions=_catalogue(
            pharmacology_entries.INTERACTIONS, _guide.interactions, pharmacology_entries.index_interactions
        ),
        ligand_ids=_catalogue(
            pharmacology_entries.LIGAND_IDS, _guide.ligand_ids, pharmacology_entries.index_ligand_ids
        ),
        proteins=targets_proteins,
        thesaurus=thesaurus,
        cache=Upstreams.cache,
    )
    ligands = providers.Singleton(LocalLigands, guide)
    targets = providers.Singleton(LocalTargets, guide)
    interactions = providers.Singleton(LocalInteractions, guide)

    sources = providers.Factory(
        Sources,
        pathways=pathways,
        edges=edges,
        compounds=Upstreams.compounds,
        depictions=Upstreams.depictions,
        ligands=ligands,
        targets=targets,
        interactions=interactions,
        genes=genes,
    )
    drug_counts = providers.Singleton(
        CountedDrugs, genes, Upstreams.cache, providers.Factory(Joins, sources).provided.drugs
    )

    derived = providers.List(related, edge_catalogue, drug_counts)
    sync_pathways = providers.Singleton(
        SyncPathways,
        archive,
        enrichment,
        compound_nodes,
        text=text,
        mappings=released_mappings,
        others=providers.List(xref, pathway_terms, disease_terms, literature, communities),
        derived=derived,
        store=Upstreams.store,
    )
    sync_guide = providers.Singleton(SyncGuide, guide, Upstreams.store)

    sync_genes = providers.Singleton(SyncGenes, human_genes, protein_names, other_genes, derived, Upstreams.store)

    completions = providers.Singleton(LocalCompletions, Upstreams.store)

    synchronisers: "providers.Provider[list[Synchroniser]]" = providers.List(sync_pathways, sync_guide, sync_genes)
    record_ids = providers.Singleton(
        LocalRecordIds, human_genes=human_genes, pathways=text, guide=guide, store=Upstreams.store
    )
    preparation = providers.Singleton(
        Preparation,
        # The catalogues that first questions need: small files first, and upstreams alternate for similar sizes.
        providers.Callable(
            _in_turn,
            providers.List(text, pathway_terms, xref, disease_terms),
            guide.provided.catalogues,
            providers.List(human_genes, protein_names),
        ),
        jobs=Upstreams.jobs,
        active=Upstreams.prepares,
    )

    snapshots: "providers.Provider[Snapshots]" = providers.Factory(
        SqliteSnapshots, Upstreams.settings.provided.cache_folder, offline=Upstreams.offline
    )
    leftovers: "providers.Provider[Leftovers]" = providers.Factory(
        SqliteLeftovers,
        Upstreams.settings.provided.cache_folder,
        providers.Object({"archive": pathway_entries.GPML, NAMES: NAMES}),
    )

    use_cases = providers.Factory(
        UseCases.over,
        sources,
        drugs=drug_counts,
        completions=completions,
        renderer=providers.Singleton(SvgRenderer),
        scorer=providers.Singleton(NumpySetScorer),
        plotter=providers.Singleton(MatplotlibPlotter),
        admit=providers.Singleton(CallsPerClient, Upstreams.settings.provided.calls_per_client),
    )

    _first, _last = (Upstreams.disk, Upstreams.shared, Upstreams.answers), (
        Upstreams.own_compounds, Upstreams.records, Upstreams.jobs,
    )  # fmt: skip
    resources = providers.Selector(
        Upstreams.settings.provided.source,
        live=providers.List(*_first, *Upstreams.clients, *_last),
        # PubChem's client can answer offline from its cache; the other clients have none.
        offline=providers.List(*_first, Upstreams.pubchem_client, Upstreams.compound_names, *_last),
        sample=providers.List(Upstreams.store, providers.Factory(synchronised, synchronisers)),
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
            # Records in memory have no lifetime; `shared` is None without a Redis server.
            has_lifetime = hasattr(resource, "__aenter__")
            if has_lifetime and (background or not isinstance(resource, Jobs)):
                await stack.enter_async_context(resource)
        yield container
