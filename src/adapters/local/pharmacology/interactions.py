"""Interactions of the Guide to PHARMACOLOGY: all rows of one ligand or of one target."""

from collections.abc import Collection, Mapping, Sequence

from biofacts.adapters.local.entries.pharmacology import (
    interactions_by_key,
    of_ligand,
    of_target,
    pairs_of,
    withdrawn_among,
)
from biofacts.adapters.local.pharmacology import guide as guides
from biofacts.adapters.local.pharmacology.guide import Guide, listed
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.identifiers.curies import LigandId, TargetId
from biofacts.domain.pharmacology.interaction import InteractionRecord
from biofacts.domain.pharmacology.interaction_lists import ligands_of, ordered, targets_of, told
from biofacts.ports.pharmacology import ActedOnBy, ActingOn, InteractionSource, Side, Wanted
from biofacts.ports.sources import Presence


class LocalInteractions(InteractionSource):
    """The source of interactions. A list also needs the file of ligands, which says which ones are withdrawn."""

    def __init__(self, guide: Guide) -> None:
        self._guide = guide

    async def of(self, side: Side, wanted: Wanted, window: Window) -> Hits[InteractionRecord] | None:
        guide = self._guide
        if (parts := await guide.for_listing(window.version, guide.interactions, guide.ligands)) is None:
            return None
        guide.prefetch()
        interactions, ligands = (part.catalogue for part in parts)
        by_key = await interactions_by_key(interactions, _keys(side))
        rows = [one for several in by_key.values() for one in several if wanted.takes(one)]
        withdrawn = await withdrawn_among((one for one in rows if one.approved), ligands)
        hits = listed(ordered(rows, withdrawn, wanted.sort), window, parts)
        # The order depends only on approved ligands; of all others, those of this page are enough.
        withdrawn |= await withdrawn_among((one for one in hits.items if not one.approved), ligands)
        return hits.of(tuple(told(one, withdrawn) for one in hits.items))

    async def acting_on(self, targets: Collection[Side]) -> ActingOn:
        parts = await self._guide.open(self._guide.interactions, self._guide.ligands)
        interactions, ligands = (part.catalogue for part in parts)
        by_key = await interactions_by_key(interactions, [*map(_acted_on_key, targets)])
        rows = {target: by_key[_acted_on_key(target)] for target in targets}
        withdrawn = await withdrawn_among((one for of in rows.values() for one in of if one.approved), ligands)
        found = {target: [one.acting(withdrawn) for one in ligands_of(of)] for target, of in rows.items()}
        return ActingOn(found, guides.version(parts), guides.provenance(parts))

    async def numbers_on(self, targets: Collection[Side]) -> Mapping[str, bool]:
        parts = await self._guide.open(self._guide.interactions)
        found: dict[str, bool] = {}
        for known in (await pairs_of(parts[0].catalogue, [*map(_acted_on_key, targets)])).values():
            for pair in known.pairs:
                identifier = f"IUPHAR:{pair.ligand}"
                found[identifier] = pair.approved or found.get(identifier, False)
        return found

    def prefetch(self) -> None:
        for one in (self._guide.interactions, self._guide.ligands):
            one.prefetch(needed=True)

    async def at_hand(self) -> Presence:
        guide = self._guide
        return await guides.at_hand(guide.interactions, guide.ligands)

    async def acted_on(self, ligands: Collection[LigandId]) -> ActedOnBy:
        parts = await self._guide.open(self._guide.interactions)
        rows = await interactions_by_key(parts[0].catalogue, [of_ligand(one.number) for one in ligands])
        found = {one: [pair.acted_on() for pair in targets_of(rows[of_ligand(one.number)])] for one in ligands}
        return ActedOnBy(found, guides.version(parts), guides.provenance(parts))


def _acted_on_key(side: Side) -> str:
    return of_target(side.number, "target" if isinstance(side, TargetId) else "ligand")


def _keys(side: Side) -> Sequence[str]:
    """Return the keys of the rows; for a ligand, those in which it acts and those in which it is the target."""
    if isinstance(side, TargetId):
        return [of_target(side.number)]
    return [of_ligand(side.number), of_target(side.number, "ligand")]
