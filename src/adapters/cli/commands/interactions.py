"""The command `biofacts interactions`."""

import argparse
from functools import partial

from biofacts.adapters.cli import options, tool_calls
from biofacts.adapters.cli.command import Command, Known
from biofacts.adapters.cli.kinds import kind_of
from biofacts.adapters.cli.tool_calls import Call
from biofacts.domain.answers import wording

_KINDS = ("ligand", "target")


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_record(parser, _KINDS, "IUPHAR:2713")
    options.add_approved_only(parser)
    parser.add_argument("--primary-only", action="store_true", default=None, help="only primary targets")
    parser.add_argument("--action", help="e.g. 'partial agonist', inhibitor, PAM")
    parser.add_argument("--species", help="whose protein was measured: Human, Mouse or Rat")
    options.add_pages(parser)
    options.add_forms(parser)


def call(known: Known) -> Call:
    """Build the tool call of the command.

    Raises: AmbiguousQuery, UnresolvedEntity if the identifier does not determine the kind.
    """
    kind = kind_of(known, wording.interactions_of).name
    names = "approved_only", "primary_only", "action", "species", "page_size", "cursor"
    return Call("get_interactions", {f"{kind}_id": known["id"], **options.given(known, *names)})


COMMAND = Command(
    name="interactions",
    group="Ask",
    summary="What a ligand acts on, or what acts on a target",
    examples={
        "interactions ligand IUPHAR:2713": "the targets of a drug, with affinities",
        "interactions target IUPHAR:215 --approved-only --action antagonist": "medicines that block a target",
    },
    add=_add,
    run=partial(tool_calls.run, call),
    suggested={"species": ("Human", "Mouse", "Rat")},
)
