"""The arguments of `biofacts draw`."""

import argparse
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from biofacts.application.lists import splitting
from biofacts.domain.compounds.compound import COMPOUND
from biofacts.domain.identifiers import arguments as id_arguments

STANDARD_OUTPUT = "-"
_FORMATS = (".svg", ".png")
_SIZES = ("scale", "width", "height")


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """A picture to draw. `out`: file name; None: a name after the id, in the current folder.

    `is_compound`: it is a compound, whose picture is PubChem's own; otherwise it is a pathway.
    """

    id: str
    is_compound: bool = False
    highlight: tuple[str, ...] = ()
    drugs: bool = False
    out: str | None = None
    scale: float | None = None
    width: int | None = None
    height: int | None = None


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("id", help="of a pathway, such as WP:WP254, or of a compound, such as PubChem:CID2244")
    parser.add_argument(
        "--highlight",
        metavar="NAMES",
        action="append",
        default=[],
        help="genes, compounds or node ids to light up, with commas; TP53=2.1 by a number, TP53=red or TP53=#3366cc in"
        " a colour; @FILE reads one a line",
    )
    parser.add_argument("--drugs", action="store_true", help="mark nodes that are approved drugs, or on which such act")
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="ends in .svg or .png, of a compound in .png; - for the standard output (SVG); default: has the name of"
        " what is drawn",
    )
    parser.add_argument("--scale", type=float, metavar="N", help="of a PNG: dots for each unit; default: 1")
    parser.add_argument(
        "--width", type=int, metavar="N", help="of a PNG: at most so many dots wide; default: by --scale"
    )
    parser.add_argument(
        "--height", type=int, metavar="N", help="of a PNG: at most so many dots high; default: by --scale"
    )
    parser.add_argument("--json", action="store_true", help="print exactly what the MCP tool returns")


def read(known: Mapping[str, Any]) -> Drawing:
    """Build a drawing from the parsed arguments. Raises: ValueError."""
    out = known["out"]
    if out not in (None, STANDARD_OUTPUT) and Path(out).suffix.lower() not in _FORMATS:
        raise ValueError("argument --out: the name of the file must end in .svg or .png")
    sizes = {name: known[name] for name in _SIZES if known[name] is not None}
    for name, size in sizes.items():
        # `float` also accepts `nan` and `inf`.
        if not 0 < size < float("inf"):
            raise ValueError(f"argument --{name}: must be a number above 0")
    if out == STANDARD_OUTPUT and known["json"]:
        raise ValueError("argument --json: has the standard output, to which --out - writes")
    reference = id_arguments.named(known["id"])
    if reference is not None and reference.is_of(COMPOUND):
        return _of_compound(reference.text, known)
    for name in sizes:
        if out is None or Path(out).suffix.lower() != ".png":
            raise ValueError(f"argument --{name}: is for a PNG: --out must end in .png")
        if name != "scale" and "scale" in sizes:
            raise ValueError(f"argument --{name}: not beside --scale")
    return Drawing(id=known["id"], highlight=tuple(_names(known["highlight"])), drugs=known["drugs"], out=out, **sizes)


def _of_compound(identifier: str, known: Mapping[str, Any]) -> Drawing:
    """Build the drawing of a compound, which has no options, since PubChem draws it. Raises: ValueError."""
    theirs = "the picture of a compound is PubChem's own"
    for option in ("highlight", "drugs", *_SIZES):
        if known[option]:
            raise ValueError(f"argument --{option}: is for pathways; {theirs}")
    if known["out"] is not None and Path(known["out"]).suffix.lower() != ".png":
        raise ValueError(f"argument --out: {theirs}, which is a PNG: the name of the file must end in .png")
    return Drawing(id=identifier, is_compound=True, out=known["out"])


def _names(given: Iterable[str]) -> Iterator[str]:
    """Yield the names to highlight, and those in files. Raises: ValueError."""
    for text in given:
        if not text.startswith("@"):
            yield from splitting.parts_of(text)
            continue
        try:
            lines = Path(text[1:]).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"argument --highlight: {text[1:]} cannot be read: {error}") from error
        yield from filter(None, map(str.strip, lines))
