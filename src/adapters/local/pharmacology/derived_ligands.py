"""The ligands that were derived from a plan, and the explanation of their list."""

from collections.abc import Iterator, Mapping

import msgspec

from biofacts.adapters.local.catalogue_entries.pharmacology import target_of_key
from biofacts.domain.answers import next_calls, scores
from biofacts.domain.answers.advice_and_phrasing import Advice, NextCall
from biofacts.domain.answers.advice_and_phrasing import Part as AdvicePart
from biofacts.domain.answers.entity_kinds import LIGAND, TARGET
from biofacts.domain.pharmacology.actions import ANY
from biofacts.domain.pharmacology.queries import target_lists
from biofacts.domain.pharmacology.queries.drug_class_table import DrugClass
from biofacts.domain.pharmacology.queries.ligand_choice import BEHIND, BINDS, EXACTLY, ListedLigand
from biofacts.domain.pharmacology.queries.plans import Mechanism, MechanismPart, Plan
from biofacts.domain.source_remarks import pharmacology as pharmacology_remarks

_RELATED_ONLY, _BINDING_ONLY = 0.8, 0.6
"""The scores of antibodies that only bind their target: if there is nothing else, and after other ligands."""

_MOST_COMPARED = 5
_POTENT = frozenset({"potent", "strong", "strongest"})


class Derived(msgspec.Struct, frozen=True, kw_only=True):
    """The ligands that were derived from a plan.

    `drug_class`: the class whose members come first; `by_target`: True if the query names only its target; `members`:
    their number. `missing`: a class on the targets of a query for ligands of any kind, and the number of its members
    that are not listed. `mechanism`: the reading of the query that was
    used. `targets`: the names of the targets by key, empty if none matches; `first`: the key of the first target on
    which something acts. `surely`: True if the targets match by a name of their own. `related`, `unmarked`: see
    `Chosen`. `parts`: the several targets of the query; `unknown`: the names of parts that are no targets. `of_class`:
    the class to which the list is limited; `by_class`: the targets without interactions in the Guide, with the class
    that acts there. `excluded`: the names of ligands that the query excludes; `ignored`: its ignored words. `left_out`,
    `others`: the numbers of excluded ligands and of others that act likewise. `without_rows`: members without
    interactions. `complexes`: the names of complexes without interactions, whose subunits are the targets instead.
    `unrelated`: True if the targets share the name, but no family.
    """

    ligands: tuple[ListedLigand, ...]
    drug_class: DrugClass | None = None
    by_target: bool = False
    members: int = 0
    missing: tuple[str, int] = ("", 0)
    mechanism: Mechanism | None = None
    targets: Mapping[str, str] = {}
    first: str = ""
    surely: bool = True
    related: bool = False
    unmarked: tuple[str, ...] = ()
    parts: tuple[MechanismPart, ...] = ()
    unknown: tuple[str, ...] = ()
    of_class: DrugClass | None = None
    by_class: Mapping[str, str] = {}
    excluded: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    left_out: int = 0
    others: int = 0
    without_rows: tuple[str, ...] = ()
    complexes: tuple[str, ...] = ()
    unrelated: bool = False

    @property
    def is_of_class(self) -> bool:
        """True for the members of a class and the ligands that act likewise, without doubtful ones."""
        return self.drug_class is not None and not (self.by_target and (self.unmarked or self.ignored))

    @property
    def names_target(self) -> bool:
        """True if the query names a target, or a class of medicines that act on one."""
        return bool(self.targets or self.by_class)

    def score(self, ligand: ListedLigand) -> float:
        """Return the score of a ligand: 1.0 if it acts exactly so, and the targets match by a name of their own."""
        highest = 1.0 if self.members or self.surely else scores.PART_OF_A_NAME
        if ligand.rank == BINDS:
            return _BINDING_ONLY if any(other.rank < BINDS for other in self.ligands[:1]) else _RELATED_ONLY
        if self.related or self.complexes:
            highest = min(highest, scores.TRUSTED)
        if self.unrelated:
            highest = min(highest, scores.CONTESTED)
        is_unmarked = bool(self.unmarked) and ligand.rank != EXACTLY
        if (self.by_target or not self.members) and (is_unmarked or self.unknown or self.ignored):
            highest = min(highest, scores.ASIDE)
        return highest


# Explanations


