"""How queries in the language of pharmacology are read, and which ligands they choose."""

from collections.abc import Mapping, Sequence

import pytest

from biofacts.domain import wording
from biofacts.domain.interaction import MOST_ASSOCIATIONS, InteractionView, top_associations
from biofacts.domain.pharmacology import reading as plans
from biofacts.domain.pharmacology.choose import Chosen, OfTargets, choose
from biofacts.domain.pharmacology.classes import DRUG_CLASSES
from biofacts.domain.pharmacology.ligand_facts import LigandSummary
from biofacts.domain.pharmacology.reading import Plan


def interaction(number: str, name: str, **given: object) -> InteractionView:
    values = {
        "type": "Inhibitor", "action": "Inhibition", "ligand_type": "Peptide", "approved": True, "primary": True,
        "human": True,
    } | given  # fmt: skip
    return InteractionView(number=number, name=name, **values)  # type: ignore[arg-type]


def chosen(
    plan: Plan,
    interactions: OfTargets,
    without: Mapping[str, Sequence[InteractionView]] = {},
    named: Mapping[str, LigandSummary] = {},
) -> list[Chosen]:
    return choose(plan, interactions, without=without, named=named)


@pytest.mark.parametrize(
    "query", ["NSAID", "nsaids", "NSAID drugs", "non-steroidal anti-inflammatory drugs", "approved NSAIDs"]
)
def test_a_class_is_known_by_each_of_its_names_in_any_spelling(query: str) -> None:
    plan = plans.read(query)

    assert plan is not None
    assert plan.drug_class is not None
    assert plan.drug_class.names[0] == "NSAID"


@pytest.mark.parametrize(
    "query",
    ["COX inhibitor", "cox inhibitors", "inhibitor of COX", "inhibitors of cyclooxygenase", "drugs inhibiting COX"],
)
def test_a_mechanism_is_read_in_either_order(query: str) -> None:
    plan = plans.read(query)

    assert plan is not None
    assert plan.drug_class is None
    assert plan.steps == (plans.Step(("gene:ptgs1", "gene:ptgs2")),)
    assert "Inhibitor" in plan.action.types


@pytest.mark.parametrize(
    ("query", "value"),
    [
        ("D2 partial agonist", "Partial agonist"),
        ("GABA-A positive allosteric modulator", "Positive"),
        ("M1 PAM", "Potentiation"),
        ("H1 inverse agonist", "Inverse agonist"),
        ("potassium channel opener", "Activation"),
    ],
)
def test_the_finer_ways_of_acting_are_told_apart(query: str, value: str) -> None:
    plan = plans.read(query)

    assert plan is not None
    assert value in plan.action.actions


@pytest.mark.parametrize("query", ["ibuprofen", "agonist", "DRD2", "acetylsalicylic acid", "the"])
def test_a_name_is_no_mechanism(query: str) -> None:
    assert plans.read(query) is None


@pytest.mark.parametrize(
    ("query", "selector"),
    [
        ("GPCR", "class:gpcr"),
        ("GPCRs", "class:gpcr"),
        ("human ion channels", "class:ion channel"),
        ("kinases", "word:kinase"),
    ],
)
def test_a_class_of_targets_is_known_in_the_plural_too(query: str, selector: str) -> None:
    group = plans.target_class(query)

    assert group is not None
    assert selector in group.selectors


def test_a_name_is_no_class_of_targets() -> None:
    assert plans.target_class("dopamine receptor") is None


def test_there_are_at_least_forty_classes_each_with_members() -> None:
    assert len(DRUG_CLASSES) >= 40
    assert all(one.genes or one.stems or one.included for one in DRUG_CLASSES)


def test_approved_ligands_come_first_then_primary_targets_then_more_of_the_targets() -> None:
    plan = plans.read("COX inhibitor")
    assert plan is not None
    interactions = {
        "1": [interaction("10", "d", approved=False), interaction("11", "c", primary=False), interaction("12", "b")],
        "2": [interaction("13", "a"), interaction("12", "b"), interaction("14", "x", type="Agonist")],
    }

    assert [one.summary.name for one in chosen(plan, interactions)] == ["b", "a", "c", "d"]


def test_a_class_holds_medicines_by_their_primary_target_or_name_and_no_strangers() -> None:
    plan = plans.read("NSAID")
    assert plan is not None
    interactions = {"1": [interaction("1", "x"), interaction("2", "y", primary=False), interaction("3", "paracetamol")]}
    found = chosen(plan, interactions, named={"9": LigandSummary("zprofen", "Peptide", True)})

    assert [one.number for one in found] == ["1", "9"]


def test_a_medicine_by_name_stands_with_those_that_act_on_all_of_the_targets() -> None:
    plan = plans.read("NSAID")
    assert plan is not None
    interactions = {
        "1": [interaction("1", "a"), interaction("2", "b")],
        "2": [interaction("2", "b"), interaction("3", "d", approved=False)],
    }
    named = {"9": LigandSummary("cprofen", "Peptide", True), "8": LigandSummary("aprofen", "Peptide", False)}

    assert [one.summary.name for one in chosen(plan, interactions, named=named)] == ["b", "cprofen", "a"]


def test_a_class_of_two_targets_wants_both() -> None:
    plan = plans.read("SNRI")
    assert plan is not None
    interactions = {"1": [interaction("1", "x"), interaction("2", "y")], "2": [interaction("1", "x")]}

    assert [one.number for one in chosen(plan, interactions)] == ["1"]


def test_ligands_with_an_excluded_primary_target_are_left_out() -> None:
    plan = plans.read("SSRI")
    assert plan is not None
    interactions = {"1": [interaction("1", "x"), interaction("2", "y")]}

    assert [one.number for one in chosen(plan, interactions, without={"2": [interaction("2", "y")]})] == ["1"]


def test_associations_are_at_most_ten_each_other_side_once_weightiest_first() -> None:
    interactions = [
        interaction(str(number), f"n{number:02}", primary=number == 15, approved=number > 13) for number in range(1, 20)
    ]
    associations, count = top_associations([*interactions, interaction("15", "n15", type="None", primary=False)])

    assert (len(associations), count) == (MOST_ASSOCIATIONS, 19)
    assert [(one.id, one.interaction_type) for one in associations[:2]] == [
        ("IUPHAR:15", "Inhibitor"),
        ("IUPHAR:14", "Inhibitor"),
    ]


@pytest.mark.parametrize(
    ("type_", "action", "said"),
    [("Agonist", "None", "Agonist"), ("None", "Binding", "Binding"), ("None", "None", "Unspecified")],
)
def test_an_interaction_type_is_never_the_text_none(type_: str, action: str, said: str) -> None:
    (association,), _ = top_associations([interaction("1", "x", type=type_, action=action)])

    assert association.interaction_type == said


def test_the_guidance_tells_targets_and_types() -> None:
    plan = plans.read("COX inhibitor")
    assert plan is not None
    said = wording.derived_ligands(
        plan.asked, ["COX-1", "COX-2"], sorted(plan.action.types), is_class=False, by_name=False, found=48
    )

    assert all(part in said for part in ("'COX inhibitor'", "derived", "Inhibitor", "COX-1, COX-2", "48"))
