import pytest

from biofacts.domain.text import codes


@pytest.mark.parametrize(
    "name", ["SCH900222", "BMS-936558", "R 59022", "SR141716A", "UK-14,304", "JNJ-67856633", "GSK2833503A"]
)
def test_letters_and_a_number_are_a_code(name: str) -> None:
    assert codes.is_code(name)


@pytest.mark.parametrize("name", ["imatinib", "PGE2", "compound 12", "vitamin B12", "5-HT", "2244", "ATRA", ""])
def test_other_names_are_no_code(name: str) -> None:
    assert not codes.is_code(name)


@pytest.mark.parametrize("name", ["SCH-900222", "sch 900222", "SCH 900222 hydrochloride", "[3H] SCH900222"])
def test_a_code_is_the_same_in_every_spelling(name: str) -> None:
    assert codes.is_same_code("SCH900222", name)


@pytest.mark.parametrize("name", ["SCH-900229", "SCH-9002221", "SCH", "900222", "tildrakizumab"])
def test_another_digit_is_another_code(name: str) -> None:
    assert not codes.is_same_code("SCH900222", name)
