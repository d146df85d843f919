"""The use cases, and their construction from sources of data."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

import msgspec

from biofacts.application.answers.names_as_identifiers import Elsewhere, KindSource
from biofacts.application.answers.sources import Sources
from biofacts.application.calls.progress_and_client_limit import Hear
from biofacts.application.compounds.named_compounds import CompoundNameResolver, CompoundsByDrawing
from biofacts.application.edges.neighbours_and_paths import FindPaths, ListNeighbours
from biofacts.application.genes.named_genes import GenesByProtein
from biofacts.application.links.compare_pathways import ComparePathways
from biofacts.application.links.find_links import FindLinks
from biofacts.application.links.steps_between_kinds import Joins
from biofacts.application.lists.compound_lists import CompoundSets
from biofacts.application.lists.enrich_pathways import EnrichPathways, PlotEnrichment
from biofacts.application.lists.gene_lists import GeneSets
from biofacts.application.lists.ranked_lists import EnrichRanked
from biofacts.application.lists.resolve_many import Reasons, ReportNames, ResolveMany, unheard
from biofacts.application.lookup import LinkCounts, Lookup, LookupGene, LookupInGuide, LookupPathway
from biofacts.application.pathways.extract_components import ExtractComponents
from biofacts.application.pathways.nodes_by_name import GraphNames, NodesByName, NodesOfGenes
from biofacts.application.pathways.reverse_lookup import PathwaysForCompound, ReverseLookup
from biofacts.application.pharmacology.interactions import ListInteractions
from biofacts.application.pictures.draw import DepictCompound, DrawPathway
from biofacts.application.pictures.marking import FindMedicines
from biofacts.application.resolve import Resolve
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, LIGAND, PATHWAY, TARGET
from biofacts.domain.identifiers.curies import IDENTIFIERS, KINDS, LigandId, PathwayId, TargetId, all_kinds
from biofacts.ports.lists import Plotter, SetScorer
from biofacts.ports.pathways import DrugCounts
from biofacts.ports.pictures import PictureRenderer
from biofacts.ports.sources import CompletionSource, NoCompletions


class UseCases(msgspec.Struct, frozen=True, kw_only=True):
    """All use cases of the application."""

    pathways_of_gene: ReverseLookup
    pathways_of_compound: PathwaysForCompound
    pathway_components: ExtractComponents
    list_neighbours: ListNeighbours
    find_paths: FindPaths
    draw_pathway: DrawPathway
    depict_compound: DepictCompound
    list_interactions: ListInteractions
    find_links: FindLinks
    compare_pathways: ComparePathways
    searches: Mapping[str, Resolve[Any]]
    """The searches by kind."""
    lookups: Mapping[str, Callable[..., Awaitable[Any]]]
    """The functions that fetch a record by its CURIE, by kind."""
    resolve_many: ResolveMany
    enrich_pathways: EnrichPathways
    enrich_ranked: EnrichRanked
    plot_enrichment: PlotEnrichment
    pathway_file: Callable[[object], Awaitable[bytes]]
    """A function that returns the published GPML of a pathway."""
    reasons: Reasons
    completions: CompletionSource = NoCompletions()
    """The source of completions for a name that is being typed."""
    hear: Hear | None = None
    """A callback that receives the progress of a call; None if nobody listens."""
    admit: Callable[[], AbstractAsyncContextManager[None]] = nullcontext
    """A context manager around each call, which waits for admission. Raises: RateLimited."""
    report: ReportNames = unheard
    """A callback that receives the number of finished names of a list."""
    patience: float = 1.0
    """A factor for the time limit of each tool."""

    def patient(self) -> "UseCases":
        """Return a copy with longer time limits, for people and scripts that wait for a first download."""
        return msgspec.structs.replace(self, patience=12.0)

    @classmethod
    def over(
        cls,
        sources: Sources,
        *,
        renderer: PictureRenderer,
        scorer: SetScorer,
        plotter: Plotter,
        drugs: DrugCounts | None = None,
        completions: CompletionSource | None = None,
        whole: bool = False,
        admit: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
    ) -> "UseCases":
        """Build the use cases from sources. `whole`: True to return full lists, not shortened for models."""
        # Wrapped before anything else is built, so that every use case finds the same genes and compounds.
        sources = sources._replace(
            genes=GenesByProtein(sources.genes, sources.targets, sources.ligands),
            compounds=CompoundsByDrawing(sources.compounds, sources.pathways),
        )
        pathways, edges, compounds, ligands = sources.pathways, sources.edges, sources.compounds, sources.ligands
        targets, genes = sources.targets, sources.genes
        elsewhere = Elsewhere(
            [KindSource(kind, sources.of(kind)) for kind in all_kinds(TARGET, LIGAND, COMPOUND, GENE)]
        )
        joins = Joins(sources)
        counts = LinkCounts(joins, sources, drugs)
        pathways_of_gene = ReverseLookup(pathways, genes, elsewhere=elsewhere)
        searches: dict[str, Resolve[Any]] = {
            kind.name: Resolve(
                kind, sources.of(kind), elsewhere=elsewhere, whole=whole, containing=pathways_of_gene.containing
            )
            for kind in KINDS
        }
        lookups: dict[str, Callable[..., Awaitable[Any]]] = {
            **{kind.name: Lookup(kind, IDENTIFIERS[kind.name], sources.of(kind).get) for kind in KINDS},
            PATHWAY.name: LookupPathway(pathways, counts),
            GENE.name: LookupGene(genes, counts),
            LIGAND.name: LookupInGuide(LIGAND, LigandId, ligands.get, hint_for=ligands.hint_for),
            TARGET.name: LookupInGuide(TARGET, TargetId, targets.get, hint_for=targets.hint_for),
        }
        compound_names = CompoundNameResolver(pathways, ligands, compounds, tool=next_calls.PATHWAYS_OF_COMPOUND)
        reasons = Reasons(genes=genes, targets=targets, ligands=ligands)
        resolve_many = ResolveMany(searches, genes, reasons, compound_names)
        graph = FindLinks(joins, sources, resolve=resolve_many.resolutions, elsewhere=elsewhere, whole=whole)
        of_node, between = (
            GraphNames(
                genes, pathways, edges,
                CompoundNameResolver(pathways, ligands, compounds, tool=tool, argument="id"), tool=tool,
            )
            for tool in (next_calls.NEIGHBOURS, next_calls.PATHS)
        )  # fmt: skip
        pathways_of_compound = PathwaysForCompound(sources, elsewhere=elsewhere)
        nodes_of_genes = NodesOfGenes(genes)
        nodes = NodesByName(nodes_of_genes, compound_names)
        gene_sets = GeneSets(pathways, genes)
        return cls(
            admit=admit,
            pathway_file=Lookup(PATHWAY, PathwayId, pathways.file),
            reasons=reasons,
            completions=completions or NoCompletions(),
            pathways_of_gene=pathways_of_gene,
            pathways_of_compound=pathways_of_compound,
            pathway_components=ExtractComponents(pathways, nodes, whole=whole),
            list_neighbours=ListNeighbours(
                edges, of_node, of_gene=pathways_of_gene, of_compound=pathways_of_compound, whole=whole
            ),
            find_paths=FindPaths(edges, between, whole=whole),
            draw_pathway=DrawPathway(pathways, nodes, FindMedicines(graph, nodes_of_genes, ligands), renderer),
            depict_compound=DepictCompound(sources.depictions, compounds),
            find_links=graph,
            compare_pathways=ComparePathways(graph),
            list_interactions=ListInteractions(
                sources, resolve=resolve_many.resolutions, elsewhere=elsewhere, whole=whole
            ),
            searches=searches,
            lookups=lookups,
            resolve_many=resolve_many,
            enrich_pathways=EnrichPathways(gene_sets, CompoundSets(pathways, compound_names), whole=whole),
            enrich_ranked=EnrichRanked(gene_sets, scorer, whole=whole),
            plot_enrichment=PlotEnrichment(plotter),
        )
