"""The order of interactions, and what all rows of one ligand and one target say together."""

from collections.abc import Sequence
from typing import Any

import pytest

from biofacts.domain.pharmacology.actions import Mode
from biofacts.domain.pharmacology.interaction import (
    ActedOn,
    ActingLigand,
    Affinity,
    GuideInteraction,
    InteractingLigand,
    InteractingTarget,
    InteractionRecord,
)
from biofacts.domain.pharmacology.interaction_lists import (
    Pair,
    Partner,
    ligands_of,
    listed_interaction,
    ordered,
    pairs,
    targets_of,
)


def row(ligand: str = "1", target: str = "7", **given: Any) -> GuideInteraction:
    values: dict[str, Any] = {
        "ligand_name": f"l{ligand}", "ligand_type": "Peptide", "approved": True, "target_name": f"t{target}",
        "type": "Inhibitor", "action": "Inhibition", "species": "Human",
    }  # fmt: skip
    return GuideInteraction(ligand=ligand, target=target, **values | given)


def affinity(value: float) -> Affinity:
    return Affinity(parameter="pKi", value=value)


def ligands(rows: Sequence[GuideInteraction]) -> list[str]:
    return [one.ligand for one in rows]


WEIGHTIEST_FIRST = [
    row("1", affinity=affinity(9), primary=True),
    row("2", affinity=affinity(8), primary=True),
    row("3", primary=True),
    row("4", affinity=affinity(9.5)),
    row("5", affinity=Affinity(parameter="pKi", low=6, high=8)),
    row("6", affinity=affinity(6.5)),
    row("7", affinity=affinity(6.5), species="Rat"),
    row("8", type="Agonist", action="Antagonist", primary=True, affinity=affinity(10)),
    row("9", primary=True, affinity=affinity(10)),
    row("10", approved=False, primary=True, affinity=affinity(11)),
]
"""`9` is withdrawn."""


def test_approved_then_withdrawn_then_consistent_then_primary_then_strong_ones_come_first() -> None:
    assert ordered(reversed(WEIGHTIEST_FIRST), frozenset({"9"})) == WEIGHTIEST_FIRST


def test_the_order_does_not_depend_on_the_order_of_the_file() -> None:
    rows = [row(str(number), str(target)) for number in range(1, 12) for target in (7, 8)]

    assert ordered(rows) == ordered(reversed(rows))
    assert ligands(ordered([row("10", ligand_name="x"), row("9", ligand_name="x")])) == ["9", "10"]


def test_all_rows_of_a_ligand_are_one_pair_with_every_way_of_acting() -> None:
    rows = [
        row("1", type="Agonist", action="Antagonist", approved=False),
        row("2"),
        row("1", type="Antagonist", action="Antagonist", primary=True, endogenous=True),
    ]

    assert pairs(rows) == (
        Pair(
            "1",
            int(Mode.AGONIST | Mode.ANTAGONIST | Mode.CONTRADICTORY),
            approved=True, primary=True, endogenous=True, consistent=True,
        ),
        Pair("2", int(Mode.INHIBITOR), approved=True, consistent=True),
    )  # fmt: skip


def test_a_pair_of_contradictory_rows_only_is_not_consistent() -> None:
    (pair,) = pairs([row(type="Agonist", action="Antagonist"), row(type="Activator", action="Antagonist")])

    assert not pair.consistent


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([("Agonist", "Full agonist"), ("Agonist", "Full agonist")], ("Full agonist",)),
        ([("Agonist", "Antagonist"), ("Antagonist", "Antagonist")], ("Antagonist", "Agonist")),
        ([("Antibody", "Inhibition"), ("Antibody", "Binding")], ("Antibody", "Inhibition")),
        ([("Agonist", "Agonist"), ("Antagonist", "Antagonist"), ("Antagonist", "None")], ("Antagonist", "Agonist")),
        ([("Allosteric modulator", "Positive"), ("Allosteric modulator", "Negative")],
         ("Positive allosteric modulator", "Negative allosteric modulator")),
        ([("None", "None")], ("Unspecified",)),
    ],
)  # fmt: skip
def test_the_actions_of_a_pair_are_all_of_them_those_of_most_consistent_rows_first(
    rows: Sequence[tuple[str, str]], said: tuple[str, ...]
) -> None:
    assert Partner([row(type=type_, action=action) for type_, action in rows]).actions == said


