"""How queries in the language of pharmacology are read."""

import pytest

from biofacts.domain.answers.advice_and_phrasing import NextCall
from biofacts.domain.pharmacology import selectors
from biofacts.domain.pharmacology.actions import Mode
from biofacts.domain.pharmacology.ligand_filters import LigandFilter
from biofacts.domain.pharmacology.queries import mechanism_queries, target_lookup_steps
from biofacts.domain.pharmacology.queries.plans import Mechanism, Plan
from biofacts.domain.source_remarks import pharmacology as pharmacology_remarks
from biofacts.domain.text import fold


def mechanism(query: str) -> Mechanism:
    plan = mechanism_queries.read(query)
    assert plan is not None, query
    assert plan.mechanisms, query
    return plan.mechanisms[0]


# Classes


@pytest.mark.parametrize("query", ["NSAID", "nsaids", "NSAID drugs", "approved NSAIDs", "n-saids", "class of NSAIDs"])
def test_a_class_is_known_by_its_name_in_any_spelling(query: str) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert plan.drug_class is not None
    assert plan.drug_class.names[0] == "NSAID"
    assert not plan.mechanisms
    assert plan.query == query


def test_a_closed_name_of_a_class_that_is_a_mechanism_too_lists_the_members_only() -> None:
    plan = mechanism_queries.read("beta blockers")

    assert plan is not None
    assert plan.drug_class is not None
    assert not plan.mechanisms


@pytest.mark.parametrize("query", ["-pril drugs", "-prils", "drugs ending in -pril", "medicines that end with pril"])
def test_the_end_of_names_is_a_class_of_its_own(query: str) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert plan.drug_class is not None
    assert (plan.drug_class.names, plan.drug_class.stems) == (("-pril",), ("pril",))


@pytest.mark.parametrize(
    ("query", "aside"),
    [
        ("COX-2 selective NSAIDs", ("selective",)),
        ("potent NSAIDs that block COX-2", ("potent",)),
        ("NSAIDs acting on COX-2", ()),
    ],
)
def test_qualifiers_of_a_class_that_is_narrowed_to_a_target_are_said(query: str, aside: tuple[str, ...]) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert plan.within is not None
    assert plan.ignored == aside


@pytest.mark.parametrize("query", ["class I selective HDAC inhibitors", "alpha selective PI3K inhibitors"])
def test_a_class_is_not_narrowed_by_a_number_or_a_letter(query: str) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert plan.within is None


@pytest.mark.parametrize(
    ("query", "aside"),
    [
        ("mTOR pathway inhibitors", "pathway"),
        ("NF-kB pathway inhibitors", "pathway"),
        ("KRAS-SOS1 interaction inhibitors", "interaction"),
    ],
)
def test_words_that_ask_for_less_or_more_than_a_target_are_said(query: str, aside: str) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert (plan.ignored, plan.narrowed) == ((aside,), True)


@pytest.mark.parametrize(
    ("query", "target"), [("anti-tau antibodies", "tau"), ("anti-τ antibodies", "τ"), ("anti-TNF antibodies", "tnf")]
)
def test_the_target_behind_anti_keeps_its_spelling(query: str, target: str) -> None:
    assert mechanism(query).target == target


@pytest.mark.parametrize("query", ["HMG-CoA reductase inhibitor", "HMG CoA reductase inhibitors"])
def test_an_open_name_of_a_class_goes_on_with_the_mechanism(query: str) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert plan.drug_class is not None
    assert plan.mechanisms[0].target == "hmg coa reductase"


@pytest.mark.parametrize(
    ("query", "name", "aside"),
    [
        ("oral diuretics", "diuretic", ("oral",)), ("most potent opioids", "opioid", ("most", "potent")),
        ("new antidepressants", "antidepressant", ("new",)), ("statins, cheap", "statin", ("cheap",)),
        ("non-selective beta antagonists", "beta blocker", ("nonselective",)),
        # The longest name of a class wins.
        ("oral selective beta blockers", "cardioselective beta blocker", ("oral",)),
        ("oral direct thrombin inhibitors", "DTI", ("oral",)), ("direct thrombin inhibitors", "DTI", ()),
        ("potent long-acting beta agonists", "LABA", ("potent",)), ("diuretics", "diuretic", ()),
    ],
)  # fmt: skip
def test_words_beside_the_name_of_a_class_are_left_aside(query: str, name: str, aside: tuple[str, ...]) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert plan.drug_class is not None
    assert (plan.drug_class.name, plan.ignored) == (name, aside)


