"""JSON schemas of tools' arguments and results, in the form that MCP requires, from msgspec types."""

from functools import cache
from types import UnionType
from typing import Any, Union, cast, get_args, get_origin

import msgspec

from biofacts.application.tools.tool import ErrorEnvelope

_WORDS = frozenset({"title", "description", "default"})  # left out of output schemas, to save tokens

_TOLD_LISTS = 1
_ALIKE = frozenset({"Provenance", "ReadAs", "RecordReadAs", "NameRead", "ContestedName", "Background", "Affinity"})
"""Types that occur in many answers and explain themselves there; schemas show them as plain objects."""


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
    """Return a short schema of a record or an error, under an object root, the only form that all clients accept."""
    records: tuple[Any, ...] = get_args(result) if get_origin(result) in (Union, UnionType) else (result,)
    roots, schemas = msgspec.json.schema_components(records, ref_template="#/$defs/{name}")
    definitions = {name: _never_null(one) for name, one in _plain(schemas, _WORDS).items()}
    definitions |= {name: {"type": "object"} for name in _ALIKE & definitions.keys()}
    text = msgspec.json.encode(definitions).decode()
    # A plain object is shorter than a reference to one.
    once = {name: one for name, one in definitions.items() if name in _ALIKE or text.count(f'"#/$defs/{name}"') <= 1}
    shared = {name: one for name, one in definitions.items() if name not in once}
    # Every tool has the same error, so that its members are named alone.
    # An empty list may be the answer of several forms.
    forms = roots if len(roots) == 1 else ({"anyOf": [*roots]},)
    schema = {"type": "object", "oneOf": [*forms, {"required": [*ErrorEnvelope.__struct_fields__]}]}
    told = cast("dict[str, Any]", _sketched(_inlined(schema, once), lists=0))
    told["oneOf"] = [
        {key: value for key, value in one.items() if key != "type"} for one in told["oneOf"]
    ]  # the root has the type already
    # Shared definitions are items of lists, so they start one level deeper.
    return {**told, "$defs": _sketched(_inlined(shared, once), lists=1)} if shared else told


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


def _inlined(node: Any, definitions: dict[str, Any]) -> Any:
    """Replace references by their definitions. None of our schemas refers to itself."""
    match node:
        case {"$ref": str(reference)} if (name := reference.removeprefix("#/$defs/")) in definitions:
            return _inlined(definitions[name], definitions)
        case dict():
            return {key: _inlined(value, definitions) for key, value in cast("dict[str, Any]", node).items()}
        case [*items]:
            return [_inlined(item, definitions) for item in items]
        case _:
            return node


def _sketched(node: Any, lists: int) -> Any:
    """Reduce a schema to the properties of the record, and of the items of its lists.

    Objects in lists within such an item, and objects with free keys, become plain objects, and lists of them plain
    lists.
    """
    match node:
        case {"type": "object", "properties": dict()} if lists > _TOLD_LISTS:
            return {"type": "object"}
        case {"type": "object", "additionalProperties": dict()}:
            return {"type": "object"}
        case {"type": "array", "items": item, **rest}:
            items = _sketched(item, lists + 1)
            return {**rest, "type": "array", **({} if items == {"type": "object"} else {"items": items})}
        case dict():
            members = cast("dict[str, Any]", node).items()
            return {key: _sketched(value, lists) for key, value in members if (key, value) != ("required", [])}
        case [*items]:
            return [_sketched(item, lists) for item in items]
        case _:
            return node
