"""Dates that spreadsheets made of symbols, and names that only look like dates."""

import pytest

from biofacts.domain.lists.input_tables import symbols_of_date


@pytest.mark.parametrize(
    "date",
    [
        "1-Mar", "01-Mar", "1-MAR-26", "1 March 2026", "01MAR2026", "Mar-01", "March 1, 2026", "2026-03-01", "2026/3/1",
        "2026-03-01 00:00:00", "2026-03-01T00:00:00Z", "3/1/2026", "01.03.2026", "3/1/26", " 1-Mar ",
    ],
)  # fmt: skip
def test_a_date_stands_for_the_symbols_of_its_month(date: str) -> None:
    assert {"MAR1", "MARC1", "MARCH1"} <= {*symbols_of_date(date)}


@pytest.mark.parametrize(
    ("date", "symbols"),
    [
        ("2-Sep", ("SEP2", "SEPT2")),
        ("Sep-02", ("SEP2", "SEPT2")),
        ("1-Dec", ("DEC1",)),
        ("4-Oct", ("OCT4",)),
        ("3/2/2026", ("MAR2", "MARC2", "MARCH2", "FEB3")),
        ("13/9/2026", ("SEP13", "SEPT13")),
    ],
)
def test_the_symbols_are_those_of_month_and_day(date: str, symbols: tuple[str, ...]) -> None:
    assert symbols_of_date(date) == symbols


@pytest.mark.parametrize(
    "name",
    [
        "MARCH1", "SEPT2", "DEC1", "OCT4", "Oct-4", "Oct4", "NOV", "MARCKS", "SEPTIN2", "AUG", "DECR1", "2-May-amine",
        "50-78-2", "3.4.21", "1.14.13", "1.1.1.1", "14-3-3", "7157", "20260301", "32-Mar", "0-Mar", "13/13/2026",
        "1-Mai", "",
    ],
)  # fmt: skip
def test_other_names_are_no_dates(name: str) -> None:
    assert symbols_of_date(name) == ()


def test_a_name_that_looks_like_a_date_is_one_only_if_no_gene_has_it() -> None:
    assert symbols_of_date("Sep-2") == ()
    assert symbols_of_date("Sep-2", unknown=True) == ("SEP2", "SEPT2")
    assert symbols_of_date("SEPT2", unknown=True) == ()
