"""The entries of `tools/list`: the schemas of a tool's arguments and of its answers."""

from functools import cache
from types import UnionType
from typing import Any, Union, cast, get_args, get_origin

import msgspec
from mcp import types

from biofacts.application.tools.tool import ErrorEnvelope, Tool


def listed(tool: Tool[Any, Any], meta: dict[str, Any] | None = None) -> types.Tool:
    """Convert a tool to an entry of `tools/list`. `meta`: its metadata besides the schemas."""
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=short(input_schema(tool.arguments)),
        output_schema=output_schema(tool.result),
        # Some hosts take a missing destructive hint for true; the other two say nothing of a tool that only reads.
        annotations=types.ToolAnnotations(read_only_hint=True, destructive_hint=False),
        _meta=meta,
    )


def input_schema(arguments: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the schema of an argument Struct, with the object at its root."""
    schema = _plain(msgspec.json.schema(arguments))
    definitions: dict[str, Any] = schema.pop("$defs")
    root = definitions.pop(str(schema["$ref"]).removeprefix("#/$defs/"))
    root.pop("description", None)
    _never_null(root)
    return {**root, "additionalProperties": False, **({"$defs": definitions} if definitions else {})}


def short(schema: dict[str, Any]) -> dict[str, Any]:
    """Shorten the schema of arguments for `tools/list`, since its size costs tokens in every conversation.

    Without examples, since the descriptions name the forms of ids, without empty defaults, and without the least number
    where that is 0 or 1. A list is the only form that is offered where a call may also send one text with a name on
    each line.
    """
    offered = {name: _offered(one) for name, one in schema["properties"].items()}
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
    """Return a short schema of a record or an error, under an object root, the only form that all clients accept.

    It names the properties of an answer, and those that are always there. Their types show in the answer itself, and
    every client pays for the schemas of all tools with each question.
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
    """Convert a schema to JSON types (msgspec leaves tuples in defaults), without titles."""
    return cast("dict[str, Any]", _untitled(msgspec.json.decode(msgspec.json.encode(schema))))


def _untitled(node: Any) -> Any:
    """Remove titles from a schema, and shorten nullable types."""
    match node:
        case {"anyOf": [{"type": str(kind), **rest}, {"type": "null"}]} if not rest:
            return {"type": [kind, "null"]}
        case dict():
            # A key `title` with an object is a property of that name, not an annotation.
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
    """Remove null from the types of optional properties, since absent values are left out."""
    for name, schema in definition.get("properties", {}).items():
        if name in definition.get("required", ()):
            continue
        match schema:
            case {"type": [kind, "null"]}:
                definition["properties"][name] = {"type": kind}
            case {"anyOf": [*choices]} if len(named := [one for one in choices if one != {"type": "null"}]) == 1:
                definition["properties"][name] = named[0]
            case _:
                pass
    return definition
