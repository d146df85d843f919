"""The journal of an annotation."""

from pathlib import Path

import pytest

from biofacts.adapters.sqlite.annotation_journal import SqliteJournal, SqliteJournals
from biofacts.ports.lists import JournalError, JournalSize

JOURNALS = SqliteJournals()


def test_names_are_kept_once_in_their_order(tmp_path: Path) -> None:
    with JOURNALS.open(tmp_path / "out.csv", "source") as journal:
        journal.gather(["b", "a", "b\x00c"])
        journal.gather(["a", "c"])
        was_complete = journal.is_complete
        journal.complete(7)

        assert list(journal.names()) == ["b", "a", "b\x00c", "c"]
        assert list(journal.open_names(3)) == [["b", "a", "b\x00c"], ["c"]]
        assert (was_complete, journal.is_complete, journal.rows) == (False, True, 7)


def test_answers_are_there_for_the_next_run(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    with JOURNALS.open(out, "source") as journal:
        journal.gather(["a", "b", "c"])
        journal.complete(3)
        journal.begin("run")
        journal.keep({"a": b"1", "b": b"2"}, failed={"b"})
        failed = journal.failed
    with JOURNALS.open(out, "source") as journal:
        journal.begin("run")

        assert failed == 1
        assert journal.is_complete
        assert journal.answers(["a", "b", "x"]) == {"a": b"1"}
        assert list(journal.open_names(10)) == [["b", "c"]]
        assert journal.size() == JournalSize(3, 1)


@pytest.mark.parametrize(
    ("source", "run", "left"), [("other", "run", JournalSize(0, 0)), ("source", "other", JournalSize(1, 0))]
)
def test_answers_belong_to_one_source_and_one_run(source: str, run: str, left: JournalSize, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    with JOURNALS.open(out, "source") as journal:
        journal.gather(["a"])
        journal.begin("run")
        journal.keep({"a": b"1"}, failed=())
    with JOURNALS.open(out, source) as journal:
        journal.begin(run)

        assert journal.size() == left


def test_a_journal_goes_when_it_is_no_longer_needed(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    with JOURNALS.open(out, "source") as journal:
        journal.gather(["a"])
    is_empty_without_answers = list(tmp_path.iterdir())
    with JOURNALS.open(out, "source") as journal:
        journal.gather(["a"])
        journal.keep({"a": b"1"}, failed=())
        journal.remove()

    assert is_empty_without_answers == []
    assert list(tmp_path.iterdir()) == []


def test_one_run_at_a_time(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    other = JOURNALS.open(out, "source")
    with JOURNALS.open(out, "source"), pytest.raises(JournalError, match="Another run is writing this table"):
        other.__enter__()


def test_a_damaged_journal_is_begun_anew(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    (tmp_path / "out.csv.journal").write_bytes(b"no database" * 1000)
    with JOURNALS.open(out, "source") as journal:
        journal.gather(["a"])

        assert journal.size() == JournalSize(1, 0)


def test_a_full_disk_is_one_sentence(tmp_path: Path) -> None:
    full = pytest.raises(JournalError, match=r"out\.csv\.journal cannot be written: database or disk is full")
    with full, JOURNALS.open(tmp_path / "out.csv", "source") as journal:
        assert isinstance(journal, SqliteJournal)
        fill(journal)

    assert list(tmp_path.iterdir()) == []


def fill(journal: SqliteJournal) -> None:
    journal.connection.execute("PRAGMA max_page_count = 8")
    journal.gather([str(number) * 50 for number in range(10_000)])
