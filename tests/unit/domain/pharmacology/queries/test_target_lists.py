"""What a query wants, does not want, and compares."""

import pytest

from biofacts.domain.pharmacology.actions import Mode
from biofacts.domain.pharmacology.interaction_lists import Pair
from biofacts.domain.pharmacology.queries import target_lists
from biofacts.domain.pharmacology.queries.target_lists import TargetQuery, target_query


@pytest.mark.parametrize(
    "query",
    [
        "JAK1 inhibitors that spare JAK2", "JAK1 inhibitors that do not hit JAK2", "JAK1 inhibitors sparing JAK2",
        "JAK1 inhibitors which don't bind to JAK2", "JAK1 inhibitors without JAK2 activity",
        "JAK1 inhibitors with no activity at JAK2", "JAK1 inhibitors lacking JAK2 affinity",
        "JAK2-sparing JAK1 inhibitors",
        "JAK1 inhibitors and without affinity for JAK2?",
    ],
)  # fmt: skip
def test_what_must_not_act_in_any_way_is_denied(query: str) -> None:
    assert target_lists.with_denial(query) == "JAK1 inhibitors but not ligands of JAK2"


@pytest.mark.parametrize(
    "query",
    [
        "JAK1 inhibitors that do not inhibit JAK2", "JAK1 inhibitors without inhibiting JAK2",
        "JAK1 inhibitors but not JAK2",
    ],
)  # fmt: skip
def test_a_denied_way_of_acting_is_the_same_as_the_wanted_one(query: str) -> None:
    assert target_lists.with_denial(query) == "JAK1 inhibitors but not JAK2"


def test_a_name_with_no_is_not_denied() -> None:
    query = "Class A Orphans with no pharmacology ligands"

    assert target_lists.with_denial(query) == query


def test_what_is_denied_is_a_target_of_its_own() -> None:
    found = target_lists.read("D2 antagonists but not ligands of 5-HT2A")

    assert found == target_lists.TargetList("antagonist", (("D2",),), (("5-HT2A",),), in_any_way=True)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("EML4-ALK inhibitors", ["EML4", "ALK"]), ("inhibitors of KIF5B::RET fusions", ["KIF5B", "RET"]),
        ("PD-L1 antibodies", None), ("ACE inhibitors or beta blockers", None), ("HMG-CoA reductase inhibitors", None),
    ],
)  # fmt: skip
def test_either_part_of_a_fusion_may_be_the_target(query: str, names: list[str] | None) -> None:
    found = target_lists.read(query)

    assert (found and [forms[-1] for forms in found.names]) == names
    assert found is None or found.alternatives


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("dual KIT PDGFRA inhibitors", [["KIT", "PDGFRA"]]), ("dual inhibitors of KIT PDGFRA", [["KIT", "PDGFRA"]]),
        ("dual opioid NK1 XYZ agonists", [["opioid", "NK1 XYZ"], ["opioid NK1", "XYZ"]]),
        ("triple A1 B1 C1 agonists", [["A1", "B1", "C1"]]),
        ("A1 B1 co-agonist", [["A1", "B1"]]), ("triple agonist A1 B1 C1", [["A1", "B1", "C1"]]),
        ("KIT PDGFRA inhibitors", []), ("dual KIT inhibitors", []),
    ],
)  # fmt: skip
def test_targets_beside_each_other_are_split_where_a_query_says_how_many(query: str, names: list[list[str]]) -> None:
    assert [[forms[-1] for forms in one.names] for one in target_lists.side_by_side(query)] == names