# Mechanisms


@pytest.mark.parametrize(
    "query",
    [
        "COX inhibitor", "cox inhibitors", "inhibitor of COX", "inhibitors of COX", "drugs inhibiting COX",
        "drugs that inhibit COX", "what inhibits COX", "COX-inhibitors", "a COX inhibitor", "human COX inhibitor",
    ],
)  # fmt: skip
def test_a_mechanism_is_read_in_either_order(query: str) -> None:
    read = mechanism(query)

    assert (read.target, read.action.title) == ("cox", "inhibitor")
    assert ("gene:ptgs1", "gene:ptgs2") in [step.selectors for step in read.sure]


@pytest.mark.parametrize(
    ("query", "target", "action"),
    [
        ("D2 partial agonist", "D2", "partial agonist"),
        ("M1 PAMs", "M1", "positive allosteric modulator"),
        ("mGlu5 negative allosteric modulator", "mGlu5", "negative allosteric modulator"),
        ("H1 inverse agonist", "H1", "inverse agonist"),
        ("potassium channel opener", "potassium channel", "opener"),
        ("sodium channel blockers", "sodium channel", "channel blocker"),
        ("serotonin reuptake inhibitor", "serotonin reuptake", "inhibitor"),
        ("reuptake inhibitors of serotonin", "serotonin reuptake", "reuptake inhibitor"),
        ("channel blockers of sodium", "sodium channel", "channel blocker"),
        ("anti-XYZ", "xyz", "antagonist, inhibitor, blocker or antibody"),
        ("antibody against VEGF", "vegf", "antibody"),
        ("anti-VEGF antibodies", "vegf", "antibody"),
        ("TNF mAbs", "tnf", "antibody"),
        ("drugs that target EGFR", "egfr", "ligand"),
        ("drugs acting on EGFR", "egfr", "ligand"),
        ("EGFR ligands", "egfr", "ligand"),
        ("XYZ1 modulator", "xyz1", "allosteric modulator"),
    ],
)
def test_who_is_acted_on_and_how(query: str, target: str, action: str) -> None:
    read = mechanism(query)

    assert (read.target, read.action.title) == (" ".join(fold.tokens(target)), action)


@pytest.mark.parametrize(
    ("query", "target", "action", "aside"),
    [
        ("partial D2 agonists", "d2", "partial agonist", ()), ("biased mu agonist", "mu", "biased agonist", ()),
        ("potent inverse H3 agonists", "h3", "inverse agonist", ("potent",)),
        ("G protein-biased H3 agonists", "h3", "biased agonist", ("G protein",)),
        ("nanobodies against CXCR4", "cxcr4", "antibody", ("nanobody",)),
        ("β-arrestin-biased H3 agonists", "h3", "biased agonist", ("arrestin",)),
    ],
)  # fmt: skip
def test_a_word_for_the_action_may_stand_before_the_target(
    query: str, target: str, action: str, aside: tuple[str, ...]
) -> None:
    read = mechanism(query)

    assert (read.target, read.action.title, read.ignored) == (target, action, aside)


@pytest.mark.parametrize(
    ("query", "types"),
    [
        ("toxins that block KCNA3", ("Peptide", "Natural product")), ("KCNA3 toxins", ("Peptide", "Natural product")),
        ("peptide toxins acting on KCNA3", ("Peptide",)), ("scorpion toxins KCNA3", ("Peptide", "Natural product")),
    ],
)  # fmt: skip
def test_toxins_are_read_as_types_of_ligands_and_said(query: str, types: tuple[str, ...]) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert (plan.query, plan.filters.types, plan.ignored) == (query, types, ("toxin",))
    assert plan.mechanisms[0].target == "kcna3"


@pytest.mark.parametrize("query", ["CD19xCD3 bispecific", "CD19-CD3 bispecific antibodies", "CD19/CD3 bispecifics"])
def test_a_bispecific_antibody_acts_on_both_targets(query: str) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert (plan.query, [part.name for part in plan.within.parts] if plan.within else None) == (query, ["CD19", "CD3"])


@pytest.mark.parametrize(("query", "targets"), [("A2A/A2B antagonists", ["A2A", "A2B"]), ("BRAF V600E inhibitors", [])])
def test_a_member_of_a_list_is_no_mutation(query: str, targets: list[str]) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert [part.name for part in plan.parts] == targets
    assert {word for one in plan.mechanisms for word in one.ignored} == ({"V600E"} if not targets else set[str]())


