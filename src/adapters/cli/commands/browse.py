"""The command `biofacts browse`."""

import argparse
import webbrowser
from functools import partial
from threading import Thread

from biofacts.adapters.cli.command import Arguments, Command, Composition, Serving
from biofacts.application.messages.web import browsing


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--no-open", dest="opens", action="store_false", help="say where the page is, open nothing")


def _run(arguments: Arguments, composition: Composition) -> int:
    return composition.serve(Serving(http=True, port=0, page=True), partial(_show, opens=arguments.flag("opens")))


def _show(address: str, *, opens: bool) -> None:
    """Print the address of the page, and open it in a browser."""
    print(browsing(f"{address}/"), flush=True)
    if opens:
        # A browser that runs in this terminal blocks until it is closed, so nothing waits for it.
        Thread(target=webbrowser.open, args=(f"{address}/",), daemon=True).start()


COMMAND = Command(
    name="browse",
    group="Ask",
    summary="A page for people: search, records and drawings in the browser",
    examples={
        "browse": "opens it, on this machine alone and at any free port",
        "browse --no-open": "says where it is, and opens nothing",
    },
    add=_add,
    run=_run,
)
