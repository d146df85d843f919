"""What `biofacts draw` may say."""

import argparse
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from biofacts.application import names

STANDARD_OUTPUT = "-"
_FORMATS = (".svg", ".png")


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """Which pathway is drawn, with what, and where to. `out`: None for a file of its name in the current folder."""

    id: str
    highlight: tuple[str, ...] = ()
    drugs: bool = False
    out: str | None = None
    scale: float | None = None


def add(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.add_argument("id", help="of a pathway, such as WP:WP254")
    parser.add_argument(
        "--highlight",
        metavar="NAMES",
        action="append",
        default=[],
        help="genes, compounds or node ids to light up, with commas; TP53=2.1 by a number, TP53=red or TP53=#3366cc in"
        " a colour; @FILE reads one a line",
    )
    parser.add_argument("--drugs", action="store_true", help="mark nodes on which approved drugs act")
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="ends in .svg or .png; - for the standard output (SVG); default: named after the pathway, SVG",
    )
    parser.add_argument("--scale", type=float, metavar="N", help="of a PNG: dots for each unit; default: 1")
    parser.add_argument("--json", action="store_true", help="print exactly what the MCP tool returns")


def read(known: Mapping[str, Any]) -> Drawing:
    """What a command line says. Raises: ValueError."""
    out, scale = known["out"], known["scale"]
    if out not in (None, STANDARD_OUTPUT) and Path(out).suffix.lower() not in _FORMATS:
        raise ValueError("argument --out: the name of the file must end in .svg or .png")
    if scale is not None and not 0 < scale < float("inf"):
        raise ValueError("argument --scale: must be a number above 0")
    if out == STANDARD_OUTPUT and known["json"]:
        raise ValueError("argument --json: has the standard output, to which --out - writes")
    return Drawing(
        id=known["id"], highlight=tuple(_names(known["highlight"])), drugs=known["drugs"], out=out, scale=scale
    )


def _names(given: Iterable[str]) -> Iterator[str]:
    """Every name, also those in files. Raises: ValueError."""
    for text in given:
        if not text.startswith("@"):
            yield from names.parts_of(text)
            continue
        try:
            lines = Path(text[1:]).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"argument --highlight: {text[1:]} cannot be read: {error}") from error
        yield from filter(None, map(str.strip, lines))
