"""The Python library, asynchronous and synchronous: one method per tool, with the same arguments."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast, overload

from biofacts.adapters.library import results
from biofacts.adapters.library.lists_and_pictures import Analyses, NamesInput
from biofacts.adapters.library.notebook import CompoundPicture
from biofacts.adapters.library.results import AsyncResults
from biofacts.application.edges.neighbours_and_paths import PAGE_SIZE as PATHS_PAGE
from biofacts.application.edges.neighbours_and_paths import NeighbourPage, PathPage
from biofacts.application.links.compare_pathways import Comparison
from biofacts.application.links.find_links import LinkPage, Match
from biofacts.application.pathways.reverse_lookup import PathwaysOfCompound, PathwaysOfGene
from biofacts.application.pharmacology.interactions import InteractionPage, SelectivityPage
from biofacts.application.tools.compounds import COMPOUND_TOOLS, DEPICT
from biofacts.application.tools.genes import GENE_TOOLS
from biofacts.application.tools.links import COMPARE, EDGE_TOOLS, GRAPH_TOOLS
from biofacts.application.tools.pathways import PATHWAY_TOOLS
from biofacts.application.tools.pharmacology import INTERACTION_TOOLS, LIGAND_TOOLS, TARGET_TOOLS
from biofacts.domain.answers.entity_kinds import LinkKind
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate
from biofacts.domain.edges.edge import Effect, Sign
from biofacts.domain.edges.neighbours_and_paths import LENGTH, Direction, DrawnPath, Neighbour
from biofacts.domain.genes.gene import Gene, GeneCandidate
from biofacts.domain.links.linked_entities import Linked, Links
from biofacts.domain.pathways.pathway import ContainingPathway, Detail, Pathway, PathwayCandidate, PathwayComponents
from biofacts.domain.pharmacology.interaction import InteractionRecord
from biofacts.domain.pharmacology.interaction_lists import ComparedTarget, InteractionOrder
from biofacts.domain.pharmacology.ligand import Ligand, LigandCandidate
from biofacts.domain.pharmacology.ligand_filters import LigandType
from biofacts.domain.pharmacology.target import Target, TargetCandidate

if TYPE_CHECKING:
    from biofacts.application.tools.tool import Tool

# Unpacked, each tool has its own type, against which the methods below are type-checked.
_SEARCH_PATHWAYS, _GET_PATHWAY, _PATHWAYS_FOR_GENE, _COMPONENTS = PATHWAY_TOOLS
_WHOLE_COMPONENTS = cast("Tool[Any, PathwayComponents]", _COMPONENTS)  # agents may ask for shorter ones
_SEARCH_COMPOUNDS, _GET_COMPOUND, _PATHWAYS_FOR_COMPOUND = COMPOUND_TOOLS
_SEARCH_LIGANDS, _GET_LIGAND = LIGAND_TOOLS
_SEARCH_TARGETS, _GET_TARGET = TARGET_TOOLS
_SEARCH_GENES, _GET_GENE = GENE_TOOLS
(_INTERACTIONS,) = INTERACTION_TOOLS
# This tool returns one of two types of pages, depending on its arguments.
_OF_ONE = cast("Tool[Any, InteractionPage]", _INTERACTIONS)
_SIDE_BY_SIDE = cast("Tool[Any, SelectivityPage]", _INTERACTIONS)
_NEIGHBOURS, _PATHS = EDGE_TOOLS
(_LINKS,) = GRAPH_TOOLS


class AsyncFacts(Analyses):
    """The asynchronous interface to biofacts.

    Iterating over a list yields all items and fetches them in pages of `page_size` (1-100). The examples use the
    synchronous `biofacts.open`; here, await each call. Methods raise the exceptions of
    `biofacts.domain.answers.errors` (`BiofactsError` and its five subclasses), with a note that suggests the next call.
    """

    async def search_pathways(
        self,
        query: str = "",
        *,
        organism: str | None = None,
        changed_since: str | None = None,
        community: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
        slim: bool = True,
    ) -> AsyncResults[PathwayCandidate, Page[PathwayCandidate]]:
        """Search pathways by topic, process, disease, gene, author or identifier; best matches first.

        Without a query: list all pathways of an organism or of a community (`RareDiseases`), or all pathways revised
        since a date (`2026-08-31`), newest first. `slim=False`: include descriptions and the matched fields.

        Raises: AmbiguousQuery, RateLimited, UpstreamError.

        >>> facts.search_pathways("krebs cycle")[0].id
        'WP:WP78'
        """
        return await self._list(_SEARCH_PATHWAYS, locals())

    async def get_pathway(self, pathway_id: str, *, detail: Detail = "full") -> Pathway:
        """Fetch a pathway by its CURIE (`WP:WP534`). Raises: any BiofactsError.

        >>> facts.get_pathway("WP:WP534").title
        'Glycolysis and gluconeogenesis'
        """
        return await self._get(_GET_PATHWAY, locals())

    async def pathway_components(
        self,
        pathway_id: str,
        *,
        parts: NamesInput = (),
        around: str | None = None,
        detail: Detail = "full",
        whole: bool = True,
    ) -> PathwayComponents:
        """Fetch the genes, compounds, interactions and other parts drawn in a pathway.

        `parts`: the lists to fetch, such as "genes"; all by default. `around`: the name or id of a node, to fetch only
        its interactions and the nodes that they connect. `whole=False`: shorten long lists, for an answer of 60 kB.

        Raises: any BiofactsError.

        >>> [node.label for node in facts.pathway_components("WP:WP254", around="MDM2").genes]
        ['TP53', 'MDM2']
        """
        return await self._get(_WHOLE_COMPONENTS, locals())

    async def pathways_for_gene(
        self, gene_id: str, *, organism: str | None = None, page_size: int = DEFAULT_PAGE_SIZE, slim: bool = False
    ) -> AsyncResults[ContainingPathway, PathwaysOfGene]:
        """List all pathways that contain a gene, human ones first.

        `answer.read_as`: the gene, if it differs from the text. Raises: AmbiguousQuery, RateLimited, UpstreamError.

        >>> [pathway.id for pathway in facts.pathways_for_gene("p53")]
        ['WP:WP254', 'WP:WP179', 'WP:WP707', 'WP:WP656']
        """
        return await self._list(_PATHWAYS_FOR_GENE, locals())

    async def pathways_for_compound(
        self, compound: str, *, organism: str | None = None, page_size: int = DEFAULT_PAGE_SIZE
    ) -> AsyncResults[ContainingPathway, PathwaysOfCompound]:
        """List all pathways that draw a compound. `answer.read_as`: the compound, if it differs from the text.

        Raises: AmbiguousQuery, EntityNotFound, RateLimited, UpstreamError.

        >>> facts.pathways_for_compound("glucose")[0].title
        'Glycolysis and gluconeogenesis'
        """
        return await self._list(_PATHWAYS_FOR_COMPOUND, locals())

    async def neighbours(
        self,
        id: str,
        *,
        direction: Direction = "both",
        sign: Sign | None = None,
        effect: Effect | None = None,
        organism: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> AsyncResults[Neighbour, NeighbourPage]:
        """List what acts on a gene or compound (`upstream`) and what it acts on (`downstream`), in all pathways.

        Each interaction is listed once, with every pathway that draws it. `answer` contains counts by direction and
        effect, and in `read_as` the gene or compound that a name was resolved to. Raises: any BiofactsError.

        >>> [(one.effect, one.target.label) for one in facts.neighbours("MDM2", direction="downstream")]
        [('inhibits', 'TP53')]
        """
        return await self._list(_NEIGHBOURS, locals())

    async def paths(
        self,
        source: str,
        target: str,
        *,
        max_length: int = LENGTH,
        organism: str | None = None,
        currency_metabolites: bool = False,
        page_size: int = PATHS_PAGE,
    ) -> AsyncResults[DrawnPath, PathPage]:
        """Find the shortest directed paths from one gene or compound to another, across all pathways.

        `max_length`: the longest path, in steps (at most 6). `currency_metabolites`: True to allow paths through ATP,
        water and the like. `answer` contains the genes or compounds that the two names were resolved to.
        Raises: any BiofactsError.

        >>> [node.label for node in facts.paths("p53", "BAX")[0].nodes]
        ['TP53', 'BAX']
        """
        return await self._list(_PATHS, locals())

    async def search_compounds(
        self, query: str, *, page_size: int = DEFAULT_PAGE_SIZE
    ) -> AsyncResults[CompoundSearchCandidate, Page[CompoundSearchCandidate]]:
        """Search compounds by name, SMILES, InChI, InChIKey or another identifier.

        Raises: AmbiguousQuery, RateLimited, UpstreamError.

        >>> facts.search_compounds("asprin")[0].name
        'Aspirin'
        """
        return await self._list(_SEARCH_COMPOUNDS, locals())

    async def get_compound(self, pubchem_id: str) -> Compound:
        """Fetch a compound by its CURIE (`PubChem:CID2244`). Raises: any BiofactsError.

        >>> facts.get_compound("PubChem:CID2244").molecular_formula
        'C9H8O4'
        """
        return await self._get(_GET_COMPOUND, locals())

    async def depiction(self, pubchem_id: str) -> CompoundPicture:
        """Fetch PubChem's drawing of a compound's structure by its CURIE (`PubChem:CID2244`).

        A notebook displays the result; `png()` returns the image, `save(...)` writes it. Raises: any BiofactsError.

        >>> facts.depiction("PubChem:CID2244").save("aspirin.png")  # doctest: +SKIP
        """
        return CompoundPicture(await self._get(DEPICT, locals()))

    async def search_ligands(
        self,
        query: str = "",
        *,
        approved_only: bool = False,
        withdrawn_only: bool = False,
        labelled: bool = False,
        type: LigandType | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> AsyncResults[LigandCandidate, Page[LigandCandidate]]:
        """Search drugs and other ligands by name, brand, class or mechanism, or list all that match the filters.

        Raises: AmbiguousQuery, RateLimited, UpstreamError.

        >>> [ligand.name for ligand in facts.search_ligands("beta blocker", approved_only=True)]
        ['pindolol', 'atenolol', 'propranolol']
        """
        return await self._list(_SEARCH_LIGANDS, locals())

    async def get_ligand(self, iuphar_id: str) -> Ligand:
        """Fetch a ligand by its CURIE (`IUPHAR:2713`). Raises: any BiofactsError.

        >>> facts.get_ligand("IUPHAR:2713").name
        'ibuprofen'
        """
        return await self._get(_GET_LIGAND, locals())

    async def search_targets(
        self, query: str, *, page_size: int = DEFAULT_PAGE_SIZE
    ) -> AsyncResults[TargetCandidate, Page[TargetCandidate]]:
        """Search targets by name, gene symbol, family or class. Raises: AmbiguousQuery, RateLimited, UpstreamError.

        >>> facts.search_targets("DRD2")[0].id
        'IUPHAR:215'
        """
        return await self._list(_SEARCH_TARGETS, locals())

    async def get_target(self, iuphar_id: str) -> Target:
        """Fetch a target by its CURIE (`IUPHAR:215`). Raises: any BiofactsError.

        >>> facts.get_target("IUPHAR:215").name
        'D2 receptor'
        """
        return await self._get(_GET_TARGET, locals())

    async def search_genes(
        self, query: str, *, organism: str | None = None, page_size: int = DEFAULT_PAGE_SIZE
    ) -> AsyncResults[GeneCandidate, Page[GeneCandidate]]:
        """Search genes by symbol, alias, previous symbol, full name or identifier. The default organism is human.

        Raises: AmbiguousQuery, RateLimited, UpstreamError.

        >>> facts.search_genes("p53")[0].symbol
        'TP53'
        """
        return await self._list(_SEARCH_GENES, locals())

    async def get_gene(self, gene_id: str) -> Gene:
        """Fetch a gene by its CURIE (`HGNC:11998`, `NCBIGene:22059`). Raises: any BiofactsError.

        >>> facts.get_gene("HGNC:11998").name
        'tumor protein p53'
        """
        return await self._get(_GET_GENE, locals())

    async def interactions(
        self,
        *,
        ligand_id: str | None = None,
        target_id: str | None = None,
        approved_only: bool = False,
        action: str | None = None,
        species: str | None = None,
        primary_only: bool = False,
        min_affinity: float | None = None,
        sort: InteractionOrder = "approved",
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> AsyncResults[InteractionRecord, InteractionPage]:
        """List all interactions of a ligand, of a target, or between the two.

        `action`: a type or action such as "inhibitor" or "partial agonist". `species`: the species of the target.
        `primary_only`: only primary targets. `min_affinity`: the least affinity, as its negative logarithm (7 is 100
        nM). `sort="affinity"`: the highest affinity first, instead of approved ligands. Raises: any BiofactsError.

        >>> [row.target.name for row in facts.interactions(ligand_id="ibuprofen")]
        ['COX-2', 'COX-1']
        """
        return await self._list(_OF_ONE, locals())

    async def selectivity(
        self,
        ligand_ids: Sequence[str],
        *,
        approved_only: bool = False,
        action: str | None = None,
        species: str | None = None,
        primary_only: bool = False,
        min_affinity: float | None = None,
        sort: InteractionOrder = "approved",
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> AsyncResults[ComparedTarget, SelectivityPage]:
        """Compare up to 20 ligands: list every target with the curated affinity of each ligand.

        `species`: the species of the targets (human by default). The other arguments are those of `interactions`.

        Raises: any BiofactsError.

        >>> [row.target.name for row in facts.selectivity(["ibuprofen", "celecoxib"])]
        ['COX-2', 'COX-1']
        """
        return await self._list(_SIDE_BY_SIDE, locals())

    async def compare(self, one: str, other: str) -> Comparison:
        """Compare two pathways, by CURIE or name: the genes and compounds in both, and those in only one.

        Raises: any BiofactsError.

        >>> facts.compare("apoptosis", "DNA damage response").genes.jaccard
        0.095
        """
        return await self._get(COMPARE, locals())

    @overload
    async def links(self, id: str, kind: LinkKind) -> Links: ...
    @overload
    async def links(
        self,
        id: str | Sequence[str],
        kind: LinkKind,
        to: LinkKind,
        *,
        match: Match = "any",
        approved_only: bool = False,
        organism: str | None = None,
        all_ways: bool = False,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> AsyncResults[Linked, LinkPage]: ...
    async def links(
        self,
        id: str | Sequence[str],
        kind: LinkKind,
        to: LinkKind | None = None,
        *,
        match: Match = "any",
        approved_only: bool = False,
        organism: str | None = None,
        all_ways: bool = False,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> Links | AsyncResults[Linked, LinkPage]:
        """Count the records that a record is linked to or, with `to`, list the linked records of that kind.

        `id`: a CURIE or name, or a list of up to 200; each item then names those that it is linked to. `match`: "all"
        for only the records linked to every `id`. `all_ways`: True to include every chain of records that links an item
        to the start, instead of at most two.

        Raises: any BiofactsError.

        >>> [drug.name for drug in facts.links("WP:WP254", "pathway", "ligand")]
        ['venetoclax', 'navitoclax']
        """
        begin = {"id": id} if isinstance(id, str) else {"ids": [*id]}
        if to is None:
            counts = await self._get(_LINKS, {**begin, "kind": kind})
            assert isinstance(counts, Links)
            return counts
        arguments = {
            **begin, "kind": kind, "to": to, "match": match, "approved_only": approved_only, "organism": organism,
            "all_ways": all_ways, "page_size": page_size,
        }  # fmt: skip
        return await self._list(cast("Tool[Any, LinkPage]", _LINKS), arguments)


class Facts(results.Blocking):
    """The synchronous interface to biofacts: the methods of `AsyncFacts`, each blocking until it has the answer."""

    search_pathways = results.listing(AsyncFacts.search_pathways)
    get_pathway = results.value(AsyncFacts.get_pathway)
    pathway_components = results.value(AsyncFacts.pathway_components)
    pathways_for_gene = results.listing(AsyncFacts.pathways_for_gene)
    pathways_for_compound = results.listing(AsyncFacts.pathways_for_compound)
    neighbours = results.listing(AsyncFacts.neighbours)
    paths = results.listing(AsyncFacts.paths)
    search_compounds = results.listing(AsyncFacts.search_compounds)
    get_compound = results.value(AsyncFacts.get_compound)
    depiction = results.value(AsyncFacts.depiction)
    search_ligands = results.listing(AsyncFacts.search_ligands)
    get_ligand = results.value(AsyncFacts.get_ligand)
    search_targets = results.listing(AsyncFacts.search_targets)
    get_target = results.value(AsyncFacts.get_target)
    search_genes = results.listing(AsyncFacts.search_genes)
    get_gene = results.value(AsyncFacts.get_gene)
    interactions = results.listing(AsyncFacts.interactions)
    selectivity = results.listing(AsyncFacts.selectivity)
    compare = results.value(AsyncFacts.compare)
    resolve_many = results.value(AsyncFacts.resolve_many)
    enrich = results.enrichment(AsyncFacts.enrich)
    draw = results.value(AsyncFacts.draw)
    links: results.LinksMethod = results.blocking(AsyncFacts.links)
