"""The score: what may be trusted, what is doubtful, and what is no answer at all."""

from collections.abc import Mapping, Sequence

import pytest

from biofacts.domain.search import query_words, synonyms
from biofacts.domain.search.index import Field, folded_names
from biofacts.domain.search.query import QueryHints
from biofacts.domain.search.ranking import RankedMatch, Ranking, rank
from biofacts.ports.catalogue import Entry
from tests.memory_catalogue import MemoryIndex

SURE = 0.7


def pathway(title: str, prior: float = 1.0, **texts: Sequence[str]) -> Entry:
    return Entry(
        key=title, texts={Field.TITLE: [title]} | {Field[name]: part for name, part in texts.items()}, prior=prior
    )


PATHWAYS = (
    pathway("Interferon type I signaling", LABEL=["IFNA1", "IFNB1"]),
    pathway("Type II interferon signaling (IFNG)", LABEL=["IFN-gamma"]),
    pathway("Leucine degradation"),
    pathway("Leucine biosynthesis", prior=0.0),
    pathway("Aerobic glycerol catabolism", prior=0.0),
    pathway("Nucleotide metabolism"),
    pathway("Pyrimidine metabolism"),
    pathway("Autosomal recessive osteopetrosis pathways"),
    pathway("Genes of a mixed population"),
    pathway("Vitamin K metabolism"),
    pathway("Complex I assembly"),
    pathway("Chromosome 21 genes", TERM=["Down syndrome"]),
    pathway("Sudden infant death syndrome"),
    pathway("Statin inhibition of cholesterol production"),
    pathway("Statin inhibition of cholesterol production", prior=0.0, TEXT=["Statins: statins lower cholesterol."]),
    pathway("Meiotic recombination"),
    pathway("Ageing of cells"),
    pathway("Base excision repair"),
    pathway("AMPK signaling", LABEL=["metformin"]),
    pathway("Prostaglandin synthesis", TEXT=["Ibuprofen and others."]),
    pathway("Platelet aggregation", TEXT=["Aspirin stops it."]),
    *(pathway(f"Disease {letter} mechanism of action, metabolism and signaling") for letter in "uvwxyz"),
)
INDEX = MemoryIndex(PATHWAYS, map(folded_names, synonyms.PATHWAYS))


def ranked(query: str, known: QueryHints | None = None) -> Ranking:
    return rank(INDEX, query, hints=known or QueryHints())


def titles(query: str, known: QueryHints | None = None) -> list[str]:
    return [PATHWAYS[match.document - 1].key for match in ranked(query, known).matches]


def best(query: str, known: QueryHints | None = None) -> RankedMatch:
    return ranked(query, known).matches[0]


@pytest.mark.parametrize("query", ["Vitamin K metabolism", "leucine DEGRADATION", "Interferon type I signaling"])
def test_a_whole_name_is_certain(query: str) -> None:
    assert best(query).score == 1.0


def test_a_score_depends_on_no_other_entry() -> None:
    alone = MemoryIndex([pathway("Cell cycle"), pathway("Cell division", TEXT=["apoptosis"])])
    beside = MemoryIndex([pathway("Cell cycle"), pathway("Cell division", TEXT=["apoptosis"]), pathway("Apoptosis")])
    (only,) = rank(alone, "apoptosis").matches
    scores = {match.document: match.score for match in rank(beside, "apoptosis").matches}

    assert scores == {3: 1.0, 2: only.score}
    assert only.score < SURE


@pytest.mark.parametrize(
    "query",
    [
        "clopidogrel metabolism", "clopidogrel mechanism of action", "Turner syndrome", "bisphenol A", "beta blockers",
        "osteoporosis", "sporulation", "endocrine disruptors", "evogliptin", "quixotril inhibitor signaling pathway",
        "vitamin Q",
    ],
)  # fmt: skip
def test_what_is_left_of_a_query_is_no_answer(query: str) -> None:
    ranking = ranked(query)

    assert ranking.matches == []
    assert ranking.unknown


@pytest.mark.parametrize("query", ["leucine quixotril", "interferon quixotril", "hepatic vitamin K"])
def test_what_is_half_known_is_doubtful_and_says_what_it_leaves_out(query: str) -> None:
    ranking = ranked(query)

    assert 0 < ranking.matches[0].score < SURE
    assert ranking.unmatched(ranking.matches[0])


