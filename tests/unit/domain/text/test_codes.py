"""Code numbers and abbreviations match whole or not at all."""

import pytest

from biofacts.domain.text import codes


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("SCH900222", "SCH-900229"), ("AMY-109", "AMY-101"), ("AMY-109", "LTX-109"), ("ACT-078", "ACT-078573"),
        ("BAY-439", "BAY 43-9006"), ("LY2127399", "LY2157299"), ("JMV-431", "JMV1431"), ("vitamin K1", "vitamin B1"),
        ("vitamin B12", "vitamin B1"), ("ATRA", "atracurium"), ("glucose 1-phosphate", "glucose 6-phosphate"),
        ("12-HETE", "HETE"),
    ],
)  # fmt: skip
def test_another_number_or_abbreviation_is_another_name(query: str, name: str) -> None:
    assert not codes.matcher(query)(name)


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("SCH900222", "SCH 900222 tartrate"), ("SCH 900222", "SCH-900222"), ("UK14304", "UK 14,304"),
        ("vitamin K1", "vitamin-K1 oxide"), ("ATRA", "ATRA"), ("glucose", "glucose 6-phosphate"),
        ("atra", "atracurium"), ("paracetmol", "paracetamol"), ("PGF2alpha", "PGF2α"), ("12-HETE", "5-oxo-12-HETE"),
    ],
)  # fmt: skip
def test_a_whole_number_is_in_other_spellings_and_longer_names(query: str, name: str) -> None:
    assert codes.matcher(query)(name)


@pytest.mark.parametrize(
    "name", ["SCH900222", "BMS-936558", "R 59022", "SR141716A", "UK-14,304", "JNJ-67856633", "GSK2833503A"]
)
def test_letters_and_a_number_are_a_code(name: str) -> None:
    assert codes.is_code(name)


@pytest.mark.parametrize("name", ["imatinib", "PGE2", "compound 12", "vitamin B12", "5-HT", "2244", "ATRA", ""])
def test_other_names_are_no_code(name: str) -> None:
    assert not codes.is_code(name)
