"""Options that several commands have: they mean the same in all of them."""

import argparse
from collections.abc import Callable, Collection, Mapping
from typing import cast

from biofacts.adapters.cli.command import Known
from biofacts.adapters.cli.meant import meant

_ORGANISM = "exact scientific name, e.g. 'Homo sapiens'"


def add_record(parser: argparse.ArgumentParser, kinds: Collection[str], example: str) -> None:
    """Which record is meant: by its kind and its identifier, or by that alone where it says the kind."""
    told = f"{', '.join(kinds)}; default: what the identifier is of (IUPHAR:... may be a ligand or a target: say which)"
    parser.add_argument("kind", nargs="?", metavar="KIND", type=one_of(kinds), choices=[*kinds], help=told)
    parser.add_argument("id", metavar="ID", help=f"identifier, such as {example}")


def one_of(kinds: Collection[str]) -> Callable[[str], str]:
    """Reads the name of a kind, and says which was probably meant."""

    def read(given: str) -> str:
        if given not in kinds:
            told = f"no kind '{given}'{meant(given, kinds)}; there are: {', '.join(kinds)}"
            raise argparse.ArgumentTypeError(told)
        return given

    return read


def add_kind(parser: argparse.ArgumentParser, meaning: str, *, kinds: Collection[str], required: bool = False) -> None:
    """What names are of. One that is not required is any by default."""
    default = "" if required else "; default: any"
    parser.add_argument(
        "--kind", metavar="KIND", type=one_of(kinds), choices=[*kinds], required=required,
        help=f"{meaning}: {', '.join(kinds)}{default}",
    )  # fmt: skip


def add_json(parser: argparse.ArgumentParser) -> None:
    """That an answer is printed as JSON."""
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


def add_forms(parser: argparse.ArgumentParser, whole: str = "exactly what the MCP tool returns") -> None:
    """How an answer is printed. `whole`: what JSON has."""
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help=f"print {whole}")
    forms.add_argument("--jsonl", action="store_true", help="print a line of JSON for each row")
    forms.add_argument("--csv", action="store_true", help="print rows with commas, below a line of their columns")
    forms.add_argument("--tsv", action="store_true", help="the same with tabs")
    parser.add_argument(
        "--fields", type=_names, metavar="NAMES", help="only these fields, in this order, e.g. id,score; default: all"
    )


def _names(given: str) -> list[str]:
    if not (names := [name.strip() for name in given.split(",") if name.strip()]):
        raise argparse.ArgumentTypeError("name some, with commas between them")
    return names


def add_pages(parser: argparse.ArgumentParser, usual: str = "50") -> None:
    """Which part of a listing is shown. `usual`: how many at once."""
    told = f"rows of a page: 1 to 100; default: {usual}, with --all 100"
    parser.add_argument("--page-size", type=int, metavar="N", help=told)
    parser.add_argument("--cursor", help="go on behind a page: what it shows as its next")
    parser.add_argument("--all", action="store_true", help="walk the listing to its end; default: one page")


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
