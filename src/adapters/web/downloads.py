"""Answers as files: CSV tables, the JSON of the tools, and pictures."""

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec
from starlette.responses import Response

from biofacts.adapters.web.tool_calls import STATUS
from biofacts.application.answers.delimited import DelimitedWriter
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.domain.answers.pages import Page

_UNSAFE = re.compile(r"[^\w.-]+", re.A)


def json(answer: object, name: str = "", status: int = 200) -> Response:
    """Serve an answer as JSON. `name`: file name; empty for programs."""
    return file(msgspec.json.encode(answer), "application/json", name, status)


def table(items: Sequence[object], name: str) -> Response:
    """Serve items as CSV, with a column for each field that any item has."""
    known = [cast("Mapping[str, Any]", msgspec.to_builtins(item)) for item in items]
    columns = list(dict.fromkeys(key for one in known for key in one))
    text = io.StringIO()
    writer = DelimitedWriter(text)
    writer.header(columns)
    for one in known:
        writer.row(one.get(column) for column in columns)
    return file(text.getvalue().encode(), "text/csv; charset=utf-8", name)


def listed(whole: Page[Any] | ErrorEnvelope, title: str, form: str) -> Response:
    """Serve a whole list as a CSV or JSON file, or its failure. JSON also has the remarks on the list."""
    if isinstance(whole, ErrorEnvelope):
        return failure(whole)
    name = f"{title}.{form}"
    if form == "csv":
        return table(whole.items, name)
    return json({one: said for one, said in msgspec.to_builtins(whole).items() if one != "pagination"}, name)


def failure(envelope: ErrorEnvelope) -> Response:
    """Serve a failure in place of a file."""
    return json(envelope, status=STATUS[envelope.error.code])


def file(body: bytes, kind: str, name: str, status: int = 200) -> Response:
    """Serve bytes of a media type. `name`: file name; empty for programs."""
    plain = _UNSAFE.sub("-", name.replace("WP:WP", "WP"))  # WP254.svg, as the command calls it
    headers = {"Content-Disposition": f'inline; filename="{plain}"'} if name else None
    return Response(body, status, headers, media_type=kind)
