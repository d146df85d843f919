"""Rendering of templates."""

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from jinja2 import Environment, FileSystemLoader
from starlette.responses import HTMLResponse

from biofacts.adapters.web import addresses, resolver_links, rows
from biofacts.adapters.web.phrasing import parts
from biofacts.adapters.web.tool_calls import STATUS
from biofacts.application.tools.tool import Failure
from biofacts.domain.lists.enrichment import written

ASKED = ContextVar[tuple[str, str]]("ASKED", default=("", ""))
"""The path and query of the page that is being rendered; empty if it was posted and has no address."""

HERE = Path(__file__).parent

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Security headers. Scripts and styles are files of this site only, so that injected markup cannot run any."""


class Views:
    """A renderer of templates in which every text is escaped.

    `offers`: tells whether the server offers a tool; `prefix`: the path under which a proxy publishes the site.
    """

    def __init__(self, offers: Callable[[str], bool], prefix: str = "", version: str = "") -> None:
        self._prefix = prefix.rstrip("/")
        self._templates = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        shared: dict[str, Any] = {
            "place": self.place, "addresses": addresses, "outward": resolver_links, "affinity": rows.affinity,
            "standing": rows.standing, "group_of": rows.group_of, "chance": written,
            "pieces_of": parts, "offers": offers, "version": version,
        }  # fmt: skip
        self._templates.globals |= shared

    def place(self, path: str) -> str:
        """Return the address of a path of this site, below the prefix.

        A path that begins with `?` changes the query of the current page; "" if that was posted and has no address.
        """
        if not path.startswith("?"):
            return f"{self._prefix}{path}"
        here, asked = ASKED.get()
        change = dict(parse_qsl(path[1:], keep_blank_values=True))
        # Another query has other pages, and is more than the quick part that a script loads.
        known = {name: value for name, value in parse_qsl(asked) if name not in ("cursor", "at_once")}
        return f"{self._prefix}{addresses.with_query(here, **(known | change))}" if here else ""

    def page(self, template: str, status: int = 200, **shown: Any) -> HTMLResponse:
        """Render a template."""
        return HTMLResponse(self._templates.get_template(template).render(shown), status)

    def failure(self, failure: Failure) -> HTMLResponse:
        """Render an error and its hint."""
        return self.page("failure.html", STATUS[failure.code], failure=failure)

    def lost(self, status: int, what: str) -> HTMLResponse:
        """Render a page for an address that does not exist or that failed."""
        return self.page("lost.html", status, what=what, code=status)
