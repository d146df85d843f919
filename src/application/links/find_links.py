"""The graph: links from any record to records of every other kind, with evidence and ways."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias, TypeVar

import msgspec

from biofacts.application.answers import pages
from biofacts.application.links import entities as linked_entities
from biofacts.application.links.entities import Place, Stretch
from biofacts.application.links.joins import Joins
from biofacts.application.messages import genes as gene_messages
from biofacts.application.messages import links as link_messages
from biofacts.application.messages import pharmacology as pharmacology_messages
from biofacts.domain.answers.advice import Advice, joined, json_size
from biofacts.domain.answers.bounded_mapping import Remembered
from biofacts.domain.answers.errors import AmbiguousQuery, BiofactsError, EntityNotFound, UnresolvedEntity
from biofacts.domain.answers.kinds import LIGAND, TARGET, KindName
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page, outdated_cursor, windowed
from biofacts.domain.answers.records import HGNC, Provenance
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.curies import (
    BY_NAME,
    IDENTIFIERS,
    AnyId,
    CompoundId,
    GeneId,
    LigandId,
    PathwayId,
    TargetId,
)
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.links.graph import KINDS, Linked, Links, LinkSummary, Way, joined_ways, rank
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.genes import GeneSource
from biofacts.ports.pathways import PathwaySource
from biofacts.ports.pharmacology import LigandSource, TargetSource
from biofacts.ports.sources import AtHand, Bearers, Presence

EntityT = TypeVar("EntityT")

TOOL = "find_links"
_FIRST = 5
_MOST_BYTES = 9_000
"""Size of a page, less room for the sentence that says where evidence is left out."""
_MOST_IDENTIFIERS, _MOST_LINKS = 50_000, 20_000
"""Identifiers of starts and links that are remembered; each takes some 100 to 500 bytes."""

_Catalogued: TypeAlias = GeneId | TargetId | LigandId | PathwayId

Walk = Callable[[Sequence[Place]], Awaitable[Stretch]]


class Reached(NamedTuple):
    """The entities at the end of a walk. `version`: of all catalogues used; `lacking`: remarks on what is left out.

    `provenance`: of the entities; stale if any catalogue used is stale.
    """

    entities: Sequence[Linked]
    version: str
    provenance: Provenance | None = None
    lacking: Sequence[str | None] = ()


class _Start(NamedTuple):
    """The record where a walk begins. `version`: of its catalogue; `told_by`: its provenance; `lacking`: a remark."""

    place: Place
    version: str = ""
    told_by: Provenance | None = None
    lacking: str | None = None

    @property
    def entity(self) -> Linked:
        return self.place.entity


class _End(NamedTuple):
    """A place that a walk has reached and the ways to it; a single step has none."""

    place: Place
    ways: list[Way]


class _Walked(NamedTuple):
    """The end of a walk: its places, the ways to each, the versions and provenances of all catalogues used, remarks."""

    places: Sequence[Place]
    ways: Mapping[tuple[str, str], Sequence[Way]]
    versions: Sequence[str]
    lacking: Sequence[str | None]
    told_by: Sequence[Provenance | None]


async def _settled(sources: Sequence[AtHand]) -> tuple[object, ...]:
    presence = Presence.together([await one.at_hand() for one in sources])
    return () if presence.missing or presence.incomplete else presence.settled


def _identifiers_of(start: _Start | None) -> int:
    return 1 + len(start.place.identifiers) if start else 1


def _links_of(reached: Reached) -> int:
    return 1 + len(reached.entities)


class FindLinks:
    """The use case that finds the links of a record."""

    def __init__(
        self,
        walks: Joins,
        *,
        pathways: PathwaySource,
        compounds: CompoundSource,
        ligands: LigandSource,
        targets: TargetSource,
        genes: GeneSource,
        whole: bool = False,
    ) -> None:
        """`whole`: do not cut pages to a size."""
        self._pathways = pathways
        self._compounds = compounds
        self._ligands = ligands
        self._targets = targets
        self._genes = genes
        self._whole = whole
        settled = partial(_settled, (pathways, genes, targets, ligands, walks.interactions))
        self._starts = Remembered[_Catalogued, _Start | None](settled, _MOST_IDENTIFIERS, _identifiers_of)
        self._reached = Remembered[tuple[object, ...], Reached](settled, _MOST_LINKS, _links_of)
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
            ("compound", "pathway"): (walks.compounds_to_pathways,),
            ("pathway", "gene"): (walks.pathways_to_genes,),
            # Targets are joined through human genes; genes of other organisms through their orthologs.
            ("pathway", "target"): (walks.pathways_to_human_genes, walks.genes_to_targets),
            ("pathway", "ligand"): (walks.pathways_to_human_genes, *to_ligands),
            ("pathway", "compound"): (walks.pathways_to_compounds,),
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
        """Return one page of links to a kind.

        Raises: UnresolvedEntity, EntityNotFound, AmbiguousQuery, RateLimited, UpstreamError.
        """
        chosen = organisms.check(organism)
        start = await self._start(identifier, kind, to)
        listed = (TOOL, kind, start.entity.id, to, chosen or "", str(approved_only))
        window = pages.window(listed, cursor, page_size)
        reached = await self._reach(start, kind, to, approved_only=approved_only, organism=chosen)
        if window.version not in (None, reached.version):
            raise outdated_cursor(cursor)
        advice = joined(*reached.lacking)
        # These pathways draw the targets of a ligand; those that draw the ligand itself are another list.
        if reached.entities and (kind, to) == ("ligand", "pathway"):
            advice = joined(link_messages.drawn_itself(start.entity.id), advice)
        if not reached.entities:
            advice = joined(await self._why_none(start, kind, to, is_filtered=bool(chosen or approved_only)), advice)
        hits = windowed(reached.entities, window, version=reached.version, advice=advice, provenance=reached.provenance)
        page = pages.rows(hits, window, listed, cursor)
        return page if self._whole else _slim(page)

    async def whole(self, identifier: object, kind: KindName, to: KindName, *, organism: str | None = None) -> Reached:
        """Return all links to a kind at once. Raises: the errors of a call."""
        return await self._reach(await self._start(identifier, kind, to), kind, to, organism=organisms.check(organism))

    async def summary(self, identifier: object, kind: KindName) -> Links:
        """Return the number of links to every other kind, and the first ones. Raises: the errors of a call."""
        start = await self._start(identifier, kind, None)
        links: dict[str, LinkSummary] = {}
        lacking: list[str | None] = []
        others: list[KindName] = [one for one in KINDS if one != kind]
        for to in others:
            reached = await self._reach(start, kind, to)
            lacking += reached.lacking
            if reached.entities:
                call = link_messages.links_to(start.entity.id, kind, to)
                first = reached.entities[:_FIRST]
                links[to] = LinkSummary(
                    count=len(reached.entities),
                    first=tuple(f"{one.id} {one.label}" for one in first),
                    call=Advice.of(call),
                    kinds={one.id: one.kind for one in first if one.kind},
                )
        return Links(id=start.entity.id, kind=kind, name=start.entity.label, links=links, guidance=joined(*lacking))

    async def _reach(
        self, start: _Start, kind: KindName, to: KindName, *, approved_only: bool = False, organism: str | None = None
    ) -> Reached:
        compute = partial(self._walked, start, kind, to, approved_only=approved_only, organism=organism)
        # A compound is not in any catalogue: PubChem is asked for it, and may fail.
        if kind == "compound":
            return await compute()
        return await self._reached.get((kind, start.entity.id, to, approved_only, organism), compute)

    async def _walked(
        self, start: _Start, kind: KindName, to: KindName, *, approved_only: bool, organism: str | None
    ) -> Reached:
        walked = await self._walk(start, kind, to, approved_only=approved_only)
        entities = [
            place.entity.told(to, walked.ways[place.key])
            for place in walked.places
            if organism is None or place.entity.organism in (None, organism)
        ]
        return Reached(sorted(entities, key=rank), " ".join(walked.versions), _of_last(walked.told_by), walked.lacking)

    async def medicines(self, pathway: str) -> Mapping[str, tuple[str, ...]]:
        """Return the approved drugs that act on the products of a pathway's human genes, by gene symbol.

        Withdrawn drugs come last and are marked as such. Raises: the errors of a call.
        """
        walked = await self._walk(
            await self._start(pathway, "pathway", "ligand"), "pathway", "ligand", approved_only=True
        )
        found: dict[str, dict[str, None]] = {}
        for place in sorted(walked.places, key=lambda one: (one.entity.withdrawn, one.entity.label.casefold())):
            for gene in (way.gene for way in walked.ways[place.key] if way.gene):
                found.setdefault(gene, {})[
                    pharmacology_messages.medicine(place.entity.label, place.entity.withdrawn)
                ] = None
        return {gene: tuple(names) for gene, names in found.items()}

    async def _walk(self, start: _Start, kind: KindName, to: KindName, *, approved_only: bool) -> "_Walked":
        if (route := self._routes.get((kind, to))) is None:
            raise AmbiguousQuery(*link_messages.links_to_itself(BY_NAME[to], "pathway" if to == "gene" else "gene"), to)
        places, ways = [start.place], {start.place.key: [Way()]}
        versions = dict.fromkeys(start.version.split())
        lacking: list[str | None] = [start.lacking]
        told_by = [start.told_by]
        for number, walk in enumerate(route):
            stretch = await walk(places)
            versions |= dict.fromkeys(stretch.version.split())
            lacking += stretch.lacking
            told_by += stretch.told_by
            ends = _merged(stretch, {one.key: one for one in places}, ways, is_first=number == 0)
            # Filtered after every step, so that an unapproved ligand on the way does not lead on.
            if approved_only:
                ends = {key: end for key, end in ends.items() if _may_stay(end.place)}
            places = [end.place for end in ends.values()]
            ways = {key: end.ways for key, end in ends.items()}
        return _Walked(places, ways, [*versions], lacking, told_by)

    async def _why_none(self, start: _Start, kind: KindName, to: KindName, *, is_filtered: bool) -> str:
        """Return the reason why there are no links, and the call to make instead."""
        name = start.entity.label
        if is_filtered and (others := len((await self._reach(start, kind, to)).entities)):
            return link_messages.no_such_links(BY_NAME[kind], start.entity.id, name, BY_NAME[to], others)
        if to == "pathway" and kind == "ligand":
            return (
                joined(
                    link_messages.no_links(BY_NAME[kind], name, BY_NAME[to]),
                    link_messages.drawn_itself(start.entity.id),
                )
                or ""
            )
        if to == "pathway" and kind == "compound":
            call = link_messages.links_to(start.entity.id, kind, "ligand")
            return (
                joined(link_messages.no_links(BY_NAME[kind], name, BY_NAME[to]), link_messages.acting_on_genes(call))
                or ""
            )
        if kind == "gene" and start.entity.organism != HUMAN and to in ("target", "ligand", "compound"):
            return link_messages.joined_by_human_genes(name, start.entity.organism or "")
        if (kind, to) == ("ligand", "compound"):
            keys = sorted(value for key, value in start.place.identifiers if key == "inchikey")
            return link_messages.no_compound_stated(name, keys[0] if keys else None)
        return link_messages.no_links(BY_NAME[kind], name, BY_NAME[to])

    # Starts

    async def _start(self, given: object, kind: KindName, to: KindName | None) -> _Start:
        """Find the record where a walk begins. Raises: UnresolvedEntity, EntityNotFound, RateLimited, UpstreamError."""
        identifier = _read(given, kind, to)
        if isinstance(identifier, CompoundId):
            found = await self._compound(identifier)
        else:
            found = await self._starts.get(identifier, partial(self._catalogued, identifier))
        if found is None:
            raise EntityNotFound(BY_NAME[kind], str(identifier), other=await self._other_kind(identifier, kind, to))
        return found

    async def _catalogued(self, identifier: _Catalogued) -> _Start | None:
        match identifier:
            case GeneId():
                return _first(await self._genes.bearing([_own(identifier)]), linked_entities.gene)
            case TargetId():
                return _first(await self._targets.bearing([("iuphar", identifier.number)]), linked_entities.target)
            case LigandId():
                return _first(await self._ligands.bearing([("iuphar", identifier.number)]), linked_entities.ligand)
            case PathwayId():
                return await self._pathway(identifier)

    async def _pathway(self, identifier: PathwayId) -> _Start | None:
        if (carried := await self._pathways.carried(identifier)) is None:
            return None
        lacking = None if carried.complete else gene_messages.INCOMPLETE_GENES
        place = Place(linked_entities.pathway(carried.entity), carried.identifiers)
        return _Start(place, carried.version, carried.provenance, lacking)

    async def _compound(self, identifier: CompoundId) -> _Start | None:
        """Start from a compound's CID and InChIKey; from its CID alone if PubChem does not answer."""
        own = ("pubchem_compound", identifier.digits)
        try:
            compound = await self._compounds.get(identifier)
        except BiofactsError:
            alone = Place(Linked(id=str(identifier), kind="compound"), frozenset({own}))
            return _Start(alone, lacking=link_messages.by_number_alone(str(identifier)))
        if compound is None:
            return None
        keys = [("inchikey", compound.inchikey)] if compound.inchikey else []
        return _Start(Place(Linked(id=compound.id, kind="compound", name=compound.name), frozenset({own, *keys})))

    async def _other_kind(self, identifier: AnyId, kind: KindName, to: KindName | None) -> Advice | None:
        """Suggest the links of the target with a ligand's number, or of the ligand with a target's number."""
        if isinstance(identifier, LigandId):
            other, hint = TARGET, await self._ligands.hint_for(identifier)
        elif isinstance(identifier, TargetId):
            other, hint = LIGAND, await self._targets.hint_for(identifier)
        else:
            return None
        call = link_messages.links_from(str(identifier), BY_NAME[kind], other, to)
        return hint.changed(lambda _: call) if hint else None


