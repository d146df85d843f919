"""Tables of synonyms: that they are whole, and where numbered names begin and end."""

import pytest

from biofacts.domain.search import synonyms

TABLES = {"pathways": synonyms.PATHWAYS, "targets": synonyms.TARGETS, "ligands": synonyms.LIGANDS}


@pytest.mark.parametrize("table", TABLES)
def test_a_row_has_several_names_none_of_them_twice(table: str) -> None:
    rows = TABLES[table]

    assert [row for row in rows if len({*map(str.casefold, row)}) != len(row) or len(row) < 2] == []
    assert [row for row in rows if any(name != " ".join(name.split()) or not name for name in row)] == []
    assert len({*rows}) == len(rows)


def test_interleukins_are_numbered_from_1_to_40() -> None:
    numbered = [row for row in synonyms.PATHWAYS if row[0].startswith("interleukin ")]

    assert numbered == [(f"interleukin {number}", f"IL-{number}") for number in range(1, 41)]