def test_the_affinity_of_a_pair_is_the_highest_told() -> None:
    low, range_, none = row(affinity=affinity(6)), row(affinity=Affinity(parameter="pKi", low=7, high=8)), row()

    assert Partner([low, range_, none]).affinity == Affinity(parameter="pKi", low=7, high=8)
    assert Partner([none]).affinity is None
    assert Partner([row(affinity=affinity(0.0)), row(affinity=affinity(-1))]).affinity == affinity(0.0)


def test_partners_are_told_once_each_in_the_order_of_their_first_rows() -> None:
    rows = [row("1", "7"), row("1", "8"), row("1", "7", species="Rat"), row("1", "7", target_kind="ligand")]

    assert [[one.target for one in partner.rows] for partner in targets_of(rows)] == [["7", "7"], ["8"], ["7"]]
    assert [[one.ligand for one in partner.rows] for partner in ligands_of([row("1"), row("2"), row("1")])] == [
        ["1", "1"],
        ["2"],
    ]


def test_a_target_in_a_ligands_record() -> None:
    partner = Partner([row(gene_symbol="ABC1", primary=True, affinity=affinity(8)), row(action="Competitive")])

    assert partner.acted_on() == ActedOn(
        id="IUPHAR:7", name="t7", gene_symbol="ABC1", actions=("Inhibitor", "Competitive inhibitor"), primary=True,
        affinity=affinity(8),
    )  # fmt: skip
    assert Partner([row(target_kind="ligand")]).acted_on().kind == "ligand"


def test_a_ligand_in_a_targets_record() -> None:
    partner = Partner([row(affinity=affinity(8))])

    assert partner.acting(frozenset({"1"})) == ActingLigand(
        id="IUPHAR:1", name="l1", approved=True, withdrawn=True, actions=("Inhibitor",), affinity=affinity(8)
    )
    assert not partner.acting(frozenset({"7"})).withdrawn


def test_an_interaction_is_told_with_both_sides_and_every_fact() -> None:
    one = row(
        target_kind="ligand", type="None", action="Binding", primary=True, endogenous=True, affinity=affinity(8),
        selectivity=("Selective", "Not Determined"), references=("12", "34"),
    )  # fmt: skip

    assert listed_interaction(one, frozenset({"1"})) == InteractionRecord(
        ligand=InteractingLigand(id="IUPHAR:1", name="l1", approved=True, withdrawn=True),
        target=InteractingTarget(id="IUPHAR:7", name="t7", kind="ligand"),
        type="None", action="Binding", primary=True, endogenous=True, species="Human", affinity=affinity(8),
        selectivity="Selective, Not Determined", references=("PMID:12", "PMID:34"),
    )  # fmt: skip
    assert listed_interaction(row(), frozenset()).selectivity is None


@pytest.mark.parametrize(
    ("pair", "affinity"),
    [
        (Pair("1", 0), None),
        (Pair("1", 0, parameter="pKi", low=7, high=7), Affinity(parameter="pKi", value=7)),
        (Pair("1", 0, parameter="pKi", low=7, high=8), Affinity(parameter="pKi", low=7, high=8)),
        (Pair("1", 0, parameter="pKd", low=5, high=5, relation="<"), Affinity(parameter="pKd", value=5, relation="<")),
        (
            Pair("1", 0, parameter="pKd", low=5, high=6, relation=">"),
            Affinity(parameter="pKd", low=5, high=6, relation=">"),
        ),
    ],
)
def test_the_affinity_of_a_pair_is_a_number_or_a_range_with_its_bound(pair: Pair, affinity: Affinity | None) -> None:
    assert pair.affinity == affinity
