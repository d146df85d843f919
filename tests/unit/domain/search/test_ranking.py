"""The ranking, on an index of a few entries."""

from collections.abc import Mapping, Sequence

import pytest

from biofacts.domain.search import synonyms
from biofacts.domain.search.index import Field, folded_names
from biofacts.domain.search.query import QueryHints, parse, runs
from biofacts.domain.search.ranking import Ranking, rank
from biofacts.domain.source_remarks import any_source as source_remarks
from biofacts.ports.catalogue import Entry
from tests.memory_catalogue import MemoryIndex


def entry(texts: Mapping[Field, Sequence[str]], prior: float = 0.0) -> Entry:
    return Entry(key="", texts=texts, prior=prior)


ENTRIES = (
    entry({Field.TITLE: ["Apoptosis"], Field.LABEL: ["TP53", "CASP3"]}, 1.0),
    entry({Field.TITLE: ["Apoptosis modulation by HSP70"], Field.LABEL: ["HSPA1A"]}, 1.0),
    entry({Field.TITLE: ["Apoptosis"], Field.LABEL: ["Trp53"]}, 0.0),
    entry({Field.TITLE: ["Cell cycle"], Field.TEXT: ["Damaged cells go into apoptosis."], Field.LABEL: ["TP53"]}, 1.0),
    entry({Field.TITLE: ["TCA cycle (aka Krebs cycle)"], Field.NAME: ["citric acid cycle"]}, 1.0),
    entry({Field.TITLE: ["NF-kB signaling"], Field.TERM: ["inflammatory response pathway"]}, 1.0),
    entry({Field.TITLE: ["BMP signaling"], Field.LABEL: ["BMP2"]}, 1.0),
    entry({Field.TITLE: ["Glucocorticoid receptor pathway"]}, 1.0),
)
PROCESSES = MemoryIndex(
    (
        entry({Field.TITLE: ["Synthesis of sugar"], Field.TERM: ["sugar breakdown"]}, 1.0),
        entry({Field.TITLE: ["Sugar metabolism"], Field.TEXT: ["Its breakdown, in yellow, and synthesis."]}),
        entry({Field.TITLE: ["Sugar catabolism"], Field.NAME: ["breakdown of sugar in yeast"]}),
        entry({Field.TITLE: ["Synthesis and breakdown of ketone bodies"]}),
        entry({Field.TITLE: ["Lung fibrosis"], Field.TEXT: ["A fibre of collagen."]}, 1.0),
        entry({Field.TITLE: ["Sugar in disease of the pancreas and liver"]}, 1.0),
    )
)
INDEX = MemoryIndex(ENTRIES)


def found(query: str) -> list[int]:
    return [match.document for match in rank(INDEX, query).matches]


def said(ranking: Ranking) -> str | None:
    return source_remarks.of_words(
        "pathways",
        has_hits=bool(ranking.matches),
        unknown=ranking.unknown,
        corrected=ranking.corrected,
        suggested=ranking.suggested,
    )


def test_an_exact_title_comes_first_then_longer_ones_then_mentions() -> None:
    assert found("apoptosis") == [1, 3, 2, 4]


def test_human_comes_before_another_organism_of_the_same_title() -> None:
    assert found("apoptosis").index(1) < found("apoptosis").index(3)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("krebs cycle", 5), ("citric acid cycle", 5), ("tca", 5),
        ("NFkB", 6), ("nf kappa b", 6), ("NF-κB signalling pathways", 6), ("cycle cell", 4), ("cell cycles", 4),
        ("inflammation", 6), ("glucocorticoids", 8), ("glucocort", 8), ("gluc", 8), ("bmp2", 7),
    ],
)  # fmt: skip
def test_what_was_meant_comes_first(query: str, first: int) -> None:
    assert found(query)[0] == first


@pytest.mark.parametrize(("query", "first"), [("apoptsis", 1), ("glucocortiocid receptor", 8), ("apoptossis", 1)])
def test_a_typo_is_read_as_the_nearest_word_and_told(query: str, first: int) -> None:
    ranking = rank(INDEX, query)

    assert ranking.matches[0].document == first
    assert ranking.corrected
    assert "was read as" in (said(ranking) or "")


@pytest.mark.parametrize("query", ["BMX", "glu", "cyle", "apoptii"])
def test_a_short_word_is_neither_completed_nor_corrected_nor_one_with_two_errors(query: str) -> None:
    """Completed are words of four letters, corrected words of five; two errors are forgiven in words of eight."""
    assert found(query) == []