def explain(plan: Plan, derived: Derived) -> Advice:
    """Explain how a list was derived, and which words or entries it leaves out."""
    if plan.whole:
        return pharmacology_remarks.filtered_ligands(len(derived.ligands), str(plan.filters))
    mechanism, acting = derived.mechanism, None
    if mechanism is not None:
        ranks = [ligand.rank for ligand in derived.ligands]
        acting = pharmacology_remarks.MechanismLigands(
            targets=[*derived.targets.values()],
            first=_interactions_on(derived.first) if derived.first else None,
            action=_way(mechanism, derived),
            total=len(derived.ligands) - derived.members,
            surely=derived.surely,
            related=derived.related,
            behind=ranks.count(BEHIND),
            binding=ranks.count(BINDS),
            quality=" and ".join(derived.unmarked),
            marked=ranks.count(EXACTLY),
            several=_several(plan, derived, mechanism) if derived.parts else None,
        )
    aside = [" ".join(derived.ignored)]
    species = f"measured on {mechanism.species.casefold()} proteins" if mechanism and mechanism.species else ""
    words = ", ".join(filter(None, (str(plan.filters), species)))
    filtered = pharmacology_remarks.Filtered(words, derived.left_out) if words else None
    members = None
    if derived.drug_class:
        members = pharmacology_remarks.ClassMembers(derived.members, derived.drug_class.experimental)
    sentence = pharmacology_remarks.derived_ligands(plan.query, members, acting, aside, filtered)
    rest = [*_compared(plan, derived), *_beside(plan, derived)]
    if not sentence:
        rest[:1] = [part.lstrip() if isinstance(part, str) else part for part in rest[:1]]
    return Advice(sentence, *rest)


def _beside(plan: Plan, derived: Derived) -> Iterator[AdvicePart]:
    """Say what a list does not contain: ligands outside of a class, and ligands that the query excludes."""
    of_class = derived.of_class.name if derived.of_class else ""
    if not plan.drug_class:
        yield from pharmacology_remarks.by_class(derived.by_class)
    if derived.complexes:
        yield pharmacology_remarks.on_subunits(derived.complexes)
    if derived.unrelated and derived.mechanism:
        way = derived.mechanism.action.plural
        calls = [next_calls.search(LIGAND, f"{way} of {name}") for name in derived.targets.values()]
        yield from pharmacology_remarks.unrelated(plan.target, calls)
    if plan.illness:
        yield pharmacology_remarks.or_illness(plan.illness)
    missing, number = derived.missing
    if number:
        yield from pharmacology_remarks.medicines_of(
            missing, number, next_calls.search(LIGAND, f"{missing}{plan.filters.denials}", **plan.filters.arguments)
        )
    yield from pharmacology_remarks.narrowed(of_class, derived.excluded, derived.without_rows)
    if plan.drug_class and derived.others:
        query = f"{plan.drug_class.open_names[0]}{plan.filters.denials}"
        yield from pharmacology_remarks.others(
            derived.others, next_calls.search(LIGAND, query, **plan.filters.arguments)
        )


def _compared(plan: Plan, derived: Derived) -> Iterator[AdvicePart]:
    """Point to a comparison of the first ligands if a query asks for selective ones."""
    is_selective = derived.mechanism is not None and "selective" in derived.mechanism.qualities
    if derived.ligands and derived.first and not _POTENT.isdisjoint(" ".join(derived.ignored).split()):
        call = _interactions_on(derived.first)
        yield from pharmacology_remarks.by_affinity(NextCall(call.tool, {**call.arguments, "sort": "affinity"}))
    if derived.ligands and (plan.over or is_selective):
        first = [f"IUPHAR:{ligand.number}" for ligand in derived.ligands[:_MOST_COMPARED]]
        yield from pharmacology_remarks.selectivity(plan.over, next_calls.side_by_side(first))


def _way(mechanism: Mechanism, derived: Derived) -> str:
    """Return the way of acting in words; for an empty list that is limited to a class, the class."""
    if derived.of_class and not derived.ligands:
        return f"medicine of the class '{derived.of_class.name}'"
    return mechanism.action.title


def _several(plan: Plan, derived: Derived, mechanism: Mechanism) -> pharmacology_remarks.Several:
    """Explain how the ligands of a list act on several targets, with the call for the other reading."""
    wanted = [part.name for part in derived.parts if not part.excluded and part.name not in derived.unknown]
    excluded = [_unwanted(part) for part in derived.parts if part.excluded]
    of, otherwise = target_lists.each_of, target_lists.any_of
    if plan.alternatives:
        of, otherwise = otherwise, of
    species = f" in {mechanism.species.casefold()}" if mechanism.species else ""
    query = f"{mechanism.action.plural} of {otherwise(wanted)}{species}{plan.filters.denials}"
    return pharmacology_remarks.Several(
        words=f"{of(wanted)}, but not {target_lists.any_of(excluded)}" if excluded else of(wanted),
        alternatives=plan.alternatives,
        otherwise=next_calls.search(LIGAND, query, **plan.filters.arguments)
        if len(wanted) > 1 and not excluded
        else None,
        unknown=derived.unknown,
        denied=bool(excluded),
    )


def _unwanted(part: MechanismPart) -> str:
    """Name a target on which ligands must not act, in one way or in any."""
    in_any_way = any(mechanism.action.modes == ANY for mechanism in part.mechanisms)
    return f"{part.name} in any way" if in_any_way else part.name


def _interactions_on(key: str) -> NextCall:
    """Return the call that lists the interactions on the target with this key."""
    kind, number = target_of_key(key)
    return next_calls.interactions_of(TARGET if kind == "target" else LIGAND, f"IUPHAR:{number}")
