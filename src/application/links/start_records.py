"""The records where links begin, found by identifier or by name."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeAlias

import anyio
import msgspec

from biofacts.application.answers.names_as_identifiers import Elsewhere, Resolver, record_named
from biofacts.application.answers.sources import Sources
from biofacts.application.links import link_ends
from biofacts.application.links.link_ends import Place
from biofacts.application.messages import genes as gene_messages
from biofacts.application.messages import links as link_messages
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, NextCall
from biofacts.domain.answers.bounded_caches import Remembered
from biofacts.domain.answers.entity_kinds import LIGAND, PATHWAY, TARGET, Kind, KindName, LinkKind
from biofacts.domain.answers.errors import (
    AmbiguousQuery,
    BiofactsError,
    EntityNotFound,
    UnresolvedEntity,
    UpstreamError,
)
from biofacts.domain.answers.records import Candidate, Provenance, RecordReadAs
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.identifiers.curies import BY_NAME, IDENTIFIERS, AnyId, CompoundId, LigandId, PathwayId, TargetId
from biofacts.domain.limits import time_limits
from biofacts.domain.links.linked_entities import Linked
from biofacts.domain.lists.enrichment_statistics import ContestedName, NameRead
from biofacts.domain.pathways.index_files import called, names_of
from biofacts.domain.source_remarks import pathways as pathway_remarks
from biofacts.domain.text import fold
from biofacts.ports.sources import EntitiesByIdentifier

MOST = 200
"""The maximum number of ids or names in one call."""

_MOST_IDENTIFIERS = 50_000
"""The number of identifiers to cache; each takes some 100 to 500 bytes."""


class Start(NamedTuple):
    """A record where links begin. `version`: the release of its catalogue; `provenance`: its provenance.

    `lacking`: a remark on missing data; `sent`: the identifier or name as the caller wrote it.
    """

    place: Place
    version: str = ""
    provenance: Provenance | None = None
    lacking: str | None = None
    sent: str = ""

    @property
    def entity(self) -> Linked:
        """The record."""
        return self.place.entity


Settled: TypeAlias = tuple[object, ...] | None
"""The releases in use, as `Remembered` compares them; None to look them up."""


class StartList(msgspec.Struct, frozen=True):
    """The records of a list of names and ids, each once. `names`, `ambiguous`, `not_found`: see `LinkPage`."""

    starts: Sequence[Start]
    names: Sequence[NameRead] = ()
    ambiguous: Sequence[ContestedName] = ()
    not_found: Sequence[str] = ()
    remarks: Sequence[str] = ()


class Starts:
    """Finds the records where links begin. `resolve`: resolves names."""

    def __init__(
        self,
        sources: Sources,
        *,
        settled: Callable[[], Awaitable[tuple[object, ...]]],
        resolve: Resolver,
        elsewhere: Elsewhere,
    ) -> None:
        self._sources = sources
        self._resolve, self._elsewhere = resolve, elsewhere
        self._known = Remembered[AnyId, Start | None](settled, _MOST_IDENTIFIERS, _identifiers_of)

    async def start_of(
        self, name: object, kind: LinkKind, to: LinkKind | None, organism: str | None = None, now: Settled = None
    ) -> tuple[Start, RecordReadAs | None]:
        """Find the record for an identifier or a name. Also returns how the text was read, unless it was a plain CURIE.

        `organism`: the organism of the linked records. Each organism has its own pathways and genes. `now`: see
        `Remembered.get`.

        Raises: UnresolvedEntity, EntityNotFound, AmbiguousQuery, RateLimited, UpstreamError.
        """
        if kind == "community":
            return await self._community(str(name)), None
        read_as = None
        try:
            identifier = _identifier(name, kind, to)
        except UnresolvedEntity as refusal:
            own = _own_organism(kind, to, organism)
            call = partial(_linked, to)
            read_as = await record_named(self._resolve, name, BY_NAME[kind], refusal, call, self._elsewhere, own)
            identifier = IDENTIFIERS[kind].parse(read_as.id)
        start = await self._of(identifier, now)
        if start is None:
            raise EntityNotFound.of(BY_NAME[kind], str(identifier), other=await self._other_kind(identifier, kind, to))
        if read_as is None and name != str(identifier):
            read_as = RecordReadAs(id=start.entity.id, name=start.entity.label, why="identifier")
        return start, read_as

    async def several(
        self, texts: Sequence[str], kind: LinkKind, to: LinkKind, organism: str | None = None, now: Settled = None
    ) -> StartList:
        """Find the records for a list of identifiers and names. `organism`, `now`: see `start_of`.

        Raises: RateLimited, UpstreamError.
        """
        wanted = [*dict.fromkeys(texts)]
        if kind == "community":
            return StartList([(await self._community(text))._replace(sent=text) for text in wanted])
        identifiers: dict[str, AnyId] = {}
        for text in wanted:
            with suppress(UnresolvedEntity):
                identifiers[text] = IDENTIFIERS[kind].parse(text)
        names: list[NameRead] = []
        ambiguous: list[ContestedName] = []
        failed: list[str] = []
        others = [text for text in wanted if text not in identifiers]
        for resolution in await self._resolve(others, kind, _own_organism(kind, to, organism)) if others else ():
            if resolution.id is not None:
                identifiers[resolution.input] = IDENTIFIERS[kind].parse(resolution.id)
                label = resolution.name or resolution.id
                if resolution.why or fold.compact(label) != fold.compact(resolution.input):
                    names.append(
                        NameRead(input=resolution.input, id=resolution.id, label=label, why=resolution.why or "name")
                    )
            elif resolution.status == "ambiguous":
                ambiguous.append(ContestedName(input=resolution.input, candidates=resolution.candidates))
            elif resolution.status == "error" and resolution.why:
                failed.append(resolution.why)
        by_identifier = await self._all([*dict.fromkeys(identifiers.values())], now)
        starts: dict[AnyId, Start] = {}
        for text in wanted:
            if (identifier := identifiers.get(text)) and (start := by_identifier.get(identifier)):
                # If several names mean one record, the first is shown.
                starts.setdefault(identifier, start._replace(sent=text))
        contested = {ambiguou.input for ambiguou in ambiguous}
        missing = [text for text in wanted if text not in contested and identifiers.get(text) not in starts]
        return StartList([*starts.values()], names, ambiguous, missing, [*dict.fromkeys(failed)])

    async def _all(self, identifiers: Sequence[AnyId], now: Settled) -> Mapping[AnyId, Start]:
        """Find many records. Compounds are fetched from PubChem concurrently; late ones have only their CID."""
        starts: dict[AnyId, Start | None] = {}

        async def look(identifier: AnyId) -> None:
            starts[identifier] = await self._of(identifier, now)

        for identifier in identifiers:
            if isinstance(identifier, CompoundId):
                starts[identifier] = _by_number(identifier)
            else:
                await look(identifier)
        with anyio.move_on_after(time_limits.LIST):
            async with anyio.create_task_group() as tasks:
                for identifier in starts:
                    if isinstance(identifier, CompoundId):
                        tasks.start_soon(look, identifier)
        return {identifier: start for identifier, start in starts.items() if start}

    async def _of(self, identifier: AnyId, now: Settled) -> Start | None:
        if isinstance(identifier, CompoundId):
            return await self._compound(identifier)
        return await self._known.get(identifier, partial(self._catalogued, identifier), now=now)

    async def _catalogued(self, identifier: AnyId) -> Start | None:
        if isinstance(identifier, PathwayId):
            return await self._pathway(identifier)
        return _first(await self._sources.of(identifier.kind).with_identifiers([identifier.keyed]))

    async def _pathway(self, identifier: PathwayId) -> Start | None:
        if (carried := await self._sources.pathways.carried(identifier)) is None:
            return None
        lacking = None if carried.complete else gene_messages.INCOMPLETE_GENES
        return Start(Place.of(carried), carried.version, carried.provenance, lacking)

    async def _community(self, name: str) -> Start:
        """Start from a community, by its tag or name. Raises: AmbiguousQuery, UpstreamError."""
        if (listing := await self._sources.pathways.communities()) is None:
            raise UpstreamError.of(PATHWAY.service, "the list of communities is not available")
        if (community := called(name, listing.communities)) is None:
            raise AmbiguousQuery(*pathway_remarks.unknown_community(name, names_of(listing.communities), "id"), name)
        return Start(Place(link_ends.community(community)), listing.version, listing.provenance)

    async def _compound(self, identifier: CompoundId) -> Start | None:
        """Start from a compound's CID and InChIKey, or from its CID alone if PubChem does not answer."""
        alone = _by_number(identifier)
        try:
            compound = await self._sources.compounds.get(identifier)
        except BiofactsError:
            return alone
        if compound is None:
            return None
        keys = [("inchikey", compound.inchikey)] if compound.inchikey else []
        entity = Linked(id=compound.id, kind="compound", name=compound.name)
        return Start(Place(entity, alone.place.identifiers.union(keys)))

    async def _other_kind(self, identifier: AnyId, kind: KindName, to: LinkKind | None) -> Advice | None:
        """Suggest the links of the target with this ligand's number, or of the ligand with this target's number."""
        if isinstance(identifier, LigandId):
            other, hint = TARGET, await self._sources.ligands.hint_for(identifier)
        elif isinstance(identifier, TargetId):
            other, hint = LIGAND, await self._sources.targets.hint_for(identifier)
        else:
            return None
        call = link_messages.links_from(str(identifier), BY_NAME[kind], other, to)
        return hint.changed(lambda _: call) if hint else None


