"""What the MCP conformance suite asks for, in the server that it is run against: `python _fixtures.py --port 0`.

It is `biofacts serve --http` on the built-in sample, with these tools, resources and prompts beside its own. What the
product can express (text, an error) are rows like its own tools; pictures, sounds, steps and schemas that no tool of it
has are answered here.
"""

import inspect
import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from mcp import MCPError, types
from mcp.server import Server, ServerRequestContext

from biofacts.adapters.mcp import server
from biofacts.application.tools.tool import Tool, ToolArguments
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.entity_kinds import COMPOUND
from biofacts.domain.answers.errors import AmbiguousQuery

_PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
_SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA="


class _Nothing(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class _Said(msgspec.Struct, frozen=True, kw_only=True):
    text: str


async def _text(_: UseCases, __: _Nothing) -> _Said:
    return _Said(text="This is a simple text response for testing.")


async def _error(_: UseCases, __: _Nothing) -> _Said:
    raise AmbiguousQuery("This tool always fails.", "Call another tool.")


_ROWS = {
    name: Tool(
        name=name, title=name, description="Asked by the conformance suite.", arguments=_Nothing, result=_Said,
        run=run, kind=COMPOUND,
    )
    for name, run in (("test_simple_text", _text), ("test_error_handling", _error))
}  # fmt: skip

_IMAGE = types.ImageContent(data=_PIXEL, mime_type="image/png")


def _resource(uri: str, mime_type: str, text: str) -> types.EmbeddedResource:
    return types.EmbeddedResource(resource=types.TextResourceContents(uri=uri, mime_type=mime_type, text=text))


_CONTENT: Mapping[str, Sequence[types.ContentBlock]] = {
    "test_image_content": [_IMAGE],
    "test_audio_content": [types.AudioContent(data=_SILENCE, mime_type="audio/wav")],
    "test_embedded_resource": [_resource("test://embedded-resource", "text/plain", "An embedded resource.")],
    "test_multiple_content_types": [
        types.TextContent(text="Several types of content:"),
        _IMAGE,
        _resource("test://mixed-content-resource", "application/json", '{"test": "data", "value": 123}'),
    ],
    "test_tool_with_progress": [types.TextContent(text="All steps were reported.")],
    "test_x_mcp_header": [types.TextContent(text="The header fits.")],
    "json_schema_2020_12_tool": [types.TextContent(text="The arguments fit.")],
}

_ADDRESS = {
    "$anchor": "addressDef",
    "type": "object",
    "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
}
_SCHEMAS: Mapping[str, dict[str, Any]] = {
    "test_x_mcp_header": {
        "type": "object",
        "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
        "required": ["region"],
    },
    "json_schema_2020_12_tool": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": _ADDRESS},
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": False,
    },
}
_NEEDS_SAMPLING = "test_missing_capability"


def _listed(name: str) -> types.Tool:
    schema = _SCHEMAS.get(name, {"type": "object"})
    return types.Tool(name=name, description="Asked by the conformance suite.", input_schema=schema)


def _static(uri: str) -> types.TextResourceContents | types.BlobResourceContents | None:
    if uri == "test://static-text":
        return types.TextResourceContents(uri=uri, mime_type="text/plain", text="A text that stays as it is.")
    if uri == "test://static-binary":
        return types.BlobResourceContents(uri=uri, mime_type="image/png", blob=_PIXEL)
    if found := re.fullmatch(r"test://template/([^/]+)/data", uri):
        data = json.dumps({"id": found[1], "templateTest": True, "data": f"Data for ID: {found[1]}"})
        return types.TextResourceContents(uri=uri, mime_type="application/json", text=data)
    return None


def _prompt(name: str, given: Mapping[str, str]) -> Sequence[types.ContentBlock] | None:
    said = types.TextContent(text=f"A prompt for testing: {dict(given)}")
    match name:
        case "test_simple_prompt" | "test_prompt_with_arguments":
            return [said]
        case "test_prompt_with_embedded_resource":
            return [_resource(given.get("resourceUri", ""), "text/plain", "An embedded resource."), said]
        case "test_prompt_with_image":
            return [_IMAGE, said]
        case _:
            return None


