"""Schemas as a reader sees them: tables of fields, types in words that link to the values they name."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

Schema = Mapping[str, Any]

_WORDS = {"boolean": "true or false", "null": "null"}


def cell(text: str) -> str:
    """A text in a cell of a table."""
    return " ".join(text.split()).replace("|", r"\|")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *([cell(one) for one in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def key_of(reference: str) -> str:
    """The definition that a `$ref` leads to."""
    return reference.rpartition("/")[2]


def name_of(key: str) -> str:
    """A definition as it is written in Python: Page[PathwayCandidate]."""
    return re.sub(r"_(\w+)_$", r"[\1]", key)


def link(key: str) -> str:
    """A link to a value on its page."""
    return f"[{name_of(key)}](values.md#{re.sub(r'[^a-z]', '', name_of(key).lower())})"


def told(schema: Schema) -> str:
    """A type in words."""
    match schema:
        case {"$ref": str(reference)}:
            return link(key_of(reference))
        case {"anyOf": choices}:
            return " or ".join(dict.fromkeys(map(told, choices)))
        case {"enum": values}:
            return ", ".join(f"`{value}`" for value in values)
        case {"type": "array", "items": kind}:
            return f"list of {told(kind)}"
        case {"type": "array", "prefixItems": kinds}:
            return f"list of {', '.join(map(told, kinds))}"
        case {"type": "object", "additionalProperties": kind} if kind:
            return f"object with values of {told(kind)}"
        case {"type": str(kind)}:
            return _WORDS.get(kind, kind) + _bounds(schema)
        case _:
            return "any"


def _bounds(schema: Schema) -> str:
    if "minimum" in schema and "maximum" in schema:
        return f" from {schema['minimum']} to {schema['maximum']}"
    return f" from {schema['minimum']}" if "minimum" in schema else ""


def never_null(schema: Schema) -> Schema:
    """The schema of a field that is left out in the place of null."""
    match schema:
        case {"anyOf": choices}:
            return {**schema, "anyOf": [one for one in choices if one != {"type": "null"}]}
        case _:
            return schema


def default(schema: Schema, *, is_required: bool) -> str:
    """What is taken where nothing is given."""
    if is_required:
        return "*required*"
    value = schema.get("default")
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return "" if value in (None, "", [], ()) else f"`{value}`"


def description(schema: Schema) -> str:
    """What is said of a field, where anything is."""
    own = schema.get("description", "")
    return own or next((one["description"] for one in schema.get("anyOf", []) if "description" in one), "")


def references(schema: Any) -> Iterator[str]:
    """The values that a schema names, in its order."""
    match schema:
        case {"$ref": str(reference)}:
            yield key_of(reference)
        case dict():
            for part in cast("dict[str, Any]", schema).values():
                yield from references(part)
        case [*parts]:
            for part in parts:
                yield from references(part)
        case _:
            pass