def _linked(to: LinkKind | None, kind: Kind, identifier: str) -> NextCall | None:
    """Build the call for the links of a record; None if they would lead to its own kind (except for pathways)."""
    return None if kind.name == to != PATHWAY.name else link_messages.links_to(identifier, kind.name, to)


def _own_organism(kind: LinkKind, to: LinkKind | None, organism: str | None) -> str | None:
    """Return the organism of a named pathway or gene; None for the drugs of a gene, since they act on human genes."""
    # From the human TP53, links lead to 2 pathways of the mouse; from the mouse's own gene, to 9.
    return organism if (kind, to) == ("gene", "pathway") or kind == "pathway" else None


def _identifier(text: object, kind: KindName, to: LinkKind | None) -> AnyId:
    """Parse the identifier of a kind, in any spelling, such as `WP254`.

    Raises: UnresolvedEntity; its hint names the calls for the kind to which the identifier belongs.
    """
    named = msgspec.structs.replace(BY_NAME[kind], get_tool=next_calls.LINKS, id_argument="id")
    try:
        return id_arguments.read(named, IDENTIFIERS[kind], text)
    except UnresolvedEntity as error:
        reference = id_arguments.reference_in(text) if isinstance(text, str) else None
        if reference is None or not reference.own:
            raise
        if reference.is_of(named):
            return IDENTIFIERS[kind].parse(reference.text)
        calls = [link_messages.links_from(reference.text, named, other, to) for other in reference.own]
        raise UnresolvedEntity.of(named, text, id_arguments.OF_ANOTHER_KIND, elsewhere=calls) from error


def _by_number(identifier: CompoundId) -> Start:
    """Return the start for a compound of which only the CID is known."""
    entity = Linked(id=str(identifier), kind="compound")
    place = Place(entity, frozenset({identifier.keyed}))
    return Start(place, lacking=link_messages.by_number_alone([str(identifier)]))


def _identifiers_of(start: Start | None) -> int:
    return 1 + len(start.place.identifiers) if start else 1


def _first(entities: EntitiesByIdentifier[Candidate]) -> Start | None:
    """Return the first record found. It is the only one, since the search was for a record's own identifier."""
    return Start(Place.of(entities.entities[0]), entities.version, entities.provenance) if entities.entities else None
