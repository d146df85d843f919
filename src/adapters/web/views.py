"""Rendering of templates as pages, and of answers as files."""

import io
import re
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qsl

import msgspec
from jinja2 import Environment, FileSystemLoader
from starlette.responses import HTMLResponse, Response

from biofacts.adapters.web import addresses, tool_calls
from biofacts.adapters.web.phrasing import linked, parts
from biofacts.adapters.web.tool_calls import STATUS, Asking
from biofacts.application.answers.csv_output import DelimitedWriter
from biofacts.application.tools.tool import ErrorEnvelope, Failure
from biofacts.domain.answers.pages import Page
from biofacts.domain.links.linked_entities import KIND_OF
from biofacts.domain.lists.enrichment_statistics import written
from biofacts.domain.lists.input_tables import USUAL, USUAL_P, USUAL_VALUES
from biofacts.domain.pharmacology.interaction import written_affinity

ASKED = ContextVar[tuple[str, str]]("ASKED", default=("", ""))
"""The path and query of the page that is being rendered; empty if it was posted and has no address."""

HERE = Path(__file__).parent


def templates() -> Environment:
    """Create the environment of the templates, which escapes every text."""
    # Without trim_blocks, each statement of a template would leave an empty line.
    return Environment(loader=FileSystemLoader(HERE / "templates"), autoescape=True, trim_blocks=True)


class Views:
    """A renderer of templates in which every text is escaped.

    `offers`: a function that returns True for the tools that the server offers; `prefix`: the path under which a proxy
    publishes the site.
    """

    def __init__(self, offers: Callable[[str], bool], prefix: str = "", version: str = "") -> None:
        self._prefix = prefix.rstrip("/")
        self._templates = templates()
        shared: dict[str, Any] = {
            "place": self.place, "addresses": addresses, "linked": linked, "affinity": written_affinity,
            "medicine_status": tool_calls.medicine_status, "group_of": tool_calls.group_of, "chance": written,
            "pieces_of": parts, "offers": offers, "version": version,
            "KIND_OF": KIND_OF, "USUAL": USUAL, "USUAL_VALUES": USUAL_VALUES, "USUAL_P": USUAL_P,
        }  # fmt: skip
        self._templates.globals |= shared

    def place(self, path: str) -> str:
        """Return the address of a path of this site, below the prefix.

        A path that begins with `?` changes the query of the current page; "" if that was posted and has no address.
        """
        if not path.startswith("?"):
            return f"{self._prefix}{path}"
        here, query = ASKED.get()
        # An empty value, as in `?organism=`, removes a parameter.
        change = dict(parse_qsl(path[1:], keep_blank_values=True))
        # A changed query starts at its first page, and shows all kinds, not only the fast ones that a script loads.
        parameters = {name: value for name, value in parse_qsl(query) if name not in ("cursor", "at_once")}
        return f"{self._prefix}{addresses.with_query(here, **(parameters | change))}" if here else ""

    def page(self, template: str, status: int = 200, **shown: Any) -> HTMLResponse:
        return HTMLResponse(self._templates.get_template(template).render(shown), status)

    def failure(self, failure: Failure) -> HTMLResponse:
        return self.page("failure.html", STATUS[failure.code], failure=failure)

    def lost(self, status: int, what: str) -> HTMLResponse:
        """Render a page for an address that does not exist or that failed."""
        return self.page("lost.html", status, what=what, code=status)


class Pages:
    """A base class for the endpoints of one topic, which call tools and render templates."""

    def __init__(self, asking: Asking, views: Views) -> None:
        self._asking = asking
        self._views = views


def below(page: Page[Any]) -> dict[str, Any]:
    """Return the variables that templates show below the items of a page."""
    return {
        "total": page.pagination.total_count, "cursor": page.pagination.cursor, "guidance": page.guidance,
        "source": msgspec.to_builtins(page.source) if page.source else None,
    }  # fmt: skip


# Answers as files: CSV tables, the JSON of the tools, and pictures


MEDIA_TYPES: Mapping[str, str] = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}
"""The media types of figures."""

_UNSAFE = re.compile(r"[^\w.-]+", re.A)


def json(answer: object, name: str = "", status: int = 200) -> Response:
    """Serve an answer as JSON. `name`: the name of the file; "" if the answer is not for saving."""
    return file(msgspec.json.encode(answer), "application/json", name, status)


def table(items: Sequence[object], name: str) -> Response:
    """Serve items as CSV or TSV, as the file name says, with a column for each field that any item has."""
    rows = [cast("Mapping[str, Any]", msgspec.to_builtins(item)) for item in items]
    columns = list(dict.fromkeys(key for row in rows for key in row))
    text = io.StringIO()
    is_csv = not name.endswith(".tsv")
    # This writer keeps spreadsheets from running a cell as a formula.
    writer = DelimitedWriter(text, "," if is_csv else "\t")
    writer.header(columns)
    for row in rows:
        writer.row(row.get(column) for column in columns)
    media_type = "text/csv" if is_csv else "text/tab-separated-values"
    return file(text.getvalue().encode(), f"{media_type}; charset=utf-8", name)


def file_of(answer: object, items: Sequence[object], name: str) -> Response:
    """Serve an answer as JSON, or its items as a table, as the file name says."""
    return json(answer, name) if name.endswith(".json") else table(items, name)


def list_file(whole: Page[Any], title: str, form: str) -> Response:
    """Serve a whole list as a CSV, TSV or JSON file. JSON also has the remarks on the list."""
    fields = {name: value for name, value in msgspec.to_builtins(whole).items() if name != "pagination"}
    return file_of(fields, whole.items, f"{title}.{form}")


def failure(envelope: ErrorEnvelope) -> Response:
    """Serve a failure as JSON instead of a file."""
    return json(envelope, status=STATUS[envelope.error.code])


def saved(answer: Response) -> Response:
    """Make browsers save a file instead of showing it."""
    if shown := answer.headers.get("Content-Disposition"):
        answer.headers["Content-Disposition"] = shown.replace("inline", "attachment", 1)
    return answer


def file(body: bytes, kind: str, name: str, status: int = 200) -> Response:
    """Serve bytes. `kind`: their media type; `name`: the name of the file; "" if it is not for saving."""
    plain = _UNSAFE.sub("-", name.replace("WP:WP", "WP"))  # WP254.svg, the file name of the command line
    headers = {"Content-Disposition": f'inline; filename="{plain}"'} if name else None
    return Response(body, status, headers, media_type=kind)
