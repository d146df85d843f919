"""Answers as files: CSV for tables, JSON as the tools give it, pictures."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec
from starlette.responses import Response

_UNSAFE = re.compile(r"[^\w.-]+", re.A)
_FORMULA = ("=", "@", "+", "-", "\t", "\r")


def json(answer: object, name: str = "", status: int = 200) -> Response:
    """An answer as JSON. `name`: of the file; none where it is for a program."""
    return _file(msgspec.json.encode(answer), "application/json", name, status)


def table(items: Sequence[object], name: str) -> Response:
    """Items as CSV: a column for each field that any of them has."""
    known = [cast("Mapping[str, Any]", msgspec.to_builtins(item)) for item in items]
    columns = list(dict.fromkeys(key for one in known for key in one))
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([_cell(one.get(column)) for column in columns] for one in known)
    return _file(text.getvalue().encode(), "text/csv; charset=utf-8", name)


def picture(body: bytes, kind: str, name: str) -> Response:
    """A picture."""
    return _file(body, kind, name)


def _file(body: bytes, kind: str, name: str, status: int = 200) -> Response:
    headers = {"Content-Disposition": f'inline; filename="{_UNSAFE.sub("-", name)}"'} if name else None
    return Response(body, status, headers, media_type=kind)


def _cell(value: object) -> str:
    """Several texts with semicolons; what is more than that as JSON."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return _inert(value)
    several = cast("Sequence[object]", value)
    if isinstance(value, list) and all(isinstance(one, str | int | float) for one in several):
        return _inert("; ".join(map(str, several)))
    return msgspec.json.encode(value).decode()


def _inert(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
