"""Answers as files: CSV for tables, JSON as the tools give it, pictures."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec
from starlette.responses import Response

from biofacts.adapters.page.asking import STATUS
from biofacts.application.envelope import ErrorEnvelope
from biofacts.domain.paging import Page

_UNSAFE = re.compile(r"[^\w.-]+", re.A)
_FORMULA = ("=", "@", "+", "-", "\t", "\r")


def json(answer: object, name: str = "", status: int = 200) -> Response:
    """An answer as JSON. `name`: of the file; none where it is for a program."""
    return file(msgspec.json.encode(answer), "application/json", name, status)


def table(items: Sequence[object], name: str) -> Response:
    """Items as CSV: a column for each field that any of them has."""
    known = [cast("Mapping[str, Any]", msgspec.to_builtins(item)) for item in items]
    columns = list(dict.fromkeys(key for one in known for key in one))
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([_cell(one.get(column)) for column in columns] for one in known)
    return file(text.getvalue().encode(), "text/csv; charset=utf-8", name)


def listed(whole: Page[Any] | ErrorEnvelope, title: str, form: str) -> Response:
    """A whole list in a file of that form, or the failure to get it. JSON has what is said of the list, too."""
    if isinstance(whole, ErrorEnvelope):
        return failure(whole)
    name = f"{title}.{form}"
    if form == "csv":
        return table(whole.items, name)
    return json({one: said for one, said in msgspec.to_builtins(whole).items() if one != "pagination"}, name)


def failure(envelope: ErrorEnvelope) -> Response:
    """What went wrong, in the place of a file."""
    return json(envelope, status=STATUS[envelope.error.code])


def file(body: bytes, kind: str, name: str, status: int = 200) -> Response:
    """Bytes of a media type. `name`: of the file; none where it is for a program."""
    plain = _UNSAFE.sub("-", name.replace("WP:WP", "WP"))  # WP254.svg, as the command calls it
    headers = {"Content-Disposition": f'inline; filename="{plain}"'} if name else None
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
    if isinstance(value, list | tuple) and all(isinstance(one, str | int | float) for one in several):
        return _inert("; ".join(map(str, several)))
    return msgspec.json.encode(value).decode()


def _inert(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
