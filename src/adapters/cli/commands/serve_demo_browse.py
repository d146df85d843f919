"""The commands `biofacts serve` and `demo`, for agents, and `browse` and `open`, for people."""

import argparse
import os
import sys
import webbrowser
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, cast

import msgspec

from biofacts.adapters.cli import execution, options
from biofacts.adapters.cli.command import DONE, FAILED, Arguments, Call, Command, Composition, Serving
from biofacts.adapters.cli.options import kind_of
from biofacts.application.messages.web import browsing
from biofacts.domain.identifiers.curies import BY_NAME
from biofacts.domain.text.clean import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mcp.types import CallToolResult
    from rich.console import Console

    from biofacts.adapters.cli.command import Application

_LAST_PORT = 65535


def _add_serve(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--http", action="store_true", help="serve Streamable HTTP at /mcp, with /healthz and /readyz")
    # None, not False, by default: `serving_of` takes only options that were set.
    add("--page", action="store_true", default=None, help="with --http: also serve the web page at /")
    add("--host", help="address to listen on; default: 127.0.0.1, this machine only")
    add("--port", type=_port, help="port to listen on, 0 for any free one; default: 8000")
    add("--allowed-host", action="append", metavar="NAME", help="a host name that clients may use; repeatable")
    add("--allowed-origin", action="append", metavar="ORIGIN", help="an origin whose web pages may call; repeatable")
    add(
        "--proxy-headers", action="append", metavar="PROXY",
        help="trust the X-Forwarded headers of the proxy with this address or in this network; repeatable",
    )  # fmt: skip
    add("--path-prefix", metavar="PATH", help="path under which a proxy serves biofacts, e.g. /biofacts")
    add("--max-calls", type=options.positive, metavar="N", help="number of calls that may run at once; default: 256")
    add("--drain", type=_seconds, metavar="SECONDS", help="seconds to finish running calls after SIGTERM; default: 20")


def serving_of(arguments: Arguments) -> Serving:
    """Build the serving options from the parsed arguments. Raises: ValueError for HTTP options without `--http`."""
    names = {
        "host": "host", "port": "port", "allowed_hosts": "allowed_host", "allowed_origins": "allowed_origin",
        "proxies": "proxy_headers", "path_prefix": "path_prefix", "max_calls": "max_calls", "drain": "drain",
        "page": "page",
    }  # fmt: skip
    fields = {field: value for field, name in names.items() if (value := arguments.values[name]) is not None}
    if fields and not arguments.flag("http"):
        option = names[next(iter(fields))].replace("_", "-")
        raise ValueError(f"argument --{option}: only works with --http")
    return msgspec.convert({"http": arguments.flag("http"), **fields}, Serving)


def _serve(arguments: Arguments, composition: Composition) -> int:
    try:
        serving = serving_of(arguments)
    except ValueError as error:
        arguments.refuse(str(error))
    return composition.serve(serving)


def _port(text: str) -> int:
    # `int` alone would accept signs, spaces and underscores.
    if not text.isdecimal() or int(text) > _LAST_PORT:
        raise argparse.ArgumentTypeError(f"'{text}' is not a port: give a number from 0 to {_LAST_PORT}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    # `float` also accepts `nan` and `inf`.
    if not 0 <= seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of seconds")
    return seconds


SERVE = Command(
    name="serve",
    group="Serve",
    summary="Run the MCP server, over standard input and output or over HTTP",
    examples={
        "serve": "over standard input and output, for a client that starts the server",
        "serve --http --port 8000": "at http://127.0.0.1:8000/mcp",
    },
    add=_add_serve,
    run=_serve,
)


# The command `biofacts demo`: a real MCP client calls the server, and the command prints the results


_LINES = 8
_WIDTH = 100
_NAMES = ("label", "symbol", "title", "name", "id")
"""Fields that can name a record within a line; the first that is present is used."""

_ROUND: "tuple[tuple[str, str, Mapping[str, object]], ...]" = (
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


def _demo(arguments: Arguments, composition: Composition) -> int:
    import anyio

    from biofacts.adapters.cli.output.console import console

    return DONE if anyio.run(_play, console(sys.stdout)) else FAILED


async def _play(console: "Console") -> bool:
    """Play the demonstration on the built-in sample. Returns: True if every step had the expected outcome."""
    from mcp import Client, StdioServerParameters
    from mcp.client.stdio import stdio_client

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
            _show_result(console, f"{number}. {title}", tool, arguments, result)
    console.print("Every fact above came from the built-in sample, offline. `biofacts serve` answers from the sources.")
    return as_expected


def _show_result(
    console: "Console", title: str, tool: str, arguments: "Mapping[str, object]", result: "CallToolResult"
) -> None:
    from rich.markup import escape

    written_arguments = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    console.print(f"[bold cyan]{escape(title)}[/]\n[green]→ {escape(tool)}({escape(written_arguments)})[/]")
    lines = [*_lines(cast("Mapping[str, object]", result.structured_content or {}))]
    rest = [f"… {len(lines) - _LINES} more fields"] if len(lines) > _LINES else []
    shown = "\n".join(f"  {line}" for line in lines[:_LINES] + rest)
    console.print(escape(shown) + "\n", style="red" if result.is_error else None, highlight=False)


def _lines(answer: "Mapping[str, object]") -> "Iterator[str]":
    """Yield a line for each item of a list, or for each field of a record or an error."""
    items, error = answer.get("items"), answer.get("error")
    if isinstance(error, dict):
        yield from (f"{name}: {value}" for name, value in cast("dict[str, object]", error).items())
    elif isinstance(items, list):
        for item in cast("list[Mapping[str, object]]", items):
            parts = (value if isinstance(value, str) else f"{name} {_brief(value)}" for name, value in item.items())
            yield shorten(", ".join(parts), _WIDTH)
        yield from _lines({name: value for name, value in answer.items() if name not in ("items", "pagination")})
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
    return named or ", ".join(f"{name} {_brief(field)}" for name, field in fields.items())


DEMO = Command(
    name="demo",
    group="Serve",
    summary="Run a whole session over MCP on the built-in sample, offline",
    examples={"demo": "watch it in the terminal"},
    run=_demo,
)


def _browse(arguments: Arguments, composition: Composition) -> int:
    return composition.serve(Serving(http=True, port=0, page=True), partial(_show, opens=arguments.flag("opens")))


def _show(address: str, *, opens: bool) -> None:
    print(browsing(f"{address}/"), flush=True)
    if opens:
        # A browser that runs in this terminal blocks until it is closed, so it gets a thread of its own.
        Thread(target=webbrowser.open, args=(f"{address}/",), daemon=True).start()


BROWSE = Command(
    name="browse",
    group="Ask",
    summary="Open a local web page: search, records and drawings",
    examples={
        "browse": "open it in the browser; only this machine can reach it",
        "browse --no-open": "print its address instead of opening it",
    },
    add=options.argument(
        "--no-open", dest="opens", action="store_false", help="print the address instead of opening it"
    ),
    run=_browse,
)


# The command `biofacts open`


def _add_open(parser: argparse.ArgumentParser) -> None:
    options.add_record(parser, BY_NAME, "WP:WP78, HGNC:11998 or PubChem:CID2244")
    parser.add_argument("--print", action="store_true", help="print the address instead of opening it")


def call(arguments: Arguments) -> Call:
    """Build the call that looks up the record to open. Raises: AmbiguousQuery, UnresolvedEntity."""
    kind = kind_of(arguments, lambda kind, identifier: f"run `biofacts open {kind.name} {identifier}`")
    return Call(kind.get_tool, {kind.id_argument: arguments.text("id")})


def _open(arguments: Arguments, composition: Composition) -> int:
    from biofacts.domain.answers.errors import BiofactsError

    try:
        request = call(arguments)
    except BiofactsError as error:
        return execution.fail(error, as_json=False)
    return execution.with_application(composition, partial(_look_up, request, arguments))


async def _look_up(request: Call, arguments: Arguments, application: "Application") -> int:
    """Look up the record, to make sure that it exists, and open its page. Returns: the exit code."""
    from biofacts.application.tools import all_tools as tools
    from biofacts.application.tools.tool import ErrorEnvelope

    style = execution.phrasing(as_json=False)
    record = await tools.call(tools.TOOLS[request.tool], application.use_cases(), request.arguments, style)
    if isinstance(record, ErrorEnvelope):
        execution.show(record, as_json=False)
        return FAILED
    print(record.url, flush=True)
    if not arguments.flag("print") and not webbrowser.open(record.url):
        print("biofacts open: no browser can be opened here; the address is the line above.", file=sys.stderr)
    return DONE


OPEN = Command(
    name="open",
    group="Ask",
    summary="Open the page of a record in the browser",
    examples={
        "open WP:WP78": "open it in the browser, and print the address",
        "open target IUPHAR:215 --print": "print the address only",
    },
    add=_add_open,
    run=_open,
)