def test_words_that_are_left_out_are_told_as_they_were_written() -> None:
    ranking = ranked("Leucine quixotrils")

    assert ranking.unmatched(ranking.matches[0]) == ("quixotrils",)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("type I interferon", "Interferon type I signaling"),
        ("interferon gamma", "Type II interferon signaling (IFNG)"),
        ("interferon type 2", "Type II interferon signaling (IFNG)"),
        ("leucine catabolic process", "Leucine degradation"),
        ("breakdown of leucine", "Leucine degradation"),
        ("leucine biosynthetic process", "Leucine biosynthesis"),
        ("Metabolism of nucleotides", "Nucleotide metabolism"),
        ("Down syndrome", "Chromosome 21 genes"),
        ("complex 1 assembly", "Complex I assembly"),
        ("meiosis", "Meiotic recombination"),
        ("aging", "Ageing of cells"),
        ("Signaling by type I interferon", "Interferon type I signaling"),
        ("base excision repair (BER)", "Base excision repair"),
    ],
)
def test_the_language_of_other_databases_is_understood(query: str, first: str) -> None:
    known = QueryHints(synonyms={"interferon g": ["ifng"]})

    assert titles(query, known)[0] == first


def test_a_letter_or_a_number_means_something_only_beside_its_neighbour() -> None:
    assert titles("vitamin K")[0] == "Vitamin K metabolism"
    assert not {"Vitamin K metabolism"} & {*titles("K leucine")}


def test_a_generic_word_is_an_answer_where_nothing_else_is_asked() -> None:
    assert titles("mechanism of action")


def test_of_one_title_the_entry_that_users_want_comes_first() -> None:
    first, second = ranked("statins cholesterol").matches[:2]

    assert [PATHWAYS[one.document - 1].prior for one in (first, second)] == [1.0, 0.0]


def test_two_names_in_one_query_are_both_answered_and_each_says_what_it_lacks() -> None:
    ranking = ranked("ibuprofen vs aspirin")
    said = [ranking.unmatched(match) for match in ranking.matches]

    assert said == [("aspirin",), ("ibuprofen",)]
    assert ranking.matches[0].score < SURE


@pytest.mark.parametrize(
    ("query", "read_as"),
    [("degradatoin", "degradation"), ("prostaglandyn", "prostaglandin"), ("agregation", "aggregation"),
     ("prostagalndins", "prostaglandin"), ("rpostaglandin", "prostaglandin")],
)  # fmt: skip
def test_a_slip_is_corrected_and_costs(query: str, read_as: str) -> None:
    ranking = ranked(query)

    assert ranking.corrected == {query: read_as}
    assert ranking.matches[0].score < SURE


@pytest.mark.parametrize("query", ["osteoporosis", "sporulation", "xrostaglandin"])
def test_a_word_that_only_looks_like_another_is_a_question(query: str) -> None:
    ranking = ranked(query)

    assert (ranking.matches, ranking.corrected) == ([], {})


def test_what_another_source_knows_is_no_misspelling() -> None:
    assert ranked("leucin").matches
    assert ranked("prostaglandyn", QueryHints(elsewhere={"prostaglandyn"})).matches == []


@pytest.mark.parametrize(
    ("word", "known", "suggested"),
    [
        ("simplec", QueryHints(), {}), ("simplei", QueryHints(elsewhere={"simplei"}), {"simplei": "simple"}),
        ("simplec", QueryHints(elsewhere={"simplec"}), {}),
        ("simplei", QueryHints(synonyms={"simplei rash": ["rash"]}), {}),
    ],
)  # fmt: skip
def test_a_known_word_is_asked_about_only_if_it_sounds_like_a_frequent_one(
    word: str, known: QueryHints, suggested: dict[str, str]
) -> None:
    index = MemoryIndex([pathway(f"Simple cell {letter}") for letter in "abcdefghijkl"])
    ranking = rank(index, word, hints=known)

    assert ranking.suggested == suggested


