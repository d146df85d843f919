"""What a sentence is about, and what it wants to know."""

import pytest

from biofacts.domain.pharmacology.queries.sentences import (
    Question,
    QuestionKind,
    Shortened,
    is_about_treatment,
    is_sentence,
    names_in,
    names_of_list,
    read,
    removed_names,
    shortened,
)


@pytest.mark.parametrize(
    ("sentence", "about", "wanted"),
    [
        ("targets of imatinib", "imatinib", QuestionKind.TARGETS),
        ("what are the targets of the drug imatinib?", "imatinib", QuestionKind.TARGETS),
        ("which receptor does morphine bind to", "morphine", QuestionKind.TARGETS),
        ("Which receptors are bound by clozapine?", "clozapine", QuestionKind.TARGETS),
        ("how does omeprazole work", "omeprazole", QuestionKind.TARGETS),
        ("mechanism of action of metformin", "metformin", QuestionKind.TARGETS),
        ("imatinib targets", "imatinib", QuestionKind.TARGETS),
        ("tell me about aspirin", "aspirin", QuestionKind.RECORD),
        ("Could you please look up beta alanine for me?", "beta alanine", QuestionKind.RECORD),
        ("what is aspirin used for", "aspirin", QuestionKind.USES),
        ("indications of warfarin", "warfarin", QuestionKind.USES),
        ("what binds to DRD2", "DRD2", QuestionKind.LIGANDS),
        ("drugs that act on the mu opioid receptor", "mu opioid receptor", QuestionKind.LIGANDS),
        ("COX inhibitor", "COX", QuestionKind.LIGANDS),
        ("drugs similar to aspirin", "aspirin", QuestionKind.LIKE),
        ("sildenafil analogues", "sildenafil", QuestionKind.LIKE),
        ("substrates of P-gp", "P-gp", QuestionKind.METABOLISM),
        ("tenofovir prodrugs", "tenofovir", QuestionKind.PRODRUGS),
    ],
)
def test_a_question_names_what_it_is_about(sentence: str, about: str, wanted: QuestionKind) -> None:
    asked = read(sentence)

    assert asked is not None
    assert (asked.about, asked.wanted) == (about, wanted)


def test_a_question_for_ligands_says_how_they_act() -> None:
    assert read("what inhibits EGFR") == Question("EGFR", QuestionKind.LIGANDS, "inhibitor")
    assert read("which drugs block hERG") == Question("hERG", QuestionKind.LIGANDS, "blocker")


@pytest.mark.parametrize("text", ["ibuprofen", "dopamine receptor", "", "targets of ", "x " * 200])
def test_names_are_no_questions(text: str) -> None:
    assert read(text) is None


def test_a_sentence_has_words_that_ask_or_join() -> None:
    assert is_sentence("side effects of aspirin")
    assert is_sentence("aspirin dose")
    assert not is_sentence("imatinib mesylate")
    assert not is_sentence("dose")


def test_names_are_runs_of_words_that_begin_and_end_with_a_meaning() -> None:
    found = list(names_in("does mefenamic acid interact with aspirin?"))

    assert found.index("mefenamic acid") < found.index("aspirin")
    assert "with aspirin" not in found
    assert "acid" not in found


@pytest.mark.parametrize(
    "query",
    [
        "drugs for asthma", "malaria treatment", "asthma drugs", "treatment of qqzz", "what treats epilepsy",
        "Which kinase inhibitors are approved for lung cancer?", "medicines against high blood pressure",
    ],
)  # fmt: skip
def test_a_use_is_meant_where_a_word_is_an_illness_or_says_treatment(query: str) -> None:
    assert is_about_treatment(query)


@pytest.mark.parametrize(
    "query",
    [
        "withdrawn drugs", "withdrawn medicines", "endogenous ligands of GPR35", "ligands of OPRM1 and OPRK1",
        "natural product ligands of TRPV1", "approved inhibitors of EGFR", "drugs of the same class as omeprazole",
        "kinases without an approved drug", "drugs for JAK2",
    ],
)  # fmt: skip
def test_no_use_is_meant_by_filters_and_targets(query: str) -> None:
    assert not is_about_treatment(query)


