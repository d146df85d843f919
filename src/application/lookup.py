"""Lookup of one complete record by its identifier."""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Generic, NamedTuple, TypeVar

import msgspec

from biofacts.application.answers.sources import Sources
from biofacts.application.links.link_ends import Place
from biofacts.application.links.steps_between_kinds import Joins
from biofacts.application.messages import genes as gene_messages
from biofacts.application.messages import links as link_messages
from biofacts.application.messages import pharmacology as pharmacology_messages
from biofacts.domain.answers.advice_and_phrasing import Advice
from biofacts.domain.answers.bounded_caches import Recent
from biofacts.domain.answers.entity_kinds import GENE, LIGAND, PATHWAY, TARGET, Kind
from biofacts.domain.answers.errors import BiofactsError, EntityNotFound
from biofacts.domain.answers.missing_parts import MissingParts, with_missing_parts
from biofacts.domain.answers.records import HGNC
from biofacts.domain.genes import orthologs
from biofacts.domain.genes.gene import Gene
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.identifiers.cross_references import KeyedId, pairs
from biofacts.domain.identifiers.curies import GeneId, Identifier, PathwayId
from biofacts.domain.links.linked_entities import Linked
from biofacts.domain.pathways.pathway import Detail, Drugs, Pathway
from biofacts.domain.pharmacology.ligand import Ligand
from biofacts.domain.pharmacology.target import Target
from biofacts.ports.genes import GeneSource
from biofacts.ports.pathways import DrugCounts, PathwaySource
from biofacts.ports.sources import AtHand, Presence

T = TypeVar("T")
KeyT = TypeVar("KeyT")
ArgumentT = TypeVar("ArgumentT")

_MOST_KEPT = 512
_LOOKS_AGAIN = 1.0


class Counted(NamedTuple, Generic[T]):
    """A count, and the data that were missing (`lacks`), so that parts were not counted or only partly."""

    value: T
    lacks: Sequence[MissingParts] = ()


class LinkCounts:
    """Counts of the links of genes and pathways, cached until a catalogue changes."""

    def __init__(self, joins: Joins, sources: Sources, drugs: DrugCounts | None) -> None:
        self._joins = joins
        self._known_drugs = drugs
        self._drawn = _Present(sources.pathways, sources.genes)
        self._guide = _Present(sources.targets, sources.ligands, sources.interactions)
        self._kept = Recent[tuple[PathwayId, str], Drugs | None](_MOST_KEPT)
        self._pathways_known = Recent[tuple[str, str], Mapping[str, int]](_MOST_KEPT)
        self._acting_known = Recent[tuple[frozenset[KeyedId], str], Mapping[str, int]](_MOST_KEPT)

    async def of_gene(self, gene: Gene) -> Counted[Mapping[str, int]]:
        """Count the pathways, targets and ligands of a gene; kinds with a count of 0 are omitted."""
        place = Place(Linked(id=gene.id, kind="gene", symbol=gene.symbol), frozenset(pairs(gene.cross_references)))
        with_drawings, with_guide = await self._drawn(), await self._guide()
        pathways = partial(_cached, self._pathways_known, (gene.id, with_drawings.version), self._pathways_of, place)
        identified = place.identifiers, with_guide.version
        acting_on = partial(_cached, self._acting_known, identified, self._acting_on, place)
        # Counted separately, so that a missing catalogue affects only one of the two.
        drawn = await _counted(("links.pathway",), with_drawings, pathways)
        acting = await _counted(("links.target", "links.ligand"), with_guide, acting_on)
        counts = {**(drawn.value or {}), **(acting.value or {})}
        return Counted({kind: number for kind, number in counts.items() if number}, [*drawn.lacks, *acting.lacks])

    async def _pathways_of(self, gene: Place) -> Mapping[str, int]:
        return {"pathway": await self._joins.pathway_count(gene)}

    async def _acting_on(self, gene: Place) -> Mapping[str, int]:
        targets = (await self._joins.genes_to_targets([gene])).places
        return {"target": len(targets), "ligand": len(await self._joins.ligands_on(targets))}

    async def of_pathway(self, identifier: PathwayId) -> Counted[Drugs | None]:
        """Count the targets among a pathway's genes and the approved ligands on them; None without targets."""
        presence = Presence.together([await self._drawn(), await self._guide()])
        key = identifier, presence.version
        return await _counted(("drugs",), presence, partial(_cached, self._kept, key, self._drugs, key))

    async def _drugs(self, key: tuple[PathwayId, str]) -> Drugs | None:
        identifier = key[0]
        counts = await self._known_drugs.of(*key) if self._known_drugs else None
        targets, approved = counts or await self._joins.drugs(identifier)
        call = link_messages.approved_on_pathway(str(identifier))
        return Drugs(targets=targets, approved=approved, call=Advice(call)) if targets else None


async def _cached(
    cache: Recent[KeyT, T], key: KeyT, count: Callable[[ArgumentT], Awaitable[T]], argument: ArgumentT
) -> T:
    """Return a count from the cache, or count now. `key`: a key with the versions of all catalogues used."""
    if key not in cache:
        cache[key] = await count(argument)
    return cache[key]


class _Present:
    """A check of which catalogues are available; if all are complete, the result is reused for a second."""

    def __init__(self, *sources: AtHand) -> None:
        self._sources = sources
        self._complete: Presence | None = None
        self._until = 0.0

    async def __call__(self) -> Presence:
        if self._complete is not None and time.monotonic() < self._until:
            return self._complete
        presence = Presence.together([await source.at_hand() for source in self._sources])
        self._complete = None if presence.missing or presence.incomplete else presence
        self._until = time.monotonic() + _LOOKS_AGAIN
        return presence


