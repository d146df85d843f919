"""`biofacts search`."""

import argparse

from biofacts.adapters.cli import asking, options
from biofacts.adapters.cli.asking import Call
from biofacts.adapters.cli.command import Command, Composition, Known
from biofacts.adapters.cli.kinds import SEARCHED


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", choices=sorted(SEARCHED))
    parser.add_argument("query", nargs="+", metavar="WORD", help="plain words, or an identifier")
    options.add_organism(parser)
    options.add_full(parser)
    options.add_pages(parser)
    options.add_json(parser)


def call(known: Known) -> Call:
    """An organism that the tool does not take is passed on, so that it says so."""
    tool = SEARCHED[known["kind"]].search_tool
    listing = options.given(known, "organism", "page_size", "cursor")
    return Call(tool, {"query": options.text(known["query"]), **listing})


def _run(known: Known, composition: Composition) -> int:
    return asking.run(call(known), known, composition)


COMMAND = Command(
    name="search",
    group="Ask",
    summary="Find candidates by plain words",
    examples={
        "search pathways krebs cycle": "pathways, the best first",
        'search ligands "beta blocker" --page-size 10': "drugs of a class",
    },
    add=_add,
    run=_run,
)
