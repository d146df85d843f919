"""Ligands in memory: the fake of the tests, and the built-in sample."""

from biofacts.adapters.memory.guide import MemoryGuide
from biofacts.domain.identifiers import LigandId
from biofacts.domain.interaction import Contact, shown
from biofacts.domain.kinds import TARGET
from biofacts.domain.ligand import Ligand, LigandCandidate
from biofacts.domain.paging import Hits, Window
from biofacts.domain.pharmacology import plan as mechanism
from biofacts.domain.pharmacology.ligand_facts import LigandFacts
from biofacts.domain.pharmacology.plan import Plan, Step
from biofacts.domain.pharmacology.selectors import identifier_queries, name_token
from biofacts.domain.pharmacology.target_facts import TargetFacts
from biofacts.ports.ligands import LigandSource
from biofacts.ports.sources import Query


class MemoryLigands(LigandSource):
    """Answers from the guide that it is given."""

    def __init__(self, guide: MemoryGuide) -> None:
        self._guide = guide

    async def search(self, query: Query, window: Window) -> Hits[LigandCandidate] | None:
        shelf = self._guide.ligands
        if (plan := mechanism.read(query.text)) and (derived := self._derived(plan)):
            targets, candidates = derived
            named = [_candidate(one, 1.0) for one in shelf.with_tokens([name_token(query.text)])]
            said = mechanism.derivation(plan, targets, len(candidates))
            return self._guide.listed([*named, *(one for one in candidates if one not in named)], window, said)
        if known := shelf.with_tokens(identifier_queries(query.text)):
            return self._guide.listed([_candidate(one, 1.0) for one in known], window)
        found, remark = shelf.search(query.text, "ligands", _candidate)
        return self._guide.listed(found, window, remark)

    def _derived(self, plan: Plan) -> tuple[list[str], list[LigandCandidate]] | None:
        """The names of a plan's targets, and its ligands; None when there are none."""
        targets: list[TargetFacts] = []
        for step in plan.steps:
            targets = self._holding(step)
            if mechanism.any_fits(plan, self._contacts(targets)):
                break
        chosen = mechanism.choose(
            plan,
            self._contacts(targets),
            without=self._contacts(self._holding(plan.without)),
            named={one.number: one.card for one in self._guide.ligands.with_tokens(plan.named)},
        )
        names = [one.name for one in targets if one.number in self._guide.of_target]
        return (names, [one.card.candidate(one.number, 1.0) for one in chosen]) if chosen else None

    def _contacts(self, targets: list[TargetFacts]) -> dict[str, list[Contact]]:
        found = self._guide.of_target
        return {one.number: found[one.number] for one in targets if one.number in found}

    def _holding(self, step: Step) -> list[TargetFacts]:
        shelf = self._guide.targets
        if not step.every:
            return shelf.with_tokens(step.tokens)
        found = [shelf.with_tokens([token]) for token in step.tokens]
        return [one for one in found[0] if all(one in others for others in found)]

    async def get(self, identifier: LigandId) -> Ligand | None:
        if (facts := self._guide.ligands.by_number.get(identifier.number)) is None:
            return None
        targets, count = shown(self._guide.of_ligand.get(facts.number, ()))
        return facts.record(targets=targets, target_count=count, source=self._guide.source)

    async def elsewhere(self, identifier: LigandId) -> str | None:
        there = identifier.number in self._guide.targets.by_number
        return mechanism.elsewhere(TARGET, str(identifier)) if there else None


def _candidate(facts: LigandFacts, score: float) -> LigandCandidate:
    return facts.card.candidate(facts.number, score)
