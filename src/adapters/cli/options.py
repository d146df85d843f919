"""Options that several commands have: they mean the same in all of them."""

import argparse
from collections.abc import Mapping
from typing import cast

from biofacts.adapters.cli.command import Known

_ORGANISM = "exact scientific name, e.g. 'Homo sapiens'"


def add_json(parser: argparse.ArgumentParser) -> None:
    """How an answer is printed."""
    parser.add_argument("--json", action="store_true", help="print exactly what the MCP tool returns")


def add_pages(parser: argparse.ArgumentParser) -> None:
    """Which part of a listing is shown."""
    parser.add_argument("--page-size", type=int, metavar="N", help="so many at once: 1 to 100; default: 50")
    parser.add_argument("--cursor", help="go on behind a page: what it shows as its next")


def add_organism(parser: argparse.ArgumentParser, meaning: str = f"{_ORGANISM}; default: all") -> None:
    """Of which organism."""
    parser.add_argument("--organism", metavar="NAME", help=meaning)


def add_full(parser: argparse.ArgumentParser) -> None:
    """How much of each candidate is shown."""
    parser.add_argument("--full", action="store_true", help="with descriptions, and what made each one match")


def add_approved_only(parser: argparse.ArgumentParser) -> None:
    """Whether what is no medicine is left out."""
    parser.add_argument("--approved-only", action="store_true", default=None, help="only approved medicines")


def text(words: object) -> str:
    """The words of one text, which need no quotes."""
    return " ".join(cast("list[str]", words))


def given(known: Known, *names: str) -> Mapping[str, object]:
    """The arguments of these names that a command line has."""
    return {name: known[name] for name in names if known[name] is not None}
