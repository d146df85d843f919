"""Files as they are fetched, and columns of tables, found by their names."""

import gzip
import io
from datetime import UTC, datetime

import httpx
import pytest

from biofacts.adapters.http.base_client import ColumnReader, UpstreamClient, packed_lines, read_lines, whole_objects
from biofacts.domain.answers.errors import UpstreamError

COLUMNS = ColumnReader(required=("Ligand ID", "Name"), optional=("PubMed ID", "Species"))


@pytest.mark.parametrize("name", ["Ligand ID", "Ligand id", "ligand_id", " LIGAND-ID", "#ligand id"])
def test_capitals_and_separators_do_not_count(name: str) -> None:
    row = next(COLUMNS.rows(iter([["other", name, "Name"], ["x", "1", "aspirin"]])))

    assert row == {"Ligand ID": "1", "Name": "aspirin", "PubMed ID": "", "Species": ""}


def test_of_two_columns_that_are_called_alike_the_first_counts() -> None:
    assert next(COLUMNS.rows(iter([["Name", "Ligand ID", "name"], ["a", "1", "b"]])))["Name"] == "a"


def test_missing_columns_are_named_in_order() -> None:
    assert COLUMNS.lacking(["Name", "Ligand ID", "Species", "PubMed ID"]) == ()
    assert COLUMNS.lacking(["Name", "Ligand ID"]) == ("PubMed ID", "Species")


@pytest.mark.parametrize(("header", "missing"), [([], "Ligand ID"), (["Ligand ID", "Species"], "Name")])
def test_a_table_without_a_required_column_is_refused(header: list[str], missing: str) -> None:
    with pytest.raises(ValueError, match=f"^the column '{missing}' is missing$"):
        next(COLUMNS.rows(iter([header])))
    with pytest.raises(ValueError, match=f"^the column '{missing}' is missing$"):
        COLUMNS.lacking(header)


class Lines(UpstreamClient):
    service = "Lines"


async def fetched(answer: httpx.Response) -> object:
    transport = httpx.MockTransport(lambda _: answer)
    async with Lines(httpx.AsyncClient(base_url="https://lines.test/", transport=transport)) as client:
        found = await client.fetch("a.txt")
        return found and (found.body, found.validator, found.modified, len(found.digest))


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (
            httpx.Response(200, headers={"ETag": "1", "Last-Modified": "Sat, 22 Aug 2026 10:00:00 GMT"}, text="a"),
            (b"a", "1", datetime(2026, 8, 22, 10, tzinfo=UTC), 64),
        ),
        (httpx.Response(200, text="a"), (b"a", "", None, 64)),
        (httpx.Response(200, headers={"Last-Modified": "yesterday"}, text="a"), (b"a", "", None, 64)),
        (httpx.Response(404), None),
    ],
)
async def test_a_file_comes_with_what_its_upstream_says_of_it(answer: httpx.Response, found: object) -> None:
    assert await fetched(answer) == found


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (httpx.Response(200), r"^Lines is unavailable: it sends nothing instead of a.txt"),
        (httpx.Response(200, html="<!DOCTYPE html><html></html>"), r"^Lines .*: it sends a web page instead of a.txt"),
        (httpx.Response(200, text=" " * 500 + "\n<HTML>"), r"^Lines .*: it sends a web page instead of a.txt"),
        (httpx.Response(403), r"^Lines .*: it answers with status 403"),
    ],
)
async def test_what_is_no_file_is_refused(answer: httpx.Response, said: str) -> None:
    with pytest.raises(UpstreamError, match=said):
        await fetched(answer)


def test_of_a_packed_file_at_most_4_megabytes_of_whole_lines_are_unpacked() -> None:
    lines = b"%01023d\n" % 1 * 5000

    assert gzip.decompress(packed_lines(gzip.compress(lines))) == lines[: 4 * 2**20]
    assert gzip.decompress(packed_lines(gzip.compress(lines[:1500]))) == lines[:1024]


@pytest.mark.parametrize(
    ("beginning", "whole"),
    [
        (b'{"all":[{"a":1},{"b":2},{"c', b'{"all":[{"a":1},{"b":2}]}'),
        (b'{"all":[{"a":1},', b'{"all":[{"a":1}]}'),
        (b'{"all":[{"a":[1]}\n]\n}\n', b'{"all":[{"a":[1]}\n]\n}\n'),
    ],
)
def test_a_list_of_objects_that_breaks_off_ends_behind_its_last_whole_object(beginning: bytes, whole: bytes) -> None:
    assert whole_objects(beginning) == whole


def test_a_line_has_at_most_a_megabyte() -> None:
    longest = b"x" * 2**20

    assert [*read_lines(io.BytesIO(gzip.compress(longest)))] == [longest]
    with pytest.raises(ValueError, match="a line of more than"):
        list(read_lines(io.BytesIO(gzip.compress(longest + b"x"))))
