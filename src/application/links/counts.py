"""Numbers of links of a record, counted only if every catalogue needed is present: a count never uses the network."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from biofacts.application.answers.sources import Sources
from biofacts.application.links.joins import Joins
from biofacts.application.links.linked_entities import Place
from biofacts.application.messages import links as link_messages
from biofacts.domain.answers.advice import Advice
from biofacts.domain.answers.bounded_mapping import Recent
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.answers.records import Lack
from biofacts.domain.genes.gene import Gene
from biofacts.domain.identifiers.cross_references import KeyedId, pairs
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.links.graph import Linked
from biofacts.domain.pathways.pathway import Drugs
from biofacts.ports.sources import AtHand, Presence

T = TypeVar("T")
KeyT = TypeVar("KeyT")
ArgumentT = TypeVar("ArgumentT")

_MOST_KEPT = 512


class Counted(NamedTuple, Generic[T]):
    """A count, and what could not be counted, or only in part."""

    found: T
    lacks: Sequence[Lack] = ()


class LinkCounts:
    """Counts the links of genes and pathways, which are cached until a catalogue changes."""

    def __init__(self, joins: Joins, sources: Sources) -> None:
        self._joins = joins
        self._pathways = sources.pathways
        self._drawn: Sequence[AtHand] = (sources.pathways, sources.genes)
        self._guide: Sequence[AtHand] = (sources.targets, sources.ligands, sources.interactions)
        self._kept = Recent[tuple[PathwayId, str], Drugs | None](_MOST_KEPT)
        self._pathways_known = Recent[tuple[str, str], Mapping[str, int]](_MOST_KEPT)
        self._acting_known = Recent[tuple[frozenset[KeyedId], str], Mapping[str, int]](_MOST_KEPT)

    async def of_gene(self, gene: Gene) -> Counted[Mapping[str, int]]:
        """Count the pathways, targets and ligands of a gene; kinds without any are left out."""
        place = Place(Linked(id=gene.id, kind="gene", symbol=gene.symbol), frozenset(pairs(gene.cross_references)))
        with_drawings, with_guide = await _present(self._drawn), await _present(self._guide)
        pathways = partial(_known, self._pathways_known, (gene.id, with_drawings.version), self._pathways_of, place)
        identified = place.identifiers, with_guide.version
        acting_on = partial(_known, self._acting_known, identified, self._acting_on, place)
        # Counted apart, so that a missing catalogue of one side leaves the number of the other.
        drawn = await _counted(("links.pathway",), with_drawings, pathways)
        acting = await _counted(("links.target", "links.ligand"), with_guide, acting_on)
        found = {**(drawn.found or {}), **(acting.found or {})}
        return Counted({kind: number for kind, number in found.items() if number}, [*drawn.lacks, *acting.lacks])

    async def _pathways_of(self, gene: Place) -> Mapping[str, int]:
        return {"pathway": await self._joins.pathway_count(gene)}

    async def _acting_on(self, gene: Place) -> Mapping[str, int]:
        targets = (await self._joins.genes_to_targets([gene])).places
        return {"target": len(targets), "ligand": len(await self._joins.ligands_on(targets))}

    async def of_pathway(self, identifier: PathwayId) -> Counted[Drugs | None]:
        """Count the targets among a pathway's genes and the approved ligands on them; None without targets."""
        presence = await _present([*self._drawn, *self._guide])
        key = identifier, presence.version
        return await _counted(("drugs",), presence, partial(_known, self._kept, key, self._drugs, identifier))

    async def _drugs(self, identifier: PathwayId) -> Drugs | None:
        if (carried := await self._pathways.carried(identifier)) is None:
            return None
        genes = await self._joins.pathways_to_human_genes([Place.of(carried)])
        stretch = await self._joins.genes_to_targets(genes.places)
        targets = stretch.places
        approved = sum((await self._joins.ligands_on(targets)).values())
        if not targets:
            return None
        call = link_messages.approved_on_pathway(str(identifier))
        return Drugs(targets=len(targets), approved=approved, call=Advice(call))


async def _known(
    cache: Recent[KeyT, T], key: KeyT, count: Callable[[ArgumentT], Awaitable[T]], argument: ArgumentT
) -> T:
    """Return a count from the cache, or count now. `key`: has the versions of all catalogues that take part."""
    if key not in cache:
        cache[key] = await count(argument)
    return cache[key]


async def _present(sources: Sequence[AtHand]) -> Presence:
    return Presence.together([await one.at_hand() for one in sources])


async def _counted(parts: tuple[str, ...], presence: Presence, count: Callable[[], Awaitable[T]]) -> Counted[T | None]:
    """Count, unless a catalogue is missing or proves to be damaged: the record is complete without the count."""
    if presence.missing:
        return Counted(None, [Lack(parts=parts, catalogues=presence.missing)])
    try:
        found = await count()
    except BiofactsError as error:
        return Counted(None, [Lack(parts=parts, why=error.message)])
    partly = Lack(parts=parts, catalogues=presence.incomplete, partly=True)
    return Counted(found, [partly] if presence.incomplete else [])
