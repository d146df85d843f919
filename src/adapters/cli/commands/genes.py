"""The command `biofacts genes`."""

import argparse
from functools import partial

from biofacts.adapters.cli import options, tool_calls
from biofacts.adapters.cli.command import Command, Known
from biofacts.adapters.cli.tool_calls import Call


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("gene", nargs="+", metavar="WORD", help="symbol, alias, full name, or an identifier")
    options.add_organism(parser)
    options.add_full(parser)
    options.add_pages(parser)
    options.add_forms(parser)


def call(known: Known) -> Call:
    """Build the tool call of the command."""
    listing = options.given(known, "organism", "page_size", "cursor")
    return Call("get_pathways_for_gene", {"gene_id": options.text(known["gene"]), **listing})


COMMAND = Command(
    name="genes",
    group="Ask",
    summary="The pathways that contain a gene",
    examples={
        'genes HER2 --organism "Homo sapiens"': "human pathways with ERBB2, by its alias",
        "genes interleukin 6": "by its full name, in any organism",
    },
    add=_add,
    run=partial(tool_calls.run, call),
)
