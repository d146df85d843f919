"""The command `biofacts search`."""

import argparse
import sys
from typing import TYPE_CHECKING

from biofacts.adapters.cli import execution, options
from biofacts.adapters.cli.command import Arguments, Call, Command, Composition
from biofacts.adapters.cli.options import SEARCHED
from biofacts.domain.answers.entity_kinds import LIGAND, PATHWAY, Kind
from biofacts.domain.identifiers.curies import BY_NAME
from biofacts.domain.pharmacology.ligand_filters import TYPES
from biofacts.domain.text import similar_names

if TYPE_CHECKING:
    from collections.abc import Sequence

_OF_LIGANDS = ("approved_only", "withdrawn_only", "labelled", "type")
"""Filters for ligands. If one is set, a search covers only ligands."""
_OF_PATHWAYS = ("organism", "changed_since", "community")
"""Filters for pathways. With one of them, `search pathways` needs no words."""
_ANY = "any"


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words", nargs="+", metavar="WORD",
        help=f"plain words, or an identifier; start with {', '.join(SEARCHED)} to search one kind only",
    )  # fmt: skip
    options.add_kind(parser, "the kind to search, whatever the first word is", kinds=(*BY_NAME, _ANY))
    options.add_organism(parser, "for pathways and genes: exact scientific name; default: all pathways, human genes")
    parser.add_argument(
        "--changed-since",
        metavar="DAY",
        help="for pathways: only those revised since this day (2026-08-31), newest first",
    )
    parser.add_argument(
        "--community", metavar="NAME", help="for pathways: only those of a community, such as RareDiseases"
    )
    options.add_approved_only(parser)
    parser.add_argument("--withdrawn-only", action="store_true", default=None, help="only withdrawn drugs")
    parser.add_argument(
        "--labelled", action="store_true", default=None, help="only labelled ligands, such as radioligands"
    )
    parser.add_argument("--type", choices=TYPES, metavar="TYPE", help=f"for ligands: {', '.join(TYPES)}; default: all")
    options.add_full(parser)
    options.add_pages(parser, "50; 5 of each kind if all are searched")
    options.add_forms(parser, "exactly what the MCP tool returns; for all kinds, an object with the answer for each")


def kind_and_query(arguments: Arguments) -> tuple[Kind | None, str]:
    """Return the kind to search, None for all, and the query."""
    words: Sequence[str] = arguments.words("words")
    # With --kind, the first word belongs to the query, too.
    if name := arguments.get("kind", str):
        return BY_NAME.get(name), " ".join(words)
    kind, is_filtered = SEARCHED.get(words[0]), bool(arguments.only(*_OF_LIGANDS))
    if is_filtered and kind in (None, LIGAND):
        return LIGAND, " ".join(words[1:] if kind else words)
    if kind and len(words) == 1 and not (kind is PATHWAY and arguments.only(*_OF_PATHWAYS)):
        arguments.refuse(f"search {words[0]} for what? biofacts search {words[0]} WORD ...")
    return kind, " ".join(words[1:] if kind else words)


def call(arguments: Arguments) -> Call:
    """Build the tool call for one kind. An unsupported `--organism` is passed on, so that the tool reports it."""
    kind, query = kind_and_query(arguments)
    assert kind is not None
    modifiers = arguments.only(*_OF_PATHWAYS, *_OF_LIGANDS, "page_size", "cursor")
    return Call(kind.search_tool, {"query": query, **modifiers})


def _run(arguments: Arguments, composition: Composition) -> int:
    kind, query = kind_and_query(arguments)
    if kind is not None:
        return execution.run(call, arguments, composition)
    if arguments.get("cursor", str):
        arguments.refuse("argument --cursor: needs one kind: biofacts search pathways WORD ... --cursor CURSOR")
    if arguments.get("changed_since", str):
        arguments.refuse("argument --changed-since: needs pathways: biofacts search pathways --changed-since DAY")
    if arguments.get("community", str):
        arguments.refuse("argument --community: needs pathways: biofacts search pathways --community NAME")
    from biofacts.adapters.cli import search_all

    code = search_all.run(query, arguments, composition)
    _tell_of_kind(arguments)
    return code


def _tell_of_kind(arguments: Arguments) -> None:
    """Print how to search one kind, if the first word may have been meant to select it."""
    words: list[str] = arguments.words("words")
    first, *others = words
    is_kind = first in BY_NAME
    near = BY_NAME[first].plural if is_kind else similar_names.most_similar(first, SEARCHED, similar_names.POSSIBLE)
    if near and others and not arguments.get("kind", str):
        message = (
            f"'{first}' was read as a word of the query; to search only {near}: biofacts search {near}"
            f" {' '.join(others)}"
        )
        print(f"biofacts search: {message}", file=sys.stderr)


COMMAND = Command(
    name="search",
    group="Ask",
    summary="Search by plain words, in one kind or in all",
    examples={
        "search krebs cycle": "the best matches of every kind",
        "search pathways krebs cycle": "pathways only, best match first",
        "search pathways --changed-since 2026-08-01": "pathways revised since that day, newest first",
        "search pathways --community RareDiseases": "all pathways of a community of WikiPathways",
        "search ligands beta blocker --all --csv": "every drug of a class, as CSV",
    },
    add=_add,
    run=_run,
    call=call,
    suggested={"words": [*SEARCHED], "type": [*TYPES]},
)
