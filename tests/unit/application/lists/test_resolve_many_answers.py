"""Names of a table beside the single calls, and over sources that fail for the moment."""

from collections.abc import Sequence
from typing import Any

import pytest

from biofacts.application.links.find_links import FindLinks
from biofacts.application.lists.resolve_many import AnswerNames, ResolveMany
from biofacts.application.resolve import Resolve
from biofacts.composition.container import Container
from biofacts.domain.answers.entity_kinds import COMPOUND, KindName
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.pages import Hits, Window, windowed
from biofacts.domain.compounds.compound import CompoundSearchCandidate
from biofacts.domain.lists.annotation import Answer, ColumnQuery
from biofacts.ports.sources import Query, SearchSource

NAMES: dict[KindName, Sequence[str]] = {
    "gene": ["TP53", "p53", "COX2", "tumor protein p53", "NOSUCHGENE9", "MAPK", "ENSG00000141510", "x", ""],
    "pathway": ["apoptosis", "krebs cycle", "WP534", "nothing of the kind"],
    "ligand": ["aspirin", "Advil", "beta blocker", "ibuprofn", "zzqqxx"],
    "target": ["DRD2", "dopamine receptor", "IUPHAR:215"],
    "compound": ["aspirin", "PubChem:CID2244", "asprin"],
}


@pytest.mark.parametrize("kind", NAMES)
async def test_names_are_decided_as_by_single_calls(sample: Container, kind: KindName) -> None:
    use_cases = sample.use_cases()
    names = NAMES[kind]
    answers = await AnswerNames(use_cases.resolve_many, use_cases.find_links, ColumnQuery(kind=kind))(names)
    alone = [(await use_cases.resolve_many([name], kind)).items[0] for name in names]

    assert answers == [Answer.of(one) for one in alone]


@pytest.mark.thorough
async def test_any_number_of_names_is_answered(sample: Container) -> None:
    use_cases = sample.use_cases()
    names = [f"drug {number}" for number in range(450)] + ["aspirin"]
    answers = await AnswerNames(use_cases.resolve_many, use_cases.find_links, ColumnQuery(kind="ligand"))(names)

    assert len(answers) == 451
    assert answers[-1].id == "IUPHAR:4139"


class Hasty(SearchSource[CompoundSearchCandidate]):
    """Refuses all but the first `most` of each time that it is asked for all that is left."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.left = most
        self.asked = 0

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        self.asked += 1
        if self.left == 0:
            self.left = self.most
            raise UpstreamError.of(COMPOUND.service, "it cannot be reached")
        self.left -= 1
        return windowed([CompoundSearchCandidate(id="PubChem:CID1", name=query.text, score=1.0)], window, version="")

    async def knows(self, name: str) -> bool:
        return False


def over(source: SearchSource[Any], sample: Container) -> AnswerNames:
    resolve = ResolveMany({"compound": Resolve(COMPOUND, source)}, sample.genes(), sample.use_cases().reasons)
    return AnswerNames(resolve, sample.use_cases().find_links, ColumnQuery(kind="compound"))


async def test_what_fails_is_asked_again_as_long_as_others_get_through(sample: Container) -> None:
    source = Hasty(2)
    answers = await over(source, sample)([f"name {number}" for number in range(9)])

    assert [one.status for one in answers] == ["resolved"] * 9


async def test_what_fails_throughout_is_told_and_can_be_asked_another_time(sample: Container) -> None:
    source = Hasty(0)
    answers = await over(source, sample)(["aspirin", "ibuprofen"])

    assert [(one.status, one.code, one.is_passing) for one in answers] == [("error", "UPSTREAM_ERROR", True)] * 2
    assert source.asked == 2


async def test_links_that_fail_are_told_beside_the_id(sample: Container, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: object, **__: object) -> None:
        raise UpstreamError.of("the Guide", "it cannot be reached")

    monkeypatch.setattr(FindLinks, "whole", failing)
    use_cases = sample.use_cases()
    question = ColumnQuery(kind="ligand", links=("gene",))
    (answer,) = await AnswerNames(use_cases.resolve_many, use_cases.find_links, question)(["aspirin"])

    assert (answer.status, answer.id, answer.is_passing) == ("error", "IUPHAR:4139", True)
    assert answer.cells(question)[-1] == ()


async def test_only_a_name_that_is_decided_is_linked_and_only_if_links_are_wanted(
    sample: Container, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked: list[object] = []
    whole = FindLinks.whole

    async def watched(self: FindLinks, identifier: str, *of: Any, **others: Any) -> Any:
        linked.append(identifier)
        return await whole(self, identifier, *of, **others)

    monkeypatch.setattr(FindLinks, "whole", watched)
    use_cases = sample.use_cases()
    told = list[list[tuple[str, object]]]()
    wanted: tuple[tuple[KindName, ...], ...] = ((), ("gene",))
    for links in wanted:
        question = ColumnQuery(kind="ligand", links=links)
        answers = await AnswerNames(use_cases.resolve_many, use_cases.find_links, question)(["aspirin", "zzqqxx"])
        told.append([(one.status, one.cells(question)[-1]) for one in answers])

    assert [[status for status, _ in one] for one in told] == [["resolved", "not_found"]] * 2
    assert told[1][0][1] == ("HGNC:9605", "HGNC:9604")
    assert told[1][1][1] == ()
    assert linked == ["IUPHAR:4139"]
