"""MCP resources: the records of the `get_` tools by CURIE, pathway drawings, depictions, the skill and the App."""

import base64
import re
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, unquote

import msgspec
from mcp import MCPError, types
from mcp.server import ServerRequestContext

from biofacts.adapters.mcp import server_texts
from biofacts.adapters.mcp.running_requests import RunningRequests, observed
from biofacts.adapters.mcp.server_texts import skill_text
from biofacts.application.pictures.draw import DrawnPicture
from biofacts.application.tools.all_tools import Tools, call
from biofacts.application.tools.compounds import DEPICT
from biofacts.application.tools.pathways import DRAW, FILE
from biofacts.application.tools.tool import ErrorEnvelope, Tool
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.advice_and_phrasing import ToolPhrasing
from biofacts.domain.answers.entity_kinds import Kind
from biofacts.domain.compounds.compound import Depiction
from biofacts.domain.text.patterns import late_pattern
from biofacts.ports.observing import Observer

_SCHEME = "biofacts://"
_SKILL = f"{_SCHEME}skill"
# e.g. biofacts://pathway/WP:WP254/diagram.svg?highlight=TP53
_URI = late_pattern(r"biofacts://(?P<kind>[a-z]+)/(?P<id>[^/?#]+)(?:/(?P<file>[a-z.]+))?/?(?P<query>\?[^#]*)?", re.I)
_JSON, _XML, _SVG, _PNG = "application/json", "application/xml", "image/svg+xml", "image/png"
_MARKDOWN = "text/markdown"
_LARGEST = 8 * 1024 * 1024
"""The largest resource, in bytes. The largest drawing of WikiPathways has 1.1 million."""


class _File(NamedTuple):
    """A file that belongs to a record, available if its tool is offered. `asks`: the query part of its URI template."""

    name: str
    title: str
    tool: Tool[Any, Any]
    mime_type: str
    description: str
    asks: str = ""


_LOOK = "{?highlight*,path,drugs,title,range,palette,caption,conditions,cutoff}"
_FILES: Mapping[str, _File] = {
    "gpml": _File("gpml", FILE.title, FILE, _XML, server_texts.GPML),
    "diagram.svg": _File("diagram", DRAW.title, DRAW, _SVG, server_texts.PICTURE, _LOOK),
    "depiction.png": _File("depiction", DEPICT.title, DEPICT, _PNG, DEPICT.description),
}

HOUR_MS = 3_600_000  # for how long clients may cache a resource
_NOT_FOUND_BEFORE_2026 = -32002
"""The error code for a missing resource in revisions up to 2025-11-25; since 2026-07-28 it is "invalid params"."""

_MISSING = frozenset({"UNRESOLVED_ENTITY", "ENTITY_NOT_FOUND", "AMBIGUOUS_QUERY"})


# MCP Apps (revision 2026-01-26): the HTML document that supporting hosts show beside the answer of `show_pathway`


Document = Callable[[Tools], str]
"""A function that returns the HTML of the App for the tools that a server offers."""


class PathwayApp:
    """The MCP App of a server. `document`: None if the server has no App."""

    def __init__(self, tools: Tools, document: Document | None) -> None:
        self._tools = tools
        self._document = document if DRAW.name in tools else None

    @property
    def extensions(self) -> dict[str, dict[str, Any]]:
        return {EXTENSION: {}} if self._document else {}

    def meta_of(self, tool: str) -> dict[str, Any] | None:
        """Return the metadata that links a tool to the App's document; None for tools without an App."""
        return {"ui": {"resourceUri": URI}} if self._document and tool == DRAW.name else None

    def entries(self) -> list[types.Resource]:
        """Return the document as an entry of `resources/list`; an empty list if there is no App."""
        if not self._document:
            return []
        return [
            types.Resource(
                name="pathway-app", title=DRAW.title, uri=URI, mime_type=MIME_TYPE, description=server_texts.APP,
                _meta={**_META},
            )
        ]  # fmt: skip

    def contents(self, uri: str) -> types.TextResourceContents | None:
        """Return the document if the URI is that of the App; otherwise None."""
        if self._document is None or uri != URI:
            return None
        return types.TextResourceContents(uri=uri, mime_type=MIME_TYPE, text=self._text, _meta={**_META})

    @cached_property
    def _text(self) -> str:
        assert self._document is not None
        return self._document(self._tools)


