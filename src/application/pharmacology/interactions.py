"""Interactions: list every row of the Guide to PHARMACOLOGY about one ligand, one target, or both."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from biofacts.application.answers import pages
from biofacts.application.answers.names_as_identifiers import (
    NOWHERE,
    Elsewhere,
    Resolver,
    nothing_resolved,
    record_named,
)
from biofacts.application.answers.sources import Sources
from biofacts.application.messages import pharmacology as pharmacology_messages
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, NextCall, joined
from biofacts.domain.answers.entity_kinds import LIGAND, TARGET, Kind
from biofacts.domain.answers.errors import AmbiguousQuery, EntityNotFound, UnresolvedEntity
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Hits, Page, Window, outdated_cursor, windowed
from biofacts.domain.answers.records import RecordReadAs
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.identifiers import curies
from biofacts.domain.identifiers.curies import LigandId, TargetId
from biofacts.domain.pharmacology import ligand_filters
from biofacts.domain.pharmacology.actions import ANY, Mode, modes_named, readings, written
from biofacts.domain.pharmacology.interaction import (
    InteractingLigand,
    InteractingTarget,
    InteractionRecord,
    affinity_of,
    is_on_scale,
)
from biofacts.domain.pharmacology.interaction_lists import (
    HUMAN_IN_GUIDE,
    ComparedTarget,
    InteractionOrder,
    WantedInteractions,
    compared,
)
from biofacts.ports.pharmacology import Side

if TYPE_CHECKING:
    from biofacts.domain.pharmacology.ligand import Ligand
    from biofacts.domain.pharmacology.target import Target

EVERYTHING = WantedInteractions()


class InteractionPage(Page[InteractionRecord], frozen=True, kw_only=True):
    """A page of the interactions of a ligand or target. `read_as`: the record that was meant, if a name was sent."""

    read_as: RecordReadAs | None = None


class LightInteractionPage(Page[Mapping[str, Any]], frozen=True, kw_only=True):
    """A shorter page of interactions for agents: the ligand or target of the call is stated once, not in every item.

    `ligand`, `target`: the ligand and the target of items without one. The items are otherwise as in `InteractionPage`.
    """

    ligand: InteractingLigand | None = None
    target: InteractingTarget | None = None
    read_as: RecordReadAs | None = None

    def without_sides(self, interaction: InteractionRecord) -> Mapping[str, Any]:
        """Return an interaction as a dictionary, without the ligand or target that this page states."""
        stated = {name for name in ("ligand", "target") if getattr(self, name) == getattr(interaction, name)}
        return {name: value for name, value in interaction.to_dict().items() if name not in stated}


class SelectivityPage(Page[ComparedTarget], frozen=True, kw_only=True):
    """A page of targets with the affinities of several ligands. `read_as`: the ligands meant, if names were sent."""

    read_as: tuple[RecordReadAs, ...] = ()


_Named: TypeAlias = tuple[Kind, Side, RecordReadAs | None]
"""The kind and identifier of a ligand or target, and how its name was read."""


class ListInteractions:
    """The use case that lists the interactions of a ligand, of a target, or of a ligand with a target."""

    def __init__(
        self,
        sources: Sources,
        *,
        resolve: Resolver = nothing_resolved,
        elsewhere: Elsewhere = NOWHERE,
        whole: bool = False,
    ) -> None:
        """`resolve`: the function that resolves names; `elsewhere`: the lookup of names of other kinds.

        `whole`: True to state both sides in every interaction, as the library, tables and the web page need it.
        """
        self._interactions, self._ligands, self._targets = sources.interactions, sources.ligands, sources.targets
        self._resolve, self._elsewhere = resolve, elsewhere
        self._whole = whole

    async def __call__(
        self,
        *,
        ligand_id: object = None,
        target_id: object = None,
        wanted: WantedInteractions = EVERYTHING,
        cursor: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> InteractionPage | LightInteractionPage:
        """Return one page: an `InteractionPage` if `whole` was set, else the shorter form for agents.

        Raises: UnresolvedEntity, EntityNotFound, AmbiguousQuery, RateLimited, UpstreamError.
        """
        kind, side, read_as = await self._side(ligand_id, target_id)
        target, as_target = await self._other_side(side, ligand_id, target_id)
        wanted = msgspec.structs.replace(wanted, target=target)
        # A cursor is valid for this filter only.
        listed = (next_calls.INTERACTIONS, kind.name, str(side), *_key(wanted))
        window = pages.window(listed, cursor, page_size)
        hits = await self._interactions.of(side, wanted, window)
        why_none = await self._why_none(kind, side, wanted) if hits is not None and hits.total == 0 else None
        read_so = pharmacology_messages.target_read_as(str(target_id), as_target) if as_target else None
        advice = joined(read_so, pharmacology_messages.action_read_as(readings(wanted.action)), why_none)
        page = pages.rows(hits, window, listed, cursor, advice=advice)
        whole = InteractionPage(**msgspec.structs.asdict(page), read_as=read_as)
        if self._whole:
            return whole
        # Stating one side once makes a page of 50 rows a quarter shorter.
        return _light(whole, side, target) if kind is LIGAND else _light(whole, None, side)

    async def side_by_side(
        self,
        ligand_ids: Sequence[str],
        *,
        wanted: WantedInteractions = EVERYTHING,
        cursor: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> SelectivityPage:
        """Return one page of the targets of several ligands, with the affinities of each for proteins of one species.

        Raises: UnresolvedEntity, AmbiguousQuery, RateLimited, UpstreamError.
        """
        sides = [await self._side(ligand_id, None) for ligand_id in ligand_ids]
        of_species = WantedInteractions(species=wanted.species or HUMAN_IN_GUIDE)
        listed = (next_calls.INTERACTIONS, "side by side", *(str(side) for _, side, _ in sides), *_key(wanted))
        window = pages.window(listed, cursor, page_size)
        every, newest = await self._rows(sides, of_species, window, cursor)
        # The lowest affinity applies to a ligand at a target, not to rows, so that its range of values is complete.
        filtered = msgspec.structs.replace(wanted, species=of_species.species, min_affinity=None)
        passing, _ = await self._rows(sides, filtered, window, cursor)
        targets = compared(passing, every, least=wanted.min_affinity, by=wanted.sort)
        page = pages.rows(
            windowed(targets, window, version=newest.version, provenance=newest.provenance),
            window,
            listed,
            cursor,
            advice=Advice(pharmacology_messages.side_by_side(of_species.species, bool(targets))),
        )
        return SelectivityPage(
            **msgspec.structs.asdict(page), read_as=tuple(read_as for _, _, read_as in sides if read_as)
        )

    async def _rows(
        self, sides: Sequence[_Named], wanted: WantedInteractions, window: Window, cursor: str | None
    ) -> tuple[Sequence[InteractionRecord], Hits[InteractionRecord]]:
        """Return the rows in which one of the ligands acts, and the hits for the last one. Raises: AmbiguousQuery."""
        acting = {str(side) for _, side, _ in sides}
        listings = [await self._interactions.of(side, wanted, window.whole) for _, side, _ in sides]
        hits = [listing for listing in listings if listing is not None]
        if len(hits) < len(listings):
            raise outdated_cursor(cursor)
        return [row for hit in hits for row in hit.items if row.ligand.id in acting], hits[-1]

    async def _side(self, ligand_id: object, target_id: object) -> _Named:
        """Resolve the ligand or target of a call; return it with how its name was read.

        Raises: UnresolvedEntity, AmbiguousQuery, UpstreamError.
        """
        if ligand_id is None and target_id is None:
            raise AmbiguousQuery(*pharmacology_messages.no_side((LIGAND, TARGET)), None)
        if ligand_id is None:
            return await self._entity(TARGET, target_id, {})
        return await self._entity(LIGAND, ligand_id, {} if target_id is None else {"target_id": target_id})

    async def _other_side(
        self, side: Side, ligand_id: object, target_id: object
    ) -> tuple[TargetId | None, RecordReadAs | None]:
        """Resolve the target of a call with both a ligand and a target; return it with how its name was read.

        Raises: UnresolvedEntity, AmbiguousQuery.
        """
        if ligand_id is None or target_id is None:
            return None, None
        _, target, read_as = await self._entity(TARGET, target_id, {"ligand_id": str(side)})
        assert isinstance(target, TargetId)
        return target, read_as

    async def _entity(self, kind: Kind, value: object, others: Mapping[str, object]) -> _Named:
        """Resolve an identifier or a name. `others`: the argument for the other side, which a proposed call keeps.

        Raises: UnresolvedEntity, AmbiguousQuery, UpstreamError.
        """
        read_as = None
        try:
            identifier = id_arguments.read(_KINDS[kind.name], curies.IDENTIFIERS[kind.name], value)
        except UnresolvedEntity as refusal:
            call = partial(_with_other, kind, others)
            read_as = await record_named(self._resolve, value, kind, refusal, call, self._elsewhere)
            identifier = curies.IDENTIFIERS[kind.name].parse(read_as.id)
        assert isinstance(identifier, LigandId | TargetId)
        return kind, identifier, read_as

    async def _why_none(self, kind: Kind, side: Side, wanted: WantedInteractions) -> Advice:
        """Return the reason for an empty list. Raises: EntityNotFound if there is no such ligand or target."""
        name = await self._name(kind, side)
        # Without the filter, so that the hint can say how many interactions it hides.
        everything = await self._interactions.of(side, WantedInteractions(target=wanted.target), Window().whole)
        count = (everything.total or 0) if everything else 0
        species = sorted({item.species for item in everything.items}) if everything and wanted.species else []
        if wanted.target is None:
            return pharmacology_messages.no_interactions(kind, str(side), name, count, species)
        target = (str(wanted.target), await self._name(TARGET, wanted.target))
        return pharmacology_messages.none_between((str(side), name), target, count, species)

    async def _name(self, kind: Kind, side: Side) -> str:
        """Return the name of a ligand or target. Raises: EntityNotFound."""
        record: Ligand | Target | None
        if isinstance(side, LigandId):
            record = await self._ligands.get(side)
            other = await self._ligands.hint_for(side) if record is None else None
        else:
            record = await self._targets.get(side)
            other = await self._targets.hint_for(side) if record is None else None
        if record is None:
            raise EntityNotFound.of(
                kind, str(side), other=other and other.changed(lambda _: _refuse_other_kind(kind, side))
            )
        return record.name


def _light(page: InteractionPage, ligand: Side | None, target: Side | None) -> LightInteractionPage:
    """Convert a page to the form for agents, which states the ligand or target of the call once."""
    ligands = (item.ligand for item in page.items if item.ligand.id == str(ligand))
    targets = (item.target for item in page.items if item.target.kind == TARGET.name and item.target.id == str(target))
    light = LightInteractionPage(**msgspec.structs.asdict(page), ligand=next(ligands, None), target=next(targets, None))
    return msgspec.structs.replace(light, items=tuple(map(light.without_sides, page.items)))


_KINDS = {
    kind.name: msgspec.structs.replace(kind, get_tool=next_calls.INTERACTIONS, id_argument=f"{kind.name}_id")
    for kind in (LIGAND, TARGET)
}
"""Both kinds with this tool as the one that takes their ids, so that hints propose another call of it."""


def _with_other(own_kind: Kind, others: Mapping[str, object], kind: Kind, identifier: str) -> NextCall | None:
    """Return the call for another identifier or name, if it can be sent for its kind beside `others`."""
    takes = kind is own_kind or (kind.name in _KINDS and not others)
    return next_calls.interactions_of(kind, identifier, others) if takes else None


def _refuse_other_kind(kind: Kind, side: Side) -> NextCall:
    """Return the call for the target with a ligand's number, or for the ligand with a target's number."""
    return next_calls.interactions_of(TARGET if kind == LIGAND else LIGAND, str(side))


def interaction_filter(
    *,
    approved_only: bool = False,
    primary_only: bool = False,
    action: str | None = None,
    species: str | None = None,
    min_affinity: float | None = None,
    sort: InteractionOrder = "approved",
) -> WantedInteractions:
    """Combine arguments into a filter.

    Raises: AmbiguousQuery for an unknown action, and for an affinity that is not a negative logarithm.
    """
    # A concentration, such as 1e-9, would filter nothing.
    if min_affinity and not is_on_scale(min_affinity):
        raise AmbiguousQuery(*pharmacology_messages.no_logarithm(min_affinity, affinity_of(min_affinity)), None)
    return WantedInteractions(
        approved_only=approved_only,
        primary_only=primary_only,
        action=_mode(action),
        written=written(action or "") or "",
        species=ligand_filters.species(species or "").casefold(),
        min_affinity=min_affinity,
        sort=sort,
    )


def _key(wanted: WantedInteractions) -> tuple[str, ...]:
    """Return the part of a listing's key that tells filters apart."""
    how = f"{int(wanted.action)} {wanted.written} {wanted.min_affinity} {wanted.sort} {wanted.target or ''}"
    return how, wanted.species, f"{wanted.approved_only}{wanted.primary_only}"


def _mode(action: str | None) -> Mode:
    """Return the modes of action that a word means; any mode for None and for the Guide's words without a mode.

    Raises: AmbiguousQuery for an unknown word.
    """
    if action is None:
        return ANY
    if written(action):
        return ANY
    if (mode := modes_named(action)) is None:
        raise AmbiguousQuery(*pharmacology_messages.unknown_action(action), action)
    return mode
