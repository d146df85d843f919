"""Ligands of the Guide to PHARMACOLOGY: by identifier, by class or mechanism, by words, and by number."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial

import msgspec

from biofacts.adapters.local import guide as guides
from biofacts.adapters.local.guide import Guide, Part, listed
from biofacts.adapters.local.guide_entries import (
    decode_ligand,
    decode_ligand_summary,
    decode_references,
    decode_target_summary,
    interactions_of,
    of_ligand,
    of_target,
)
from biofacts.adapters.local.listing import Lead
from biofacts.domain import smiles, wording
from biofacts.domain.advice import Advice
from biofacts.domain.cross_references import is_valid
from biofacts.domain.errors import BiofactsError
from biofacts.domain.interaction import top_associations
from biofacts.domain.ligand import LIGAND, Ligand, LigandCandidate, LigandId
from biofacts.domain.paging import Hits, Releases, Window
from biofacts.domain.pharmacology import reading as plans
from biofacts.domain.pharmacology import selectors
from biofacts.domain.pharmacology.choose import Chosen, OfTargets, any_fits, choose
from biofacts.domain.pharmacology.ligand_facts import LigandFacts, references_of
from biofacts.domain.pharmacology.reading import Plan, Step
from biofacts.domain.search.query import runs
from biofacts.domain.target import TARGET
from biofacts.ports.catalogue import Catalogue
from biofacts.ports.ligands import LigandSource
from biofacts.ports.sources import Query

_LISTS_KEPT = 16
_LONGEST_NAMES = 200
_MAPPED = ("drugbank", "cas", "chebi")
"""Identifiers that only the mapping file has."""


class _Derived(msgspec.Struct, frozen=True):
    """The ligands of a plan, and the names of the targets that led to them."""

    targets: list[str]
    ligands: list[Chosen]


class LocalLigands(LigandSource):
    """Ligands. A search by name waits for the file of the ligands only."""

    def __init__(self, guide: Guide) -> None:
        self._guide = guide
        self._lists: OrderedDict[tuple[str, str], _Derived] = OrderedDict()

    async def search(self, query: Query, window: Window) -> Hits[LigandCandidate] | None:
        terms = selectors.named_in(query.text)
        if any(is_valid(key, selectors.identifier_of(term).upper()) for term in terms for key in _MAPPED):
            return await self._by_mapping(terms, window)
        for read in (_as_written, self._in_symbols):
            if (plan := await read(query.text)) is None:
                break
            parts = await self._for_plan(plan, window)
            if parts is None:
                return None
            if parts and (derived := await self._derived(plan, parts)).ligands:
                return await self._derived_list(plan, derived, window, parts)
        return await self._by_words(query, terms, window)

    async def knows(self, name: str) -> bool:
        if (ligands := await self._guide.ligands.present()) is None:
            return False
        plan = plans.read(name)
        if plan is not None and plan.drug_class is not None:
            return True
        return bool(await ligands.keys([selectors.name(name), *selectors.named_in(name)]))

    async def _by_words(self, query: Query, terms: Sequence[str], window: Window) -> Hits[LigandCandidate] | None:
        guide = self._guide
        if (parts := await guide.for_listing(window.version, guide.ligands)) is None:
            return None
        catalogue = parts[0].catalogue
        guide.prefetch(parts[0])
        text = query.text.strip()
        terms = [*terms, selectors.structure(text)]
        led = await catalogue.with_terms([*terms, selectors.written_name(text)])
        found = await catalogue.with_terms(terms) if led else led
        if found or smiles.is_structure(text):
            guidance = None if found else wording.NO_SUCH_STRUCTURE
            return listed([_candidate(number, summary) for number, summary in found.items()], window, parts, guidance)
        return await guide.by_words(
            query,
            window,
            parts[0],
            lambda hit: _candidate(hit.key, hit.summary, hit.score),
            LIGAND,
            lead=Lead(led),
            named=partial(_named_in, catalogue, text),
        )

    async def _by_mapping(self, terms: Sequence[str], window: Window) -> Hits[LigandCandidate] | None:
        """Ligands by an identifier that only the mapping file has."""
        guide = self._guide
        if (parts := await guide.for_listing(window.version, guide.ligands, guide.ligand_ids)) is None:
            return None
        ligands, mapping = (part.catalogue for part in parts)
        numbers = await mapping.keys(terms)
        found = await ligands.summaries(numbers) or await ligands.with_terms(terms)
        guidance = None if found else wording.NO_SUCH_LIGAND
        return listed([_candidate(number, summary) for number, summary in found.items()], window, parts, guidance)

    # Classes and mechanisms

    async def _in_symbols(self, query: str) -> Plan | None:
        """The plan for a query with approved symbols in the place of genes' other names."""
        renamed = await self._guide.thesaurus.in_symbols(query)
        return plans.read(renamed) if renamed else None

    async def _for_plan(self, plan: Plan, window: Window) -> list[Part] | None:
        """Targets, interactions and, where they are there or needed for the class, ligands.

        None when a cursor's release is no longer kept; empty for a cursor of a list that was not derived.
        """
        guide = self._guide
        two, three = (guide.targets, guide.interactions), (guide.targets, guide.interactions, guide.ligands)
        if window.version is None:
            return await guide.open(*(three if plan.named or await guide.ligands.present() else two))
        taken_part = Releases.parse(window.version).versions.keys()
        if guide.interactions.name not in taken_part:
            return []
        return await guide.reopen(window.version, *(three if guide.ligands.name in taken_part else two))

    async def _derived_list(
        self, plan: Plan, derived: _Derived, window: Window, parts: Sequence[Part]
    ) -> Hits[LigandCandidate]:
        """The list of a class or a mechanism, ligands of that very name first."""
        chosen = derived.ligands
        if len(parts) > 2 and (named := await parts[2].catalogue.with_terms([selectors.name(plan.asked)])):
            first = [Chosen(number, decode_ligand_summary(summary)) for number, summary in named.items()]
            chosen = [*first, *(one for one in chosen if one.number not in named)]
        guidance = wording.derived_ligands(
            plan.asked,
            derived.targets,
            sorted(plan.action.types | plan.action.actions),
            is_class=plan.drug_class is not None,
            by_name=bool(plan.named),
            found=len(derived.ligands),
        )
        self._guide.prefetch()
        hits = listed(chosen, window, parts, guidance)
        return hits.of(tuple(one.summary.candidate(one.number, 1.0) for one in hits.items))

    async def _derived(self, plan: Plan, parts: Sequence[Part]) -> _Derived:
        """The ligands of a plan; those of the last few are kept, since a walk asks for the same page after page."""
        key = plan.asked.casefold(), guides.version(parts)
        if key not in self._lists:
            self._lists[key] = await _chosen(plan, *(part.catalogue for part in parts))
            if len(self._lists) > _LISTS_KEPT:
                self._lists.popitem(last=False)
        return self._lists[key]

    # Records

    async def get(self, identifier: LigandId) -> Ligand | None:
        guide = self._guide
        (ligands,) = await guide.open(guide.ligands)
        if (record := await ligands.catalogue.record(identifier.number)) is None:
            return None
        facts = decode_ligand(record)
        mapping, interactions = await guide.open(guide.ligand_ids, guide.interactions)
        guide.prefetch()
        found = await interactions_of(interactions.catalogue, of_ligand, [facts.number])
        targets, count = top_associations(found.get(facts.number, ()))
        return facts.to_ligand(
            targets=targets,
            target_count=count,
            source=guides.provenance([ligands, mapping, interactions]),
            cross_references=await _references(facts, mapping.catalogue),
        )

    async def hint_for(self, identifier: LigandId) -> Advice | None:
        try:
            (targets,) = await self._guide.open(self._guide.targets)
        except BiofactsError:
            return None  # the answer is "not found" all the same
        found = await targets.catalogue.summaries([identifier.number])
        return wording.other_kind(TARGET, str(identifier)) if found else None