class Resources:
    """The handlers of `resources/...`. A record is a resource if the server offers the tool that returns it."""

    def __init__(
        self, tools: Tools, observer: Observer, calls: RunningRequests, prepare: Callable[[], None], app: PathwayApp
    ) -> None:
        self._getters: Tools = {tool.kind.name: tool for tool in tools.values() if tool.name == tool.kind.get_tool}
        self._files = {path: file for path, file in _FILES.items() if file.tool.name in tools}
        self._phrasing = ToolPhrasing(tools)
        self._observer = observer
        self._calls = calls
        self._prepare = prepare
        self._app = app
        self._listed = types.ListResourcesResult(resources=[_listed_skill(), *app.entries()])
        kinds = dict.fromkeys(tool.kind.name for tool in tools.values())
        templates = [template for kind in kinds for template in self._templates(kind)]
        self.templates: Mapping[str, types.ResourceTemplate] = {
            template.uri_template: template for template in templates
        }

    def _templates(self, kind: str) -> list[types.ResourceTemplate]:
        """Return the URI templates for the records of a kind and for the files that belong to these records."""
        records = [_record(self._getters[kind])] if kind in self._getters else []
        return [*records, *(_file(path, file) for path, file in self._files.items() if file.tool.kind.name == kind)]

    def kind_of(self, template: str) -> str | None:
        """Return the kind of a template's records; None for an unknown template."""
        return template.removeprefix(_SCHEME).partition("/")[0] if template in self.templates else None

    async def list(
        self, _: ServerRequestContext[UseCases], __: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        self._prepare()
        return self._listed

    async def list_templates(
        self, _: ServerRequestContext[UseCases], __: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        self._prepare()
        return types.ListResourceTemplatesResult(resource_templates=[*self.templates.values()])

    async def read(
        self, context: ServerRequestContext[UseCases], params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """Read a resource. Raises: MCPError."""
        self._prepare()
        uri = str(params.uri)
        if uri.rstrip("/") == _SKILL:
            return _read_result(types.TextResourceContents(uri=uri, mime_type=_MARKDOWN, text=skill_text()))
        if (document := self._app.contents(uri)) is not None:
            return _read_result(document)
        match = _URI.fullmatch(uri)
        if match is None or (wanted := self._match_tool(match)) is None:
            uris = [*self.templates, *(resource.uri for resource in self._listed.resources)]
            raise MCPError(_missing(context), server_texts.no_resource(uri, uris), {"uri": uri})
        tool, mime_type = wanted
        arguments = {**_parameters(match["query"] or ""), tool.kind.id_argument: unquote(match["id"])}
        outcome = await observed(
            tool.name, partial(call, tool, context.lifespan_context, arguments, self._phrasing), self._calls,
            self._observer, convert=lambda answer: answer, what="Reading the resource",
        )  # fmt: skip
        if isinstance(outcome, ErrorEnvelope):
            raise _refusal(context, uri, outcome)
        return _read_result(_contents(uri, outcome, mime_type))

    def _match_tool(self, match: re.Match[str]) -> tuple[Tool[Any, Any], str] | None:
        """Return the tool and the media type for a matched URI; None if there is no such resource."""
        if not match["file"]:
            tool = None if match["query"] else self._getters.get(match["kind"].lower())
            return (tool, _JSON) if tool else None
        file = self._files.get(match["file"].lower())
        if file is None or match["kind"].lower() != file.tool.kind.name or (match["query"] and not file.asks):
            return None
        return file.tool, file.mime_type


def _record(tool: Tool[Any, Any]) -> types.ResourceTemplate:
    kind = tool.kind
    return types.ResourceTemplate(
        name=kind.name, title=tool.title, uri_template=_template(kind), mime_type=_JSON,
        description=server_texts.record_of(kind),
    )  # fmt: skip


def _file(path: str, file: _File) -> types.ResourceTemplate:
    return types.ResourceTemplate(
        name=file.name, title=file.title, uri_template=f"{_template(file.tool.kind)}/{path}{file.asks}",
        mime_type=file.mime_type, description=file.description,
    )  # fmt: skip


def _template(kind: Kind) -> str:
    return f"{_SCHEME}{kind.name}/{{{kind.id_argument}}}"


def _parameters(query: str) -> dict[str, object]:
    """Parse the query of a URI. Each value is a string, or a list of strings if the parameter is repeated."""
    # Keep plus signs: `parse_qs` would turn them into spaces.
    parameters = parse_qs(query.removeprefix("?").replace("+", "%2B"), keep_blank_values=True)
    return {name: values[0] if len(values) == 1 else values for name, values in parameters.items()}


def _listed_skill() -> types.Resource:
    return types.Resource(
        name="skill", title="How to use biofacts", uri=_SKILL, mime_type=_MARKDOWN, description=server_texts.SKILL,
        size=len(skill_text().encode()),
    )  # fmt: skip


def _contents(uri: str, outcome: object, mime_type: str) -> types.TextResourceContents | types.BlobResourceContents:
    """Encode a record as JSON, and a file as text or, if it is binary, as base64. Raises: MCPError if too large."""
    match outcome:
        case bytes():
            body = outcome
        case DrawnPicture(picture=picture):
            body = picture.svg.encode()
        case Depiction(png=png):
            body = png
        case _:
            body = msgspec.json.encode(outcome)
    if len(body) > _LARGEST:
        raise MCPError(types.INTERNAL_ERROR, server_texts.large_resource(len(body), _LARGEST), {"uri": uri})
    try:
        return types.TextResourceContents(uri=uri, mime_type=mime_type, text=body.decode())
    except UnicodeDecodeError:
        return types.BlobResourceContents(uri=uri, mime_type=mime_type, blob=base64.b64encode(body).decode())


def _read_result(contents: types.TextResourceContents | types.BlobResourceContents) -> types.ReadResourceResult:
    return types.ReadResourceResult(contents=[contents], ttl_ms=HOUR_MS, cache_scope="public")


def _missing(context: ServerRequestContext[UseCases]) -> int:
    # Revisions of the protocol are dates, which compare as texts.
    return types.INVALID_PARAMS if context.protocol_version >= "2026" else _NOT_FOUND_BEFORE_2026


def _refusal(context: ServerRequestContext[UseCases], uri: str, envelope: ErrorEnvelope) -> MCPError:
    """Convert an error envelope to a protocol error, with the hint in its message and all fields in its data."""
    error = envelope.error
    code = _missing(context) if error.code in _MISSING else types.INTERNAL_ERROR
    return MCPError(code, f"{error.message} {error.recovery_hint}", {"uri": uri, **msgspec.to_builtins(error)})


EXTENSION: Final = "io.modelcontextprotocol/ui"
URI: Final = "ui://biofacts/pathway.html"
MIME_TYPE: Final = "text/html;profile=mcp-app"

_NOTHING: Mapping[str, list[str]] = {
    "connectDomains": [],
    "resourceDomains": [],
    "frameDomains": [],
    "baseUriDomains": [],
}
_META: Mapping[str, Any] = {"ui": {"csp": _NOTHING, "prefersBorder": True}}
"""Metadata of the App's document: its content security policy forbids loading anything from other domains."""
