"""The graph: from any record to every other kind, with the evidence and the ways."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from biofacts.application import listing
from biofacts.application.joins import Joins, Place, Stretch
from biofacts.application.joins import pathway as listed_pathway
from biofacts.domain import strict, wording
from biofacts.domain.advice import FOR_TOOLS, Advice, Phrasing
from biofacts.domain.compound import COMPOUND, CompoundId
from biofacts.domain.cross_references import pairs
from biofacts.domain.errors import AmbiguousQuery, BiofactsError, EntityNotFound
from biofacts.domain.gene import GENE, GeneId
from biofacts.domain.graph import KINDS, KindName, Linked, Links, LinkSummary, Way, joined, rank
from biofacts.domain.kinds import Kind
from biofacts.domain.ligand import LIGAND, LigandId
from biofacts.domain.paging import DEFAULT_PAGE_SIZE, Page, bad_cursor, windowed
from biofacts.domain.pathway import PATHWAY, PathwayId
from biofacts.domain.target import TARGET, TargetId
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.genes import GeneSource
from biofacts.ports.ligands import LigandSource
from biofacts.ports.pathways import PathwaySource
from biofacts.ports.targets import TargetSource

TOOL = "find_links"
_FIRST = 5
_KINDS: Mapping[KindName, Kind] = {
    "pathway": PATHWAY, "compound": COMPOUND, "ligand": LIGAND, "target": TARGET, "gene": GENE,
}  # fmt: skip

Walk = Callable[[Sequence[Place]], Awaitable[Stretch]]


class Reached(NamedTuple):
    """Entities at the end of a walk. `version`: of all that took part; `lacking`: what could not be told."""

    entities: Sequence[Linked]
    version: str
    lacking: Advice | None = None


class _End(NamedTuple):
    """A place that was reached, and the ways to it: none of a single step."""

    place: Place
    ways: list[Way]


class FindLinks:
    """What an entity is linked to."""

    def __init__(
        self,
        walks: Joins,
        *,
        pathways: PathwaySource,
        compounds: CompoundSource,
        ligands: LigandSource,
        targets: TargetSource,
        genes: GeneSource,
        phrasing: Phrasing = FOR_TOOLS,
    ) -> None:
        self._pathways = pathways
        self._compounds = compounds
        self._ligands = ligands
        self._targets = targets
        self._genes = genes
        self._phrasing = phrasing
        to_ligands = (walks.genes_to_targets, walks.targets_to_ligands)
        to_genes = (walks.ligands_to_targets, walks.targets_to_genes)
        self._routes: Mapping[tuple[KindName, KindName], tuple[Walk, ...]] = {
            ("gene", "target"): (walks.genes_to_targets,),
            ("gene", "ligand"): to_ligands,
            ("gene", "compound"): (*to_ligands, walks.ligands_to_compounds),
            ("gene", "pathway"): (walks.genes_to_pathways,),
            ("target", "gene"): (walks.targets_to_genes,),
            ("target", "ligand"): (walks.targets_to_ligands,),
            ("target", "compound"): (walks.targets_to_ligands, walks.ligands_to_compounds),
            ("target", "pathway"): (walks.targets_to_genes, walks.genes_to_pathways),
            ("ligand", "target"): (walks.ligands_to_targets,),
            ("ligand", "gene"): to_genes,
            ("ligand", "compound"): (walks.ligands_to_compounds,),
            ("ligand", "pathway"): (*to_genes, walks.genes_to_pathways),
            ("compound", "ligand"): (walks.compounds_to_ligands,),
            ("compound", "target"): (walks.compounds_to_ligands, walks.ligands_to_targets),
            ("compound", "gene"): (walks.compounds_to_ligands, *to_genes),
            ("compound", "pathway"): (walks.compounds_to_ligands, *to_genes, walks.genes_to_pathways),
            ("pathway", "gene"): (walks.pathways_to_genes,),
            ("pathway", "target"): (walks.pathways_to_genes, walks.genes_to_targets),
            ("pathway", "ligand"): (walks.pathways_to_genes, *to_ligands),
            ("pathway", "compound"): (walks.pathways_to_genes, *to_ligands, walks.ligands_to_compounds),
        }

    async def __call__(
        self,
        identifier: object,
        kind: KindName,
        to: KindName,
        *,
        approved_only: bool = False,
        organism: str | None = None,
        cursor: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> Page[Linked]:
        """One page of links to a kind. Raises: UnresolvedEntity, EntityNotFound, AmbiguousQuery, RateLimited,
        UpstreamError.
        """
        start = await self._start(identifier, kind)
        listed = (TOOL, kind, start.entity.id, to, organism or "", str(approved_only))
        window = listing.window(listed, cursor, page_size)
        reached = await self._reach(start, kind, to, approved_only=approved_only, organism=organism)
        if window.version not in (None, reached.version):
            raise bad_cursor(cursor or "", "the catalogue has been refreshed since")
        advice = reached.lacking if reached.entities else wording.no_links(_KINDS[kind], start.entity.label, _KINDS[to])
        hits = windowed(reached.entities, window, version=reached.version, advice=advice)
        return listing.rows(hits, window, listed, cursor, phrasing=self._phrasing)

    async def summary(self, identifier: object, kind: KindName) -> Links:
        """The links to every other kind, counted. Raises: as a call."""
        start = await self._start(identifier, kind)
        links: dict[str, LinkSummary] = {}
        others: list[KindName] = [one for one in KINDS if one != kind]
        for to in others:
            reached = await self._reach(start, kind, to)
            if reached.entities:
                call = wording.links_to(start.entity.id, kind, to)
                links[to] = LinkSummary(
                    count=len(reached.entities),
                    first=tuple(f"{one.id} {one.label}" for one in reached.entities[:_FIRST]),
                    call=Advice.of(call).told(self._phrasing),
                )
        return Links(id=start.entity.id, kind=kind, name=start.entity.label, links=links)

    async def _reach(
        self, start: Place, kind: KindName, to: KindName, *, approved_only: bool = False, organism: str | None = None
    ) -> Reached:
        if (route := self._routes.get((kind, to))) is None:
            raise AmbiguousQuery(*wording.links_to_itself(_KINDS[to]), to)
        places, ways = [start], {start.key: [Way()]}
        versions: dict[str, None] = {}
        for number, walk in enumerate(route):
            stretch = await walk(places)
            versions |= dict.fromkeys(stretch.version.split())
            ends = _merged(stretch, {one.key: one for one in places}, ways, is_first=number == 0)
            if approved_only:
                ends = {key: end for key, end in ends.items() if _may_stay(end.place)}
            places = [end.place for end in ends.values()]
            ways = {key: end.ways for key, end in ends.items()}
        entities = [
            place.entity.told(to, ways[place.key])
            for place in places
            if organism is None or place.entity.organism in (None, organism)
        ]
        return Reached(sorted(entities, key=rank), " ".join(versions))

    async def _start(self, identifier: object, kind: KindName) -> Place:
        """The record from which a walk begins. Raises: UnresolvedEntity, EntityNotFound, RateLimited, UpstreamError."""
        named = msgspec.structs.replace(_KINDS[kind], get_tool=TOOL, id_argument="id")
        match kind:
            case "gene":
                gene = await self._genes.get(strict.read(named, GeneId, identifier))
                if gene is not None:
                    entity = Linked(id=gene.id, kind=kind, symbol=gene.symbol, name=gene.name, organism=gene.organism)
                    return Place(entity, frozenset(pairs(gene.cross_references)))
            case "target":
                target = await self._targets.get(strict.read(named, TargetId, identifier))
                if target is not None:
                    entity = Linked(id=target.id, kind=kind, name=target.name, gene_symbol=target.gene_symbol)
                    return Place(entity, frozenset(pairs(target.cross_references)))
            case "ligand":
                ligand = await self._ligands.get(strict.read(named, LigandId, identifier))
                if ligand is not None:
                    entity = Linked(id=ligand.id, kind=kind, name=ligand.name, approved=ligand.approved)
                    return Place(entity, frozenset(pairs(ligand.cross_references)))
            case "pathway":
                carried = await self._pathways.carried(strict.read(named, PathwayId, identifier))
                if carried is not None:
                    return Place(listed_pathway(carried.entity), carried.identifiers)
            case "compound":
                return await self._compound(strict.read(named, CompoundId, identifier))
        raise EntityNotFound(_KINDS[kind], str(identifier))

    async def _compound(self, identifier: CompoundId) -> Place:
        """A compound by its own number and its InChIKey; where PubChem cannot be asked, by its number alone."""
        own = ("pubchem_compound", str(identifier).removeprefix("PubChem:CID"))
        try:
            compound = await self._compounds.get(identifier)
        except BiofactsError:
            return Place(Linked(id=str(identifier), kind="compound"), frozenset({own}))
        if compound is None:
            raise EntityNotFound(COMPOUND, str(identifier))
        keys = [("inchikey", compound.inchikey)] if compound.inchikey else []
        return Place(Linked(id=compound.id, kind="compound", name=compound.name), frozenset({own, *keys}))


def _may_stay(place: Place) -> bool:
    """With approved ligands only: other kinds do not come into it."""
    return place.entity.kind != "ligand" or place.is_acted_on or bool(place.entity.approved)


def _merged(
    stretch: Stretch,
    before: Mapping[tuple[str, str], Place],
    ways: Mapping[tuple[str, str], list[Way]],
    *,
    is_first: bool,
) -> dict[tuple[str, str], _End]:
    """The places of a stretch, each once, with every way to it."""
    ends: dict[tuple[str, str], _End] = {}
    for source, place in stretch.links:
        end = ends.setdefault(place.key, _End(place, []))
        if not is_first:
            last = before[source].entity.way
            end.ways.extend(joined(way, last) for way in ways[source] or [Way()])
    return ends
