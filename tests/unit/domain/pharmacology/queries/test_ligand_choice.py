"""Which ligands a mechanism takes."""

from typing import Any

import pytest

from biofacts.domain.pharmacology.actions import Mode
from biofacts.domain.pharmacology.interaction import Affinity
from biofacts.domain.pharmacology.interaction_lists import Pair
from biofacts.domain.pharmacology.ligand import LigandSummary
from biofacts.domain.pharmacology.queries.ligand_choice import BEHIND, EXACTLY, Acting, ListedLigand, choose, in_order
from biofacts.domain.pharmacology.queries.mechanism_queries import read
from biofacts.domain.pharmacology.queries.plans import Mechanism


def mechanism(query: str) -> Mechanism:
    plan = read(query)
    assert plan is not None
    return plan.mechanisms[0]


def pair(ligand: str, modes: Mode = Mode.INHIBITOR, **given: Any) -> Pair:
    return Pair(ligand, int(modes), **dict[str, Any](consistent=True) | given)


def test_every_ligand_that_acts_so_is_taken_once_with_the_number_of_its_targets() -> None:
    first = [pair("1", approved=True), pair("2", Mode.AGONIST), pair("3", consistent=False)]
    strong = pair("1", primary=True, parameter="pKi", low=7.0, high=8.0)
    chosen = choose(mechanism("XYZ inhibitor"), {"a": first, "b": [strong, pair("3")]})

    assert chosen.ligands == {
        "1": Acting(approved=True, contradictory=False, primary=True, targets=2, rank=EXACTLY, strongest=strong),
        "3": Acting(approved=False, contradictory=False, primary=False, targets=2, rank=EXACTLY, strongest=first[2]),
    }
    assert (chosen.ligands["1"].strength, chosen.ligands["3"].affinity) == (7.5, None)
    assert not chosen.related


def test_related_ways_count_only_where_none_acts_just_so() -> None:
    antagonist, inhibitor = pair("1", Mode.ANTAGONIST), pair("2", Mode.INHIBITOR)
    both = choose(mechanism("XYZ inhibitor"), {"a": [antagonist, inhibitor]})
    alone = choose(mechanism("XYZ inhibitor"), {"a": [antagonist], "b": [pair("9", Mode.AGONIST)]})

    assert ([*both.ligands], both.related) == (["2"], False)
    assert ([*alone.ligands], alone.related) == (["1"], True)


def test_where_no_way_is_related_nothing_is_taken_and_nothing_is_called_so() -> None:
    chosen = choose(mechanism("XYZ partial agonist"), {"a": [pair("1", Mode.AGONIST | Mode.FULL_AGONIST)]})

    assert ([*chosen.ligands], chosen.related) == ([], False)
    assert choose(mechanism("XYZ inhibitor"), {}).ligands == {}


@pytest.mark.parametrize(
    ("query", "modes"),
    [
        ("XYZ ligand", Mode(0)), ("drugs that target XYZ", Mode.UNTOLD), ("XYZ agonist", Mode.AGONIST),
        ("XYZ agonist", Mode.AGONIST | Mode.PARTIAL_AGONIST), ("XYZ inhibitor", Mode.CATCHING),
        ("XYZ blocker", Mode.CHANNEL_BLOCKER), ("XYZ blocker", Mode.ANTAGONIST), ("XYZ PAM", Mode.POSITIVE),
        ("XYZ antibody", Mode.ANTIBODY), ("anti-XYZ", Mode.CATCHING), ("XYZ activator", Mode.AGONIST),
    ],
)  # fmt: skip
def test_a_way_of_acting_is_what_was_asked_for(query: str, modes: Mode) -> None:
    chosen = choose(mechanism(query), {"a": [pair("1", modes)]})

    assert ([*chosen.ligands], chosen.related) == (["1"], False)


def test_only_approved_ones_where_that_is_asked_for() -> None:
    of_targets = {"a": [pair("1"), pair("2", approved=True)]}

    assert [*choose(mechanism("approved XYZ inhibitors"), of_targets).ligands] == ["2"]


@pytest.mark.parametrize(
    ("query", "marked"),
    [
        ("endogenous XYZ inhibitor", pair("2", endogenous=True)),
        ("covalent XYZ inhibitor", pair("2", Mode.INHIBITOR | Mode.IRREVERSIBLE)),
        ("allosteric XYZ inhibitor", pair("2", Mode.ALLOSTERIC | Mode.NEGATIVE)),
    ],
)
def test_what_has_a_quality_comes_first_and_it_is_reported_that_the_others_follow(query: str, marked: Pair) -> None:
    both = choose(mechanism(query), {"a": [pair("1"), marked]})
    alone = choose(mechanism(query), {"a": [marked]})

    assert both.ligands["2"].rank < both.ligands["1"].rank
    assert both.unmarked == mechanism(query).qualities
    assert ([*alone.ligands], alone.unmarked) == (["2"], ())


def test_a_blocker_follows_the_inhibitors_of_a_channel() -> None:
    chosen = choose(mechanism("XYZ inhibitor"), {"a": [pair("1", Mode.CHANNEL_BLOCKER), pair("2")]})

    assert (chosen.ligands["1"].rank, chosen.ligands["2"].rank, chosen.related) == (BEHIND, EXACTLY, False)


def test_an_antibody_that_only_binds_is_no_inhibitor() -> None:
    chosen = choose(mechanism("XYZ inhibitor"), {"a": [pair("1", Mode.ANTIBODY | Mode.BINDING), pair("2")]})

    assert (chosen.ligands["1"].only_binds, chosen.ligands["2"].only_binds) == (True, False)


def test_the_affinity_is_the_highest_for_any_of_the_targets() -> None:
    weak, strong = (pair("1", parameter="pKi", low=value, high=value) for value in (6.5, 8.0))

    assert choose(mechanism("XYZ inhibitor"), {"a": [weak], "b": [strong]}).ligands["1"].affinity == Affinity(
        parameter="pKi", value=8.0
    )


@pytest.mark.parametrize(
    ("one", "leads"),
    [
        (pair("1", approved=True), True),
        (pair("1", approved=True, parameter="pKd", low=6.5, high=6.5), True),
        (pair("1", approved=True, parameter="pKd", low=4.7, high=4.7), False),
        (pair("1", approved=True, primary=True, parameter="pKd", low=4.7, high=4.7), True),
        (pair("1", parameter="pKd", low=9.0, high=9.0), False),
    ],
)
def test_a_medicine_leads_unless_it_acts_weakly_on_what_is_not_its_primary_target(one: Pair, leads: bool) -> None:
    assert choose(mechanism("XYZ inhibitor"), {"a": [one]}).ligands["1"].leads is leads


@pytest.mark.parametrize(
    ("query", "marked"), [("selective XYZ inhibitors", "1"), ("non-selective XYZ inhibitors", "2")]
)
def test_ligands_that_the_guide_marks_come_before_stronger_and_approved_ones(query: str, marked: str) -> None:
    pairs = [
        pair("1", selective=True), pair("2", non_selective=True),
        pair("3", approved=True, primary=True, parameter="pKi", low=9.0, high=9.0),
    ]  # fmt: skip
    chosen = choose(mechanism(query), {"a": pairs})
    listed = [ListedLigand(one.ligand, LigandSummary(one.ligand, "Peptide", approved=one.approved)) for one in pairs]

    assert next(iter(in_order(listed, chosen.ligands))).number == marked
    assert len(chosen.unmarked) == 1