@pytest.mark.parametrize("query", ["anti-HER2 ADC", "HER2 ADCs"])
def test_a_class_against_a_target_may_say_anti(query: str) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert plan.within is not None
    assert plan.within.mechanisms[0].target == "her2"


@pytest.mark.parametrize(
    ("query", "target", "aside"),
    [
        ("competitive A1 antagonist", "a1", ("competitive",)),
        ("most potent D2 antagonist", "d2", ("most", "potent")),
        ("long-acting D1 agonist", "d1", ("long",)),
        ("D2 antagonist", "d2", ()),
        ("ATP-competitive D2 antagonist", "d2", ("competitive",)),
        ("haloperidol and other D2 antagonists", "d2", ()),
        ("first generation H1 antagonist", "h1", ("first", "generation")),
    ],
)
def test_qualifiers_are_left_aside_and_told(query: str, target: str, aside: tuple[str, ...]) -> None:
    read = mechanism(query)

    assert (read.target, read.ignored) == (" ".join(fold.tokens(target)), aside)


def test_what_the_guide_marks_is_a_quality_and_not_left_aside() -> None:
    endogenous, covalent, selective, unselective = map(
        mechanism,
        (
            "endogenous mu opioid receptor agonist",
            "irreversible covalent X1 inhibitor",
            "highly selective D2 antagonist",
            "non-selective A1 antagonist",
        ),
    )

    assert (endogenous.qualities, endogenous.ignored) == (("endogenous",), ())
    assert endogenous.target == "mu opioid receptor"
    assert covalent.qualities == ("irreversible",)
    assert (selective.target, selective.qualities, selective.ignored) == ("d2", ("selective",), ("highly",))
    assert (unselective.target, unselective.qualities) == ("a1", ("non-selective",))


def test_only_approved_ligands_where_that_is_asked_for() -> None:
    assert mechanism("approved EGFR inhibitors").approved
    assert mechanism("marketed EGFR inhibitors").approved
    assert not mechanism("EGFR inhibitor").approved


@pytest.mark.parametrize(
    "query",
    ["ibuprofen", "agonist", "inhibitors", "DRD2", "acetylsalicylic acid", "the", "", " ", "selective agonist", "drug",
     "approved drugs", "anti"],
)  # fmt: skip
def test_what_names_nothing_that_is_acted_on_is_no_mechanism(query: str) -> None:
    plan = mechanism_queries.read(query)

    assert plan is None or not plan.mechanisms


# Where targets are found


def test_a_symbol_comes_before_every_other_name() -> None:
    first, *_ = mechanism("EGFR inhibitor").sure

    assert selectors.gene("egfr") in first.selectors
    assert not first.within


@pytest.mark.parametrize("query", ["HLA-DR antagonist", "NKX2-5 inhibitor"])
def test_a_symbol_may_have_a_hyphen(query: str) -> None:
    first, *_ = mechanism(query).sure

    assert any("-" in selector for selector in first.selectors)


def test_a_familys_name_may_have_small_words_in_it() -> None:
    read = mechanism("sodium and chloride dependent transporter inhibitor")
    families = {selector for step in read.exact for selector in step.selectors if selector.startswith("group:")}

    assert {selectors.family("sodium and chloride dependent transporter")} <= families


def test_a_root_is_a_short_word_of_letters() -> None:
    def roots(query: str) -> set[str]:
        return {one for step in mechanism(query).exact for one in step.selectors if one.startswith("root:")}

    assert roots("XYZ inhibitor") == {"root:xyz"}
    assert roots("XYZ5 inhibitor") == set()
    assert roots("xyzreductase inhibitor") == set()


def test_a_target_is_searched_for_by_words_but_not_by_a_symbol() -> None:
    assert mechanism("histamine lysine methyltransferase inhibitor").words == "histamine lysine methyltransferase"
    assert mechanism("IL-4Rα antibody").words == "IL-4Rα"
    assert mechanism("EGFR inhibitor").words == ""


def test_a_ligand_that_is_caught_is_a_group_and_its_receptor_is_not() -> None:
    caught, receptor = mechanism("TNF inhibitor"), mechanism("TNF receptor inhibitor")

    assert ("acted-on:p01375",) in [step.selectors for step in caught.sure]
    assert not [
        one for step in (*receptor.sure, *receptor.exact) for one in step.selectors if selectors.is_acted_on(one)
    ]


def test_the_target_of_a_prefix_is_never_searched_for_by_words() -> None:
    assert mechanism("anti-XYZ").words == ""


