"""The command `biofacts resolve`."""

import argparse
from functools import partial

from biofacts.adapters.cli import options, tool_calls
from biofacts.adapters.cli.command import Command, Known
from biofacts.adapters.cli.tool_calls import Call
from biofacts.domain.identifiers.kinds import BY_NAME


def _add(parser: argparse.ArgumentParser) -> None:
    parser.fromfile_prefix_chars = "@"
    parser.add_argument("names", nargs="+", metavar="NAME", help="1 to 200 names or ids; @FILE reads one a line")
    options.add_kind(parser, "what the names are of", kinds=(*BY_NAME, "any"))
    options.add_organism(parser, "of genes and pathways, e.g. 'Homo sapiens'; default: human genes, all pathways")
    options.add_forms(parser)


def call(known: Known) -> Call:
    """Build the tool call of the command."""
    return Call("resolve_many", options.given(known, "names", "kind", "organism"))


COMMAND = Command(
    name="resolve",
    group="Lists",
    summary="Many names into identifiers at once",
    examples={
        'resolve HER2 p53 "interleukin 6" --kind gene': "names of genes",
        "resolve @names.txt": "one name a line, of any kind",
    },
    add=_add,
    run=partial(tool_calls.run, call),
)
