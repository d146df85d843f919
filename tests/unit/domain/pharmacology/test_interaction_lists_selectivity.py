"""Several ligands side by side."""

from biofacts.domain.pharmacology.interaction import Affinity, InteractingLigand, InteractingTarget, InteractionRecord
from biofacts.domain.pharmacology.interaction_lists import SAFETY_PANEL, compared


def row(ligand: str, symbol: str, value: float | None, *, primary: bool = False) -> InteractionRecord:
    return InteractionRecord(
        ligand=InteractingLigand(id=ligand, name=ligand, approved=True),
        target=InteractingTarget(id=f"t-{symbol}", name=symbol, gene_symbol=symbol, kind="target"),
        type="Inhibitor", action="Inhibition", primary=primary, species="Human",
        affinity=None if value is None else Affinity(parameter="pKi", value=value),
    )  # fmt: skip


def test_every_target_has_the_best_affinity_of_each_ligand_with_the_number_and_range_of_values() -> None:
    (one,) = compared([row("a", "X", 7.0), row("a", "X", 8.5), row("b", "X", 9.0)])

    assert [(ligand.ligand.id, ligand.affinity.value) for ligand in one.ligands] == [("b", 9.0), ("a", 8.5)]
    assert [(ligand.values, ligand.lowest, ligand.highest) for ligand in one.ligands] == [(1, 9.0, 9.0), (2, 7.0, 8.5)]


def test_the_difference_is_to_the_highest_affinity_for_a_primary_target() -> None:
    main, other = compared([row("a", "X", 9.0, primary=True), row("a", "Y", 6.5)])

    assert (main.ligands[0].difference, main.ligands[0].primary) == (0.0, True)
    assert (other.ligands[0].difference, other.ligands[0].primary) == (-2.5, False)


def test_without_a_primary_target_there_is_no_difference() -> None:
    (one,) = compared([row("a", "X", 9.0)])

    assert one.ligands[0].difference is None


def test_rows_without_an_affinity_do_not_count() -> None:
    assert compared([row("a", "Y", None)]) == []


def test_the_lowest_affinity_is_that_of_a_ligand_whose_values_are_all_counted() -> None:
    (one,) = compared([row("a", "X", 5.0), row("a", "X", 8.5), row("b", "X", 6.0), row("b", "Y", 6.9)], least=7.0)

    assert [(ligand.ligand.id, ligand.values, ligand.lowest) for ligand in one.ligands] == [("a", 2, 5.0)]


def test_the_difference_stays_that_to_a_primary_target_that_a_filter_leaves_out() -> None:
    every = [row("a", "X", 9.0, primary=True), row("a", "Y", 6.5)]
    (one,) = compared(every[1:], every)

    assert one.ligands[0].difference == -2.5


def test_by_affinity_the_strongest_come_first() -> None:
    found = compared([row("a", "Y", 6.0), row("b", "Y", 6.0), row("b", "Z", 9.5)], by="affinity")

    assert [one.target.name for one in found] == ["Z", "Y"]


def test_targets_of_more_ligands_come_first_then_the_strongest() -> None:
    found = compared([row("a", "X", 9.0), row("a", "Y", 6.0), row("b", "Y", 6.0), row("b", "Z", 9.5)])

    assert [one.target.name for one in found] == ["Y", "Z", "X"]


def test_targets_that_are_screened_for_adverse_effects_are_marked() -> None:
    found = compared([row("a", "KCNH2", 5.0), row("a", "HTR2B", 5.0), row("a", "JAK2", 5.0)])

    assert {one.target.name for one in found if one.safety_panel} == {"KCNH2", "HTR2B"}
    assert len(SAFETY_PANEL) == 44