# Classes and groups of targets


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
    group = target_lookup_steps.target_class(query)

    assert group is not None
    assert selector in group.selectors


def test_a_name_is_no_class_of_targets() -> None:
    assert target_lookup_steps.target_class("dopamine receptor") is None


def test_a_group_is_known_by_every_name() -> None:
    assert target_lookup_steps.group_of("cyclo-oxygenase") == target_lookup_steps.group_of("COX")
    assert target_lookup_steps.group_of("COX") is not None
    assert target_lookup_steps.group_of("ibuprofen") is None


# What is said of a list

FIRST = NextCall("get_interactions", {"target_id": "IUPHAR:1375"})


def acting(**given: object) -> pharmacology_remarks.MechanismLigands:
    values: dict[str, object] = {
        "targets": ["COX-1", "COX-2"], "first": FIRST, "action": "inhibitor", "total": 48, "surely": True,
        "related": False,
    }  # fmt: skip
    return pharmacology_remarks.MechanismLigands(**values | given)  # type: ignore[arg-type]


def test_the_guidance_of_a_mechanism_tells_targets_action_and_number() -> None:
    said = str(pharmacology_remarks.derived_ligands("COX inhibitor", None, acting(), ()))

    assert said == (
        "'COX inhibitor' is not a label in the Guide to PHARMACOLOGY, so biofacts made this list: 48 ligands recorded"
        " as inhibitor of COX-1, COX-2, approved ones first."
    )


def test_the_guidance_tells_what_is_less_than_sure() -> None:
    said = str(
        pharmacology_remarks.derived_ligands(
            "x", pharmacology_remarks.ClassMembers(3), acting(related=True, surely=False), ("potent",)
        )
    )

    assert "3 medicines from biofacts' own list" in said
    assert "then 48 other ligands recorded as acting in a way related to inhibitor (none is recorded as exactly" in said
    assert "found by single words" in said
    assert "Ignored: potent" in said


def test_the_guidance_of_an_empty_mechanism_says_so_and_names_the_call_for_what_there_is() -> None:
    advice = pharmacology_remarks.derived_ligands("COX opener", None, acting(total=0, action="opener"), ())

    assert "has COX-1, COX-2, but records no opener of them" in str(advice)
    assert advice.calls == (FIRST,)


# Filters, several targets, and names as they are written


@pytest.mark.parametrize(
    "query",
    ["approved XYZ1 inhibitors", "XYZ1 inhibitors approved", "approved inhibitors of XYZ1", "clinical XYZ1 inhibitors"],
)
def test_the_order_of_words_does_not_matter(query: str) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert (plan.mechanisms[0].target, plan.filters, plan.mechanisms[0].approved) == (
        "xyz1",
        LigandFilter(approved_only=True),
        True,
    )


@pytest.mark.parametrize(
    ("query", "parts"),
    [
        ("dual GIP/GLP-1 agonist", [("GIP", False), ("GLP-1", False)]),
        ("GLP-1/GIP dual agonist", [("GLP-1", False), ("GIP", False)]),
        ("5-HT1B/1D agonists", [("5-HT1B", False), ("5-HT1D", False)]),
        ("Kv7.2/7.3 openers", [("Kv7.2", False), ("Kv7.3", False)]),
        ("dual SGLT1/2 inhibitor", [("SGLT1", False), ("SGLT2", False)]),
        ("dual PPAR alpha/gamma agonists", [("PPAR alpha", False), ("PPAR gamma", False)]),
        ("JAK1/JAK2 inhibitor", [("JAK1", False), ("JAK2", False)]),
        ("D2 antagonist and H1 antagonist", [("D2", False), ("H1", False)]),
        ("ligands of OPRM1 and OPRK1", [("OPRM1", False), ("OPRK1", False)]),
        ("SERT but not NET inhibitors", [("SERT", False), ("NET", True)]),
        ("SERT but not NET", [("SERT", False), ("NET", True)]),
        ("drugs that block SERT but not NET", [("SERT", False), ("NET", True)]),
        ("COX inhibitors", []),
    ],
)
def test_several_targets_are_parts_of_a_question(query: str, parts: list[tuple[str, bool]]) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    several = plan.otherwise or plan  # what is excluded may be a ligand
    assert [(part.name, part.excluded) for part in several.parts] == parts
    assert all(part.mechanisms for part in several.parts)