@pytest.mark.parametrize(("query", "read_as"), [("cycel", "cycle"), ("apoptossys", "apoptosis")])
def test_the_shortest_words_that_are_corrected(query: str, read_as: str) -> None:
    assert rank(INDEX, query).corrected == {query: read_as}


@pytest.mark.parametrize(
    ("query", "corrected"), [("BMPSX", {}), ("bmpsx", {"bmpsx": "bmps"}), ("APOPTSIS", {"APOPTSIS": "apoptosis"})]
)
def test_a_symbol_in_capitals_is_not_corrected_but_asked_about(query: str, corrected: dict[str, str]) -> None:
    index = MemoryIndex((*ENTRIES, entry({Field.TITLE: ["BMPS signaling"]})))
    ranking = rank(index, query)

    assert ranking.corrected == corrected
    assert ranking.suggested == ({} if corrected else {query: "BMPS"})


def test_a_short_word_beside_a_known_one_does_not_hide_it() -> None:
    assert found("apoptosis il") == [1, 3, 2, 4]


def test_what_is_mostly_nonsense_finds_nothing() -> None:
    ranking = rank(INDEX, "apoptosis qqzzxx zzxxqq")

    assert (ranking.matches, ranking.unknown) == ([], ("qqzzxx", "zzxxqq"))


def test_the_prefix_of_a_curie_is_no_word_of_the_query() -> None:
    ranking = rank(INDEX, "mesh:apoptosis")

    assert [match.document for match in ranking.matches][:2] == [1, 3]
    assert ranking.unknown == ()


def test_behind_a_full_match_whoever_answers_exactly_half_is_listed_too() -> None:
    toys = MemoryIndex([entry({Field.TITLE: [title]}) for title in ("Red ball", "Red hoop", "Blue ball", "Blue hoop")])

    assert [match.document for match in rank(toys, "red ball").matches] == [1, 2, 3]


def test_a_word_weighs_less_from_field_to_field() -> None:
    fields = MemoryIndex(
        [entry({Field.TITLE: ["Some toy"]} | {field: ["a zebra of wood"]}) for field in reversed(Field)]
    )

    assert [match.document for match in rank(fields, "zebra").matches] == [6, 5, 4, 3, 2, 1]


def test_of_two_equal_titles_the_one_whose_ontology_term_agrees_comes_first() -> None:
    titled: dict[Field, list[str]] = {Field.TITLE: ["Autophagy in the liver"]}
    toys = MemoryIndex([entry(titled), entry(titled | {Field.TERM: ["autophagy pathway"]})])

    assert [match.document for match in rank(toys, "liver autophagy").matches] == [2, 1]


@pytest.mark.parametrize("number", [1, 6, 40])
def test_an_interleukin_is_found_by_either_name_where_both_are_written(number: int) -> None:
    titles = [f"{name}{one} signaling" for name in ("Interleukin ", "IL-") for one in range(1, 41)]
    toys = MemoryIndex([entry({Field.TITLE: [title]}) for title in titles], map(folded_names, synonyms.PATHWAYS))

    assert [titles[match.document - 1] for match in rank(toys, f"IL-{number}").matches] == [
        f"IL-{number} signaling", f"Interleukin {number} signaling",
    ]  # fmt: skip


def test_scores_are_between_0_and_1_and_never_rise() -> None:
    scores = [match.score for match in rank(INDEX, "apoptosis").matches]

    assert scores == sorted(scores, reverse=True)
    assert [score for score in scores if not 0 < score <= 1] == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("apoptosis", Field.TITLE),
        ("CASP3", Field.LABEL),
        ("inflammatory response", Field.TERM),
        ("damaged", Field.TEXT),
    ],
)
def test_what_matched_is_told(query: str, field: Field) -> None:
    assert rank(INDEX, query).matches[0].field == field


def test_a_word_that_nothing_knows_is_left_aside_and_told() -> None:
    ranking = rank(INDEX, "krebs cycle qqzzxx")

    assert ranking.matches[0].document == 5
    assert ranking.unknown == ("qqzzxx",)
    assert "'qqzzxx'" in (said(ranking) or "")


