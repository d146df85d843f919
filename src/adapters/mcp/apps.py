"""MCP Apps: the document that hosts show beside the answer of `show_pathway`, where they can (revision 2026-01-26)."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Final

from mcp import types

from biofacts.adapters.mcp import server_texts as server_texts
from biofacts.application.tools.pathways import DRAW
from biofacts.application.tools.registry import Tools

EXTENSION: Final = "io.modelcontextprotocol/ui"
URI: Final = "ui://biofacts/pathway.html"
MIME_TYPE: Final = "text/html;profile=mcp-app"

Document = Callable[[Tools], str]
"""Returns the HTML of the document for the tools that a server offers."""

_NOTHING: Mapping[str, list[str]] = {
    "connectDomains": [],
    "resourceDomains": [],
    "frameDomains": [],
    "baseUriDomains": [],
}
_META: Mapping[str, Any] = {"ui": {"csp": _NOTHING, "prefersBorder": True}}
"""Metadata of the document, which may load nothing from any domain."""


class PathwayApp:
    """The App of a server. `document`: None if it has none."""

    def __init__(self, tools: Tools, document: Document | None) -> None:
        self._tools = tools
        self._document = document if DRAW.name in tools else None

    @property
    def extensions(self) -> dict[str, dict[str, Any]]:
        """The extensions that the server announces."""
        return {EXTENSION: {}} if self._document else {}

    def meta_of(self, tool: str) -> dict[str, Any] | None:
        """Return a tool's metadata, which names the document that shows its answers; None for other tools."""
        return {"ui": {"resourceUri": URI}} if self._document and tool == DRAW.name else None

    def listed(self) -> list[types.Resource]:
        """List the document as `resources/list` shows it."""
        if not self._document:
            return []
        return [
            types.Resource(
                name="pathway-app", title=DRAW.title, uri=URI, mime_type=MIME_TYPE, description=server_texts.APP,
                _meta={**_META},
            )
        ]  # fmt: skip

    def contents(self, uri: str) -> types.TextResourceContents | None:
        """Return the document; None for any other address."""
        if self._document is None or uri != URI:
            return None
        return types.TextResourceContents(uri=uri, mime_type=MIME_TYPE, text=self._text, _meta={**_META})

    @cached_property
    def _text(self) -> str:
        assert self._document is not None
        return self._document(self._tools)
