"""Descriptions of tools for MCP clients (`tools/list`), with JSON schemas that are kept short."""

from functools import cache
from types import UnionType
from typing import Any, Union, cast, get_args, get_origin

import msgspec
from mcp import types

from biofacts.application.tools.tool import ErrorEnvelope, Tool


def tool_entry(tool: Tool[Any, Any], meta: dict[str, Any] | None = None) -> types.Tool:
    """Convert a tool to its entry in `tools/list`. `meta`: additional metadata, such as the address of the App."""
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=compact(input_schema(tool.arguments)),
        output_schema=output_schema(tool.result),
        # Some hosts treat a missing destructive hint as true; the other two hints are meaningless for read-only tools.
        annotations=types.ToolAnnotations(read_only_hint=True, destructive_hint=False),
        _meta=meta,
    )


def input_schema(arguments: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the JSON schema of an argument Struct, with the object at the root instead of a reference."""
    schema = _plain(msgspec.json.schema(arguments))
    definitions: dict[str, Any] = schema.pop("$defs")
    root = definitions.pop(str(schema["$ref"]).removeprefix("#/$defs/"))
    root.pop("description", None)
    _never_null(root)
    return {**root, "additionalProperties": False, **({"$defs": definitions} if definitions else {})}


def compact(schema: dict[str, Any]) -> dict[str, Any]:
    """Shorten an argument schema for `tools/list`, since it costs tokens in every conversation.

    Drop examples (the descriptions show the forms of ids), empty defaults, and minimums of 0 and 1. Where a call
    accepts a list or a string with a name on each line, show only the list.
    """
    offered = {name: _offered(argument) for name, argument in schema["properties"].items()}
    return {**{key: value for key, value in schema.items() if value != []}, "properties": offered}


def _offered(argument: dict[str, Any]) -> dict[str, Any]:
    match argument:
        case {"anyOf": [{"type": "array"} as several, {"type": "string"}], **rest}:
            argument = {**rest, "type": "array", "items": _offered(several["items"])}
        case {"anyOf": [{"type": "string"}, {"type": "integer"}], **rest}:  # an identifier may be only a number
            argument = {**rest, "type": "string"}
        case _:
            pass
    plain: dict[str, tuple[object, ...]] = {"default": (0, False, "", [], None), "minimum": (0, 1)}
    return {name: value for name, value in argument.items() if name != "examples" and value not in plain.get(name, ())}


@cache
def output_schema(result: Any) -> dict[str, Any]:
    """Return a short schema of an answer, either a record or an error. The root is an object, as all clients require.

    The schema names the properties of the answer and marks the required ones, but omits their types, which the answer
    itself shows: every client pays for the schemas of all tools with each question.
    """
    records: tuple[Any, ...] = get_args(result) if get_origin(result) in (Union, UnionType) else (result,)
    roots, definitions = msgspec.json.schema_components(records, ref_template="{name}")
    forms = [definitions[root["$ref"]] for root in roots]
    required = [{"required": [*names]} for names in dict.fromkeys(tuple(form["required"]) for form in forms)]
    answer: dict[str, Any] = {
        "properties": {name: {} for form in forms for name in form["properties"]},
        **(required[0] if len(required) == 1 else {"anyOf": required}),
    }
    return {"type": "object", "oneOf": [answer, {"required": [*ErrorEnvelope.__struct_fields__]}]}


def _plain(schema: object) -> dict[str, Any]:
    """Convert a schema to plain JSON types (msgspec leaves tuples in defaults) and remove its titles."""
    return cast("dict[str, Any]", _untitled(msgspec.json.decode(msgspec.json.encode(schema))))


def _untitled(node: Any) -> Any:
    """Remove titles from a schema, and shorten nullable types."""
    match node:
        case {"anyOf": [{"type": str(kind), **rest}, {"type": "null"}]} if not rest:
            return {"type": [kind, "null"]}
        case dict():
            # If `title` maps to an object, it is a property of that name, not an annotation.
            return {
                key: _untitled(value)
                for key, value in cast("dict[str, Any]", node).items()
                if key != "title" or isinstance(value, dict)
            }
        case [*items]:
            return [_untitled(item) for item in items]
        case _:
            return node


def _never_null(definition: dict[str, Any]) -> dict[str, Any]:
    """Remove null from the types of optional properties, in place: callers omit a value instead of sending null."""
    for name, schema in definition.get("properties", {}).items():
        if name in definition.get("required", ()):
            continue
        match schema:
            case {"type": [kind, "null"]}:
                definition["properties"][name] = {"type": kind}
            case {"anyOf": [*choices]} if (
                len(named := [choice for choice in choices if choice != {"type": "null"}]) == 1
            ):
                definition["properties"][name] = named[0]
            case _:
                pass
    return definition