async def _named_in(ligands: Catalogue, text: str) -> AbstractSet[str]:
    """The ligands of which a text has a whole name; none where a sign in front says that another isomer is meant."""
    if text.startswith(selectors.SIGNS):
        return frozenset()
    called = [selectors.folded_name(run.replace(" ", "")) for run in runs(text[:_LONGEST_NAMES])]
    return frozenset(await ligands.keys(called))


async def _as_written(query: str) -> Plan | None:
    return plans.read(query)


async def _chosen(
    plan: Plan, targets: Catalogue, interactions: Catalogue, ligands: Catalogue | None = None
) -> _Derived:
    """The targets of the first step that finds some that fit, and the ligands that act so on them."""
    summaries: Mapping[str, bytes] = {}
    found: OfTargets = {}
    for step in plan.steps:
        if summaries := await _targets_of(targets, step):
            found = await interactions_of(interactions, of_target, summaries)
            if any_fits(plan, found):
                break
    without = await interactions_of(interactions, of_target, await _targets_of(targets, plan.without))
    named: Mapping[str, bytes] = {}
    if ligands is not None and plan.named:
        named = await ligands.with_terms(plan.named)
    return _Derived(
        [decode_target_summary(summaries[number]).name for number in summaries if number in found],
        choose(
            plan,
            found,
            without=without,
            named={number: decode_ligand_summary(summary) for number, summary in named.items()},
        ),
    )


async def _targets_of(targets: Catalogue, step: Step) -> Mapping[str, bytes]:
    """The targets that have any of a step's selectors, or all of them."""
    if not step.every:
        return await targets.with_terms(step.selectors)
    found = [await targets.with_terms([term]) for term in step.selectors]
    return {number: summary for number, summary in found[0].items() if all(number in others for others in found)}


async def _references(facts: LigandFacts, mapping: Catalogue) -> dict[str, str | tuple[str, ...]]:
    """What both files know: the ligand's own identifiers first."""
    record = await mapping.record(facts.number)
    pairs = [
        (key, value)
        for references in (facts.cross_references, decode_references(record) if record else {})
        for key, values in references.items()
        for value in ([values] if isinstance(values, str) else values)
    ]
    return references_of(pairs)


def _candidate(number: str, summary: bytes, score: float = 1.0) -> LigandCandidate:
    return decode_ligand_summary(summary).candidate(number, score)
