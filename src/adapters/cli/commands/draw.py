"""The command `biofacts draw`."""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from biofacts.adapters.cli import table_options, tool_calls
from biofacts.adapters.cli.command import FAILED, Arguments, Command, Composition
from biofacts.application.lists import splitting
from biofacts.domain.answers.kinds import COMPOUND
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.text.clean import decoded

if TYPE_CHECKING:
    from biofacts.adapters.cli.picture_files import PictureRequest

_FORMATS = (".svg", ".png")
_SIZES = ("scale", "width", "height")


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", help="of a pathway, such as WP:WP254, or of a compound, such as PubChem:CID2244")
    parser.add_argument(
        "--highlight",
        metavar="NAMES",
        action="append",
        default=[],
        help="genes, compounds or node ids to highlight, with commas; TP53=2.1 by a number, TP53=red or TP53=#3366cc in"
        " a colour; @FILE reads one a line",
    )
    parser.add_argument(
        "--path", metavar="NAMES", help="two, with a comma: highlight the shortest path between them; default: none"
    )
    parser.add_argument("--table", metavar="FILE", help="highlight its names, by the numbers of --value; default: none")
    table_options.add(parser)
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


def drawing_of(arguments: Arguments) -> "PictureRequest":
    """Build a drawing from the parsed arguments. Raises: ValueError."""
    from biofacts.adapters.cli.picture_files import STANDARD_OUTPUT, PictureRequest

    out = arguments.get("out", str)
    if out not in (None, STANDARD_OUTPUT) and Path(out).suffix.lower() not in _FORMATS:
        raise ValueError("argument --out: the name of the file must end in .svg or .png")
    scale, width, height = arguments.get("scale", float), arguments.get("width", int), arguments.get("height", int)
    sizes = {name: size for name, size in (("scale", scale), ("width", width), ("height", height)) if size is not None}
    for name, size in sizes.items():
        # `float` also accepts `nan` and `inf`.
        if not 0 < size < float("inf"):
            raise ValueError(f"argument --{name}: must be a number above 0")
    if out == STANDARD_OUTPUT and arguments.flag("json"):
        raise ValueError("argument --json: has the standard output, to which --out - writes")
    reference = id_arguments.named(arguments.text("id"))
    if reference is not None and reference.is_of(COMPOUND):
        return _of_compound(reference.text, out, arguments)
    for name in sizes:
        if out is None or Path(out).suffix.lower() != ".png":
            raise ValueError(f"argument --{name}: is for a PNG: --out must end in .png")
        if name != "scale" and "scale" in sizes:
            raise ValueError(f"argument --{name}: not beside --scale")
    names = (*_names(arguments.words("highlight")), *arguments.words("of_table"))
    return PictureRequest(
        id=arguments.text("id"), highlight=names, path=arguments.get("path", str), drugs=arguments.flag("drugs"),
        out=out, scale=scale, width=width, height=height,
    )  # fmt: skip


def _of_compound(identifier: str, out: str | None, arguments: Arguments) -> "PictureRequest":
    """Build the drawing of a compound, which has no options, since PubChem draws it. Raises: ValueError."""
    from biofacts.adapters.cli.picture_files import PictureRequest

    theirs = "the picture of a compound is PubChem's own"
    for option in ("highlight", "path", "table", "drugs", *_SIZES):
        if arguments.flag(option):
            raise ValueError(f"argument --{option}: is for pathways; {theirs}")
    if out is not None and Path(out).suffix.lower() != ".png":
        raise ValueError(f"argument --out: {theirs}, which is a PNG: the name of the file must end in .png")
    return PictureRequest(id=identifier, is_compound=True, out=out)


def _names(given: Iterable[str]) -> Iterator[str]:
    """Yield the names to highlight, and those in files. Raises: ValueError."""
    for text in given:
        if not text.startswith("@"):
            yield from splitting.parts_of(text)
            continue
        try:
            lines = decoded(Path(text[1:]).read_bytes()).splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"argument --highlight: {text[1:]} cannot be read: {error}") from error
        yield from filter(None, map(str.strip, lines))


def _with_table(arguments: Arguments, composition: Composition) -> Arguments:
    """Add the names of a table to those to highlight. Raises: AmbiguousQuery, TableError."""
    if (table := arguments.get("table", str)) is None:
        table_options.refuse(arguments)
        return arguments
    asked = table_options.columns(arguments)
    found = table_options.selection(Path(table), asked, composition.tables())
    names = found.names if asked.value is None else found.scored
    return msgspec.structs.replace(arguments, values={**arguments.values, "of_table": names})


def _run(arguments: Arguments, composition: Composition) -> int:
    import anyio

    from biofacts.adapters.cli.picture_files import draw
    from biofacts.application.tools.tool import failed
    from biofacts.domain.answers.errors import BiofactsError
    from biofacts.ports.annotation import TableError

    try:
        drawing = drawing_of(_with_table(arguments, composition))
    except ValueError as error:
        arguments.refuse(str(error))
    except TableError as error:
        return tool_calls.refused(arguments, str(error), FAILED)
    except BiofactsError as error:
        as_json = arguments.flag("json")
        tool_calls.show(failed(error, tool_calls.phrasing(as_json=as_json)), as_json=as_json)
        return FAILED
    return anyio.run(draw, drawing, composition.application(), arguments.flag("json"))


COMMAND = Command(
    name="draw",
    group="Ask",
    summary="Draw a pathway or a compound as a picture",
    examples={
        "draw WP:WP254 --highlight TP53,BAX=1.5 --out apoptosis.svg": "with genes highlighted, by name or by number",
        "draw WP:WP254 --table deseq.csv --column gene --value log2FC": "with the numbers of a table",
        "draw WP:WP254 --path TNF,CASP3": "with the shortest path by the drawn arrows",
        "draw WP:WP254 --drugs --out apoptosis.png": "with the nodes marked on which approved drugs act",
        "draw PubChem:CID2244 --out aspirin.png": "a compound as PubChem draws it, a PNG",
    },
    add=_add,
    run=_run,
    paths=("table",),
)