@pytest.mark.parametrize("query", ["nonexistent pathway XYZ123", "qqzzxx", "???", "血糖"])
def test_what_nothing_knows_finds_nothing_and_says_what_to_try(query: str) -> None:
    ranking = rank(INDEX, query)

    assert ranking.matches == []
    assert "No pathways" in (said(ranking) or "")
    assert "Try a synonym" in (said(ranking) or "")


def test_a_found_query_needs_no_guidance() -> None:
    assert said(rank(INDEX, "apoptosis")) is None


def test_an_empty_index_finds_nothing() -> None:
    assert rank(MemoryIndex(()), "apoptosis").matches == []


def test_a_query_of_many_words_is_answered() -> None:
    assert found(" ".join(["what", "happens", "in", "apoptosis"] * 20))[0] in (1, 3)


@pytest.mark.parametrize("letters", ["q w ", "1 2 ", "i v x "])
def test_a_row_of_letters_has_no_more_writings_the_longer_it_is(letters: str) -> None:
    concepts = parse(INDEX, (letters * 5)[:20]).concepts

    assert len(concepts) >= 9
    assert max(len(one.phrases) for concept in concepts for one in concept.alternatives) <= 128


def test_runs_are_what_may_be_asked_for_synonyms() -> None:
    assert list(runs("the krebs cycle")) == ["kreb", "kreb cycle", "cycle"]


def test_names_fold_without_doubles() -> None:
    assert folded_names(["Krebs cycle", "the Krebs-cycle", " "]) == ["kreb cycle"]


def test_of_a_heap_of_nonsense_only_the_first_words_are_taken_for_misspellings() -> None:
    asked: list[str] = []

    class Counting(MemoryIndex):
        def similar(self, token: str, distance: int) -> Sequence[str]:
            asked.append(token)
            return super().similar(token, distance)

    nonsense = [f"zz{first}{second}zz" for first in "abcdefgh" for second in "abcdefgh"]
    ranking = rank(Counting(ENTRIES), " ".join(["apoptossis", *nonsense]))

    assert len(set(asked)) == 12
    assert ranking.corrected == {"apoptossis": "apoptosis"}


@pytest.mark.parametrize(
    ("query", "unknown"),
    [
        ("NP_000537", ("NP_000537",)),
        ("Claudin 18.2", ("Claudin 18.2",)),
        ("interleukin 77", ("interleukin 77",)),
        ("AT-90101", ("AT-90101",)),
        ("OR-90101 apoptosis", ("OR-90101",)),
        ("Q-apoptosisx", ("Q-apoptosisx",)),
        ("quuxin frobase", ("quuxin", "frobase")),
    ],
)
def test_an_unknown_word_is_listed_once_and_with_its_number(query: str, unknown: Sequence[str]) -> None:
    assert rank(INDEX, query).unknown == unknown


def answered(query: str) -> list[tuple[int, float, tuple[str, ...]]]:
    ranking = rank(PROCESSES, query)
    return [(match.document, match.score, ranking.unmatched(match)) for match in ranking.matches]


def test_a_title_with_the_opposite_process_does_not_answer() -> None:
    found = {document: (score, unmatched) for document, score, unmatched in answered("sugar breakdown")}

    assert found[3] == (0.9312, ())
    assert (found[1][0] <= 0.5, found[1][1]) == (True, ("breakdown",))


def test_a_process_that_only_a_text_mentions_is_unmatched() -> None:
    found = {document: (score, unmatched) for document, score, unmatched in answered("sugar synthesis")}

    assert found[1][1] == ()
    assert (found[2][0] <= 0.69, found[2][1]) == (True, ("synthesis",))


def test_the_metabolism_of_one_thing_is_not_surely_that_of_its_kind() -> None:
    others = [entry({Field.TITLE: [f"Cycle {number}"]}) for number in range(9)]
    index = MemoryIndex((entry({Field.TITLE: ["Melanin metabolism"], Field.TERM: ["pigment metabolism"]}), *others))
    of_kind, of_thing, kind = (
        rank(index, query).matches[0].score for query in ("pigment metabolism", "melanin metabolism", "pigment")
    )

    assert of_kind == 0.69 < kind < of_thing


def test_words_of_a_phrase_with_synonyms_keep_their_own() -> None:
    index = MemoryIndex((entry({Field.TITLE: ["BMP2 signaling"]}), entry({Field.TITLE: ["Morphogens"]})))
    known = QueryHints(
        synonyms={"bone morphogen": ["bmp2"], "bone morphogen signaling": ["morphogen mediated signaling"]}
    )

    first = rank(index, "bone morphogen signaling", hints=known).matches[0]

    assert (first.document, first.score) == (1, 0.9329)