def _read(given: object, kind: KindName, to: KindName | None) -> AnyId:
    """Parse the identifier of a kind. Raises: UnresolvedEntity, with a call for the kind that it belongs to."""
    named = msgspec.structs.replace(BY_NAME[kind], get_tool=TOOL, id_argument="id")
    try:
        return id_arguments.read(named, IDENTIFIERS[kind], given)
    except UnresolvedEntity as error:
        reference = id_arguments.named(given) if isinstance(given, str) else None
        if reference is None or not reference.own or reference.is_of(named):
            raise
        calls = [link_messages.links_from(reference.text, named, one, to) for one in reference.own]
        raise UnresolvedEntity(named, given, id_arguments.OF_ANOTHER_KIND, elsewhere=calls) from error


def _own(gene: GeneId) -> tuple[str, str]:
    return ("hgnc", str(gene)) if gene.database == HGNC else ("entrez", gene.number)


def _first(bearers: Bearers[EntityT], linked: Callable[[EntityT], Linked]) -> _Start | None:
    """Return the first record that has an identifier; the identifier is the record's own, so there is only one."""
    if not bearers.found:
        return None
    one = bearers.found[0]
    return _Start(Place(linked(one.entity), one.identifiers), bearers.version, bearers.provenance)


def _of_last(told_by: Sequence[Provenance | None]) -> Provenance | None:
    """Return the provenance of the end of a walk; stale if any on the way is stale."""
    known = [one for one in told_by if one is not None]
    return msgspec.structs.replace(known[-1], stale=any(one.stale for one in known)) if known else None