@pytest.mark.parametrize(
    ("query", "text", "aside"),
    [
        ("examples of mGlu5 antagonists", "mGlu5 antagonists", ()),
        ("can you give me a list of PDE5 inhibitors?", "PDE5 inhibitors", ()),
        ("IDH1 mutant inhibitor", "IDH1 inhibitor", ("mutant",)),
        ("once-weekly GLP-1 agonists", "GLP-1 agonists", ("once-weekly",)),
        ("LRRK2 inhibitors for Parkinson's disease", "LRRK2 inhibitors", ("for Parkinson's disease",)),
        ("BCL-2 inhibitors such as venetoclax", "BCL-2 inhibitors", ("such as venetoclax",)),
        ("CGRP receptor antagonists (gepants)", "CGRP receptor antagonists", ("(gepants)",)),
        ("NMDA receptor glycine site antagonist", "NMDA receptor antagonist", ("glycine", "site")),
        ("drugs that lower cholesterol by inhibiting PCSK9", "PCSK9 inhibitor", ("lower cholesterol",)),
        ("which JAK2 inhibitors are used for psoriasis", "JAK2 inhibitors", ("are used for psoriasis",)),
        ("PTH1 agonists postmenopausal osteoporosis", "PTH1 agonists", ("postmenopausal osteoporosis",)),
        ("beta blocker heart failure", "beta blocker", ("heart failure",)),
        ("VMAT2 inhibitors tardive dyskinesia", "VMAT2 inhibitors", ("tardive dyskinesia",)),
        ("IC50 below 10 nM at JAK2", "ligands at JAK2", ("IC50 below 10 nM",)),
        ("D2 antagonists with pKi >= 8.5", "D2 antagonists", ("with pKi >= 8.5",)),
        ("extended release opioid agonists", "opioid agonists", ("extended", "release")),
    ],
)
def test_words_that_no_source_states_are_left_aside(query: str, text: str, aside: tuple[str, ...]) -> None:
    assert Shortened(text, aside) in [*shortened(query)]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("serotonin synthesis inhibitors", "serotonin inhibitors"), ("price of statins", "statins"),
        ("BTK inhibitors resistance", "BTK inhibitors"), ("BTK inhibitors XYZ", "BTK inhibitors"),
        ("BTK inhibitors without effects", "BTK inhibitors"), ("FXR agonists under way in NASH", "FXR agonists under"),
        ("type I kinase inhibitors", "kinase inhibitors"), ("GABA release inhibitors", "GABA inhibitors"),
        ("class A GPCR antagonists", "A GPCR antagonists"), ("insulin release stimulators", "insulin stimulators"),
        ("D2 partial foo agonists", "D2 foo agonists"), ("reversal agents for DOACs", "agents for DOACs"),
    ],
)  # fmt: skip
def test_words_that_carry_the_meaning_are_never_left_aside(query: str, text: str) -> None:
    assert text not in [one.text for one in shortened(query)]


@pytest.mark.parametrize(
    ("query", "names"),
    [("drugs that raise cGMP by activating sGC", []), ("drugs for EGFR mutants by inhibiting MET", ["EGFR"])],
)
def test_a_name_in_an_effect_is_no_target(query: str, names: list[str]) -> None:
    assert removed_names(next(shortened(query))) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("sacubitril/valsartan 97/103 mg", ["sacubitril", "valsartan"]), ("D2 and D3", ["D2", "D3"]),
        ("amoxicillin-clavulanate", ["amoxicillin", "clavulanate"]), ("aspirin 75 mg", []), ("aspirin", []),
    ],
)  # fmt: skip
def test_a_list_of_names_has_no_doses(text: str, names: list[str]) -> None:
    assert names_of_list(text) == names
