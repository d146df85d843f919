"""The command `biofacts get`."""

import argparse
from functools import partial

from biofacts.adapters.cli import options, tool_calls
from biofacts.adapters.cli.command import Command, Known
from biofacts.adapters.cli.kinds import DETAILS, kind_of
from biofacts.adapters.cli.tool_calls import Call
from biofacts.domain.answers import wording
from biofacts.domain.identifiers.kinds import BY_NAME


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_record(parser, BY_NAME, "WP:WP78, HGNC:11998 or PubChem:CID2244")
    parser.add_argument("--detail", metavar="HOW", help=f"of a pathway: {', '.join(DETAILS)}; default: full")
    options.add_forms(parser)


def call(known: Known) -> Call:
    """Build the tool call of the command. An unsupported `--detail` is passed on, so that the tool reports it.

    Raises: AmbiguousQuery, UnresolvedEntity if the identifier does not determine the kind.
    """
    kind = kind_of(known, wording.get)
    return Call(kind.get_tool, {kind.id_argument: known["id"], **options.given(known, "detail")})


COMMAND = Command(
    name="get",
    group="Ask",
    summary="One complete record by its identifier",
    examples={
        "get WP:WP78": "a pathway: its identifier says so",
        "get ligand IUPHAR:2713": "ligands and targets have numbers of their own: say which",
        "get PubChem:CID2244 --fields name,inchikey,cross_references.chembl": "some fields",
    },
    add=_add,
    run=partial(tool_calls.run, call),
    suggested={"detail": DETAILS},
)
