"""The command `biofacts compounds`."""

import argparse
from functools import partial

from biofacts.adapters.cli import options, tool_calls
from biofacts.adapters.cli.command import Command, Known
from biofacts.adapters.cli.tool_calls import Call

_TAKEN = "name, or identifier of any database: ChEBI, HMDB, KEGG, CAS, InChIKey, ..."


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("compound", nargs="+", metavar="WORD", help=_TAKEN)
    options.add_organism(parser)
    options.add_pages(parser)
    options.add_forms(parser)


def call(known: Known) -> Call:
    """Build the tool call of the command."""
    listing = options.given(known, "organism", "page_size", "cursor")
    return Call("get_pathways_for_compound", {"compound": options.text(known["compound"]), **listing})


COMMAND = Command(
    name="compounds",
    group="Ask",
    summary="The pathways in which a compound is drawn",
    examples={
        'compounds citrate --organism "Homo sapiens"': "by name",
        "compounds CHEBI:15903": "by an identifier of any database",
    },
    add=_add,
    run=partial(tool_calls.run, call),
)
