"""Pairs: all interactions of one ligand with one target, and the order of interactions in lists."""

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

import msgspec

from biofacts.domain.pharmacology.actions import NONE, contradict, labels, modes_of
from biofacts.domain.pharmacology.interaction import (
    ActedOn,
    ActingLigand,
    Affinity,
    InteractingLigand,
    InteractingTarget,
    Interaction,
    InteractionRecord,
)

HUMAN = "Human"
"""The species in the Guide's wording."""

InteractionOrder = Literal["approved", "affinity"]
"""The order of a list of interactions: see `ordered`."""
ORDERS: tuple[InteractionOrder, ...] = ("approved", "affinity")

MOST_PARTNERS = 10
"""The number of partners in the record of a ligand or target; the list of its interactions has all."""


class Pair(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A ligand that acts on a target: its number, its modes of action (`Mode`) as bits of a number, and flags.

    A broad mechanism loads thousands of pairs, so they contain no containers and are exempt from garbage collection.
    """

    ligand: str
    modes: int
    approved: bool = False
    primary: bool = False
    endogenous: bool = False
    consistent: bool = False
    """True if at least one row's type and action do not contradict each other."""
    parameter: str = ""
    """The parameter of the highest affinity for the protein of a species; "" if none was measured."""
    low: float = 0.0
    high: float = 0.0
    relation: str = ""

    @property
    def strength(self) -> float:
        """The affinity as a number (see `Affinity`); 0 if none was measured."""
        return (self.low + self.high) / 2

    @property
    def affinity(self) -> Affinity | None:
        """The highest affinity for the protein of a species, mostly human."""
        if not self.parameter:
            return None
        relation = self.relation or None
        if self.low == self.high:
            return Affinity(parameter=self.parameter, value=self.low, relation=relation)
        return Affinity(parameter=self.parameter, low=self.low, high=self.high, relation=relation)


def pairs(of_target: Iterable[Interaction], species: str = HUMAN) -> tuple[Pair, ...]:
    """Return the pairs of one target, in the order of its rows, with the affinities for the protein of a species."""
    rows: dict[str, list[Interaction]] = {}
    for one in of_target:
        rows.setdefault(one.ligand, []).append(one)
    return tuple(_pair(ligand, several, species) for ligand, several in rows.items())


def _pair(ligand: str, rows: Sequence[Interaction], species: str) -> Pair:
    modes = NONE
    for one in rows:
        modes |= modes_of(one)
    best = _best(one for one in rows if one.species == species)
    low, high = best.bounds if best else (0.0, 0.0)
    return Pair(
        ligand,
        int(modes),
        any(one.approved for one in rows),
        any(one.primary for one in rows),
        any(one.endogenous for one in rows),
        not all(contradict(one.type, one.action) for one in rows),
        best.parameter if best else "",
        low,
        high,
        (best.relation or "") if best else "",
    )


def _best(rows: Iterable[Interaction]) -> Affinity | None:
    """Return the highest affinity."""
    return max((one.affinity for one in rows if one.affinity), key=lambda one: one.strength, default=None)


class Partner(NamedTuple):
    """All interactions of one ligand with one target, in their order, summarised for the record of either."""

    rows: Sequence[Interaction]

    @property
    def actions(self) -> tuple[str, ...]:
        """All modes of action: types before actions, frequent ones first, those of contradictory rows last."""
        counted: dict[str, list[int]] = {}
        for one in self.rows:
            for place, label in enumerate(labels(one.type, one.action)):
                weight = counted.setdefault(label, [place, 0, 0])
                weight[0] = min(weight[0], place)
                # Negative counts, so that frequent modes come first.
                weight[1 + contradict(one.type, one.action)] -= 1
        return tuple(sorted(counted, key=lambda label: counted[label]))

    @property
    def primary(self) -> bool:
        """True if the target is a primary target of the ligand in some row."""
        return any(one.primary for one in self.rows)

    @property
    def affinity(self) -> Affinity | None:
        """The highest affinity for the human protein, or else the highest of all."""
        return _best(one for one in self.rows if one.species == HUMAN) or _best(self.rows)

    def acted_on(self) -> ActedOn:
        """Return the target, for its ligand's record."""
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
        """Return the ligand, for its target's record; `withdrawn`: the numbers of withdrawn medicines."""
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
    """Return an interaction as a list entry; `withdrawn`: the numbers of withdrawn medicines."""
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


def ordered(
    rows: Iterable[Interaction], withdrawn: AbstractSet[str] = frozenset(), by: InteractionOrder = "approved"
) -> list[Interaction]:
    """Sort interactions for lists: approved ligands first, then withdrawn ones (`withdrawn`: their numbers).

    Then by primary targets and affinity; rows whose type and action contradict each other follow the others. By
    affinity, the highest comes first, whatever the ligand.
    """
    in_order = sorted(rows, key=lambda one: _order(one, withdrawn))
    return in_order if by == "approved" else sorted(in_order, key=lambda one: -_strength(one))


def _strength(one: Interaction) -> float:
    return one.affinity.strength if one.affinity else 0.0


def _order(one: Interaction, withdrawn: AbstractSet[str]) -> tuple[object, ...]:
    return (
        # The last criteria make the order independent of the order of the file's rows.
        not one.approved, one.ligand in withdrawn, contradict(one.type, one.action), not one.primary,
        -_strength(one), one.species != HUMAN, one.target_name.casefold(),
        one.ligand_name.casefold(), int(one.target), int(one.ligand), one.type, one.action, one.references,
    )  # fmt: skip


def targets_of(rows: Iterable[Interaction]) -> list[Partner]:
    """Group the interactions of one ligand by target, in their order."""
    return _partners(rows, lambda one: (one.target_kind, one.target))


def ligands_of(rows: Iterable[Interaction]) -> list[Partner]:
    """Group the interactions of one target by ligand, in their order."""
    return _partners(rows, lambda one: one.ligand)


def _partners(rows: Iterable[Interaction], other_side: Callable[[Interaction], object]) -> list[Partner]:
    found: dict[object, list[Interaction]] = {}
    for one in rows:
        found.setdefault(other_side(one), []).append(one)
    return [*map(Partner, found.values())]
