"""Texts in blocks: each number has its own, wherever in a block it stands."""

import sqlite3
from contextlib import closing

import pytest

from biofacts.adapters.sqlite import compound_names
from biofacts.adapters.sqlite.compound_names import ROW, TEXTS_LAYOUT, pack_texts, stored_text


def test_a_number_has_its_text_and_no_other_has() -> None:
    named = [(number, f"text {number}\tof {number}") for number in range(1, 400, 3)]
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(TEXTS_LAYOUT.format(table="texts"))
        passed = [*pack_texts(connection, "texts", named)]
        blocks = connection.execute("SELECT first FROM texts").fetchall()
        found = {number: stored_text(connection, "texts", number) for number in range(500)}

    assert passed == named
    assert blocks == [(1,), (1 + 64 * 3,), (1 + 128 * 3,)]
    assert found == {number: dict(named).get(number) for number in range(500)}


def test_of_two_texts_of_a_number_the_first_counts_and_a_whole_block_leaves_nothing() -> None:
    named = [(number // 2, str(number)) for number in range(2, 130)]
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(TEXTS_LAYOUT.format(table="texts"))
        assert len([*pack_texts(connection, "texts", named)]) == len(named)
        blocks = connection.execute("SELECT first FROM texts").fetchall()
        found = [stored_text(connection, "texts", number) for number in (1, 32, 33, 64)]

    assert blocks == [(1,), (33,)]
    assert found == ["2", "64", "66", "128"]


def test_a_block_that_is_damaged_is_told() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(TEXTS_LAYOUT.format(table="texts"))
        connection.execute("INSERT INTO texts VALUES (1, ?)", (b"no block",))
        with pytest.raises(sqlite3.DatabaseError, match="a block cannot be unpacked"):
            stored_text(connection, "texts", 1)


@pytest.mark.parametrize(("stored", "number", "is_title"), [((7 << 1), 7, True), ((7 << 1) | 1, 7, False)])
def test_a_row_has_a_key_a_number_and_whether_it_is_the_title(stored: int, number: int, is_title: bool) -> None:
    key = bytes(range(ROW - 4))

    assert compound_names.read_row(key + stored.to_bytes(4)) == (key, number, is_title)
