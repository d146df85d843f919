"""Views: templates, with what they share."""

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from jinja2 import Environment, FileSystemLoader
from starlette.responses import HTMLResponse

from biofacts.adapters.page import addresses, outward, rows
from biofacts.adapters.page.asking import STATUS
from biofacts.adapters.page.phrasing import parts
from biofacts.application.envelope import Failure
from biofacts.domain.enrichment import written

ASKED = ContextVar[tuple[str, str]]("ASKED", default=("", ""))
"""The path and the query of the page that is being made, where it has an address."""

HERE = Path(__file__).parent

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Scripts and styles are files of this site; a text that slipped through as markup would still do nothing."""


class Views:
    """Renders templates, in which every text is escaped.

    `offers`: whether a tool may be asked; `prefix`: the path under which a proxy has the site.
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
            "place": self.place, "addresses": addresses, "outward": outward, "affinity": rows.affinity,
            "standing": rows.standing, "group_of": rows.group_of, "chance": written,
            "pieces_of": parts, "offers": offers, "version": version,
        }  # fmt: skip
        self._templates.globals |= shared

    def place(self, path: str) -> str:
        """A path of this site as a browser asks for it; of what begins with `?` this page, asked so.

        "" where that was sent, and has no address.
        """
        if not path.startswith("?"):
            return f"{self._prefix}{path}"
        here, asked = ASKED.get()
        change = dict(parse_qsl(path[1:], keep_blank_values=True))
        known = {name: value for name, value in parse_qsl(asked) if name not in ("cursor", "at_once")}
        return f"{self._prefix}{addresses.with_query(here, **(known | change))}" if here else ""

    def page(self, template: str, status: int = 200, **shown: Any) -> HTMLResponse:
        """A page."""
        return HTMLResponse(self._templates.get_template(template).render(shown), status)

    def failure(self, failure: Failure) -> HTMLResponse:
        """What went wrong, and what to do next."""
        return self.page("failure.html", STATUS[failure.code], failure=failure)

    def lost(self, status: int, what: str) -> HTMLResponse:
        """A place where there is nothing, or that failed."""
        return self.page("lost.html", status, what=what, code=status)
