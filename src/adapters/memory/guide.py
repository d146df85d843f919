"""Ligands, targets and what acts on what, in memory: what both of the Guide's fakes stand on."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Generic, Protocol, TypeVar

import msgspec

from biofacts.adapters.memory.index import MemoryIndex
from biofacts.domain.candidate import Candidate
from biofacts.domain.interaction import Contact
from biofacts.domain.paging import Hits, Window, windowed
from biofacts.domain.pharmacology.groups import LIGAND_SYNONYMS, TARGET_SYNONYMS
from biofacts.domain.pharmacology.ligand_facts import LigandFacts
from biofacts.domain.pharmacology.target_facts import TargetFacts
from biofacts.domain.provenance import Source
from biofacts.domain.search import ranking as search
from biofacts.domain.search.ranking import Field

VERSION = "sample"

CandidateT = TypeVar("CandidateT", bound=Candidate)


class Facts(Protocol):
    """What the facts of both kinds have in common."""

    @property
    def number(self) -> str: ...
    @property
    def order(self) -> tuple[object, ...]: ...
    @property
    def standing(self) -> float: ...
    def texts(self) -> Mapping[Field, Sequence[str]]: ...
    def tokens(self) -> Iterable[str]: ...


FactsT = TypeVar("FactsT", bound=Facts)


class Interaction(msgspec.Struct, frozen=True, kw_only=True):
    """One interaction as it is written by hand, measured on the human protein; the sides by number."""

    ligand: str
    target: str
    type: str
    action: str
    primary: bool = False


class Shelf(Generic[FactsT]):
    """Facts of one kind, by number, by token and by words."""

    def __init__(self, facts: Iterable[FactsT], synonyms: Sequence[Sequence[str]]) -> None:
        self.facts = sorted(facts, key=lambda one: one.order)
        self.by_number = {one.number: one for one in self.facts}
        self._tokens: defaultdict[str, list[FactsT]] = defaultdict(list)
        for one in self.facts:
            for token in dict.fromkeys(one.tokens()):
                self._tokens[token].append(one)
        self._index = MemoryIndex(((one.texts(), one.standing) for one in self.facts), synonyms)

    def with_tokens(self, tokens: Iterable[str]) -> list[FactsT]:
        """Whatever has one of the tokens, in the order of the shelf."""
        wanted = {one.number for token in tokens for one in self._tokens.get(token, ())}
        return [one for one in self.facts if one.number in wanted]

    def search(
        self, query: str, plural: str, candidate: Callable[[FactsT, float], CandidateT]
    ) -> tuple[list[CandidateT], str | None]:
        """Ranked candidates for plain words, and what to say about them."""
        ranking = search.search(self._index, query)
        best = ranking.matches[0].quality if ranking.matches else 1.0
        found = [candidate(self.facts[match.document - 1], match.quality / best) for match in ranking.matches]
        return found, search.guidance(ranking, plural=plural)


class MemoryGuide:
    """All of a small Guide to PHARMACOLOGY."""

    def __init__(
        self,
        ligands: Iterable[LigandFacts],
        targets: Iterable[TargetFacts],
        interactions: Iterable[Interaction],
        source: Source,
    ) -> None:
        self.ligands = Shelf(ligands, LIGAND_SYNONYMS)
        self.targets = Shelf(targets, TARGET_SYNONYMS)
        self.source = source
        self.of_ligand: defaultdict[str, list[Contact]] = defaultdict(list)
        self.of_target: defaultdict[str, list[Contact]] = defaultdict(list)
        for one in interactions:
            ligand, target = self.ligands.by_number[one.ligand], self.targets.by_number[one.target]
            for contacts, other in ((self.of_ligand[one.ligand], target), (self.of_target[one.target], ligand)):
                contact = Contact(
                    number=other.number, name=other.name, type=one.type, action=one.action, ligand_type=ligand.type,
                    approved=ligand.approved, primary=one.primary, human=True,
                )  # fmt: skip
                contacts.append(contact)

    def listed(
        self, candidates: Sequence[CandidateT], window: Window, guidance: str | None = None
    ) -> Hits[CandidateT] | None:
        """The window of a listing; None for a cursor of another version."""
        if window.version not in (None, VERSION):
            return None
        return windowed(candidates, window, version=VERSION, guidance=guidance, source=self.source)


def sample_guide() -> MemoryGuide:
    """The built-in sample: two dozen ligands and targets of true facts, and what acts on what among them."""
    folder = files("biofacts.adapters.memory")
    return MemoryGuide(
        msgspec.json.decode(folder.joinpath("ligands.json").read_bytes(), type=list[LigandFacts]),
        msgspec.json.decode(folder.joinpath("targets.json").read_bytes(), type=list[TargetFacts]),
        msgspec.json.decode(folder.joinpath("interactions.json").read_bytes(), type=list[Interaction]),
        Source(name="Guide to PHARMACOLOGY", release="built-in sample", mode="snapshot", licence="ODbL / CC BY-SA 4.0"),
    )