@pytest.mark.parametrize(
    ("word", "suggested"),
    [("EFGR", "EGFR"), ("efgr", "egfr"), ("BCRA1", "BRCA1"), ("EGRF", "EGFR"), ("CD82", ""), ("TPN", "")],
)
def test_a_symbol_with_two_swapped_neighbours_is_asked_about_but_not_replaced(word: str, suggested: str) -> None:
    """Two digits are another number, and a symbol of three letters may be anything."""
    ranking = rank(MemoryIndex([pathway(title) for title in ("EGFR", "BRCA1", "CD28", "TNP")]), word)

    assert (ranking.matches, ranking.corrected) == ([], {})
    assert ranking.suggested == ({word: suggested} if suggested else {})


def test_a_kind_of_what_was_asked_for_answers_less_surely_than_the_thing_itself() -> None:
    known = QueryHints(narrower={"dna repair": ["base excision repair"]})

    assert titles("DNA repair", known) == ["Base excision repair"]
    assert SURE < best("DNA repair", known).score < best("base excision repair").score


@pytest.mark.parametrize(
    ("query", "title"),
    [("leucine", "Leucine degradation"), ("metformin", "AMPK signaling"), ("aspirin", "Platelet aggregation")],
)
def test_a_title_is_surer_than_a_text_and_a_text_than_a_label(query: str, title: str) -> None:
    assert titles(query)[0] == title
    assert best("leucine").score > best("aspirin").score > best("metformin").score


def test_a_category_is_chosen_before_anything_is_left_aside() -> None:
    toys = [
        Entry(key="a", category="x", texts={Field.TITLE: ["Red ball"]}),
        Entry(key="b", category="y", texts={Field.TITLE: ["Ball of wool"]}),
    ]
    found: Mapping[str, list[int]] = {
        category: [match.document for match in rank(MemoryIndex(toys), "red ball", category=category).matches]
        for category in ("x", "y")
    }

    assert found == {"x": [1], "y": [2]}


def test_a_slip_that_some_text_has_too_is_corrected_to_a_frequent_word() -> None:
    known = [pathway(f"Complement in tissue {letter}") for letter in "abcdefghijkl"]
    index = MemoryIndex([*known, pathway("Mixed population", TEXT=["A complment of cells."])])
    few = MemoryIndex([*known[:3], pathway("Mixed population", TEXT=["A complment of cells."])])

    assert rank(index, "complment").corrected == {"complment": "complement"}
    assert [match.document for match in rank(few, "complment").matches] == [4]


@pytest.mark.parametrize(("slip", "corrected"), [("proteosome", {"proteosome": "proteasome"}), ("cystine", {})])
def test_another_vowel_in_a_word_of_few_texts_is_a_slip_and_another_syllable_a_question(
    slip: str, corrected: dict[str, str]
) -> None:
    known = [pathway(f"Proteasome and cysteine in tissue {letter}") for letter in "abcdefghijkl"]
    ranking = rank(MemoryIndex([*known, *[pathway("Mixed", TEXT=["The proteosome and cystine."])] * 2]), slip)

    assert ranking.corrected == corrected
    assert ranking.suggested == ({} if corrected else {"cystine": "cysteine"})
    assert len(ranking.matches) == (14 if corrected else 2)


def test_two_words_that_are_written_as_one_are_found_where_they_stand_in_a_row() -> None:
    index = MemoryIndex([pathway("p38 MAPK signaling"), pathway("MAPK cascade", TEXT=["Without p38."])])

    assert [match.document for match in rank(index, "P38MAPK").matches] == [1]
    assert not rank(index, "MAPKp38").matches


def test_a_verb_of_two_words_is_the_process() -> None:
    index = MemoryIndex([pathway("Fat breakdown"), pathway("Fat uptake"), pathway("Down the line", TEXT=["Fat."])])

    assert rank(index, "how is fat broken down").matches[0].document == 1
    assert rank(index, "how do cells take up fat").matches[0].document == 2


def test_either_half_of_two_joined_by_and_is_an_answer() -> None:
    assert titles("leucine and pyrimidine metabolism")[0] == "Pyrimidine metabolism"
    assert {"Leucine degradation", "Leucine biosynthesis"} < {*titles("leucine and pyrimidine metabolism")}