@pytest.mark.parametrize(
    ("query", "wanted", "over"),
    [
        ("JAK1 inhibitors selective over JAK2", "selective JAK1 inhibitors", "JAK2"),
        ("JAK1 inhibitors with selectivity over JAK2", "selective JAK1 inhibitors", "JAK2"),
        ("selective JAK1 inhibitors versus JAK2", "selective JAK1 inhibitors", "JAK2"),
        ("JAK1-selective inhibitors over JAK2", "JAK1-selective inhibitors", "JAK2"),
        ("selective JAK1 inhibitors", "selective JAK1 inhibitors", ""), ("overt A1 agonists", "overt A1 agonists", ""),
    ],
)  # fmt: skip
def test_what_ligands_are_selective_over_is_apart(query: str, wanted: str, over: str) -> None:
    assert target_lists.without_comparison(query) == (wanted, over)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("FGFR1-3 inhibitors", ["FGFR1", "FGFR2", "FGFR3"]), ("antagonists of CXCR1-2", ["CXCR1", "CXCR2"]),
        ("p53-MDM2 interaction inhibitors", ["p53", "MDM2"]), ("PD-1/PD-L1 interaction inhibitors", ["PD-1", "PD-L1"]),
        ("inhibitors of the KEAP1-NRF2 interaction", ["KEAP1", "NRF2"]),
    ],
)  # fmt: skip
def test_a_range_and_the_two_sides_of_an_interaction_are_alternatives(query: str, names: list[str]) -> None:
    found = target_lists.read(query)

    assert found is not None
    assert ([forms[-1] for forms in found.names], found.alternatives) == (names, True)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("JAK1 and 2 inhibitors", [["JAK1"], ["JAK2"]]),
        ("COX-1 and -2 inhibitors", [["COX-1"], ["COX-2"]]),
        ("topoisomerase I and II inhibitors", [["topoisomerase I"], ["topoisomerase II"]]),
        (
            "endothelin A and B receptor antagonists",
            [["endothelin A receptor", "endothelin A"], ["endothelin B receptor"]],
        ),
        ("5-HT1B/1D receptor agonists", [["5-HT1B receptor", "5-HT1B"], ["5-HT1D receptor"]]),
        (
            "mu and kappa opioid receptor agonists",
            [["mu opioid receptor", "mu receptor", "mu"], ["kappa opioid receptor"]],
        ),
        ("TNF and B cell inhibitors", [["TNF cell", "TNF"], ["B cell"]]),
        ("TNF and IL-6 receptor antagonists", [["TNF receptor", "TNF"], ["IL-6 receptor"]]),
    ],
)
def test_a_shortened_name_is_completed_from_the_names_beside_it(query: str, names: list[list[str]]) -> None:
    found = target_lists.read(query)

    assert found is not None
    assert [[*forms] for forms in found.names] == names


@pytest.mark.parametrize(
    "query", ["IL-1 inhibitors", "14-3-3 inhibitors", "SERCA3-1 inhibitors", "BCL-2-like inhibitors"]
)
def test_other_numbers_and_hyphens_are_part_of_one_name(query: str) -> None:
    assert target_lists.read(query) is None


AGONIST = Pair("1", int(Mode.AGONIST), approved=True)
INHIBITOR = Pair("2", int(Mode.INHIBITOR))


def asked(query: str) -> TargetQuery:
    found = target_query(query)
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
    assert target_query(query) is None


def test_a_target_passes_by_what_acts_on_it() -> None:
    assert asked("GPCRs with approved drugs").takes((AGONIST,))
    assert not asked("GPCRs with approved drugs").takes((INHIBITOR,))
    assert not asked("GPCRs with approved antagonists").takes((AGONIST,))
    assert asked("GPCRs with inhibitors").takes((AGONIST, INHIBITOR))
    assert asked("GPCRs without an approved inhibitor").takes((AGONIST, INHIBITOR))
    assert asked("GPCRs without ligands").takes(())


@pytest.mark.parametrize("number", ["dual", "double", "both", "bi", "co", "triple", "tri"])
def test_a_number_says_how_many_targets_stand_beside_each_other(number: str) -> None:
    counts = {len(one.names) for one in target_lists.side_by_side(f"{number} KIT PDGFRA BRAF RET inhibitors")}

    assert counts == {3 if number.startswith("tri") else 2}


@pytest.mark.parametrize(
    ("query", "alternatives"),
    [
        ("inhibitors of any JAK but not JAK2", False), ("JAK1 inhibitors but not JAK2", False),
        ("inhibitors of JAK1 or JAK3 but not JAK2", True), ("inhibitors of JAK1 and JAK3 but not JAK2", False),
        ("inhibitors of JAK1, JAK3 and TYK2", True), ("inhibitors of both JAK1, JAK3 and TYK2", False),
    ],
)  # fmt: skip
def test_one_target_is_no_alternative_and_three_in_a_row_are(query: str, alternatives: bool) -> None:
    found = target_lists.read(query)

    assert found is not None
    assert found.alternatives == alternatives
