"""How names that PubChem suggests are ranked."""

import pytest

from biofacts.adapters.http.pubchem.client import fragments, ranked
from biofacts.domain.answers import scores


def test_suggestions_are_ranked_by_likeness_and_the_unlike_left_out() -> None:
    terms = ["Dasatinib", "aspirin aluminium", "Aspirin", "low-dose aspirin"]

    assert [term for _, term in ranked("aspirin", terms)] == ["Aspirin", "aspirin aluminium", "low-dose aspirin"]


@pytest.mark.parametrize(("name", "is_like"), [("abcdefgxyz", True), ("abcdefwxyz", False)])
def test_a_name_is_like_another_if_seven_of_ten_letters_are(name: str, is_like: bool) -> None:
    assert bool(ranked("abcdefghij", [name])) is is_like


def test_enantiomers_are_different_names() -> None:
    assert len(ranked("catechin", ["(+)-catechin", "(-)-catechin", "(+)-Catechin"])) == 2


def test_of_names_alike_the_one_that_adds_least_comes_first() -> None:
    names = ["aspirn", "aspirin aluminium", "baby aspirin tablets", "aspirin DL-lysine", "Aspirin", "low-dose aspirin"]

    assert [(round(quality, 3), name) for quality, name in ranked("aspirin", names)] == [
        (0.97, "Aspirin"), (0.463, "aspirin aluminium"), (0.463, "aspirin DL-lysine"), (0.42, "aspirn"),
        (0.385, "low-dose aspirin"), (0.381, "baby aspirin tablets"),
    ]  # fmt: skip


def test_a_name_with_all_words_of_the_query_comes_before_one_with_a_part_of_them() -> None:
    names = ["buffered", "citrate of buffered tablets"]

    assert [(round(quality, 3), name) for quality, name in ranked("buffered citrate tablets", names)] == [
        (0.39, "citrate of buffered tablets"), (0.349, "buffered"),
    ]  # fmt: skip


def test_a_misspelled_name_is_completed_from_its_halves() -> None:
    assert fragments("paracetmol") == ("parac", "etmol")


@pytest.mark.parametrize(
    ("query", "parts"),
    [
        ("aspirin tablets", ("aspirin", "asp")), ("xyz abc", ("xyz",)), ("abcd", ("abc", "bcd")), ("abc", ()),
        ("ab cd", ()), ("", ()),
    ],
)  # fmt: skip
def test_of_several_words_the_longest_is_completed_from_three_letters_on(query: str, parts: tuple[str, ...]) -> None:
    assert fragments(query) == parts


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        ("(R)-(-)-apomorphine", "S(+)-apomorphine"), ("(S)-ibuprofen", "(R)-ibuprofen"), ("L-DOPA", "D-DOPA"),
        ("(+)-catechin", "(−)-catechin"), ("cis-resveratrol", "trans-resveratrol"), ("(2S)-x", "(2R)-x"),
    ],
)  # fmt: skip
def test_the_other_form_is_never_a_suggestion(asked: str, other: str) -> None:
    assert ranked(asked, [other]) == []
    assert ranked(asked, [asked])


@pytest.mark.parametrize(("asked", "term"), [("apomorphine", "S(+)-apomorphine"), ("(S)-ibuprofen", "ibuprofen")])
def test_a_form_beside_none_is_no_contradiction(asked: str, term: str) -> None:
    assert ranked(asked, [term])


def test_nothing_is_like_another_by_its_salt_alone() -> None:
    assert ranked("metformin hydrochloride", ["phentermine hydrochloride", "hydrochloride"]) == []
    assert ranked("metformin hydrochloride", ["metformin"])


def test_names_that_are_only_like_the_query_stay_in_doubt() -> None:
    terms = ["imatinib", "Zimatinib mesylate hydrate", "imatinib zimatinib", "zimatinab", "zimatini"]

    assert all(quality < scores.DOUBTFUL for quality, _ in ranked("zimatinib", terms))


def test_a_name_with_blanks_for_hyphens_is_the_same() -> None:
    assert [quality for quality, _ in ranked("11-cis retinal", ["11-cis-retinal"])] == [0.97]


def test_a_code_with_another_digit_is_no_suggestion() -> None:
    assert [term for _, term in ranked("SCH900222", ["SCH-900229", "SCH 900222 tartrate"])] == ["SCH 900222 tartrate"]