def test_the_end_of_a_list_of_targets_belongs_to_each_of_them() -> None:
    plan = mechanism_queries.read("dual GIP and XYZ receptor agonists")

    assert plan is not None
    assert [part.mechanisms[0].target for part in plan.parts] == ["gip receptor", "xyz receptor"]


def test_a_greek_letter_is_never_a_latin_one_in_a_class_or_a_group() -> None:
    for query in ("B2 agonist", "A1 antagonist"):
        plan = mechanism_queries.read(query)
        assert plan is not None
        assert plan.drug_class is None
        assert not [one for step in plan.mechanisms[0].sure for one in step.selectors if one.startswith("gene:adr")]
    assert ("gene:adra1a", "gene:adra1b", "gene:adra1d") in [one.selectors for one in mechanism("alpha1 ligand").sure]


def test_a_mutation_is_set_aside() -> None:
    plan = mechanism_queries.read("BRAF V600E inhibitors")

    assert plan is not None
    # `adenosine A2A` looks like one, too, so the whole is looked up first.
    assert [(one.target, one.ignored) for one in plan.mechanisms] == [("braf v600e", ()), ("braf", ("V600E",))]


@pytest.mark.parametrize("query", ["adenylyl cyclase V inhibitors", "inhibitors of adenylyl cyclase V"])
def test_a_target_with_a_roman_number_is_also_sought_with_the_arabic_one(query: str) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert [one.target for one in plan.mechanisms] == ["adenylyl cyclase v", "adenylyl cyclase 5"]


@pytest.mark.parametrize("query", ["factor XIa inhibitor", "FXIa inhibitors", "coagulation factor XI inhibitor"])
def test_an_activated_coagulation_factor_is_the_factor(query: str) -> None:
    names = [one for step in mechanism(query).sure for one in step.selectors]

    assert selectors.first_name(fold.literal("coagulation factor XI")) in names


def test_qualifiers_may_stand_before_the_action() -> None:
    read = mechanism("endogenous ligands of XYZ1")

    assert (read.target, read.qualities) == ("xyz1", ("endogenous",))


@pytest.mark.parametrize(
    ("query", "target", "action"),
    [
        ("mTORi", "mtor", "inhibitor"), ("approved PI3Kδi", "pi3kd", "inhibitor"), ("CDK7is", "cdk7", "inhibitor"),
        ("5-HT3RAs", "5ht3", "RA"), ("NK1-RA", "nk1", "RA"), ("AXL TKI", "axl", "inhibitor"),
    ],
)  # fmt: skip
def test_abbreviations_of_mechanisms_are_spelt_out_by_rule(query: str, target: str, action: str) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    first = plan.mechanisms[0]
    assert (fold.compact(first.target), first.action.names[0]) == (target, action)


@pytest.mark.parametrize("query", ["Ki", "pKi", "RARA", "GABRA", "Gi", "NaV1.7 RAR"])
def test_other_words_with_these_letters_are_no_abbreviations(query: str) -> None:
    assert mechanism_queries.read(query) is None


@pytest.mark.parametrize(
    ("query", "alternatives"),
    [
        ("inhibitors of A1, B2 and C3", True), ("A1 or B2 inhibitors", True), ("drugs acting on A1, B2 and C3", True),
        ("either A1 or B2 antagonists", True), ("A1/B2/C3 agonists", False), ("dual A1 and B2 agonists", False),
        ("inhibitors of both A1 and B2", False), ("all of A1, B2 and C3 inhibitors", False),
        ("A1 and B2 inhibitors", False), ("A1, but not B2 inhibitors", False),
    ],
)  # fmt: skip
def test_three_targets_in_words_are_alternatives_unless_the_query_says_otherwise(
    query: str, alternatives: bool
) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert (len(plan.parts) > 1, plan.alternatives) == (True, alternatives)


@pytest.mark.parametrize(
    "query", ["thrombin inhibitors, direct", "direct thrombin inhibitors", "thrombin inhibitors: direct"]
)
def test_qualifiers_at_the_end_are_read_as_if_they_stood_in_front(query: str) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert plan.drug_class is not None
    assert "direct thrombin inhibitor" in plan.drug_class.names


