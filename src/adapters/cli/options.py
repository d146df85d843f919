"""Options that have the same meaning in several commands."""

import argparse
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from biofacts.adapters.cli.command import Arguments, unknown
from biofacts.domain.answers.advice_and_phrasing import Part
from biofacts.domain.answers.entity_kinds import COMMUNITY, Kind
from biofacts.domain.answers.optional_packages import PLOT
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.identifiers.curies import BY_NAME, KINDS
from biofacts.domain.lists.enrichment_statistics import MOST_PLOTTED, PLOT_KINDS, PLOTTED, PLOTTED_SUMS, format_of
from biofacts.domain.lists.input_tables import CUTOFF, SUFFIXES, Columns, Selection

if TYPE_CHECKING:
    from biofacts.ports.lists import Tables

_ORGANISM = "exact scientific name, e.g. 'Homo sapiens'"


def argument(name: str, **settings: Any) -> Callable[[argparse.ArgumentParser], None]:
    """Return a function that adds an argument to a parser. `settings`: the parameters of `add_argument`."""

    def add(parser: argparse.ArgumentParser) -> None:
        parser.add_argument(name, **settings)

    return add


def positive(text: str) -> int:
    """Parse a whole number of at least 1, as an argparse type."""
    # `int` alone would accept signs, spaces and underscores.
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number of at least 1")
    return int(text)


def add_record(parser: argparse.ArgumentParser, kinds: Collection[str], example: str) -> None:
    """Add arguments for a record: its identifier, and its kind if the identifier does not determine it."""
    help_text = f"{', '.join(kinds)}; default: read from the identifier; with IUPHAR:..., say ligand or target"
    parser.add_argument("kind", nargs="?", metavar="KIND", type=one_of(kinds), choices=[*kinds], help=help_text)
    parser.add_argument("id", metavar="ID", help=f"identifier, such as {example}")


def one_of(kinds: Collection[str]) -> Callable[[str], str]:
    """Return an argparse type that accepts names of kinds and suggests similar ones."""

    def read(name: str) -> str:
        if name not in kinds:
            raise argparse.ArgumentTypeError(unknown("kind", name, kinds))
        return name

    return read


def add_kind(parser: argparse.ArgumentParser, meaning: str, *, kinds: Collection[str], required: bool = False) -> None:
    """Add the option `--kind`. If it is not required, its default is any kind."""
    default = "" if required else "; default: any"
    parser.add_argument(
        "--kind", metavar="KIND", type=one_of(kinds), choices=[*kinds], required=required,
        help=f"{meaning}: {', '.join(kinds)}{default}",
    )  # fmt: skip


add_json = argument("--json", action="store_true", help="print the answer as JSON")


def add_forms(parser: argparse.ArgumentParser, whole: str = "exactly what the MCP tool returns") -> None:
    """Add the options for output formats. `whole`: the description of the JSON output in the help."""
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help=f"print {whole}")
    forms.add_argument("--jsonl", action="store_true", help="print each row as a JSON object on one line")
    forms.add_argument("--csv", action="store_true", help="print rows as CSV, below a header")
    forms.add_argument("--tsv", action="store_true", help="print rows as TSV, below a header")
    parser.add_argument(
        "--fields", type=_names, metavar="NAMES", help="only these fields, in this order, e.g. id,score; default: all"
    )


def _names(text: str) -> list[str]:
    if not (names := [name.strip() for name in text.split(",") if name.strip()]):
        raise argparse.ArgumentTypeError("name at least one field; separate several by commas")
    return names


def add_pages(parser: argparse.ArgumentParser, usual: str = "50") -> None:
    """Add the options for pages of a listing. `usual`: the description of the default page size in the help."""
    help_text = f"rows per page, 1 to 100; default: {usual}; 100 with --all"
    parser.add_argument("--page-size", type=int, metavar="N", help=help_text)
    parser.add_argument("--cursor", help="start after an earlier page: pass the cursor that it printed")
    parser.add_argument("--all", action="store_true", help="print every page; default: the first")


def add_organism(parser: argparse.ArgumentParser, meaning: str = f"{_ORGANISM}; default: all") -> None:
    """Add the option `--organism`."""
    parser.add_argument("--organism", metavar="NAME", help=meaning)


add_to_organism = argument(
    "--to-organism", metavar="NAME",
    help="replace genes with their orthologs in Homo sapiens, Mus musculus or Rattus norvegicus; default: no",
)  # fmt: skip


add_full = argument("--full", action="store_true", help="add descriptions, and why each result matched")


# None, not False, by default: tools receive only arguments that the user has set.
add_approved_only = argument("--approved-only", action="store_true", default=None, help="only approved drugs")


