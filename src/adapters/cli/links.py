"""`biofacts links`."""

import argparse

from biofacts.adapters.cli import asking, options
from biofacts.adapters.cli.asking import Call
from biofacts.adapters.cli.command import Command, Composition, Known
from biofacts.domain.graph import KINDS


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("id", help="such as WP:WP254 or HGNC:11998")
    parser.add_argument("--to", choices=KINDS, help="list the links to this kind; left out: all kinds, counted")
    options.add_approved_only(parser)
    options.add_organism(parser)
    options.add_pages(parser)
    options.add_json(parser)


def call(known: Known) -> Call:
    """What is asked."""
    names = "id", "kind", "to", "approved_only", "organism", "page_size", "cursor"
    return Call("find_links", options.given(known, *names))


def _run(known: Known, composition: Composition) -> int:
    return asking.run(call(known), known, composition)


COMMAND = Command(
    name="links",
    group="Ask",
    summary="What a record of any kind is linked to",
    examples={
        "links gene HGNC:11998": "how many records of each kind",
        "links pathway WP:WP254 --to ligand --approved-only": "medicines that act on what is in a pathway",
    },
    add=_add,
    run=_run,
)
