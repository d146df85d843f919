"""Choosing: the ligands that a plan takes, of all that interact with its targets, and in which order."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from biofacts.domain.interaction import InteractionView
from biofacts.domain.pharmacology.ligand_facts import LigandSummary
from biofacts.domain.pharmacology.reading import Plan
from biofacts.domain.text import fold

OfTargets: TypeAlias = Mapping[str, Sequence[InteractionView]]
"""The interactions of several targets, each target by its number."""


class Chosen(msgspec.Struct, frozen=True):
    """A ligand that a plan has chosen."""

    number: str
    summary: LigandSummary


class _Candidate(msgspec.Struct):
    """A ligand that acts so: the interaction by which it was met first, and on how many of the targets it acts."""

    first: InteractionView
    targets: int = 0
    is_primary: bool = False

    def order(self, number: str) -> tuple[object, ...]:
        ligand = self.first
        return not ligand.approved, not self.is_primary, -self.targets, ligand.name.casefold(), int(number)


def choose(
    plan: Plan, interactions: OfTargets, *, without: OfTargets, named: Mapping[str, LigandSummary]
) -> list[Chosen]:
    """The ligands of a plan: approved first, then primary targets, then those that act on more of the targets.

    `without`: the interactions of targets that no member of a class has as a primary one. `named`: ligands that belong
    to a class by name.
    """
    ranked: dict[str, tuple[tuple[object, ...], LigandSummary]] = {}
    for number, candidate in _acting(plan, interactions, without).items():
        ranked[number] = candidate.order(number), _summary(candidate.first)
    for number, summary in named.items():
        order = (not summary.approved, False, -len(interactions), summary.name.casefold(), int(number))
        ranked.setdefault(number, (order, summary))
    ordered = [Chosen(number, summary) for number, (_, summary) in sorted(ranked.items(), key=lambda one: one[1][0])]
    return _of_class(plan, ordered)


def _acting(plan: Plan, interactions: OfTargets, without: OfTargets) -> dict[str, _Candidate]:
    """Every ligand that acts so on one of the targets; on all of them, where the class wants it."""
    excluded = {one.number for several in without.values() for one in several if one.primary}
    found: dict[str, _Candidate] = {}
    for several in interactions.values():
        of_target: set[str] = set()
        for one in several:
            number = one.number
            if not _fits(plan, one) or number in excluded:
                continue
            if (candidate := found.get(number)) is None:
                candidate = found[number] = _Candidate(one)
            candidate.is_primary = candidate.is_primary or one.primary
            if number not in of_target:
                of_target.add(number)
                candidate.targets += 1
    if plan.drug_class is not None and plan.drug_class.all_targets:
        return {number: one for number, one in found.items() if one.targets == len(interactions)}
    return found


def _of_class(plan: Plan, ordered: Sequence[Chosen]) -> list[Chosen]:
    """A class of drugs is made of medicines, where there are any, and without those that belong to another class."""
    if plan.drug_class is None:
        return [*ordered]
    excluded = {fold.compact(name) for name in plan.drug_class.excluded}
    medicines = [one for one in ordered if one.summary.approved] or ordered
    return [one for one in medicines if not excluded or fold.compact(one.summary.name) not in excluded]


def any_fits(plan: Plan, interactions: OfTargets) -> bool:
    """True when some interaction counts: the targets are the right ones."""
    return any(_fits(plan, one) for several in interactions.values() for one in several)


def _fits(plan: Plan, one: InteractionView) -> bool:
    if plan.drug_class is None:
        return one.type in plan.action.types or one.action in plan.action.actions
    has_stem = not plan.drug_class.stem_required or one.name.casefold().endswith(plan.drug_class.stems)
    return one.primary and one.type in plan.action.types and has_stem


def _summary(ligand: InteractionView) -> LigandSummary:
    return LigandSummary(ligand.name, ligand.ligand_type, ligand.approved)
