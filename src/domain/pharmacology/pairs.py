"""Pairs: all interactions of one ligand with one target together, and the order in which they are told."""

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import msgspec

from biofacts.domain.interaction import (
    ActedOn,
    ActingLigand,
    Affinity,
    InteractingLigand,
    InteractingTarget,
    Interaction,
    InteractionRecord,
)
from biofacts.domain.pharmacology.actions import NONE, contradict, labels, modes_of

HUMAN = "Human"
"""The species, as the Guide writes it."""

MOST_PARTNERS = 10
"""So many stand in the record of a ligand or a target; all of them in the list of its interactions."""


class Pair(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A ligand that acts on a target: its number, every way in which it does (`Mode`), as how much.

    It holds no containers, and a broad mechanism reads thousands: the garbage collector need not look at them.
    """

    ligand: str
    modes: int
    approved: bool = False
    primary: bool = False
    endogenous: bool = False
    consistent: bool = False
    """Some row's type and action do not contradict each other."""


def pairs(of_target: Iterable[Interaction]) -> tuple[Pair, ...]:
    """The pairs of one target, in the order in which its rows name the ligands."""
    rows: dict[str, list[Interaction]] = {}
    for one in of_target:
        rows.setdefault(one.ligand, []).append(one)
    return tuple(_pair(ligand, several) for ligand, several in rows.items())


def _pair(ligand: str, rows: Sequence[Interaction]) -> Pair:
    modes = NONE
    for one in rows:
        modes |= modes_of(one)
    return Pair(
        ligand,
        int(modes),
        any(one.approved for one in rows),
        any(one.primary for one in rows),
        any(one.endogenous for one in rows),
        not all(contradict(one.type, one.action) for one in rows),
    )


class Partner(NamedTuple):
    """All interactions of one ligand with one target, as they are told on the page of either; in their order."""

    rows: Sequence[Interaction]

    @property
    def actions(self) -> tuple[str, ...]:
        """All ways of acting: types before what narrows them, those of most rows first, contradictory rows last."""
        counted: dict[str, list[int]] = {}
        for one in self.rows:
            for place, label in enumerate(labels(one.type, one.action)):
                weight = counted.setdefault(label, [place, 0, 0])
                weight[0] = min(weight[0], place)
                weight[1 + contradict(one.type, one.action)] -= 1
        return tuple(sorted(counted, key=lambda label: counted[label]))

    @property
    def primary(self) -> bool:
        """Whether some row is the ligand's primary target."""
        return any(one.primary for one in self.rows)

    @property
    def affinity(self) -> Affinity | None:
        """The highest on the human protein; where that was not measured, the highest of all."""
        human = [one.affinity for one in self.rows if one.affinity is not None and one.species == HUMAN]
        told = human or [one.affinity for one in self.rows if one.affinity is not None]
        return max(told, key=lambda one: one.strength, default=None)

    def acted_on(self) -> ActedOn:
        """The target, in its ligand's record."""
        one = self.rows[0]
        return ActedOn(
            id=f"IUPHAR:{one.target}",
            name=one.target_name,
            kind=one.target_kind,
            gene_symbol=one.gene_symbol,
            actions=self.actions,
            primary=self.primary,
            affinity=self.affinity,
        )

    def acting(self, withdrawn: AbstractSet[str]) -> ActingLigand:
        """The ligand, in its target's record; `withdrawn`: the numbers of such medicines."""
        one = self.rows[0]
        return ActingLigand(
            id=f"IUPHAR:{one.ligand}",
            name=one.ligand_name,
            approved=one.approved,
            withdrawn=one.ligand in withdrawn,
            actions=self.actions,
            primary=self.primary,
            affinity=self.affinity,
        )


def told(one: Interaction, withdrawn: AbstractSet[str]) -> InteractionRecord:
    """An interaction as it is listed; `withdrawn`: the numbers of such medicines."""
    return InteractionRecord(
        ligand=InteractingLigand(
            id=f"IUPHAR:{one.ligand}", name=one.ligand_name, approved=one.approved, withdrawn=one.ligand in withdrawn
        ),
        target=InteractingTarget(
            id=f"IUPHAR:{one.target}", name=one.target_name, gene_symbol=one.gene_symbol, kind=one.target_kind
        ),
        type=one.type,
        action=one.action,
        primary=one.primary,
        endogenous=one.endogenous,
        species=one.species,
        affinity=one.affinity,
        selectivity=", ".join(one.selectivity) or None,
        references=tuple(f"PMID:{number}" for number in one.references),
    )


def ordered(rows: Iterable[Interaction], withdrawn: AbstractSet[str] = frozenset()) -> list[Interaction]:
    """Interactions as they are listed: of approved ligands first, then of withdrawn ones (`withdrawn`: their numbers).

    Then those on primary targets, then by affinity; those whose type and action contradict each other after the others.
    """
    return sorted(rows, key=lambda one: _order(one, withdrawn))


def _order(one: Interaction, withdrawn: AbstractSet[str]) -> tuple[object, ...]:
    return (
        not one.approved, one.ligand in withdrawn, contradict(one.type, one.action), not one.primary,
        -one.affinity.strength if one.affinity else 0.0, one.species != HUMAN, one.target_name.casefold(),
        one.ligand_name.casefold(), int(one.target), int(one.ligand), one.type, one.action, one.references,
    )  # fmt: skip


def targets_of(rows: Iterable[Interaction]) -> list[Partner]:
    """The targets of one ligand's interactions, in their order."""
    return _partners(rows, lambda one: (one.target_kind, one.target))


def ligands_of(rows: Iterable[Interaction]) -> list[Partner]:
    """The ligands of one target's interactions, in their order."""
    return _partners(rows, lambda one: one.ligand)


def _partners(rows: Iterable[Interaction], other_side: Callable[[Interaction], object]) -> list[Partner]:
    found: dict[object, list[Interaction]] = {}
    for one in rows:
        found.setdefault(other_side(one), []).append(one)
    return [*map(Partner, found.values())]
