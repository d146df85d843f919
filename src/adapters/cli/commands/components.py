"""The command `biofacts components`."""

import argparse
from functools import partial

from biofacts.adapters.cli import options, tool_calls
from biofacts.adapters.cli.command import Command, Known
from biofacts.adapters.cli.kinds import DETAILS
from biofacts.adapters.cli.tool_calls import Call
from biofacts.domain.pathways.component_selection import PARTS


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="of a pathway, such as WP:WP78")
    parser.add_argument("--parts", metavar="LISTS", help=f"only these, with commas: {', '.join(PARTS)}; default: all")
    parser.add_argument(
        "--around", metavar="NAME", help="only what touches a node or a gene: an id, a label or a gene's name"
    )
    parser.add_argument("--detail", metavar="HOW", help=f"{', '.join(DETAILS)}; default: full")
    parser.add_argument("--whole", action="store_true", default=None, help="cut no list, however long the answer")
    options.add_forms(parser)


def call(known: Known) -> Call:
    """Build the tool call of the command."""
    chosen = options.given(known, "parts", "around", "detail", "whole")
    return Call("get_pathway_components", {"pathway_id": known["id"], **chosen})


COMMAND = Command(
    name="components",
    group="Ask",
    summary="Everything drawn in a pathway",
    examples={
        "components WP:WP78": "genes, metabolites, and who acts on whom",
        "components WP:WP707 --around p53": "what touches p53",
    },
    add=_add,
    run=partial(tool_calls.run, call),
    suggested={"detail": DETAILS, "parts": PARTS},
)
