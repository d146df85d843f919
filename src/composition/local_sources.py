"""The sources that answer from local catalogues, and all sources together."""

# dependency_injector does not type what a nested container provides.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from dependency_injector import providers

from biofacts.adapters.http.wikipathways.gpml_diagram import read as read_diagram
from biofacts.adapters.local.all_catalogues import LocalCensus, LocalSuggestions
from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCache, LocalCatalogue
from biofacts.adapters.local.entries import genes as gene_entries
from biofacts.adapters.local.entries import pathways as pathway_entries
from biofacts.adapters.local.entries import pharmacology as pharmacology_entries
from biofacts.adapters.local.genes.identifiers import GeneIdentifiers
from biofacts.adapters.local.genes.name_evidence import PROTEIN_NAMES, index_protein_names
from biofacts.adapters.local.genes.source import LocalGenes
from biofacts.adapters.local.pathways.archive import Archive
from biofacts.adapters.local.pathways.by_identifier import CarrierSearch
from biofacts.adapters.local.pathways.components import DrawnPathways
from biofacts.adapters.local.pathways.compound_nodes import CompoundNodes
from biofacts.adapters.local.pathways.drawings import MAPPINGS, Drawings, NodeMappings, index_mappings
from biofacts.adapters.local.pathways.edges import EdgeCatalogue, LocalPathwayEdges
from biofacts.adapters.local.pathways.listings import COMMUNITIES, Communities, index_communities
from biofacts.adapters.local.pathways.related import Related
from biofacts.adapters.local.pathways.source import LocalPathways
from biofacts.adapters.local.pathways.text_index import EnrichedListing, TextIndexUpdates
from biofacts.adapters.local.pharmacology.guide import Guide, LocalInteractions
from biofacts.adapters.local.pharmacology.ligands import LocalLigands
from biofacts.adapters.local.pharmacology.targets import LocalTargets
from biofacts.adapters.local.search.synonyms import GeneSynonyms, Thesaurus
from biofacts.adapters.local.synchronisation import Preparation, SyncGenes, SyncGuide, SyncPathways
from biofacts.application.answers.sources import Sources
from biofacts.composition.upstreams import Upstreams
from biofacts.domain.genes.gene import GeneFacts
from biofacts.ports.publications import PublishedFile

if TYPE_CHECKING:
    from biofacts.ports.synchronisation import Synchroniser


def _first_needed(
    text: LocalCatalogue[Any],
    terms: LocalCatalogue[Any],
    xref: LocalCatalogue[Any],
    diseases: LocalCatalogue[Any],
    guide: Sequence[LocalCatalogue[Any]],
    genes: LocalCatalogue[Any],
    proteins: LocalCatalogue[Any],
) -> Sequence[LocalCatalogue[Any]]:
    """Order the catalogues that first questions need: small files first, and upstreams in turn among equals."""
    return [text, terms, xref, diseases, *guide, genes, proteins]


def _gene_catalogues(
    files: Mapping[str, PublishedFile[GeneFacts]], cache: LocalCache
) -> Mapping[str, LocalCatalogue[GeneFacts]]:
    """Build a catalogue for each organism that has a file."""
    return {
        organism: LocalCatalogue(
            gene_entries.catalogue_name(organism), file, gene_entries.index_genes, cache, sync=f"genes '{organism}'",
            portable=True,
        )
        for organism, file in files.items()
    }  # fmt: skip