@pytest.mark.parametrize("query", ["vitamin 77", "chromosome 45 genes"])
def test_a_word_or_number_that_nothing_has_leaves_no_answer(query: str) -> None:
    ranking = ranked(query)

    assert ranking.matches == []
    assert ranking.unknown[0] in query


def test_an_unknown_number_is_told_with_its_word() -> None:
    assert ranked("vitamin Q").unknown == ("vitamin Q",)


def test_the_meaning_of_a_query_is_without_its_words_for_asking_and_kinds() -> None:
    texts = ("genes in glycolysis", "glycolysis", "pathway of the receptor")

    assert [query_words.without_generic_words(text) for text in texts] == [
        "glycolysis", "glycolysis", "",
    ]  # fmt: skip


NUMBERS = {
    "Vitamin K metabolism": ("Vitamin K metabolism", 1.0, 1.0),
    "leucine": ("Leucine degradation", 0.8875, 0.9312),
    "leucine degradation in liver": ("Leucine degradation", 0.6476, 0.7596),
    "interferon signaling": ("Interferon type I signaling", 0.8875, 0.9312),
    "type I interferon": ("Interferon type I signaling", 0.9213, 0.9506),
    "nucleotides": ("Nucleotide metabolism", 0.8875, 0.9312),
    "pyrimidine nucleotide metabolism": ("Nucleotide metabolism", 0.5256, 0.5789),
    "Down syndrome": ("Chromosome 21 genes", 0.577, 0.782),
    "statins": ("Statin inhibition of cholesterol production", 0.8538, 0.8827),
    "statins in platelets": ("Statin inhibition of cholesterol production", 0.5143, 0.5421),
    "cholesterol (statins)": ("Statin inhibition of cholesterol production", 0.8875, 0.9312),
    "infant death": ("Sudden infant death syndrome", 0.8875, 0.9312),
    "base repair": ("Base excision repair", 0.91, 0.9441),
    "repair of cells": ("Base excision repair", 0.525, 0.5604),
    "aspirin platelet aggregation": ("Platelet aggregation", 0.799, 0.8467),
    "ibuprofen": ("Prostaglandin synthesis", 0.352, 0.552),
    "metformin AMPK": ("AMPK signaling", 0.5995, 0.7056),
    "IFNA1": ("Interferon type I signaling", 0.244, 0.46),
    "mechanism of action": ("Disease u mechanism of action, metabolism and signaling", 0.865, 0.9183),
    "metabolism and signaling": ("Disease u mechanism of action, metabolism and signaling", 0.865, 0.9183),
    "osteopetrosis recessive": ("Autosomal recessive osteopetrosis pathways", 0.91, 0.9441),
    "complex I": ("Complex I assembly", 0.91, 0.9441),
    "chromosome 21": ("Chromosome 21 genes", 0.91, 0.9441),
    "glycerol catabolism aerobic": ("Aerobic glycerol catabolism", 0.855, 0.97),
    "leucin degradation": ("Leucine degradation", 0.8673, 0.8519),
    "prostaglandin production": ("Prostaglandin synthesis", 0.9465, 0.9586),
    "genes of a mixed crowd": ("Genes of a mixed population", 0.5214, 0.5731),
    "statin inhibition": ("Statin inhibition of cholesterol production", 0.8875, 0.9312),
}


@pytest.mark.parametrize("query", NUMBERS)
def test_weights_and_factors_change_only_on_purpose(query: str) -> None:
    """The numbers were set with benchmarks: measure again before these are changed."""
    first = best(query)

    assert (PATHWAYS[first.document - 1].key, first.quality, first.score) == NUMBERS[query]


def test_a_word_in_a_title_about_something_else_is_not_trusted() -> None:
    """`brain` was the signaling of BDNF at 0.91, which is to be used unchecked."""
    about = "Brain derived neurotrophic factor and tyrosine receptors"
    titles_about = [about, "Heart and brain"]
    index = MemoryIndex([pathway(title) for title in titles_about])
    by_title = {titles_about[match.document - 1]: match.score for match in rank(index, "brain").matches}

    assert by_title[about] < 0.9 < by_title["Heart and brain"]
