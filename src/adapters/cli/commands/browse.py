"""The commands `biofacts browse` and `biofacts open`."""

import argparse
import sys
import webbrowser
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING

from biofacts.adapters.cli import options, tool_calls
from biofacts.adapters.cli.command import DONE, FAILED, Arguments, Call, Command, Composition, Serving
from biofacts.adapters.cli.options import kind_of
from biofacts.application.messages.web import browsing
from biofacts.domain.identifiers.curies import BY_NAME

if TYPE_CHECKING:
    from biofacts.adapters.cli.command import Application


def _browse(arguments: Arguments, composition: Composition) -> int:
    return composition.serve(Serving(http=True, port=0, page=True), partial(_show, opens=arguments.flag("opens")))


def _show(address: str, *, opens: bool) -> None:
    print(browsing(f"{address}/"), flush=True)
    if opens:
        # A browser that runs in this terminal blocks until it is closed, so nothing waits for it.
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
    """Build the call for the record whose page is opened. Raises: AmbiguousQuery, UnresolvedEntity."""
    kind = kind_of(arguments, lambda kind, identifier: f"run `biofacts open {kind.name} {identifier}`")
    return Call(kind.get_tool, {kind.id_argument: arguments.text("id")})


def _open(arguments: Arguments, composition: Composition) -> int:
    from biofacts.domain.answers.errors import BiofactsError

    try:
        asked = call(arguments)
    except BiofactsError as error:
        return tool_calls.fail(error, as_json=False)
    return tool_calls.with_application(composition, partial(_look_up, asked, arguments))


async def _look_up(asked: Call, arguments: Arguments, application: "Application") -> int:
    """Look the record up, so that only existing pages are opened, and open its page. Returns: the exit code."""
    from biofacts.application.tools import registry as tools
    from biofacts.application.tools.tool import ErrorEnvelope

    style = tool_calls.phrasing(as_json=False)
    record = await tools.call(tools.TOOLS[asked.tool], application.use_cases(), asked.given, style)
    if isinstance(record, ErrorEnvelope):
        tool_calls.show(record, as_json=False)
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
