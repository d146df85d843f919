"""The dialect of CSV that the terminal and the page share."""

from io import StringIO

import pytest

from biofacts.application.answers.csv_output import DelimitedWriter, cell


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        ("COX-2", "COX-2"),
        ("=1+1", "'=1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("-10 mV", "'-10 mV"),
        (-10, "-10"),
        (0.5, "0.5"),
        (True, "true"),
        ([], ""),
        (["COX-2", "COX-1"], "COX-2; COX-1"),
        ((1, 2.5), "1; 2.5"),
        (["=1", "2"], "'=1; 2"),
        ([{"id": "=1"}], '[{"id":"=1"}]'),
        ({"chembl": "CHEMBL521"}, '{"chembl":"CHEMBL521"}'),
    ],
)
def test_a_value_has_one_text(value: object, text: str) -> None:
    assert cell(value) == text


@pytest.mark.parametrize(("delimiter", "lines"), [(",", 'id,name\n1,"a,b"\n'), ("\t", "id\tname\n1\ta,b\n")])
def test_rows_are_delimited_below_their_columns(delimiter: str, lines: str) -> None:
    stream = StringIO()
    writer = DelimitedWriter(stream, delimiter)
    writer.header(["id", "name"])
    writer.row([1, "a,b"])

    assert stream.getvalue() == lines
