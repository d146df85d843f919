"""Interactions: which ligand acts on which target, and how."""

from collections.abc import Iterable

import msgspec

MOST_ASSOCIATIONS = 10


class Association(msgspec.Struct, frozen=True, kw_only=True):
    """The other side of an interaction, in a ligand's or a target's record."""

    id: str
    name: str
    interaction_type: str


class Interaction(msgspec.Struct, frozen=True, kw_only=True):
    """One interaction, as the Guide curates it.

    `ligand`, `target`: their numbers. `primary`: the target by which the ligand works as a medicine. `human`: measured
    on the human protein. The upstream writes the text `None` for a type that a curator left open.
    """

    ligand: str
    ligand_name: str
    ligand_type: str
    approved: bool
    target: str
    target_name: str
    type: str
    action: str
    primary: bool = False
    human: bool = False

    def of_ligand(self) -> "InteractionView":
        """As its ligand sees it."""
        return self._view(self.target, self.target_name)

    def of_target(self) -> "InteractionView":
        """As its target sees it."""
        return self._view(self.ligand, self.ligand_name)

    def _view(self, number: str, name: str) -> "InteractionView":
        return InteractionView(
            number=number,
            name=name,
            type=self.type,
            action=self.action,
            ligand_type=self.ligand_type,
            approved=self.approved,
            primary=self.primary,
            human=self.human,
        )


class InteractionView(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """One interaction seen from one of its sides: the other side, and how the ligand acts.

    `number` and `name` are the other side's; `ligand_type` and `approved` are the ligand's. It holds no containers, and
    a broad mechanism reads thousands: the garbage collector need not look at them.
    """

    number: str
    name: str
    type: str
    action: str
    ligand_type: str
    approved: bool
    primary: bool
    human: bool

    @property
    def label(self) -> str:
        """How the ligand acts, in one word or two."""
        return next((value for value in (self.type, self.action) if value not in ("None", "")), "Unspecified")


def top_associations(interactions: Iterable[InteractionView]) -> tuple[tuple[Association, ...], int]:
    """At most ten associations, each other side with its weightiest interaction, and the number of other sides.

    Approved ligands come first, then primary targets, then what was measured on human proteins.
    """
    best: dict[str, InteractionView] = {}
    for one in sorted(interactions, key=_order):
        best.setdefault(one.number, one)
    associations = [
        Association(id=f"IUPHAR:{one.number}", name=one.name, interaction_type=one.label)
        for one in list(best.values())[:MOST_ASSOCIATIONS]
    ]
    return tuple(associations), len(best)


def _order(one: InteractionView) -> tuple[object, ...]:
    is_unclear = one.type == "None"
    return (
        not (one.approved and one.primary), not one.primary, not one.approved, is_unclear,
        not one.human, one.name.casefold(), int(one.number), one.type,
    )  # fmt: skip
