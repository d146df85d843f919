"""Rows in the width of a terminal."""

from collections.abc import Sequence

import pytest
from rich.console import Console

from biofacts.adapters.cli.output.terminal_tables import RowPrinter, pairs

COLUMNS = ("score", "id", "title", "organism")
ROWS = [
    ("0.97", "WP:WP78", "TCA cycle (aka Krebs or citric acid cycle)", "Homo sapiens"),
    ("0.77", "WP:WP2624", "TCA cycle", "Arabidopsis thaliana"),
]


def shown(width: int, *pages: Sequence[Sequence[str]]) -> list[str]:
    console = Console(width=width, color_system=None)
    listing = RowPrinter(console)
    with console.capture() as capture:
        for rows in pages:
            listing.show(COLUMNS, rows)
    return capture.get().splitlines()


@pytest.mark.parametrize("width", [30, 40, 44, 60, 80, 200, 1_000_000])
def test_nothing_is_wider_than_the_terminal_and_nothing_is_lost(width: int) -> None:
    lines = shown(width, ROWS)

    assert [line for line in lines if len(line) > width or line != line.rstrip()] == []
    for word in " ".join(word for row in ROWS for word in row).split():
        assert any(word in line for line in lines)


def test_a_wide_terminal_has_a_table() -> None:
    assert shown(90, ROWS) == [
        "score  id         title                                       organism",
        "0.97   WP:WP78    TCA cycle (aka Krebs or citric acid cycle)  Homo sapiens",
        "0.77   WP:WP2624  TCA cycle                                   Arabidopsis thaliana",
    ]


def test_a_narrow_one_wraps_the_widest_columns() -> None:
    assert shown(50, ROWS) == [
        "score  id         title            organism",
        "0.97   WP:WP78    TCA cycle (aka   Homo sapiens",
        "                  Krebs or citric",
        "                  acid cycle)",
        "0.77   WP:WP2624  TCA cycle        Arabidopsis",
        "                                   thaliana",
    ]


def test_where_no_table_fits_each_row_is_a_few_lines() -> None:
    assert shown(30, ROWS[:1]) == [
        "score     0.97",
        "id        WP:WP78",
        "title     TCA cycle (aka Krebs",
        "          or citric acid",
        "          cycle)",
        "organism  Homo sapiens",
        "",
    ]


def test_later_pages_stand_below_the_same_columns() -> None:
    lines = shown(90, ROWS[:1], ROWS[1:], [("0.1", "WP:WP1234567890", "x", "y")])

    assert [line.startswith("score") for line in lines] == [True, False, False, False]
    assert lines[2].index("TCA") == 18
    assert lines[2].index("Arabi") == lines[1].index("Homo") + 2
    assert lines[3].split() == ["0.1", "WP:WP1234567890", "x", "y"]


def test_an_address_stays_whole_where_there_is_room_for_it() -> None:
    console = Console(width=40, color_system=None)
    with console.capture() as capture:
        pairs(console, [("a longer name", "x"), ("url", "https://example.org/some/where"), ("b", "one " * 10)])

    assert capture.get().splitlines() == [
        "a longer name  x",
        "url",
        "  https://example.org/some/where",
        "b              one one one one one one",
        "               one one one one",
    ]
