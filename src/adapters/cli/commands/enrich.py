"""The command `biofacts enrich`."""

import argparse
from functools import partial

from biofacts.adapters.cli import options, tool_calls
from biofacts.adapters.cli.command import Command, Known
from biofacts.adapters.cli.tool_calls import Call


def _add(parser: argparse.ArgumentParser) -> None:
    parser.fromfile_prefix_chars = "@"
    parser.add_argument("names", nargs="+", metavar="NAME", help="3 to 5000 names or ids; @FILE reads one a line")
    parser.add_argument("--compounds", action="store_true", help="they are names of compounds; default: of genes")
    parser.add_argument(
        "--background", nargs="+", metavar="NAME", help="what could have been in the list; default: all that is drawn"
    )
    options.add_organism(parser, "exact scientific name; default: Homo sapiens")
    options.add_pages(parser)
    options.add_forms(parser)


def call(known: Known) -> Call:
    """Build the tool call of the command."""
    members = "compounds" if known["compounds"] else "genes"
    others = options.given(known, "background", "organism", "page_size", "cursor")
    return Call("enrich_pathways", {members: known["names"], **others})


COMMAND = Command(
    name="enrich",
    group="Lists",
    summary="The pathways that hold more of a list than chance would",
    examples={
        "enrich TP53 MDM2 CASP3 ATM CHEK2": "of genes, in human pathways",
        "enrich @genes.txt --background @measured.txt": "one name a line; against what was measured",
    },
    add=_add,
    run=partial(tool_calls.run, call),
)
