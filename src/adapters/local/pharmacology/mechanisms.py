"""Answers to queries like "BRAF inhibitor": the targets, and the ligands that act on them in that way."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial

import msgspec

from biofacts.adapters.local.catalogue_entries.pharmacology import (
    OfTarget,
    decode_ligand,
    decode_ligand_summary,
    interactions_by_key,
    of_ligand,
    pairs_of,
    target_of_key,
)
from biofacts.adapters.local.pharmacology.derived_ligands import Derived
from biofacts.adapters.local.pharmacology.guide import MOST_RIVALS, all_facts, of_complexes
from biofacts.adapters.local.pharmacology.mechanism_targets import Catalogues, MechanismTargets
from biofacts.adapters.local.search.thesaurus import Thesaurus
from biofacts.domain.answers import scores
from biofacts.domain.answers.bounded_caches import Recent
from biofacts.domain.pharmacology import interaction_lists, selectors
from biofacts.domain.pharmacology.actions import ANY, HINDERING, NONE, Mode
from biofacts.domain.pharmacology.ligand_filters import SMALL_MOLECULES, TYPES, LigandFilter
from biofacts.domain.pharmacology.queries import target_lists
from biofacts.domain.pharmacology.queries.class_queries import classes_on
from biofacts.domain.pharmacology.queries.drug_class_table import DrugClass
from biofacts.domain.pharmacology.queries.ligand_choice import (
    BINDS,
    EXACTLY,
    MARKED_OTHERWISE,
    Chosen,
    ListedLigand,
    by_affinity,
    choose,
    in_order,
)
from biofacts.domain.pharmacology.queries.mechanism_queries import read
from biofacts.domain.pharmacology.queries.plans import Mechanism, Plan
from biofacts.domain.pharmacology.target_groups import is_ion_or_acid
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue

_LISTS_KEPT = 16
_SURE_BY_WORDS = 0.8


class Mechanisms:
    """The answers to plans. The last few lists are cached, since a client pages through them."""

    def __init__(self, thesaurus: Thesaurus) -> None:
        self._targets = MechanismTargets(thesaurus)
        self._lists = Recent[tuple[str, str], Derived](_LISTS_KEPT)

    async def derived(self, plan: Plan, catalogues: Catalogues, version: str) -> Derived:
        """Return the ligands of a plan. `version`: the combined version of the catalogues."""
        key = f"{plan.query.casefold()} {plan.filters}", version
        if key not in self._lists:
            derived = await self._without_excluded(plan, catalogues)
            aside = (*(derived.mechanism.ignored if derived.mechanism else ()), *plan.ignored)
            self._lists[key] = msgspec.structs.replace(derived, ignored=(*dict.fromkeys(aside),))
        return self._lists[key]

    async def _without_excluded(self, plan: Plan, catalogues: Catalogues) -> Derived:
        """Return the ligands of a plan except those that it excludes by name."""
        if not plan.excluded:
            return await self._derived(plan, catalogues)
        numbers = [await self._numbers_of(name, catalogues) for name in plan.excluded]
        excluded = tuple(map(target_lists.without_ligands_of, plan.excluded))
        derived = await self._derived(plan, catalogues)
        unwanted = {number for several in numbers for number in several}
        # A name that no listed ligand has may be that of a target: `opioids that do not act on kappa`.
        if not all(numbers) or unwanted.isdisjoint(ligand.number for ligand in derived.ligands):
            acting = [await self._acting(part.mechanisms, catalogues) for part in plan.unwanted]
            on_targets = [{ligand.number for ligand in on_target.ligands} for on_target in acting]
            if on_targets and all(on_targets):
                excluded = tuple(f"ligands of {part.name}" for part in plan.unwanted)
                unwanted = {number for several in on_targets for number in several}
            elif not all(numbers):
                return await self._derived(plan.otherwise, catalogues) if plan.otherwise else Derived(ligands=())
        left = tuple(ligand for ligand in derived.ligands if ligand.number not in unwanted)
        members = derived.members - sum(ligand.number in unwanted for ligand in derived.ligands[: derived.members])
        return msgspec.structs.replace(derived, ligands=left, members=members, excluded=excluded)

    async def _numbers_of(self, name: str, catalogues: Catalogues) -> AbstractSet[str]:
        """Return the numbers of the ligands with a name, and of the ligands of a class or mechanism with that name."""
        plan = read(name)
        derived = await self._derived(plan, catalogues) if plan and plan.says_how else Derived(ligands=())
        term = selectors.name(target_lists.without_ligands_of(name))
        return {*await catalogues.ligands.keys([term]), *(ligand.number for ligand in derived.ligands)}

    async def _derived(self, plan: Plan, catalogues: Catalogues) -> Derived:
        if plan.whole:
            return await _all(plan, catalogues.ligands)
        acting = await self._on_targets(plan, catalogues)
        if acting.of_class:
            return acting
        if plan.drug_class is None and (of_target := await self._class_on_targets(acting, catalogues)):
            drug_class, members = of_target
            if acting.mechanism and acting.mechanism.action.modes == ANY:
                listed = {ligand.number for ligand in acting.ligands}
                missing = sum(member.number not in listed for member in members if plan.filters.takes(member.summary))
                acting, members = msgspec.structs.replace(acting, missing=(drug_class.name, missing)), ()
            else:
                acting = msgspec.structs.replace(acting, drug_class=drug_class, by_target=True)
        else:
            members = await _members(plan.drug_class, catalogues.ligands)
            # A quality that the name of the class states is one of all members: `cardioselective beta blockers`.
            unmarked = () if plan.drug_class else acting.unmarked
            acting = msgspec.structs.replace(acting, drug_class=plan.drug_class, unmarked=unmarked)
        return await self._with_members(plan, acting, members, catalogues)

    async def _on_targets(self, plan: Plan, catalogues: Catalogues) -> Derived:
        """Return the ligands on the targets of a plan."""
        acting = await self._on_splits(plan, catalogues) or await self._acting(plan.mechanisms, catalogues)
        if not acting.names_target and plan.parts:
            acting = await self._on_several(plan, catalogues)
        # A mechanism comes before a class in it: `T-type calcium channel blockers` says more than the class.
        if not acting.names_target:
            acting = await self._loosely([each for each in plan.mechanisms if each.action.modes != ANY], catalogues)
        if not acting.names_target and plan.within and (within := await self._within(plan.within, catalogues)).targets:
            return within
        if not acting.names_target:
            acting = await self._loosely([each for each in plan.mechanisms if each.action.modes == ANY], catalogues)
        if not acting.names_target and plan.parts:
            acting = await self._on_several(plan, catalogues, loosely=True)
        return acting

    async def _with_members(
        self, plan: Plan, acting: Derived, members: Sequence[ListedLigand], catalogues: Catalogues
    ) -> Derived:
        """Return the members of a class that pass the filters, then the ligands of a mechanism."""
        measured = await self._acting(plan.measure, catalogues) if plan.measure else acting
        affinities = {ligand.number: ligand.affinity for ligand in measured.ligands}
        marked = {ligand.number for ligand in acting.ligands if ligand.rank == EXACTLY}
        member_numbers = {member.number for member in members}
        rest = [ligand for ligand in acting.ligands if ligand.number not in member_numbers]
        with_affinity = (
            msgspec.structs.replace(
                member,
                affinity=affinities.get(member.number),
                rank=MARKED_OTHERWISE if acting.unmarked and member.number not in marked else EXACTLY,
            )
            for member in members
        )
        every = sorted((*by_affinity([*with_affinity]), *rest), key=partial(_standing, acting))
        listed = [ligand for ligand in every if plan.filters.takes(ligand.summary)]
        belonging = sum(ligand.number in member_numbers for ligand in listed)
        others = [ligand for ligand in measured.ligands if plan.measure and ligand.number not in member_numbers]
        return msgspec.structs.replace(
            acting,
            ligands=tuple(listed),
            members=belonging,
            left_out=acting.left_out + len(every) - len(listed),
            others=sum(plan.filters.takes(other.summary) for other in others),
        )

    async def _class_on_targets(
        self, acting: Derived, catalogues: Catalogues
    ) -> tuple[DrugClass, Sequence[ListedLigand]] | None:
        """Return the class of medicines that act on the targets of a list in the same way, and its members.

        The Guide may lack a row for them: clopidogrel is listed with the antagonists of P2RY12.
        """
        mechanism = acting.mechanism
        if mechanism is None or not mechanism.may_be_human:
            return None
        if acting.parts or acting.unrelated or not acting.surely or "endogenous" in mechanism.qualities:
            return None
        modes = mechanism.action.modes
        is_of_antibodies = modes == Mode.ANTIBODY
        names = [mechanism.target, *await _names_of_only(acting.targets, catalogues)]
        wanted = modes | mechanism.action.also | (HINDERING if is_of_antibodies else NONE)
        for drug_class, acts, name in classes_on(names, wanted):
            plan = read(name)
            on_class = await self._acting(plan.mechanisms or plan.measure, catalogues) if plan else None
            if on_class and on_class.targets.keys() == acting.targets.keys():
                types = (TYPES["antibody"],) if is_of_antibodies and not acts & Mode.ANTIBODY else ()
                every = await _members(drug_class, catalogues.ligands)
                members = [member for member in every if LigandFilter(types=types).takes(member.summary)]
                return (drug_class, members) if members else None
        return None

    async def _within(self, plan: Plan, catalogues: Catalogues) -> Derived:
        """Return the members of a class that act on the targets of a plan."""
        every = await _members(plan.drug_class, catalogues.ligands)
        listed = [member for member in every if plan.filters.takes(member.summary)]
        members = {member.number: member.summary.name for member in listed}
        of_target = msgspec.structs.replace(plan, drug_class=None)
        acting = await self._on_targets(of_target, catalogues)
        derived = await self._with_members(of_target, acting, (), catalogues)
        ligands = tuple(ligand for ligand in derived.ligands if ligand.number in members)
        having_rows = {row.key for row in await catalogues.interactions.entries([*map(of_ligand, members)])}
        # e.g. inclisiran, an siRNA against PCSK9, of which the Guide has no interaction
        without_rows = tuple(name for number, name in members.items() if of_ligand(number) not in having_rows)
        return msgspec.structs.replace(derived, ligands=ligands, of_class=plan.drug_class, without_rows=without_rows)

    async def _acting(self, mechanisms: Sequence[Mechanism], catalogues: Catalogues) -> Derived:
        """Return the ligands on the first targets that have the name of a mechanism."""
        for mechanism in mechanisms:
            if await _is_of_substance(mechanism, catalogues):
                return Derived(ligands=())
            for find in self._targets.surely(mechanism, catalogues):
                if names := await find():
                    return await self._acting_on(mechanism, names, catalogues)
            is_gene = await self._targets.is_gene(mechanism.target, catalogues)
            # The name means this gene, not another target with a similar name; but an oxytocin antagonist acts on OXTR.
            of_ligand = not is_gene and await _is_ligand_of_receptors(mechanism, catalogues)
            by_name = () if is_gene else self._targets.by_name(mechanism, catalogues, of_ligand=of_ligand)
            for find in (*by_name, *self._targets.by_receptor(mechanism, catalogues)):
                if names := await find():
                    return await self._acting_on(mechanism, names, catalogues)
            if is_gene:
                break
        of_classes = [await _of_class(mechanism, catalogues) for mechanism in mechanisms]
        return next(filter(None, of_classes), Derived(ligands=()))

    async def _acting_on(self, mechanism: Mechanism, targets: Mapping[str, str], catalogues: Catalogues) -> Derived:
        """Return the ligands on targets; if the Guide has none of any kind, the class of medicines that act there.

        For antibodies against a ligand, its receptors are rejected.
        """
        if await _are_receptors_of(mechanism, targets, catalogues):
            return Derived(ligands=())
        on_targets = await pairs_of(catalogues.interactions, [*targets])
        if not on_targets and (of_class := await _of_class(mechanism, catalogues)):
            return of_class
        complexes: tuple[str, ...] = ()
        if not on_targets and (subunits := await of_complexes(targets, catalogues.targets)):
            on_targets = await pairs_of(catalogues.interactions, [*subunits])
            complexes = tuple(targets.values()) if on_targets else ()
            targets = {key: name for key, name in subunits.items() if key in on_targets} or targets
        chosen = await _chosen(mechanism, on_targets, catalogues)
        derived = await _derived_from(mechanism, targets, chosen, catalogues.ligands)
        unrelated = await _are_unrelated(mechanism, targets, catalogues.targets)
        return msgspec.structs.replace(derived, complexes=complexes, unrelated=unrelated)

    async def _on_splits(self, plan: Plan, catalogues: Catalogues) -> Derived | None:
        """Return the ligands on targets that a query names one after the other; None if a target has the whole name."""
        if not (plan.splits or plan.parts) or await self._targets.is_sure(plan.mechanisms, catalogues):
            return None
        # `ETA and AT1` is not HAT1, although eta is also a Greek letter that folds to h; but a family is GPR42, GPR84.
        families = [selectors.family(mechanism.target) for mechanism in plan.mechanisms]
        is_family = bool(await catalogues.targets.keys(families))
        parts = () if is_family else plan.parts
        if parts and all([await self._targets.is_sure(part.mechanisms, catalogues) for part in parts]):
            return await self._on_several(plan, catalogues)
        for split in plan.splits:
            acting = await self._on_several(msgspec.structs.replace(plan, parts=split), catalogues)
            if acting.targets:
                return acting
        return None

    async def _on_several(self, plan: Plan, catalogues: Catalogues, *, loosely: bool = False) -> Derived:
        """Return the ligands that act on all or any of several targets, and not on the excluded ones.

        `loosely`: True to find targets also by the words of their names, but for the excluded ones.
        """
        derived_parts = [await self._acting(part.mechanisms, catalogues) for part in plan.parts]
        if loosely:
            derived_parts = [
                derived
                if derived.names_target or part.excluded  # a guess must not take ligands away
                else await self._loosely(part.mechanisms, catalogues)
                for derived, part in zip(derived_parts, plan.parts, strict=True)
            ]
        pairs = zip(derived_parts, plan.parts, strict=True)
        unknown = tuple(part.name for derived, part in pairs if not derived.names_target)
        # `Drugs acting on EGFR, KRAS and BRAF` found nothing when read as acting on all three.
        if plan.alternatives and len(unknown) < len(plan.parts):
            any_of = await _on_any([derived for derived in derived_parts if derived.names_target], catalogues)
            return msgspec.structs.replace(any_of, parts=plan.parts, unknown=unknown)
        if unknown:
            return Derived(ligands=())
        wanted = [derived for derived, part in zip(derived_parts, plan.parts, strict=True) if not part.excluded]
        unwanted = {
            ligand.number
            for derived, part in zip(derived_parts, plan.parts, strict=True)
            if part.excluded
            for ligand in derived.ligands
        }
        others = [{ligand.number for ligand in derived.ligands} for derived in wanted[1:]]
        return msgspec.structs.replace(
            wanted[0],
            ligands=tuple(
                ligand
                for ligand in wanted[0].ligands
                if ligand.number not in unwanted and all(ligand.number in numbers for numbers in others)
            ),
            parts=plan.parts,
            surely=all(derived.surely for derived in wanted),
        )

    async def _loosely(self, mechanisms: Sequence[Mechanism], catalogues: Catalogues) -> Derived:
        """Return the ligands on targets found by all words of a mechanism, the first for which there are any."""
        for mechanism in mechanisms:
            # The words of a substance's name are in the names of its enzymes and transporters, too.
            if await _is_of_substance(mechanism, catalogues) or await _is_ligand_of_receptors(mechanism, catalogues):
                break
            # A query for ligands of any kind has little but the target's name, which must match well.
            least = scores.TRUSTED if mechanism.action.modes == ANY else _SURE_BY_WORDS
            is_gene = not mechanism.words or await self._targets.is_gene(mechanism.target, catalogues)
            names: Mapping[str, str] = (
                {} if is_gene else await self._targets.by_words(mechanism.words, catalogues, least)
            )
            on_targets = await pairs_of(catalogues.interactions, [*names])
            if await _are_receptors_of(mechanism, names, catalogues):
                continue
            if (chosen := await _chosen(mechanism, on_targets, catalogues)).ligands:
                return await _derived_from(mechanism, names, chosen, catalogues.ligands, surely=False)
        return Derived(ligands=())


async def _on_any(derived_parts: Sequence[Derived], catalogues: Catalogues) -> Derived:
    """Return the ligands that act on any of several targets, then the members of classes that act on the others."""
    targets = {key: name for derived in derived_parts for key, name in derived.targets.items()}
    mechanism = next((derived.mechanism for derived in derived_parts if derived.mechanism), None)
    acting = Derived(ligands=())
    if mechanism:
        on_targets = await pairs_of(catalogues.interactions, [*targets])
        acting = await _derived_from(
            mechanism, targets, await _chosen(mechanism, on_targets, catalogues), catalogues.ligands
        )
    acting_numbers = {ligand.number for ligand in acting.ligands}
    of_classes = [ligand for derived in derived_parts if derived.by_class for ligand in derived.ligands]
    members = {ligand.number: ligand for ligand in of_classes if ligand.number not in acting_numbers}
    by_class = {name: of_class for derived in derived_parts for name, of_class in derived.by_class.items()}
    surely = all(derived.surely for derived in derived_parts)
    return msgspec.structs.replace(
        acting, ligands=(*acting.ligands, *members.values()), by_class=by_class, surely=surely
    )


async def _chosen(mechanism: Mechanism, on_targets: Mapping[str, OfTarget], catalogues: Catalogues) -> Chosen:
    """Choose the ligands that act on targets in the way of the mechanism."""
    chosen = choose(mechanism, {key: target.pairs for key, target in on_targets.items()})
    if (species := mechanism.species) is None:
        return chosen
    rows = await interactions_by_key(catalogues.interactions, [*on_targets])
    of_species = {
        key: interaction_lists.pairs([row for row in several if row.species == species], species)
        for key, several in rows.items()
    }
    measured = choose(mechanism, of_species)
    left_out = measured.left_out + len(chosen.ligands.keys() - measured.ligands.keys())
    return measured._replace(left_out=left_out, targets=chosen.targets)


async def _derived_from(
    mechanism: Mechanism, targets: Mapping[str, str], chosen: Chosen, ligands: Catalogue, *, surely: bool = True
) -> Derived:
    """Return the chosen ligands with the mechanism and the targets that they were derived from."""
    acting = chosen.ligands
    listed = [
        ListedLigand(number, decode_ligand_summary(stored), acting[number].rank, acting[number].affinity)
        for number, stored in (await ligands.summaries([*acting])).items()
    ]
    return Derived(
        ligands=in_order(listed, acting),
        mechanism=mechanism,
        targets=targets,
        first=next((key for key in targets if key in chosen.targets), ""),
        surely=surely,
        related=chosen.related,
        unmarked=chosen.unmarked,
        left_out=chosen.left_out,
    )


async def _of_class(mechanism: Mechanism, catalogues: Catalogues) -> Derived | None:
    """Return the class of medicines that act in this way on a target without interactions in the Guide."""
    action = mechanism.action
    of_target = next(classes_on([mechanism.target], action.modes | action.also | action.behind), None)
    if of_target is None or not mechanism.may_be_human:
        return None
    drug_class = of_target.drug_class
    # Antibodies against a peptide do not bind to its receptor.
    if action.modes == Mode.ANTIBODY and "receptor" in mechanism.target and "receptor" not in drug_class.name:
        return None
    members = by_affinity(await _members(drug_class, catalogues.ligands))
    return Derived(ligands=tuple(members), by_class={mechanism.words or mechanism.target: drug_class.name})


async def _names_of_only(targets: Mapping[str, str], catalogues: Catalogues) -> Sequence[str]:
    """Return all names of the target of a list, if it has only one."""
    if len(targets) != 1:
        return ()
    ((kind, number),) = map(target_of_key, targets)
    if kind == "target":
        facts = await all_facts(catalogues.targets, [number])
        return [name for target in facts.values() for name in target.all_names]
    records = await catalogues.ligands.records([number])
    return [name for record in records.values() for name in decode_ligand(record).names]


def _standing(acting: Derived, ligand: ListedLigand) -> tuple[bool, bool, bool]:
    """Order ligands: those that only bind and withdrawn ones last, then those without a wanted quality."""
    is_unmarked = bool(acting.unmarked) and ligand.rank != EXACTLY
    return ligand.rank == BINDS, ligand.summary.withdrawn, is_unmarked


async def _is_of_substance(mechanism: Mechanism, catalogues: Catalogues) -> bool:
    """Return True for binders of an ion or a small molecule, which do not act on its channels and receptors."""
    if not mechanism.action.is_of_binders:
        return False
    # e.g. `potassium binders`
    return is_ion_or_acid(mechanism.target) or await _is_small_molecule(mechanism.target, catalogues)


async def _is_ligand_of_receptors(mechanism: Mechanism, catalogues: Catalogues) -> bool:
    """Return True if a mechanism names a small molecule, which stands for its receptors: `LTD4 antagonists`."""
    return mechanism.action.is_of_receptors and await _is_small_molecule(mechanism.target, catalogues)


async def _is_small_molecule(name: str, catalogues: Catalogues) -> bool:
    named = await catalogues.ligands.with_terms([selectors.name(name)])
    return not {decode_ligand_summary(stored).type for stored in named.values()}.isdisjoint(SMALL_MOLECULES)


async def _are_receptors_of(mechanism: Mechanism, targets: Mapping[str, str], catalogues: Catalogues) -> bool:
    """Return True if antibodies against a ligand (IL-2) are wanted, but the targets are its receptors."""
    if mechanism.action.modes != Mode.ANTIBODY or not all("receptor" in fold.tokens(name) for name in targets.values()):
        return False
    return bool(await catalogues.ligands.keys([selectors.name(mechanism.target)]))


async def _are_unrelated(mechanism: Mechanism, keys: Iterable[str], targets: Catalogue) -> bool:
    """Return True for two or three targets that share the name of a mechanism, but no family: NEP is MME and DDR1."""
    numbers = [number for kind, number in map(target_of_key, keys) if kind == "target"]
    if not 1 < len(numbers) <= MOST_RIVALS:
        return False
    facts = (await all_facts(targets, numbers)).values()
    name = fold.compact(mechanism.target)
    is_own = any(name in map(fold.compact, target.all_names) for target in facts)
    return is_own and len({target.summary.family for target in facts}) == len(numbers)


async def _all(plan: Plan, ligands: Catalogue) -> Derived:
    """Return all ligands that pass the filters."""
    types = plan.filters.types or TYPES.values()
    summaries = await ligands.with_terms([*map(selectors.ligand_type, types)])
    listed = (ListedLigand(number, decode_ligand_summary(stored)) for number, stored in summaries.items())
    return Derived(ligands=in_order([ligand for ligand in listed if plan.filters.takes(ligand.summary)], {}))


async def _members(drug_class: DrugClass | None, ligands: Catalogue) -> Sequence[ListedLigand]:
    """Return the medicines that belong to a class by name, stem or type."""
    if drug_class is None:
        return ()
    excluded = await ligands.keys([*map(selectors.medicine, drug_class.excluded)])
    summaries = await ligands.with_terms([*_selectors_of_class(drug_class)])
    listed = [ListedLigand(number, decode_ligand_summary(stored)) for number, stored in summaries.items()]
    wanted = not drug_class.experimental
    return [ligand for ligand in listed if ligand.summary.approved is wanted and ligand.number not in excluded]


def _selectors_of_class(drug_class: DrugClass) -> Iterator[str]:
    yield from map(selectors.name if drug_class.experimental else selectors.medicine, drug_class.members)
    yield from map(selectors.stem, drug_class.stems)
    if drug_class.type is not None:
        yield selectors.ligand_type(drug_class.type)
