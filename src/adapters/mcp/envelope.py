"""Results and schemas as the Model Context Protocol wants them, from msgspec types."""

from typing import Any, cast

import msgspec
from mcp import types

from biofacts.application.envelope import ErrorEnvelope


def _plain(schema: object) -> dict[str, Any]:
    """JSON types only: msgspec leaves tuples in defaults, and titles that repeat the name of a definition."""
    return cast("dict[str, Any]", _untitled(msgspec.json.decode(msgspec.json.encode(schema))))


def _untitled(node: object) -> object:
    if isinstance(node, dict):
        known = cast("dict[str, object]", node)
        return {key: _untitled(value) for key, value in known.items() if key != "title" or not isinstance(value, str)}
    if isinstance(node, list):
        return [_untitled(item) for item in cast("list[object]", node)]
    return node


def input_schema(arguments: type[msgspec.Struct]) -> dict[str, Any]:
    """The schema of an argument Struct, with the object at its root."""
    schema = _plain(msgspec.json.schema(arguments))
    definitions: dict[str, Any] = schema.pop("$defs")
    root = definitions.pop(str(schema["$ref"]).removeprefix("#/$defs/"))
    root.pop("description", None)
    return {**root, "additionalProperties": False, **({"$defs": definitions} if definitions else {})}


def output_schema(result: Any) -> dict[str, Any]:
    """Record or error under an object root, the only form that every client accepts."""
    (record, error), definitions = msgspec.json.schema_components(
        [result, ErrorEnvelope], ref_template="#/$defs/{name}"
    )
    return _plain({"type": "object", "oneOf": [record, error], "$defs": definitions})


def tool_result(outcome: object) -> types.CallToolResult:
    """An outcome as structured content, and the same JSON as text; `is_error` for an error envelope."""
    raw = msgspec.json.encode(outcome)  # once: text and structured content cannot disagree
    return types.CallToolResult(
        content=[types.TextContent(text=raw.decode())],
        structured_content=msgspec.json.decode(raw),
        is_error=isinstance(outcome, ErrorEnvelope),
    )
