"""`biofacts get`."""

import argparse

from biofacts.adapters.cli import asking, options
from biofacts.adapters.cli.asking import Call
from biofacts.adapters.cli.command import Command, Composition, Known
from biofacts.adapters.cli.kinds import FETCHED


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", choices=sorted(FETCHED))
    parser.add_argument("id")
    parser.add_argument("--detail", help="of a pathway: brief, full or all; default: full")
    options.add_json(parser)


def call(known: Known) -> Call:
    """A detail that the tool does not take is passed on, so that it says so."""
    kind = FETCHED[known["kind"]]
    return Call(kind.get_tool, {kind.id_argument: known["id"], **options.given(known, "detail")})


def _run(known: Known, composition: Composition) -> int:
    return asking.run(call(known), known, composition)


COMMAND = Command(
    name="get",
    group="Ask",
    summary="One complete record by its identifier",
    examples={
        "get pathway WP:WP78": "a pathway",
        "get ligand IUPHAR:2713 --json": "a ligand, as JSON",
    },
    add=_add,
    run=_run,
)