def test_a_process_beside_a_name_written_as_one_word_is_a_word_of_its_own() -> None:
    titled, described = {Field.TITLE: ["Interleukin-1 induced activation of NF-kB"]}, {Field.TEXT: ["NF-kB activation"]}
    index = MemoryIndex((entry(titled), entry(described)))

    found = [
        [one.document for one in rank(index, text).matches] for text in ("NF-kB activation", "activation of NF-kB")
    ]

    assert found == [[1, 2], [1, 2]]


def test_both_processes_may_be_asked_for_together() -> None:
    assert answered("synthesis and breakdown of ketone bodies")[0][::2] == (4, ())


def test_a_color_in_a_text_explains_the_drawing() -> None:
    assert [unmatched for document, _, unmatched in answered("yellow sugar") if document == 2] == [("yellow",)]


def test_a_stem_of_four_letters_is_no_other_form_of_a_longer_word() -> None:
    assert [match.field for match in rank(PROCESSES, "fibre").matches] == [Field.TEXT]


def test_an_answer_to_all_words_comes_before_a_human_one_to_some() -> None:
    assert answered("sugar metabolism")[0][::2] == (2, ())


@pytest.mark.parametrize(
    ("query", "concepts"),
    [("hela b", ["hela b"]), ("hela b cells", ["hela", "b cells"]), ("hela b line", ["hela b", "line"])],
)
def test_a_letter_before_a_cell_belongs_to_the_cell(query: str, concepts: list[str]) -> None:
    index = MemoryIndex((entry({Field.TITLE: ["HelaB in a cell"]}), entry({Field.TITLE: ["B cells, hela, line"]})))

    assert [" ".join(one.words) for one in parse(index, query).concepts] == concepts


WORDS = MemoryIndex(
    (
        entry({Field.TITLE: ["Neurons and nephrotic kidney"]}),
        entry({Field.TITLE: ["Liver thrombosis"]}),
        entry({Field.TITLE: ["Changes leading to injury"], Field.TEXT: ["They lead to it by toxicity."]}),
        entry({Field.TITLE: ["STAT3, SMAD and landscape"]}),
        entry({Field.TITLE: ["VEGFA and IL2"]}),
    )
)


@pytest.mark.parametrize("query", ["neuronitis", "nephritis", "STA", "SMA", "LANDS"])
def test_a_word_that_only_begins_like_another_is_doubtful(query: str) -> None:
    assert [round(match.score, 1) for match in rank(WORDS, query).matches] == [0.5]


@pytest.mark.parametrize("query", ["thrombotic", "nephrosis", "VEGF", "landsc"])
def test_a_form_member_or_beginning_of_a_word_is_not(query: str) -> None:
    assert [match.score > 0.65 for match in rank(WORDS, query).matches] == [True]


@pytest.mark.parametrize("query", ["lead", "lead toxicity", "and", "OR", "what is it about"])
def test_neither_a_metal_is_a_verb_nor_a_word_of_questions_a_name(query: str) -> None:
    assert rank(WORDS, query).matches == []


def test_what_leads_to_something_is_asked_for_that() -> None:
    assert rank(WORDS, "what leads to injury").matches == rank(WORDS, "injury").matches


OTHERS = MemoryIndex(
    (
        entry({Field.TITLE: ["TNF-related weak inducer"]}, 1.0),
        entry({Field.TITLE: ["TNF-alpha and NF-kB in cells"]}, 0.0),
        entry({Field.TITLE: ["Fructose-1-phosphate metabolism"]}),
    )
)


@pytest.mark.parametrize(
    ("query", "most"), [("TNF", [2, 1]), ("TNF-related inducer", [1]), ("fructose", [3]), ("fructose 1-phosphate", [3])]
)
def test_what_is_only_related_to_a_name_comes_behind_it(query: str, most: list[int]) -> None:
    assert [match.document for match in rank(OTHERS, query).matches] == most


def test_a_compound_is_not_its_phosphate() -> None:
    scores = [rank(OTHERS, query).matches[0].score for query in ("fructose", "fructose 1-phosphate")]

    assert (scores[0] <= 0.6, scores[1] > 0.9) == (True, True)
