"""The contract of tables, on each format."""

import io
from typing import ClassVar

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from tests.contract.tables import TablesContract

# pyarrow comes without types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false


class TestCsv(TablesContract):
    suffix = ".csv"
    content = '\ufeffname,n,note\n"α-tocopherol, (R)",1.50,"said ""so""\ntwice"\n\n007,2.5,\n'.encode()
    broken: ClassVar = {
        "3 cells in line 2, but 2 columns": b"name,n\na,b,c\n",
        "1 cells in line 3, but 2 columns": b"name,n\na,b\nc\n",
        "not text in UTF-8": "name,n\nß,1\n".encode("latin-1"),
        "is empty": b"",
        "cannot be read at line 2": b'name,n\n"a"b,1\n',
    }


class TestTsv(TablesContract):
    suffix = ".tsv"
    content = 'name\tn\tnote\nα-tocopherol, (R)\t1.50\t"said ""so""\ntwice"\n007\t2.5\t\n'.encode()
    broken: ClassVar = {"2 cells in line 3, but 1 columns": b"name\na\nb\tc\n"}


class TestJsonLines(TablesContract):
    suffix = ".jsonl"
    content = (
        '{"name": "α-tocopherol, (R)", "n": 1.50, "note": "said \\"so\\"\\ntwice"}\n\n{"name":"007","n":2.5}\n'.encode()
    )
    broken: ClassVar = {"no JSON object in line 2": b'{"name": "a"}\n["b"]\n', "no JSON object in line 1": b"name,n\n"}


def _parquet(**columns: object) -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


_WHOLE = _parquet(name=["α-tocopherol, (R)", "007"], n=[1.5, 2.5], note=['said "so"\ntwice', None])


class TestParquet(TablesContract):
    suffix = ".parquet"
    content = _WHOLE
    broken: ClassVar = {"not a complete Parquet file": _WHOLE[: len(_WHOLE) // 2], "not a complete": b"name,n\na,1\n"}