async def _counted(parts: tuple[str, ...], presence: Presence, count: Callable[[], Awaitable[T]]) -> Counted[T | None]:
    """Run `count`; if a catalogue is missing or damaged, return no number, and what is lacking."""
    if presence.missing:
        return Counted(None, [MissingParts(parts=parts, catalogues=presence.missing)])
    try:
        counts = await count()
    except BiofactsError as error:
        return Counted(None, [MissingParts(parts=parts, why=error.message)])
    partly = MissingParts(parts=parts, catalogues=presence.incomplete, partly=True)
    return Counted(counts, [partly] if presence.incomplete else [])


IdentifierT = TypeVar("IdentifierT", bound=Identifier)
RecordT = TypeVar("RecordT")
GuideRecordT = TypeVar("GuideRecordT", bound=Ligand | Target)


class Lookup(Generic[IdentifierT, RecordT]):
    """The use case that fetches a record of one kind.

    `get`: a function that returns the record of an identifier, or None; `hint_for`: a function that returns a hint for
    an identifier without a record.
    """

    def __init__(
        self,
        kind: Kind,
        identifier: type[IdentifierT],
        get: Callable[[IdentifierT], Awaitable[RecordT | None]],
        *,
        hint_for: Callable[[IdentifierT], Awaitable[Advice | None]] | None = None,
    ) -> None:
        self._kind = kind
        self._identifier = identifier
        self._get = get
        self._hint_for = hint_for

    async def __call__(self, curie: object) -> RecordT:
        """Return the record. Raises: UnresolvedEntity, EntityNotFound, RateLimited, UpstreamError."""
        identifier = id_arguments.read(self._kind, self._identifier, curie)
        if (record := await self._get(identifier)) is None:
            raise EntityNotFound.of(self._kind, str(identifier), other=await self._record_with_number(identifier))
        return record

    async def _record_with_number(self, identifier: IdentifierT) -> Advice | None:
        """Return advice on another record with the same number: numbers of ligands and targets overlap."""
        return await self._hint_for(identifier) if self._hint_for else None


class LookupInGuide(Lookup[IdentifierT, GuideRecordT]):
    """The use case that fetches a ligand or target of the Guide to PHARMACOLOGY, with the call for its interactions."""

    async def __call__(self, curie: object) -> GuideRecordT:
        """Return the record. Raises: UnresolvedEntity, EntityNotFound, RateLimited, UpstreamError."""
        record = await super().__call__(curie)
        advice = _rest_of(record)
        return msgspec.structs.replace(record, guidance=advice) if advice else record


def _rest_of(record: Ligand | Target) -> Advice | None:
    """Return the call that lists the interactions omitted from a record; None if the record shows all."""
    kind = LIGAND if isinstance(record, Ligand) else TARGET
    listed = [("ligands", len(record.ligands), record.ligand_count)]
    if isinstance(record, Ligand):
        listed.insert(0, ("targets", len(record.targets), record.target_count))
    cut = [(what, shown, count) for what, shown, count in listed if shown < count]
    return pharmacology_messages.more_interactions(kind, record.id, cut) if cut else None


class LookupGene(Lookup[GeneId, Gene]):
    """The use case that fetches a gene, with its orthologs and the counts of its links."""

    def __init__(self, source: GeneSource, counts: LinkCounts) -> None:
        super().__init__(GENE, GeneId, source.get)
        self._genes = source
        self._counts = counts

    async def __call__(self, curie: object) -> Gene:
        """Return the record. Raises: UnresolvedEntity, EntityNotFound, RateLimited, UpstreamError."""
        gene = await self._with_orthologs(await super().__call__(curie))
        links = await self._counts.of_gene(gene)
        return with_missing_parts(msgspec.structs.replace(gene, links=links.value), links.lacks)

    async def _record_with_number(self, identifier: GeneId) -> Advice | None:
        """Return advice on the gene of NCBI Gene that has the number of an unknown HGNC id."""
        other = GeneId("NCBIGene", identifier.number)
        gene = await self._get(other) if identifier.database == HGNC else None
        return gene_messages.of_that_number(str(other), gene.symbol, gene.id) if gene else None

    async def _with_orthologs(self, gene: Gene) -> Gene:
        elsewhere = [organism for organism in orthologs.ORGANISMS if organism != gene.organism]
        if len(elsewhere) == len(orthologs.ORGANISMS):
            return gene
        # Not patient: a record does not wait for the download of other organisms' names.
        answers = [await self._genes.orthologs([gene.id], organism, patient=False) for organism in elsewhere]
        arranged = [
            ortholog for of in answers for ortholog in orthologs.arranged(gene.symbol, of.by_gene.get(gene.id, ()))
        ]
        by = answers[0].by if arranged else None
        return msgspec.structs.replace(gene, orthologs=tuple(arranged), orthologs_by=by)


class LookupPathway:
    """The use case that fetches a pathway in the requested detail, with the number of drugs on its targets."""

    def __init__(self, source: PathwaySource, counts: LinkCounts) -> None:
        self._source = source
        self._counts = counts

    async def __call__(self, curie: object, detail: Detail = "full") -> Pathway:
        """Return the record. Raises: UnresolvedEntity, EntityNotFound, RateLimited, UpstreamError."""
        record = await Lookup(PATHWAY, PathwayId, partial(self._source.get, detail=detail))(curie)
        drugs = await self._counts.of_pathway(PathwayId.parse(record.id))
        return with_missing_parts(msgspec.structs.replace(record, drugs=drugs.value), drugs.lacks)
