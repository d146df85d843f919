"""Queries for targets by what acts on them."""

import pytest

from biofacts.domain.pharmacology.actions import Mode
from biofacts.domain.pharmacology.interaction_lists import Pair
from biofacts.domain.pharmacology.queries.target_queries import TargetQuery, read

AGONIST = Pair("1", int(Mode.AGONIST), approved=True)
INHIBITOR = Pair("2", int(Mode.INHIBITOR))


def asked(query: str) -> TargetQuery:
    found = read(query)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("query", "about", "words", "without"),
    [
        ("kinases without an approved drug", "kinases", "an approved ligand", True),
        ("GPCRs with approved agonists", "GPCRs", "an approved agonist", False),
        ("which ion channels have no blockers?", "ion channels", "a blocker", True),
        ("nuclear receptors lacking ligands", "nuclear receptors", "a ligand", True),
        ("kinases inhibited by approved drugs", "kinases", "an approved ligand", False),
        ("targets of approved drugs", "", "an approved ligand", False),
        ("approved drug targets", "", "an approved ligand", False),
        ("targets without an approved inhibitor", "", "an approved inhibitor", True),
    ],
)
def test_a_condition_is_read_apart_from_what_it_is_about(query: str, about: str, words: str, without: bool) -> None:
    found = asked(query)

    assert (found.about, found.words, found.without) == (about, words, without)


@pytest.mark.parametrize(
    "query", ["proteins with signal peptide", "targets of metformin", "receptor with tyrosine kinase", "5-HT1A", "with"]
)
def test_other_queries_have_no_condition(query: str) -> None:
    assert read(query) is None


def test_a_target_passes_by_what_acts_on_it() -> None:
    assert asked("GPCRs with approved drugs").takes((AGONIST,))
    assert not asked("GPCRs with approved drugs").takes((INHIBITOR,))
    assert not asked("GPCRs with approved antagonists").takes((AGONIST,))
    assert asked("GPCRs with inhibitors").takes((AGONIST, INHIBITOR))
    assert asked("GPCRs without an approved inhibitor").takes((AGONIST, INHIBITOR))
    assert asked("GPCRs without ligands").takes(())
