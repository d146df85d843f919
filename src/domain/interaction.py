"""Associations: which ligand acts on which target, and how."""

from collections.abc import Iterable

import msgspec

MOST_SHOWN = 10


class Association(msgspec.Struct, frozen=True, kw_only=True):
    """The other side of an interaction, in a ligand's or a target's record."""

    id: str
    name: str
    interaction_type: str


class Contact(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """One interaction seen from one of its sides: the other side, and how the ligand acts.

    `number` and `name` are the other side's; `ligand_type` and `approved` are the ligand's. `primary`: the target by
    which the ligand works as a medicine. `human`: measured on the human protein. It holds no containers, and a broad
    mechanism reads thousands: the garbage collector need not look at them.
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
    def said(self) -> str:
        """How the ligand acts, in one word or two: the upstream writes the text `None` where a curator left it open."""
        return next((value for value in (self.type, self.action) if value not in ("None", "")), "Unspecified")


def shown(contacts: Iterable[Contact]) -> tuple[tuple[Association, ...], int]:
    """At most ten associations, each other side with its weightiest interaction, and the number of other sides.

    Approved ligands come first, then primary targets, then what was measured on human proteins.
    """
    best: dict[str, Contact] = {}
    for contact in sorted(contacts, key=_order):
        best.setdefault(contact.number, contact)
    associations = [
        Association(id=f"IUPHAR:{contact.number}", name=contact.name, interaction_type=contact.said)
        for contact in list(best.values())[:MOST_SHOWN]
    ]
    return tuple(associations), len(best)


def _order(contact: Contact) -> tuple[object, ...]:
    unclear = contact.type == "None"
    return (
        not (contact.approved and contact.primary), not contact.primary, not contact.approved, unclear,
        not contact.human, contact.name.casefold(), int(contact.number), contact.type,
    )  # fmt: skip
