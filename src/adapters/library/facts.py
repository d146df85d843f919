"""The asynchronous facts: one method per tool, with its arguments, values and decisions."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeVar, cast, overload

import msgspec

from biofacts.adapters.library.notebook import CompoundPicture, Frame, Highlighted, Picture, written
from biofacts.adapters.library.phrasing import FOR_PYTHON
from biofacts.adapters.library.ranked_lists import Ranked, ranked_rows
from biofacts.adapters.library.results import AsyncEnrichmentResults, AsyncResults, Table
from biofacts.application.links.compare import Comparison
from biofacts.application.links.find_links import LinkPage, Match
from biofacts.application.lists.enrichment import Enrichment
from biofacts.application.lists.ranked import RankedEnrichment
from biofacts.application.lists.resolution import AnyKind, Resolutions
from biofacts.application.messages import pathways as pathway_messages
from biofacts.application.pathways.find_paths import PAGE_SIZE as PATHS_PAGE
from biofacts.application.pathways.find_paths import PathPage
from biofacts.application.pathways.neighbours import NeighbourPage
from biofacts.application.pathways.reverse_lookup import PathwaysOfCompound, PathwaysOfGene
from biofacts.application.pharmacology.interactions import InteractionPage, SelectivityPage
from biofacts.application.pictures.draw import MOST
from biofacts.application.tools.compounds import COMPOUND_TOOLS, DEPICT
from biofacts.application.tools.edges import EDGE_TOOLS
from biofacts.application.tools.genes import GENE_TOOLS
from biofacts.application.tools.links import COMPARE, GRAPH_TOOLS
from biofacts.application.tools.lists import LIST_TOOLS, PLOT
from biofacts.application.tools.pathways import DRAW, PATHWAY_TOOLS
from biofacts.application.tools.pharmacology import INTERACTION_TOOLS, LIGAND_TOOLS, TARGET_TOOLS
from biofacts.application.tools.registry import answer
from biofacts.application.tools.tool import Tool
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.advice import joined
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate
from biofacts.domain.edges.edge import Effect, Sign
from biofacts.domain.edges.neighbours import Direction, Neighbour
from biofacts.domain.edges.paths import LENGTH, DrawnPath
from biofacts.domain.genes.gene import Gene, GeneCandidate
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.links.graph import Linked, LinkKind, Links
from biofacts.domain.lists.enrichment import LARGEST_SET, SMALLEST_SET, EnrichedPathway
from biofacts.domain.lists.ranking import PERMUTATIONS, RankedPathway
from biofacts.domain.lists.resolution import Resolution
from biofacts.domain.pathways.pathway import (
    ComponentsDetail,
    ContainingPathway,
    Detail,
    Pathway,
    PathwayCandidate,
    PathwayComponents,
)
from biofacts.domain.pharmacology.interaction import InteractionRecord
from biofacts.domain.pharmacology.interaction_lists import InteractionOrder
from biofacts.domain.pharmacology.ligand import Ligand, LigandCandidate
from biofacts.domain.pharmacology.ligand_filters import LigandType
from biofacts.domain.pharmacology.selectivity import ComparedTarget
from biofacts.domain.pharmacology.target import Target, TargetCandidate
from biofacts.domain.pictures.scales import PaletteName

# Taken apart, each tool has its own type, by which the methods below are checked.
_SEARCH_PATHWAYS, _GET_PATHWAY, _PATHWAYS_FOR_GENE, _COMPONENTS = PATHWAY_TOOLS
_WHOLE_COMPONENTS = cast("Tool[Any, PathwayComponents]", _COMPONENTS)  # light ones are for agents
_SEARCH_COMPOUNDS, _GET_COMPOUND, _PATHWAYS_FOR_COMPOUND = COMPOUND_TOOLS
_SEARCH_LIGANDS, _GET_LIGAND = LIGAND_TOOLS
_SEARCH_TARGETS, _GET_TARGET = TARGET_TOOLS
_SEARCH_GENES, _GET_GENE = GENE_TOOLS
_RESOLVE_MANY, _ENRICH = LIST_TOOLS
_OF_LIST = cast("Tool[Any, Enrichment]", _ENRICH)
_OF_RANKING = cast("Tool[Any, RankedEnrichment]", _ENRICH)
(_INTERACTIONS,) = INTERACTION_TOOLS
# One tool gives either page, by its arguments.
_OF_ONE = cast("Tool[Any, InteractionPage]", _INTERACTIONS)
_SIDE_BY_SIDE = cast("Tool[Any, SelectivityPage]", _INTERACTIONS)
(_LINKS,) = GRAPH_TOOLS
_NEIGHBOURS, _PATHS = EDGE_TOOLS

AnswerT = TypeVar("AnswerT")
PageT = TypeVar("PageT", bound=Page[Any])
Names = str | Sequence[str]


class AsyncFacts:
    """The facts of biofacts, for asynchronous Python.

    Lists iterate over all items and fetch them in pages of `page_size` (1-100). Failures are exceptions of
    `biofacts.domain.answers.errors` (`BiofactsError` and its five kinds), with a note that suggests the next call.
    """

    def __init__(self, use_cases: UseCases) -> None:
        self._use_cases = use_cases

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
        """Search pathways by topic, process, disease, gene, author or identifier; the best come first.

        Without words: all pathways of an organism or of a community (`RareDiseases`), or all that were revised since a
        day (`2026-08-31`), newest first.
        `slim=False`: include descriptions and what matched. Raises: AmbiguousQuery, RateLimited, UpstreamError.
        """
        return await self._list(_SEARCH_PATHWAYS, locals())

    async def get_pathway(self, pathway_id: str, *, detail: Detail = "full") -> Pathway:
        """Fetch a pathway by its CURIE (`WP:WP534`). Raises: any BiofactsError."""
        return await self._get(_GET_PATHWAY, locals())

    async def pathway_components(
        self,
        pathway_id: str,
        *,
        parts: Names = (),
        around: str | None = None,
        detail: ComponentsDetail = "full",
        whole: bool = True,
    ) -> PathwayComponents:
        """Fetch everything that a pathway draws. `whole=False`: cut long lists at 60 kB.

        Raises: any BiofactsError.
        """
        return await self._get(_WHOLE_COMPONENTS, locals())

    async def pathways_for_gene(
        self, gene_id: str, *, organism: str | None = None, page_size: int = DEFAULT_PAGE_SIZE, slim: bool = False
    ) -> AsyncResults[ContainingPathway, PathwaysOfGene]:
        """List all pathways that contain a gene, human ones first. `answer.read_as` identifies the gene.

        Raises: AmbiguousQuery, RateLimited, UpstreamError.
        """
        return await self._list(_PATHWAYS_FOR_GENE, locals())

    async def pathways_for_compound(
        self, compound: str, *, organism: str | None = None, page_size: int = DEFAULT_PAGE_SIZE
    ) -> AsyncResults[ContainingPathway, PathwaysOfCompound]:
        """List all pathways that draw a compound. `answer.read_as` identifies the compound.

        Raises: AmbiguousQuery, EntityNotFound, RateLimited, UpstreamError.
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
        """List what acts on a gene or compound (`upstream`), and what it acts on (`downstream`), in all drawings.

        Each interaction is listed once, with every pathway that draws it. `answer` has counts by direction and effect,
        and `read_as`, the gene or compound. Raises: any BiofactsError.
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
        """Find the shortest directed paths from one gene or compound to another, in the drawings of all pathways.

        `max_length`: in steps, at most 6. `currency_metabolites`: also pass through ATP, water and the like. `answer`
        has what the names were read as. Raises: any BiofactsError.
        """
        return await self._list(_PATHS, locals())

    async def search_compounds(
        self, query: str, *, page_size: int = DEFAULT_PAGE_SIZE
    ) -> AsyncResults[CompoundSearchCandidate, Page[CompoundSearchCandidate]]:
        """Search compounds by name, SMILES, InChI, InChIKey or another identifier.

        Raises: AmbiguousQuery, RateLimited, UpstreamError.
        """
        return await self._list(_SEARCH_COMPOUNDS, locals())

    async def get_compound(self, pubchem_id: str) -> Compound:
        """Fetch a compound by its CURIE (`PubChem:CID2244`). Raises: any BiofactsError."""
        return await self._get(_GET_COMPOUND, locals())

    async def depiction(self, pubchem_id: str) -> CompoundPicture:
        """Fetch PubChem's drawing of a compound's structure by its CURIE (`PubChem:CID2244`).

        A notebook displays the result; `png()` returns the image, `save(...)` writes it. Raises: any BiofactsError.
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
        """Search drugs and other ligands by name, brand, class or mechanism, or list all that pass the filters.

        Raises: AmbiguousQuery, RateLimited, UpstreamError.
        """
        return await self._list(_SEARCH_LIGANDS, locals())

    async def get_ligand(self, iuphar_id: str) -> Ligand:
        """Fetch a ligand by its CURIE (`IUPHAR:2713`). Raises: any BiofactsError."""
        return await self._get(_GET_LIGAND, locals())

    async def search_targets(
        self, query: str, *, page_size: int = DEFAULT_PAGE_SIZE
    ) -> AsyncResults[TargetCandidate, Page[TargetCandidate]]:
        """Search targets by name, gene symbol, family or class. Raises: AmbiguousQuery, RateLimited, UpstreamError."""
        return await self._list(_SEARCH_TARGETS, locals())

    async def get_target(self, iuphar_id: str) -> Target:
        """Fetch a target by its CURIE (`IUPHAR:215`). Raises: any BiofactsError."""
        return await self._get(_GET_TARGET, locals())

    async def search_genes(
        self, query: str, *, organism: str | None = None, page_size: int = DEFAULT_PAGE_SIZE
    ) -> AsyncResults[GeneCandidate, Page[GeneCandidate]]:
        """Search genes by symbol, alias, previous symbol, full name or identifier. The default organism is human.

        Raises: AmbiguousQuery, RateLimited, UpstreamError.
        """
        return await self._list(_SEARCH_GENES, locals())

    async def get_gene(self, gene_id: str) -> Gene:
        """Fetch a gene by its CURIE (`HGNC:11998`, `NCBIGene:22059`). Raises: any BiofactsError."""
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
        """List all interactions of a ligand, of a target, or between both. Raises: any BiofactsError."""
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
        """Compare up to 20 ligands: every target of a species (human) with the curated affinities of each.

        Raises: any BiofactsError.
        """
        return await self._list(_SIDE_BY_SIDE, locals())

    async def compare(self, one: str, other: str) -> Comparison:
        """Compare two pathways, by CURIE or name: the genes and compounds of both, and those of only one.

        Raises: any BiofactsError.
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
        """Count what a record is linked to, or with `to` list the linked records of one kind.

        `id`: a CURIE or a name; or up to 200 of them, of which each item says to which it is linked. `match`: "all" for
        what all of a list share. `all_ways`: show all ways of a link, not two.

        Raises: any BiofactsError.
        """
        begin = {"id": id} if isinstance(id, str) else {"ids": [*id]}
        if to is None:
            counts = await self._get(_LINKS, {**begin, "kind": kind})
            assert isinstance(counts, Links)
            return counts
        given = {
            **begin, "kind": kind, "to": to, "match": match, "approved_only": approved_only, "organism": organism,
            "all_ways": all_ways, "page_size": page_size,
        }  # fmt: skip
        return await self._list(cast("Tool[Any, LinkPage]", _LINKS), given)

    async def resolve_many(
        self, names: Names, kind: AnyKind = "any", *, organism: str | None = None, to_organism: str | None = None
    ) -> Table[Resolution, Resolutions]:
        """Resolve up to 200 names. Each item has a CURIE, or the reason why there is none.

        `to_organism`: resolve genes to their orthologs in this organism (human, mouse or rat).

        Raises: AmbiguousQuery; with `to_organism` also RateLimited, UpstreamError.
        """
        return Table(await self._get(_RESOLVE_MANY, locals()))

    @overload
    async def enrich(
        self,
        genes: Names | None = None,
        *,
        compounds: Names | None = None,
        organism: str = HUMAN,
        to_organism: str | None = None,
        background: Names | None = None,
        min_size: int = SMALLEST_SET,
        max_size: int = LARGEST_SET,
        grouped: bool = False,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> AsyncEnrichmentResults[EnrichedPathway, Enrichment]: ...
    @overload
    async def enrich(
        self,
        *,
        ranked: Ranked,
        organism: str = HUMAN,
        to_organism: str | None = None,
        min_size: int = SMALLEST_SET,
        max_size: int = LARGEST_SET,
        grouped: bool = False,
        permutations: int = PERMUTATIONS,
        seed: int = 0,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> AsyncEnrichmentResults[RankedPathway, RankedEnrichment]: ...
    async def enrich(
        self,
        genes: Names | None = None,
        *,
        compounds: Names | None = None,
        ranked: Ranked | None = None,
        organism: str = HUMAN,
        to_organism: str | None = None,
        background: Names | None = None,
        min_size: int = SMALLEST_SET,
        max_size: int = LARGEST_SET,
        grouped: bool = False,
        permutations: int = PERMUTATIONS,
        seed: int = 0,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> AsyncEnrichmentResults[EnrichedPathway, Enrichment] | AsyncEnrichmentResults[RankedPathway, RankedEnrichment]:
        """Find pathways that contain more of a list than expected by chance, sorted by p-value.

        The test is hypergeometric and one-sided; `adjusted_p_value` is by Benjamini and Hochberg, over all pathways
        with `min_size` to `max_size` members of the background. With both lists, genes and compounds are tested
        together, and `alone` has each part. `to_organism`: test the orthologs of the genes in the pathways of this
        organism (human, mouse or rat). `grouped`: a pathway follows the one that its `same_as` names. `answer` has the
        background, the meanings of the names, and those that were not found.

        `ranked`: all measured genes with a score each, as a mapping, a series, a data frame of two columns, or pairs.
        Then pathways are found whose genes gather at the top or at the bottom (preranked GSEA with `permutations` from
        a `seed`), those of either end in turn. `plot` of the result draws them.

        Raises: AmbiguousQuery, RateLimited, UpstreamError.
        """
        settings: dict[str, Any] = {
            "organism": organism, "to_organism": to_organism, "background": background, "min_size": min_size,
            "max_size": max_size, "grouped": grouped, "page_size": page_size,
        }  # fmt: skip
        tool, given = _OF_LIST, {"genes": genes, "compounds": compounds, **settings}
        if ranked is not None:
            given |= {"ranked": ranked_rows(ranked), "permutations": permutations, "seed": seed}
            tool = cast("Tool[Any, Any]", _OF_RANKING)

        async def turn(cursor: str | None) -> Any:
            return await self._get(tool, given, cursor=cursor)

        return AsyncEnrichmentResults(await turn(None), turn, partial(self._get, PLOT, given))

    async def draw(
        self,
        pathway_id: str | EnrichedPathway | RankedPathway,
        *,
        highlight: Highlighted | Frame = (),
        path: tuple[str, str] | None = None,
        drugs: bool = False,
        title: bool = True,
        range: tuple[float, float] | None = None,
        palette: PaletteName = "blue-orange",
        caption: str = "",
        conditions: Sequence[str] = (),
        cutoff: float | str = "",
        large_letters: bool = False,
    ) -> Picture:
        """Draw a pathway, by its CURIE or as an item of `enrich`.

        A notebook displays the result; `svg` and `png()` have the image, `save(...)` writes it. `highlight`: names of
        genes or compounds, or ids of nodes, alone or with a number or a colour: `{"TP53": 2.1, "BAX": "red"}`; with a
        number for each condition: `{"6 h": {"TP53": 2.1}, "24 h": {"TP53": "ns"}}`, or a table of pandas; the default
        for an enriched pathway is its members of the list; of more than 500 names, those that are drawn are taken.
        `path`: two names, between which the shortest path by drawn arrows is highlighted. `drugs`: mark nodes that are
        approved drugs or their targets. `title`: draw title, organism and date. `range`: the ends of the colour scale.
        `caption`: its heading. `conditions`: names of the several numbers of a node. `cutoff`: the p-value from which
        on numbers are "ns", for the legend. `large_letters`: labels fill their nodes. Raises: any BiofactsError.
        """
        if not isinstance(pathway_id, str):
            highlight = pathway_id.members if isinstance(highlight, tuple) and not highlight else highlight
            pathway_id = pathway_id.id
        (names, named), remark = written(highlight), None
        if not isinstance(names, str) and len(names) > MOST:
            among = await self._use_cases.draw_pathway.drawn_among(pathway_id, names)
            remark, names = pathway_messages.drawn_among(len(among), len(names)), [*among]
        given = {"pathway_id": pathway_id, "highlight": names, "path": path, "drugs": drugs, "range": range}
        look = {
            "title": title, "palette": palette, "caption": caption, "conditions": [*(conditions or named)],
            "cutoff": str(cutoff), "large_letters": large_letters,
        }  # fmt: skip
        drawn = await self._get(DRAW, {**given, **look})
        shown = msgspec.structs.replace(drawn.shown, guidance=joined(drawn.shown.guidance, remark))
        return Picture(msgspec.structs.replace(drawn, shown=shown), self._use_cases.draw_pathway)

    async def _get(self, tool: Tool[Any, AnswerT], given: Mapping[str, object], **more: object) -> AnswerT:
        """Call a tool with those arguments that are not None. `given`: a method's arguments, as `locals()` has them.

        Raises: any BiofactsError, with a note that suggests the next call.
        """
        try:
            stated = {
                name: value for name, value in {**given, **more}.items() if value is not None and value is not self
            }
            return await answer(tool, self._use_cases, stated, FOR_PYTHON)
        except BiofactsError as error:
            # Tracebacks print notes below the message, so that the user sees the next call.
            error.add_note(error.worded(FOR_PYTHON))
            raise

    async def _list(self, tool: Tool[Any, PageT], given: Mapping[str, object]) -> AsyncResults[Any, PageT]:
        async def turn(cursor: str | None) -> PageT:
            return await self._get(tool, given, cursor=cursor)

        return AsyncResults(await turn(None), turn)
