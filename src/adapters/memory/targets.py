"""Targets in memory: the fake of the tests, and the built-in sample."""

from biofacts.adapters.memory.guide import MemoryGuide
from biofacts.domain.identifiers import TargetId
from biofacts.domain.interaction import shown
from biofacts.domain.kinds import LIGAND
from biofacts.domain.paging import Hits, Window
from biofacts.domain.pharmacology import plan as mechanism
from biofacts.domain.pharmacology.selectors import identifier_queries, name_token
from biofacts.domain.pharmacology.target_facts import TargetFacts
from biofacts.domain.target import Target, TargetCandidate
from biofacts.ports.sources import Query
from biofacts.ports.targets import TargetSource


class MemoryTargets(TargetSource):
    """Answers from the guide that it is given."""

    def __init__(self, guide: MemoryGuide) -> None:
        self._guide = guide

    async def search(self, query: Query, window: Window) -> Hits[TargetCandidate] | None:
        shelf = self._guide.targets
        if known := shelf.with_tokens(identifier_queries(query.text)):
            return self._guide.listed([_candidate(one, 1.0) for one in known], window)
        if group := mechanism.target_class(query.text):
            facts, named = shelf.with_tokens(group.selectors), shelf.with_tokens([name_token(query.text)])
            facts.sort(key=lambda one: one not in named)
            members = [_candidate(one, 1.0) for one in facts]
            return self._guide.listed(members, window, mechanism.class_guidance(group, len(members)))
        found, said = shelf.search(query.text, "targets", _candidate)
        if group := mechanism.group_of(query.text):
            members = [_candidate(one, 1.0) for one in shelf.with_tokens(group.selectors)]
            places = {one.id: place for place, one in enumerate(found)}
            members.sort(key=lambda one: places.get(one.id, len(places)))
            ids = {one.id for one in members}
            found, said = [*members, *(one for one in found if one.id not in ids)], None
        return self._guide.listed(found, window, said)

    async def get(self, identifier: TargetId) -> Target | None:
        if (facts := self._guide.targets.by_number.get(identifier.number)) is None:
            return None
        ligands, count = shown(self._guide.of_target.get(facts.number, ()))
        return facts.record(ligands=ligands, ligand_count=count, source=self._guide.source)

    async def elsewhere(self, identifier: TargetId) -> str | None:
        there = identifier.number in self._guide.ligands.by_number
        return mechanism.elsewhere(LIGAND, str(identifier)) if there else None


def _candidate(facts: TargetFacts, score: float) -> TargetCandidate:
    return facts.card.candidate(facts.number, score)