@pytest.mark.parametrize(
    ("query", "target", "aside"),
    [
        ("BRAF V600 inhibitors", "braf", ("V600",)), ("LRRK2 G2019S inhibitors", "lrrk2", ("G2019S",)),
        ("EGFR exon 20 inhibitors", "egfr", ("exon", "20")), ("NTRK fusion inhibitors", "ntrk", ("fusion",)),
        ("histamine H1R antagonists", "histamine h1 receptor", ()),
        ("nanomolar WEE1 inhibitors", "wee1", ("nanomolar",)),
        ("most potent CDK2 inhibitors", "cdk2", ("most", "potent")),
        ("ligands for orphan receptor GPR55", "receptor gpr55", ("orphan",)),
        ("ultra-short-acting CDK2 inhibitors", "cdk2", ("ultra", "short")),
        ("rapidly acting CDK2 inhibitors", "cdk2", ("rapidly",)),
        ("brain-penetrant CDK2 inhibitors", "cdk2", ("penetrant",)),
        ("CDK2 inhibitors approved since 2018", "cdk2", ("since", "2018")),
    ],
)  # fmt: skip
def test_words_that_the_guide_does_not_say_of_ligands_are_set_aside(
    query: str, target: str, aside: tuple[str, ...]
) -> None:
    assert (target, aside) in {
        (one.target, one.ignored) for one in (mechanism_queries.read(query) or Plan(query="")).mechanisms
    }


def test_what_takes_a_transmitter_up_is_its_transporter() -> None:
    names = [one for step in mechanism("choline reuptake inhibitors").exact for one in step.selectors]

    assert selectors.family_name("cholinetransporter") in names


@pytest.mark.parametrize("query", ["GABA transporter inhibitors", "GABA reuptake inhibitors", "GABA uptake blockers"])
def test_creatine_and_taurine_transporters_are_no_gaba_transporters_though_of_their_family(query: str) -> None:
    steps = (*mechanism(query).sure, *mechanism(query).exact)

    assert ("gene:slc6a1", "gene:slc6a13", "gene:slc6a11", "gene:slc6a12") in [step.selectors for step in steps]
    assert "group:gabatransporter" not in {one for step in steps for one in step.selectors}


@pytest.mark.parametrize("query", ["GABA-AT inhibitors", "selective inhibitors of GABA-AT", "NF-AT inhibitors"])
def test_a_name_keeps_the_capitals_after_its_hyphen_though_they_spell_a_stop_word(query: str) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert {one.target for one in plan.mechanisms} <= {"gaba at", "nf at"}
    assert plan.mechanisms[0].words == ""


@pytest.mark.parametrize("query", ["TRPV1 agonists and antagonists", "antagonists or agonists of TRPV1"])
def test_two_ways_of_acting_mean_either(query: str) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert {one.target for one in plan.mechanisms} == {"trpv1"}
    assert {one.action.modes for one in plan.mechanisms} == {Mode.AGONIST | Mode.ANTAGONIST}


def test_a_class_whose_name_has_two_ways_of_acting_is_that_class() -> None:
    plan = mechanism_queries.read("serotonin antagonist and reuptake inhibitor")

    assert plan is not None
    assert plan.drug_class is not None
    assert plan.drug_class.names[0] == "SARI"
    assert plan.mechanisms == ()


def test_a_number_and_a_letter_are_no_words_by_which_a_target_is_found() -> None:
    plan, other = mechanism_queries.read("beta-17 blocker"), mechanism_queries.read("wobble receptor 17 blocker")

    assert plan is not None
    assert other is not None
    assert not any(one.words for one in plan.mechanisms)
    assert any(one.words for one in other.mechanisms)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("GLP-9 agonists", {"agonist", "glp", "9"}),
        ("agonists of GLP-9", {"agonist", "glp", "9"}),
        ("agonist DAMGO", set[str]()),
        ("adalimumab antibody", {"adalimumab"}),
    ],
)
def test_the_way_of_acting_and_the_target_are_wanted(query: str, words: set[str]) -> None:
    plan = mechanism_queries.read(query)

    assert plan is not None
    assert plan.words_needed == words


def test_words_left_aside_are_no_part_of_the_name_of_one_of_several_targets() -> None:
    plan = mechanism_queries.read("potent selective BRAF inhibitors but not CRAF")

    assert plan is not None
    parts = (plan.otherwise or plan).parts
    assert [(one.name, one.excluded) for one in parts] == [("BRAF", False), ("CRAF", True)]


@pytest.mark.parametrize(
    "query",
    [
        "ligands that do not activate D2", "antibodies with no known target", "what does not inhibit EGFR",
        "not a BRAF inhibitor",
    ],
)  # fmt: skip
def test_a_denial_that_is_not_understood_is_no_mechanism(query: str) -> None:
    assert mechanism_queries.read(query) is None
