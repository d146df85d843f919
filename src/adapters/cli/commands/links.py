"""The command `biofacts links`."""

import argparse
from functools import partial

from biofacts.adapters.cli import options, tool_calls
from biofacts.adapters.cli.command import Command, Known
from biofacts.adapters.cli.kinds import kind_of
from biofacts.adapters.cli.tool_calls import Call
from biofacts.domain.answers.wording import links_of
from biofacts.domain.links.graph import KINDS


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_record(parser, KINDS, "WP:WP254 or HGNC:11998")
    parser.add_argument(
        "--to", metavar="KIND", type=options.one_of(KINDS), choices=KINDS,
        help=f"list the links to this kind: {', '.join(KINDS)}; default: all kinds, counted",
    )  # fmt: skip
    options.add_approved_only(parser)
    options.add_organism(parser)
    options.add_pages(parser)
    options.add_forms(parser)


def call(known: Known) -> Call:
    """Build the tool call of the command.

    Raises: AmbiguousQuery, UnresolvedEntity if the identifier does not determine the kind.
    """
    names = "to", "approved_only", "organism", "page_size", "cursor"
    kind = kind_of(known, links_of).name
    return Call("find_links", {"id": known["id"], "kind": kind, **options.given(known, *names)})


COMMAND = Command(
    name="links",
    group="Ask",
    summary="What a record of any kind is linked to",
    examples={
        "links HGNC:11998": "how many records of each kind",
        "links pathway WP:WP254 --to ligand --approved-only": "medicines that act on what is in a pathway",
    },
    add=_add,
    run=partial(tool_calls.run, call),
)
