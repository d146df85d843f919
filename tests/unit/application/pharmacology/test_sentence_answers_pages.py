"""Questions of one sentence about ligands and targets, on the built-in sample: which records answer, in which order."""

from typing import cast

import pytest

from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.composition.container import Container
from biofacts.domain.answers.pages import Page
from biofacts.domain.answers.records import Candidate


async def answered(sample: Container, tool: str, query: str) -> Page[Candidate]:
    found = await call(TOOLS[tool], sample.use_cases(), {"query": query, "page_size": 50})
    assert isinstance(found, Page)
    return cast("Page[Candidate]", found)


@pytest.mark.parametrize(
    ("tool", "query", "numbers"),
    [
        ("search_ligands", "inhibitors of PTGS1 and PTGS2", "2713 4139 5230 2892 5239"),
        ("search_ligands", "PTGS1 or PTGS2 inhibitors", "2892 2713 4139 5230 5239 2893"),
        ("search_ligands", "inhibitors of PTGS1 but not PTGS2", ""),
        ("search_ligands", "approved BCL2 inhibitors", "8318"),
        ("search_ligands", "NSAID but not aspirin", "2892 2713 5230 2893"),
        ("search_ligands", "except aspirin, NSAIDs", "2892 2713 5230 2893"),
        ("search_ligands", "dual inhibitor PTGS1 PTGS2", "2713 4139 5230 2892 5239"),
        ("search_ligands", "dopamine receptor antagonists", "86"),
        ("search_ligands", "drugs like aspirin", ""),
        ("search_ligands", "aspirin frobnicate", "4139"),
        ("search_ligands", "statin or NSAID", "2949 2955 4139 2892 2713 5230 2893"),
        ("search_ligands", "prodrugs of aspirin", ""),
        ("search_ligands", "CAR-T", ""),
        ("search_ligands", "selective COX-2 inhibitors", "2892 2893"),
        ("search_ligands", "ligands of IUPHAR:215", ""),
        ("search_ligands", "DRD2 ligands in rat", ""),
        ("search_ligands", "beta blocker", "91 548 564"),
        ("search_ligands", "inhibitors of zzqq and PTGS2", ""),
        ("search_ligands", "DRD2", ""),
        ("search_ligands", "D2 receptor partial agonist", "34"),
        ("search_ligands", "antibody against BCL2", ""),
        ("search_ligands", "NSAID acting on COX-2", "2892 2713 4139 5230 2893"),
        ("search_targets", "GPCR", "1 6 28 29 34 42 214 215 216 217 218 240 242 262 317 318 319"),
        ("search_targets", "ion channels", "404 457 529 572"),
        ("search_targets", "dopamine receptors", "214 215 216 217 218"),
        ("search_targets", "DRD2", "215"),
        ("search_targets", "targets of aspirin", ""),
        ("search_targets", "GPCRs with an approved agonist", "1 29 214 215 216 217 218 317 318 319"),
        ("search_targets", "targets without ligands", "42 3092 240 242 457 1614 2552 529 572"),
        ("search_targets", "CHEMBL217", ""),
        ("search_targets", "P14416", "215"),
        ("search_targets", "cyclooxygenase", "1375 1376"),
        ("search_targets", "Nav1.7", ""),
        ("search_targets", "kinases", "1923 1797"),
        ("search_targets", "D2 receptor human", "215"),
        ("search_targets", "targets of nothing", ""),
        ("search_targets", "enzyme with approved inhibitors", "1923 1375 1376 639 1613"),
    ],
)
async def test_a_question_is_answered_by_these_records(sample: Container, tool: str, query: str, numbers: str) -> None:
    found = await answered(sample, tool, query)

    assert [one.id for one in found.items] == [f"IUPHAR:{number}" for number in numbers.split()]


async def test_a_mechanism_in_a_query_that_finds_nothing_is_proposed(sample: Container) -> None:
    found = await answered(sample, "search_ligands", "PTGS2 inhibitors XYZ")

    assert not found.items
    assert found.guidance == (
        "No ligands match the whole query. 'PTGS2 inhibitors' matches ligands: call search_ligands with"
        " query='PTGS2 inhibitors'."
    )
