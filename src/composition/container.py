"""The composition root, which selects the adapter for each port.

`upstreams.py` provides the clients of the upstreams. This module adds the local catalogues of their data, the sources
that answer from the catalogues, and the use cases. Every provider is synchronous, since asynchronous providers do not
work on trio. `opened` opens the resources that have a lifetime.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any

from dependency_injector import providers

from biofacts.adapters.http.wikipathways.gpml_diagram import read as read_diagram
from biofacts.adapters.local.catalogue_entries import genes as gene_entries
from biofacts.adapters.local.catalogue_entries import pathways as pathway_entries
from biofacts.adapters.local.catalogue_entries import pharmacology as pharmacology_entries
from biofacts.adapters.local.catalogues.background_jobs import Jobs
from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCache, LocalCatalogue
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
    LocalCensus,
    Preparation,
    SyncGenes,
    SyncGuide,
    SyncPathways,
    synchronised,
)
from biofacts.adapters.numpy.set_scorer import NumpySetScorer
from biofacts.adapters.plots.plotter import MatplotlibPlotter
from biofacts.adapters.sqlite.cache_folder import SqliteLeftovers, SqliteSnapshots
from biofacts.adapters.svg.picture import SvgDraughtsman
from biofacts.application.answers.all_sources import Sources
from biofacts.application.calls.running_calls import CallLimit
from biofacts.application.links.steps_between_kinds import Joins
from biofacts.application.use_cases import UseCases
from biofacts.composition.settings import Settings
from biofacts.composition.upstreams import Upstreams
from biofacts.domain.genes.gene import GeneFacts
from biofacts.ports.compound_names import NAMES
from biofacts.ports.observing import Observer, unobserved
from biofacts.ports.published_files import PublishedFile

if TYPE_CHECKING:
    from biofacts.ports.synchronisation import Leftovers, Snapshots, Synchroniser


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
    census = providers.Singleton(
        LocalCensus, human_genes=human_genes, pathways=text, guide=guide, store=Upstreams.store
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
        draughtsman=providers.Singleton(SvgDraughtsman),
        scorer=providers.Singleton(NumpySetScorer),
        plotter=providers.Singleton(MatplotlibPlotter),
        admit=providers.Singleton(CallLimit, Upstreams.settings.provided.calls_per_client),
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
