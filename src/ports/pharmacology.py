"""Interfaces for sources of ligands, targets, and interactions between them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, TypeAlias

import msgspec

from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.answers.records import Provenance
from biofacts.domain.identifiers.curies import LigandId, TargetId
from biofacts.domain.pharmacology.interaction import ActedOn, ActingLigand, InteractionRecord
from biofacts.domain.pharmacology.interaction_lists import WantedInteractions
from biofacts.domain.pharmacology.ligand import Ligand, LigandCandidate
from biofacts.domain.pharmacology.target import Target, TargetCandidate
from biofacts.ports.sources import AtHand, JoinSource, OtherKindHint, RecordSource, SearchSource

Side: TypeAlias = LigandId | TargetId
"""A ligand or target whose interactions are listed."""


class ActingOn(msgspec.Struct, frozen=True):
    """The ligands that act on each target. `version` and `provenance` are defined by `Hits`."""

    ligands: Mapping[Side, Sequence[ActingLigand]]
    version: str
    provenance: Provenance | None = None


class ActedOnBy(msgspec.Struct, frozen=True):
    """The targets of each ligand. `version` and `provenance` are defined by `Hits`."""

    targets: Mapping[LigandId, Sequence[ActedOn]]
    version: str
    provenance: Provenance | None = None


class InteractionSource(AtHand, Protocol):
    """Interactions as the Guide to PHARMACOLOGY curates them, one for each row of its file."""

    async def of(self, side: Side, wanted: WantedInteractions, window: Window) -> Hits[InteractionRecord] | None:
        """List the interactions of a ligand or target that pass the filter: approved ligands and primary targets first.

        For a ligand that is itself a target, also list the interactions of ligands that act on it. An unknown entity
        has none.
        Returns None if the window's version has been deleted. Raises: RateLimited, UpstreamError.
        """
        ...

    async def acting_on(self, targets: Collection[Side]) -> ActingOn:
        """Return the ligands of several targets, or of ligands that are targets. Raises: RateLimited, UpstreamError."""
        ...

    async def numbers_on(self, targets: Collection[Side]) -> Mapping[str, bool]:
        """Map the id of each ligand of `acting_on` to True if it is approved. Raises: RateLimited, UpstreamError."""
        ...

    async def acted_on(self, ligands: Collection[LigandId]) -> ActedOnBy:
        """Return the targets of several ligands. Raises: RateLimited, UpstreamError."""
        ...


# The interface for sources of ligands


class LigandSource(
    SearchSource[LigandCandidate],
    RecordSource[LigandId, Ligand],
    OtherKindHint[LigandId],
    JoinSource[LigandCandidate],
    Protocol,
):
    """A source of ligands, searched by words, class or mechanism ("dopamine agonist"), and fetched by number.

    A list that is derived from interactions says so in its guidance, and has approved medicines first.
    """


# The interface for sources of targets


class TargetSource(
    SearchSource[TargetCandidate],
    RecordSource[TargetId, Target],
    OtherKindHint[TargetId],
    JoinSource[TargetCandidate],
    Protocol,
):
    """A source of targets, searched by words, gene symbol, family or class ("GPCR"), and fetched by number."""
