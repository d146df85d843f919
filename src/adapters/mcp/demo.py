"""A demonstration of Fuzzy-to-Fact: a real MCP client calls our server, and prints the results."""

import os
import sys
from collections.abc import Iterator, Mapping
from typing import cast

from mcp import Client, StdioServerParameters, types
from mcp.client.stdio import stdio_client
from rich.console import Console
from rich.markup import escape

from biofacts.domain.text.clean import shorten

_LINES = 8
_WIDTH = 100
_NAMES = ("label", "symbol", "title", "name", "id")
"""Fields of which the first names a record within a line."""

_ROUND: tuple[tuple[str, str, Mapping[str, object]], ...] = (
    (
        "Fuzzy: plain words in, ranked candidates with CURIEs out",
        "search_pathways",
        {"query": "krebs cycle", "page_size": 3},
    ),
    ("Strict: one CURIE in, one complete record out", "get_pathway", {"pathway_id": "WP:WP534"}),
    ("Reverse: every pathway that contains a gene", "get_pathways_for_gene", {"gene_id": "tp53", "slim": True}),
    ("Components: what is drawn in a pathway", "get_pathway_components", {"pathway_id": "WP:WP534"}),
    ("Compounds, by whatever they are called", "search_compounds", {"query": "asprin", "page_size": 2}),
    ("Ligands, by what they do", "search_ligands", {"query": "beta blocker", "page_size": 3}),
    ("Targets, by gene symbol", "search_targets", {"query": "DRD2"}),
    ("An error, and the call that its hint names", "get_pathway", {"pathway_id": "WP254"}),
    ("Recovery: the hint, followed literally", "get_pathway", {"pathway_id": "WP:WP254"}),
)


async def demo(console: Console) -> bool:
    """Play the demonstration on the built-in sample. Returns True if every step had the expected outcome."""
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "biofacts", "serve"], env={**os.environ, "BIOFACTS_SOURCE": "sample"}
    )
    as_expected = True
    async with Client(stdio_client(server)) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        console.print(f"[bold]biofacts[/] serves {len(names)} tools over stdio: {', '.join(names)}\n")
        for number, (title, tool, arguments) in enumerate(_ROUND, start=1):
            result = await client.call_tool(tool, dict(arguments))
            as_expected &= bool(result.is_error) == title.startswith("An error")
            _show(console, f"{number}. {title}", tool, arguments, result)
    console.print("Every fact above came from the built-in sample, offline. `biofacts serve` answers from the sources.")
    return as_expected


def _show(
    console: Console, title: str, tool: str, arguments: Mapping[str, object], result: types.CallToolResult
) -> None:
    asked = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    console.print(f"[bold cyan]{escape(title)}[/]\n[green]→ {escape(tool)}({escape(asked)})[/]")
    lines = [*_lines(cast("Mapping[str, object]", result.structured_content or {}))]
    rest = [f"… {len(lines) - _LINES} more fields"] if len(lines) > _LINES else []
    shown = "\n".join(f"  {line}" for line in lines[:_LINES] + rest)
    console.print(escape(shown) + "\n", style="red" if result.is_error else None, highlight=False)


def _lines(answer: Mapping[str, object]) -> Iterator[str]:
    """Yield a line for each item of a list, or for each field of a record or an error."""
    items, error = answer.get("items"), answer.get("error")
    if isinstance(error, dict):
        yield from (f"{name}: {one}" for name, one in cast("dict[str, object]", error).items())
    elif isinstance(items, list):
        for item in cast("list[Mapping[str, object]]", items):
            told = (one if isinstance(one, str) else f"{name} {_brief(one)}" for name, one in item.items())
            yield shorten(", ".join(told), _WIDTH)
        yield from _lines({name: one for name, one in answer.items() if name not in ("items", "pagination")})
    else:
        for name, value in answer.items():
            yield shorten(f"{name}: {_brief(value)}", _WIDTH)


def _brief(value: object) -> str:
    """Write a value in a few words: a record as its name, a list as its length and the names in it."""
    if isinstance(value, list):
        several = cast("list[object]", value)
        return f"({len(several)}) {', '.join(map(_brief, several))}"
    if not isinstance(value, dict):
        return str(value)
    fields = cast("dict[str, object]", value)
    named = next((str(fields[name]) for name in _NAMES if name in fields), None)
    return named or ", ".join(f"{name} {_brief(one)}" for name, one in fields.items())