def _slim(page: Page[Linked]) -> Page[Linked]:
    """Cut a page to the size that callers can use: one way for each item, then no evidence for the last items.

    The guidance says so.
    """
    if json_size(page) <= _MOST_BYTES:
        return page
    items = [msgspec.structs.replace(one, through=one.through[:1]) for one in page.items]
    too_many = json_size(msgspec.structs.replace(page, items=tuple(items))) - _MOST_BYTES
    number = len(items)
    while too_many > 0 and number:
        number -= 1
        bare = msgspec.structs.replace(items[number], evidence=(), through=())
        too_many -= json_size(items[number]) - json_size(bare)
        items[number] = bare
    said = link_messages.evidence_of_first(number) if number < len(items) else None
    return msgspec.structs.replace(page, items=tuple(items), guidance=joined(page.guidance, said))


def _may_stay(place: Place) -> bool:
    """Return True unless the place is a ligand, not acting as a target, that is not approved."""
    return place.entity.kind != "ligand" or place.is_acted_on or bool(place.entity.approved)


def _merged(
    stretch: Stretch,
    before: Mapping[tuple[str, str], Place],
    ways: Mapping[tuple[str, str], list[Way]],
    *,
    is_first: bool,
) -> dict[tuple[str, str], _End]:
    """Merge the links of a step by the place where they end, with every way to it."""
    ends: dict[tuple[str, str], _End] = {}
    for source, place in stretch.links:
        known = ends.get(place.key)
        several = known.ways if known else []
        # A link of a single step has no way: the entity itself has the evidence.
        if not is_first:
            last = before[source].entity.way
            several.extend(joined_ways(way, last) for way in ways[source] or [Way()])
        ends[place.key] = _End(known.place.with_actions_of(place) if known else place, several)
    return ends
