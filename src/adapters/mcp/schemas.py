"""JSON schemas of tools' arguments and results, in the form that MCP requires, from msgspec types."""

from functools import cache
from types import UnionType
from typing import Any, Union, cast, get_args, get_origin

import msgspec

from biofacts.application.tools.tool import ErrorEnvelope

_WORDS = frozenset({"title", "description", "default"})  # left out of output schemas, to save tokens


def input_schema(arguments: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the schema of an argument Struct, with the object at its root."""
    schema = _plain(msgspec.json.schema(arguments), frozenset({"title"}))
    definitions: dict[str, Any] = schema.pop("$defs")
    root = definitions.pop(str(schema["$ref"]).removeprefix("#/$defs/"))
    root.pop("description", None)
    _never_null(root)
    return {**root, "additionalProperties": False, **({"$defs": definitions} if definitions else {})}


@cache
def output_schema(result: Any) -> dict[str, Any]:
    """Return a short schema of a record or an error, under an object root, the only form that all clients accept.

    It has one level: the properties of an answer with their types. Lists and objects show their members in the answer
    itself, and every client pays for the schemas of all tools with each question.
    """
    records: tuple[Any, ...] = get_args(result) if get_origin(result) in (Union, UnionType) else (result,)
    roots, schemas = msgspec.json.schema_components(records, ref_template="#/$defs/{name}")
    definitions = {name: _never_null(one) for name, one in _plain(schemas, _WORDS).items()}
    forms = [_resolved(root, definitions) for root in roots]
    properties: dict[str, Any] = {}
    for form in forms:
        for name, property_schema in form["properties"].items():
            properties.setdefault(name, []).append(_flat(property_schema, definitions))
    required = [{"required": [*names]} for names in dict.fromkeys(tuple(form["required"]) for form in forms)]
    answer = {
        "properties": {name: _either(kinds) for name, kinds in properties.items()},
        **(required[0] if len(required) == 1 else {"anyOf": required}),
    }
    return {"type": "object", "oneOf": [answer, {"required": [*ErrorEnvelope.__struct_fields__]}]}


def _flat(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the type of a property alone, or the words of a closed list."""
    whole = _resolved(schema, definitions)
    return {key: whole[key] for key in ("type", "enum") if key in whole}


def _either(kinds: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the schema of a property that several forms of an answer have; with two types it is any of them."""
    if all(one == kinds[0] for one in kinds):
        return kinds[0]
    types = dict.fromkeys(one["type"] for one in kinds if "type" in one)
    return {"type": [*types]} if len(types) == len(kinds) else {}


def _resolved(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the definition that a schema refers to, or the schema itself."""
    reference = str(schema.get("$ref", "")).removeprefix("#/$defs/")
    resolved: dict[str, Any] = definitions.get(reference, schema)
    return resolved


def _plain(schema: object, dropped: frozenset[str]) -> dict[str, Any]:
    """Convert a schema to JSON types (msgspec leaves tuples in defaults), without the annotations to drop."""
    return cast("dict[str, Any]", _without(msgspec.json.decode(msgspec.json.encode(schema)), dropped))


def _without(node: Any, dropped: frozenset[str]) -> Any:
    """Remove annotations from a schema, and shorten nullable types."""
    match node:
        case {"anyOf": [{"type": str(kind), **rest}, {"type": "null"}]} if not rest:
            return {"type": [kind, "null"]}
        case dict():
            # A key `title` with an object is a property of that name, not an annotation.
            return {
                key: _without(value, dropped)
                for key, value in cast("dict[str, Any]", node).items()
                if key not in dropped or (key != "default" and isinstance(value, dict))
            }
        case [*items]:
            return [_without(item, dropped) for item in items]
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