def _with_texts(one: Server[UseCases]) -> Server[UseCases]:
    reading, getting, completing = map(
        one.get_request_handler, ("resources/read", "prompts/get", "completion/complete")
    )
    assert reading is not None
    assert getting is not None
    assert completing is not None

    async def read(context: ServerRequestContext[UseCases], params: types.ReadResourceRequestParams) -> Any:
        if (found := _static(str(params.uri))) is not None:
            return types.ReadResourceResult(contents=[found], ttl_ms=0, cache_scope="public")
        return await reading.handler(context, params)

    async def get(context: ServerRequestContext[UseCases], params: types.GetPromptRequestParams) -> Any:
        if (content := _prompt(params.name, params.arguments or {})) is not None:
            return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=one) for one in content])
        return await getting.handler(context, params)

    async def complete(context: ServerRequestContext[UseCases], params: types.CompleteRequestParams) -> Any:
        if getattr(params.ref, "name", "") == "test_prompt_with_arguments":
            return types.CompleteResult(completion=types.Completion(values=["testing"], total=1, has_more=False))
        return await completing.handler(context, params)

    one.add_request_handler("resources/read", types.ReadResourceRequestParams, read)
    one.add_request_handler("prompts/get", types.GetPromptRequestParams, get)
    one.add_request_handler("completion/complete", types.CompleteRequestParams, complete)
    return one


def _with_fixtures(one: Server[UseCases]) -> Server[UseCases]:
    listing, calling = one.get_request_handler("tools/list"), one.get_request_handler("tools/call")
    assert listing is not None
    assert calling is not None

    async def list_tools(
        context: ServerRequestContext[UseCases], params: types.PaginatedRequestParams
    ) -> types.ListToolsResult:
        own: Any = await listing.handler(context, params)
        listed: types.ListToolsResult = own.model_copy(
            update={"tools": [*own.tools, *map(_listed, (*_CONTENT, _NEEDS_SAMPLING))]}
        )
        return listed

    async def call_tool(context: ServerRequestContext[UseCases], params: types.CallToolRequestParams) -> Any:
        if params.name == _NEEDS_SAMPLING:
            needed: dict[str, Any] = {"requiredCapabilities": {"sampling": {}}}
            raise MCPError(types.MISSING_REQUIRED_CLIENT_CAPABILITY, "It needs sampling.", needed)
        for done in (0, 50, 100) if params.name == "test_tool_with_progress" else ():
            await context.session.report_progress(done, 100, f"{done} of 100 done")
        if (content := _CONTENT.get(params.name)) is not None:
            return types.CallToolResult(content=[*content])
        return await calling.handler(context, params)

    schema_of = one.get_tool_input_schema
    assert schema_of is not None
    one.get_tool_input_schema = lambda name: _SCHEMAS.get(name) or schema_of(name)
    one.add_request_handler("tools/list", types.PaginatedRequestParams, list_tools)
    one.add_request_handler("tools/call", types.CallToolRequestParams, call_tool)
    return one


def _serve_with_fixtures() -> int:
    built = server.build

    def build(*given: Any, **named: Any) -> Server[UseCases]:
        bound = inspect.signature(built).bind(*given, **named)
        bound.arguments["tools"] = {**bound.arguments["tools"], **_ROWS}
        return _with_texts(_with_fixtures(built(*bound.args, **bound.kwargs)))

    server.build = build  # before what serves it over HTTP imports it
    os.environ["BIOFACTS_SOURCE"] = "sample"
    from biofacts.__main__ import main

    return main(["serve", "--http", *sys.argv[1:]])


if __name__ == "__main__":
    raise SystemExit(_serve_with_fixtures())
