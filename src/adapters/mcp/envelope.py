"""Results and schemas as the Model Context Protocol wants them, from msgspec types."""

from typing import Any, cast

import msgspec
from mcp import types

from biofacts.application.envelope import ErrorEnvelope


_WORDS = frozenset({"title", "description", "default"})


def _plain(schema: object, dropped: frozenset[str]) -> dict[str, Any]:
    """A schema in JSON types only (msgspec leaves tuples in defaults), without the annotations to drop."""
    return cast("dict[str, Any]", _without(msgspec.json.decode(msgspec.json.encode(schema)), dropped))


def _without(node: object, dropped: frozenset[str]) -> object:
    """Annotations are plain values; a property that is called `title` or `description` has an object, and stays."""
    if isinstance(node, dict):
        known = cast("dict[str, object]", node)
        return {
            key: _without(value, dropped)
            for key, value in known.items()
            if key not in dropped or (key != "default" and isinstance(value, dict))
        }
    if isinstance(node, list):
        return [_without(item, dropped) for item in cast("list[object]", node)]
    return node


def _never_null(node: object) -> object:
    """A property that may be left out is never null: what is not there is left out."""
    if isinstance(node, list):
        return [_never_null(item) for item in cast("list[object]", node)]
    if not isinstance(node, dict):
        return node
    known = {key: _never_null(value) for key, value in cast("dict[str, Any]", node).items()}
    for name, schema in known.get("properties", {}).items():
        choices = [choice for choice in schema.get("anyOf", ()) if choice != {"type": "null"}]
        if name not in known.get("required", ()) and len(choices) == 1:
            known["properties"][name] = choices[0]
    return known


def input_schema(arguments: type[msgspec.Struct]) -> dict[str, Any]:
    """The schema of an argument Struct, with the object at its root."""
    schema = _plain(msgspec.json.schema(arguments), frozenset({"title"}))
    definitions: dict[str, Any] = schema.pop("$defs")
    root = definitions.pop(str(schema["$ref"]).removeprefix("#/$defs/"))
    root.pop("description", None)
    return {**root, "additionalProperties": False, **({"$defs": definitions} if definitions else {})}


def output_schema(result: Any) -> dict[str, Any]:
    """Record or error under an object root, the only form that every client accepts; shape only, to save tokens."""
    (record, error), definitions = msgspec.json.schema_components(
        [result, ErrorEnvelope], ref_template="#/$defs/{name}"
    )
    schema = _plain({"type": "object", "oneOf": [record, error], "$defs": definitions}, _WORDS)
    return cast("dict[str, Any]", _never_null(schema))


def tool_result(outcome: object) -> types.CallToolResult:
    """An outcome as structured content, and the same JSON as text; `is_error` for an error envelope."""
    raw = msgspec.json.encode(outcome)  # once: text and structured content cannot disagree
    return types.CallToolResult(
        content=[types.TextContent(text=raw.decode())],
        structured_content=msgspec.json.decode(raw),
        is_error=isinstance(outcome, ErrorEnvelope),
    )
