"""PubChem's files of names: rare damage is left out, anything else refused with one clear sentence."""

import gzip
from pathlib import Path

import pytest

from biofacts.adapters.http.pubchem.bulk_names import read_inchikeys, read_names
from biofacts.domain.compounds.query import NamedNumber


def read(tmp_path: Path, body: bytes) -> list[NamedNumber]:
    path = tmp_path / "names.gz"
    path.write_bytes(body)
    return [*read_names(path, lambda done: None)]


def test_a_line_is_a_number_and_a_name(tmp_path: Path) -> None:
    body = gzip.compress(b"1\tone\n1\tuno\n5\tfive, and more\n")

    assert read(tmp_path, body) == [(1, "one"), (1, "uno"), (5, "five, and more")]


def test_of_structures_the_number_and_the_inchikey_are_read(tmp_path: Path) -> None:
    path = tmp_path / "keys.gz"
    path.write_bytes(gzip.compress(b"2244\tInChI=1S/C9H8O4\tBSYNRYMUTXBXSQ-UHFFFAOYSA-N\n"))

    assert [*read_inchikeys(path, lambda done: None)] == [(2244, "BSYNRYMUTXBXSQ-UHFFFAOYSA-N")]


def test_broken_letters_cost_no_more_than_themselves(tmp_path: Path) -> None:
    assert read(tmp_path, gzip.compress(b"1\tone\n2\tna\xc3ve\n")) == [(1, "one"), (2, "na\ufffdve")]


@pytest.mark.parametrize("line", [b"", b"\t", b"two\ttwo", b"2\t", b"-2\ttwo", b"99999999999\ttwo", b"2", b"1\tdown"])
def test_a_damaged_line_is_left_out_and_told(tmp_path: Path, line: bytes, caplog: pytest.LogCaptureFixture) -> None:
    found = read(tmp_path, gzip.compress(b"2\tone\n" + line + b"\n3\tthree\n"))

    assert found == [(2, "one"), (3, "three")]
    assert "1 damaged lines" in caplog.text


def test_many_damaged_lines_are_another_file(tmp_path: Path) -> None:
    body = gzip.compress(b"1\tone\n" + b"something else\n" * 1000)

    with pytest.raises(ValueError, match="no numbers with names"):
        read(tmp_path, body)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>",
        gzip.compress(b"1\tone\n" * 10_000)[:-20],
        gzip.compress(b"1\tone\n")[:-4] + b"xxxx",
        gzip.compress(b"1\tone\n" * 10_000)[:40] + b"x" * 60,
    ],
    ids=["nothing", "web page", "cut off", "wrong checksum", "other bytes"],
)
def test_what_is_no_whole_gzip_file_is_refused(tmp_path: Path, body: bytes) -> None:
    with pytest.raises(ValueError, match=r"no whole gzip|nothing in it"):
        read(tmp_path, body)


def test_an_endless_line_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a line of more than"):
        read(tmp_path, gzip.compress(b"1\t" + b"x" * 8_000_000))


def test_the_last_line_needs_no_end(tmp_path: Path) -> None:
    assert read(tmp_path, gzip.compress(b"1\tone\n2\ttwo")) == [(1, "one"), (2, "two")]


def test_how_much_is_read_is_told_in_bytes_of_the_file(tmp_path: Path) -> None:
    path, told = tmp_path / "names.gz", list[int]()
    path.write_bytes(gzip.compress(b"".join(b"%d\tname %d\n" % (n, n) for n in range(1, 200_000))))
    count = sum(1 for _ in read_names(path, told.append))

    assert count == 199_999
    assert told == sorted(told)
    assert len(told) > 1
    assert told[-1] == path.stat().st_size
