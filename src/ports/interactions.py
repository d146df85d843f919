"""What the use cases ask of a source of interactions."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, TypeAlias

import msgspec

from biofacts.domain.interaction import ActedOn, ActingLigand, Interaction, InteractionRecord
from biofacts.domain.ligand import LigandId
from biofacts.domain.paging import Hits, Window
from biofacts.domain.pharmacology.actions import ANY, Mode, modes_of
from biofacts.domain.provenance import Provenance
from biofacts.domain.target import TargetId
from biofacts.ports.joins import AtHand

Side: TypeAlias = LigandId | TargetId
"""Whose interactions."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which interactions.

    `action`: any of these ways; `written`: a word of the Guide's own, as type or action, "" for any; `species`: of the
    protein, "" for any.
    """

    approved_only: bool = False
    primary_only: bool = False
    action: Mode = ANY
    written: str = ""
    species: str = ""

    def takes(self, one: Interaction) -> bool:
        """Whether it is wanted."""
        return (
            (one.approved or not self.approved_only)
            and (one.primary or not self.primary_only)
            and (self.action == ANY or bool(modes_of(one) & self.action))
            and (not self.written or self.written in (one.type, one.action))
            and (not self.species or one.species.casefold() == self.species.casefold())
        )


class ActingOn(msgspec.Struct, frozen=True):
    """Those who act on targets. `version`, `provenance`: as those of `Hits`."""

    ligands: Mapping[Side, Sequence[ActingLigand]]
    version: str
    provenance: Provenance | None = None


class ActedOnBy(msgspec.Struct, frozen=True):
    """What ligands act on. `version`, `provenance`: as those of `Hits`."""

    targets: Mapping[LigandId, Sequence[ActedOn]]
    version: str
    provenance: Provenance | None = None


class InteractionSource(AtHand, Protocol):
    """Interactions, as the Guide curates them: one a row of its file."""

    async def of(self, side: Side, wanted: Wanted, window: Window) -> Hits[InteractionRecord] | None:
        """The interactions of one ligand, or of one target, that are wanted: approved and primary ones first.

        Of a ligand that is itself acted on also those on it. Those of no such entity are none.
        None when the window's version is no longer kept.
        Raises: RateLimited, UpstreamError.
        """
        ...

    async def acting_on(self, targets: Collection[Side]) -> ActingOn:
        """Who acts on each of several targets, or ligands that are acted on. Raises: RateLimited, UpstreamError."""
        ...

    async def numbers_on(self, targets: Collection[Side]) -> Mapping[str, bool]:
        """The ids of all that `acting_on` gives, each with whether it is approved. Raises: as that."""
        ...

    async def acted_on(self, ligands: Collection[LigandId]) -> ActedOnBy:
        """On what each of several ligands acts. Raises: RateLimited, UpstreamError."""
        ...