# Kinds of records and their names in commands


SEARCHED = {kind.plural: kind for kind in KINDS}


def kind_of(arguments: Arguments, call: Callable[[Kind, str], Part]) -> Kind:
    """Return the kind of the record in the arguments. `call`: a function that phrases a call for a kind and an id.

    Raises: AmbiguousQuery, UnresolvedEntity if the identifier does not determine its kind.
    """
    if kind := arguments.get("kind", str):
        return COMMUNITY if kind == COMMUNITY.name else BY_NAME[kind]
    # argparse takes the only word of `biofacts get pathway` for the identifier.
    if arguments.text("id") in BY_NAME:
        arguments.refuse(f"an identifier is missing: biofacts {arguments.command} {arguments.text('id')} ID")
    return id_arguments.kind_of(arguments.text("id"), call)


_NUMBERS = {"column": "names", "value": "value", "p": "p", "cutoff": "cutoff", "direction": "direction"}
"""The options, and the names of their fields in `Columns`."""


def add_table(parser: argparse.ArgumentParser) -> None:
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
    """Return True if a word is the file name of a table. No gene or compound has such a name."""
    return Path(name).suffix.lower() in SUFFIXES


def refuse_table(arguments: Arguments) -> None:
    """End the process if an option for tables is set without a table."""
    for option in (*_NUMBERS, "measured"):
        if arguments.values.get(option) is not None:
            arguments.refuse(f"argument --{option}: applies only to a table ({', '.join(SUFFIXES)})")


def has_columns(arguments: Arguments) -> bool:
    """Return True if the options name a column of names or of numbers."""
    return any(arguments.values[option] is not None for option in ("column", "value"))


def refuse_selecting(arguments: Arguments) -> None:
    """End the process if an option would filter a ranked list, or if `--value` is missing."""
    for option in ("p", "cutoff", "direction", "measured"):
        if arguments.values.get(option) is not None:
            arguments.refuse(f"argument --{option}: a ranked list needs all measured genes: omit this option")
    if arguments.values["value"] is None:
        arguments.refuse("argument --value: name the column of the scores")


def columns(arguments: Arguments, options: Collection[str] = tuple(_NUMBERS)) -> Columns:
    """Return the columns and limits of a table that the user set. `options`: the command-line options to read."""
    values = {field: arguments.values.get(option) for option, field in _NUMBERS.items() if option in options}
    return msgspec.convert({name: value for name, value in values.items() if value is not None}, Columns)


def selection(path: Path, chosen: Columns, tables: "Tables") -> Selection:
    """Read a table, and print on standard error what was read. Raises: AmbiguousQuery, TableError."""
    from biofacts.application.lists.name_lists import select_from
    from biofacts.application.messages import lists as list_messages

    selected = select_from(tables.open(path), chosen)
    print(f"{path}: {list_messages.selected(selected, chosen)}", file=sys.stderr)
    return selected


# The plot of an enrichment


def add_plot(parser: argparse.ArgumentParser) -> None:
    """Add the options of a plot."""
    parser.add_argument("--plot", metavar="FILE", help="file for a plot: .svg, .pdf or .png; default: none")
    parser.add_argument(
        "--plot-kind", metavar="KIND", type=one_of(PLOT_KINDS), choices=PLOT_KINDS,
        help=f"{', '.join(PLOT_KINDS)}; default: dot; for a ranked list: running",
    )  # fmt: skip
    parser.add_argument(
        "--plot-top", type=int, metavar="N",
        help=f"pathways in the plot, up to {MOST_PLOTTED}; default: {PLOTTED}, or {PLOTTED_SUMS} running sums",
    )  # fmt: skip


def check_plot(arguments: Arguments) -> None:
    """Refuse a plot that cannot be written. Raises: ValueError; ModuleNotFoundError if the extra is missing."""
    if (out := arguments.get("plot", str)) is None:
        for option in ("plot_kind", "plot_top"):
            if arguments.values[option] is not None:
                raise ValueError(f"argument --{option.replace('_', '-')}: is for a plot: name its file with --plot")
        return
    try:
        format_of(out)
    except ValueError as error:
        raise ValueError(f"argument --plot: {error}") from error
    if not 1 <= (1 if (top := arguments.get("plot_top", int)) is None else top) <= MOST_PLOTTED:
        raise ValueError(f"argument --plot-top: must be between 1 and {MOST_PLOTTED}")
    if not Path(out).absolute().parent.is_dir():
        raise ValueError("argument --plot: must be in a folder that exists")
    if not PLOT.is_installed:
        raise ModuleNotFoundError(name=PLOT.modules[0])