class LocalSources(Upstreams):
    """Catalogues of the upstreams' files, and the sources that answer from them."""

    core = Upstreams.core
    _catalogue = partial(providers.Singleton, LocalCatalogue, cache=core.cache)
    text = _catalogue(
        pathway_entries.TEXT, Upstreams.wikipathways.text, providers.Singleton(EnrichedListing, core.store)
    )
    enrichment = providers.Singleton(TextIndexUpdates, text, core.cache)
    xref = _catalogue(pathway_entries.XREF, Upstreams.wikipathways.xref, providers.Object(pathway_entries.index_mapped))
    literature = _catalogue(
        pathway_entries.LITERATURE, Upstreams.wikipathways.literature, providers.Object(pathway_entries.index_cited)
    )
    communities = _catalogue(COMMUNITIES, Upstreams.wikipathways.communities, providers.Object(index_communities))
    pathway_terms = _catalogue(
        pathway_entries.ONTOLOGY, Upstreams.ontology.terms, providers.Object(pathway_entries.index_terms)
    )
    disease_terms = _catalogue(
        pathway_entries.DISEASES, Upstreams.ontology.diseases, providers.Object(pathway_entries.index_terms)
    )
    human_genes = _catalogue(
        gene_entries.HUMAN_GENES, Upstreams.hgnc.genes, providers.Object(gene_entries.index_genes), portable=True
    )
    protein_names = _catalogue(
        PROTEIN_NAMES, Upstreams.ncbi_gene.proteins, providers.Object(index_protein_names), sync="genes", portable=True
    )
    _files = Upstreams.gtopdb.files.provided
    ligand_names = _catalogue(
        pharmacology_entries.LIGANDS, _files.ligands, providers.Object(pharmacology_entries.index_ligands)
    )
    target_names = _catalogue(
        pharmacology_entries.TARGETS, _files.targets, providers.Object(pharmacology_entries.index_targets)
    )
    thesaurus = providers.Singleton(
        Thesaurus,
        providers.Singleton(GeneSynonyms, human_genes),
        providers.List(pathway_terms, disease_terms),
        providers.List(text, pathway_terms, disease_terms, human_genes, ligand_names, target_names),
    )
    drawings = providers.Singleton(Drawings, Upstreams.wikipathways.drawings, core.cache)
    archive = providers.Singleton(Archive, Upstreams.wikipathways.archive, drawings, enrichment, core.cache)
    targets_proteins = _catalogue(
        pharmacology_entries.UNIPROT, _files.proteins, providers.Object(pharmacology_entries.index_proteins)
    )
    mappings = providers.Singleton(NodeMappings, Upstreams.wikipathways.drawings, core.cache)
    released_mappings = _catalogue(
        MAPPINGS, Upstreams.wikipathways.mappings, providers.Object(index_mappings), portable=True, sync="wikipathways"
    )
    compound_nodes = providers.Singleton(CompoundNodes, mappings, released_mappings, core.cache)
    other_genes = providers.Singleton(_gene_catalogues, Upstreams.ncbi_gene.genes, core.cache)
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
        store=core.store,
    )
    genes = providers.Singleton(
        LocalGenes,
        human=human_genes,
        proteins=protein_names,
        others=other_genes,
        thesaurus=thesaurus,
        store=core.store,
        jobs=core.jobs,
    )
    related = providers.Singleton(Related, genes, core.cache)
    edge_catalogue = providers.Singleton(EdgeCatalogue, genes, gene_identifiers, mappings, core.cache)
    edges = providers.Singleton(LocalPathwayEdges, edge_catalogue, text, archive, compound_nodes, core.cache)
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
        cache=core.cache,
    )
    sync_pathways = providers.Singleton(
        SyncPathways,
        archive,
        enrichment,
        compound_nodes,
        text=text,
        mappings=released_mappings,
        others=providers.List(xref, pathway_terms, disease_terms, literature, communities),
        related=related,
        edges=edge_catalogue,
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
        cache=core.cache,
    )
    ligands = providers.Singleton(LocalLigands, guide)
    targets = providers.Singleton(LocalTargets, guide)
    interactions = providers.Singleton(LocalInteractions, guide)
    sync_guide = providers.Singleton(SyncGuide, guide, core.store)

    sync_genes = providers.Singleton(
        SyncGenes, human_genes, protein_names, other_genes, related, edge_catalogue, core.store
    )

    suggestions = providers.Singleton(LocalSuggestions, core.store)

    synchronisers: "providers.Provider[list[Synchroniser]]" = providers.List(sync_pathways, sync_guide, sync_genes)
    census = providers.Singleton(LocalCensus, human_genes=human_genes, pathways=text, guide=guide, store=core.store)
    preparation = providers.Singleton(
        Preparation,
        providers.Callable(
            _first_needed,
            text,
            pathway_terms,
            xref,
            disease_terms,
            guide.provided.catalogues,
            human_genes,
            protein_names,
        ),
        jobs=core.jobs,
        active=core.prepares,
    )

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
