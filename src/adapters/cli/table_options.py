"""Options of commands that read names and numbers from a table of results."""

import argparse
import sys
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from biofacts.adapters.cli.command import Arguments
from biofacts.domain.lists.measured_names import CUTOFF, Columns, Selection

if TYPE_CHECKING:
    from biofacts.ports.lists import Tables

SUFFIXES = (".csv", ".tsv", ".jsonl", ".ndjson", ".parquet")
_NUMBERS = {"column": "names", "value": "value", "p": "p", "cutoff": "cutoff", "direction": "direction"}
"""The options, and what they are called in `Columns`."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options for the columns of a table."""
    parser.add_argument(
        "--column", metavar="NAME", help="column of a table that has the names; default: the only likely one"
    )
    parser.add_argument(
        "--value", metavar="NAME", help="column of a table that has numbers, e.g. log2FC; default: none"
    )
    parser.add_argument("--p", metavar="NAME", help="column of a table that has p-values, e.g. padj; default: none")
    parser.add_argument(
        "--cutoff", type=float, metavar="P", help=f"use only rows with a smaller p-value; default: {CUTOFF}"
    )
    parser.add_argument(
        "--direction", choices=("up", "down"), help="use only rows above zero (up) or below (down); default: both"
    )


def is_table(name: str) -> bool:
    """Return True for the name of a table's file, which no gene and no compound has."""
    return Path(name).suffix.lower() in SUFFIXES


def refuse(arguments: Arguments) -> None:
    """End the process if an option for tables is set without a table."""
    for option in (*_NUMBERS, "measured"):
        if arguments.values.get(option) is not None:
            arguments.refuse(f"argument --{option}: is for a table ({', '.join(SUFFIXES)})")


def has_columns(arguments: Arguments) -> bool:
    """Return True if the options name a column of names or of numbers."""
    return any(arguments.values[option] is not None for option in ("column", "value"))


def refuse_selecting(arguments: Arguments) -> None:
    """Refuse options that filter a ranked list, and a ranked list without --value; this ends the process."""
    for option in ("p", "cutoff", "direction", "measured"):
        if arguments.values.get(option) is not None:
            arguments.refuse(f"argument --{option}: a ranked list has all measured genes; leave it out")
    if arguments.values["value"] is None:
        arguments.refuse("argument --value: name the column of the scores")


def columns(arguments: Arguments, options: Collection[str] = tuple(_NUMBERS)) -> Columns:
    """Return the columns that the options name."""
    given = {field: arguments.values.get(option) for option, field in _NUMBERS.items() if option in options}
    return msgspec.convert({name: value for name, value in given.items() if value is not None}, Columns)


def selection(path: Path, asked: Columns, tables: "Tables") -> Selection:
    """Read a table, and print on standard error what was read. Raises: AmbiguousQuery, TableError."""
    from biofacts.application.lists.measured_names import select_from
    from biofacts.application.messages import lists as list_messages

    found = select_from(tables.open(path), asked)
    print(f"{path}: {list_messages.selected(found, asked)}", file=sys.stderr)
    return found
