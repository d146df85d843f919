"""The page of the tools, and that of the values they return."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from inspect import cleandoc
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec

from biofacts.adapters.mcp.tool_schemas import input_schema
from biofacts.application.tools.all_tools import TOOLS
from biofacts.application.tools.tool import ErrorEnvelope, Tool
from website.reference.schemas import Schema, default, description, name_of, never_null, references, table, told
from website.reference.served import beside

_HEAD = """\
# Tools

The tools that a model calls over MCP; [commands](commands.md) and [Python](python.md) have the same. Tools only read.
The server's instructions for the model:

> {instructions}

Every error is an [ErrorEnvelope](values.md#errorenvelope); [errors](errors.md) lists the codes. The schemas of
`tools/list` are in [tools.json](../../tests/unit/adapters/mcp/tools.json).
"""

_VALUES = """\
# Values

[Tools](tools.md) return these as JSON, and [Python](python.md) as objects of the same names. A field without a value is
left out, never null; in Python it is `None` or empty.
"""


def _results(tool: Tool[Any, Any]) -> Sequence[Any]:
    """What a tool returns: one of these."""
    return get_args(tool.result) if get_origin(tool.result) in (Union, UnionType) else [tool.result]


@cache
def _schemas() -> tuple[Sequence[Schema], Mapping[str, Schema]]:
    """The schemas of what each tool may return, and of the error envelope; and the values they name."""
    results = [one for tool in TOOLS.values() for one in _results(tool)]
    return msgspec.json.schema_components([*results, ErrorEnvelope], ref_template="#/$defs/{name}")


def value_names() -> frozenset[str]:
    """The values that have a place on their page."""
    return frozenset(_schemas()[1])


def tools() -> str:
    """The page of the tools."""
    schemas = iter(_schemas()[0])
    sections = [_tool(tool, [next(schemas) for _ in _results(tool)]) for tool in TOOLS.values()]
    return "\n".join([_HEAD.format(instructions=beside().instructions), *sections, *_beside()])


def _beside() -> Iterator[str]:
    """Prompts and resources, where the server has any."""
    if prompts := beside().prompts:
        rows = [
            (
                f"`{one.name}`",
                ", ".join(f"`{argument.name}`" for argument in one.arguments or []),
                one.description or "",
            )
            for one in prompts
        ]
        yield f"## Prompts\n\n{table(['prompt', 'arguments', ''], rows)}\n"
    told = [(f"`{one.uri}`", one.description or one.title or "") for one in beside().resources]
    told += [(f"`{one.uri_template}`", one.description or one.title or "") for one in beside().templates]
    if told:
        yield f"## Resources\n\n{table(['resource', ''], told)}\n"


def _tool(tool: Tool[Any, Any], results: Sequence[Schema]) -> str:
    schema = input_schema(tool.arguments)
    required = schema.get("required", [])
    rows = [
        (f"`{name}`", told(one), default(one, is_required=name in required), _meaning(one))
        for name, one in schema["properties"].items()
    ]
    return (
        f"## `{tool.name}`\n\n{tool.description}\n\n"
        f"{table(['argument', 'type', 'default', ''], rows)}\n\nReturns: {' or '.join(map(told, results))}.\n"
    )


def _meaning(schema: Schema) -> str:
    examples = [one for part in (schema, *schema.get("anyOf", [])) for one in part.get("examples", [])]
    shown = f"for example {', '.join(f'`{one}`' for one in examples)}" if examples else ""
    return "; ".join(filter(None, [description(schema), shown]))


def values() -> str:
    """The page of the values, each behind the one that names it first."""
    results, definitions = _schemas()
    return "\n".join([_VALUES, *(_value(name, definitions[name]) for name in _in_order(results, definitions))])


def _in_order(results: Sequence[Schema], definitions: Mapping[str, Schema]) -> Sequence[str]:
    def walk(schema: object) -> Iterator[str]:
        for name in references(schema):
            if name not in met:
                met[name] = None
                yield from walk(definitions[name])

    met: dict[str, None] = {}
    for result in results:
        for _ in walk(result):
            pass
    return [*met]


def _value(name: str, schema: Schema) -> str:
    required = schema.get("required", [])
    rows = [
        (f"`{field}`", *((told(one), "") if field in required else (told(never_null(one)), "may be missing")))
        for field, one in schema.get("properties", {}).items()
    ]
    shown = table(["field", "type", ""], rows) if rows else f"One of: {told(schema)}."
    return "\n\n".join(filter(None, [f"## {name_of(name)}", cleandoc(schema.get("description", "")), shown])) + "\n"
