"""Interactions of the Guide to PHARMACOLOGY: all rows of one ligand or of one target."""

from collections.abc import Sequence

from biofacts.adapters.local.guide import Guide, listed
from biofacts.adapters.local.guide_entries import interactions_of, of_ligand, of_target, withdrawn_among
from biofacts.domain.interaction import InteractionRecord
from biofacts.domain.paging import Hits, Window
from biofacts.domain.pharmacology.pairs import ordered, told
from biofacts.domain.target import TargetId
from biofacts.ports.interactions import InteractionSource, Side, Wanted


class LocalInteractions(InteractionSource):
    """Interactions. A list waits for the files of the interactions and of the ligands, which says who is withdrawn."""

    def __init__(self, guide: Guide) -> None:
        self._guide = guide

    async def of(self, side: Side, wanted: Wanted, window: Window) -> Hits[InteractionRecord] | None:
        guide = self._guide
        if (parts := await guide.for_listing(window.version, guide.interactions, guide.ligands)) is None:
            return None
        guide.prefetch()
        interactions, ligands = (part.catalogue for part in parts)
        rows = [one for key in _keys(side) for one in await interactions_of(interactions, key) if wanted.takes(one)]
        withdrawn = await withdrawn_among(rows, ligands)
        hits = listed(ordered(rows, withdrawn), window, parts)
        return hits.of(tuple(told(one, withdrawn) for one in hits.items))


def _keys(side: Side) -> Sequence[str]:
    """Where the rows are: of a ligand, those in which it acts, and those in which it is acted on."""
    if isinstance(side, TargetId):
        return [of_target(side.number)]
    return [of_ligand(side.number), of_target(side.number, "ligand")]
