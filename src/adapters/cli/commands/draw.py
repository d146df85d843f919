"""The command `biofacts draw`."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from os.path import commonprefix
from pathlib import Path
from typing import TYPE_CHECKING, cast, get_args

import msgspec

from biofacts.adapters.cli import execution, options
from biofacts.adapters.cli.command import FAILED, Arguments, Command, Composition
from biofacts.adapters.cli.options import one_of
from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers.entity_kinds import COMPOUND
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.lists.input_tables import CUTOFF, named_columns
from biofacts.domain.pictures.figure_sizes import Length, Letters, Size, length
from biofacts.domain.pictures.highlights import PALETTE_NAMES
from biofacts.domain.text.clean import decoded

if TYPE_CHECKING:
    from biofacts.adapters.cli.picture_files import PictureRequest

_FORMATS = (".svg", ".pdf", ".png")
_SIZES = ("scale", "width", "height", "dpi", "letters")
_LOOK = ("title", "range", "palette", "caption", "conditions", "large_letters")


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", help="id of a pathway, such as WP:WP254, or of a compound, such as PubChem:CID2244")
    parser.add_argument(
        "--highlight",
        metavar="NAMES",
        action="append",
        default=[],
        help="genes, compounds or node ids to highlight, separated by commas; TP53=2.1 colours by a number,"
        " TP53=2.1|ns|-1 by a number for each condition (ns: not significant, NA: not measured), TP53=red or"
        " TP53=#3366cc in this colour; @FILE reads one per line",
    )
    parser.add_argument(
        "--path", metavar="NAMES", help="highlight the shortest path between two names, e.g. TNF,CASP3; default: none"
    )
    parser.add_argument("--table", metavar="FILE", help="highlight its names, coloured by --value; default: none")
    options.add_table(parser)
    parser.add_argument("--drugs", action="store_true", help="mark approved drugs and the nodes that they act on")
    parser.add_argument(
        "--title", action=argparse.BooleanOptionalAction, help="draw title, organism and date; default: yes"
    )
    parser.add_argument(
        "--range", metavar="LOW,HIGH", help="ends of the colour scale, such as -2,2; default: the range of the numbers"
    )
    parser.add_argument(
        "--palette", metavar="NAME", type=one_of(PALETTE_NAMES), choices=PALETTE_NAMES,
        help=f"{', '.join(PALETTE_NAMES)}; default: {PALETTE_NAMES[0]}",
    )  # fmt: skip
    parser.add_argument("--caption", metavar="TEXT", help="heading of the colour scale; default: the column of --value")
    parser.add_argument(
        "--conditions", metavar="NAMES",
        help="names of the conditions of several numbers, separated by commas; default: the columns of --value",
    )  # fmt: skip
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="file that ends in .svg, .pdf or .png (a compound: only .png); - for standard output (SVG); default: named"
        " after the id",
    )
    parser.add_argument(
        "--width", metavar="LENGTH", help="width, such as 180mm, 18cm, 7in, 510pt or 1200px; default: as drawn"
    )
    parser.add_argument("--height", metavar="LENGTH", help="maximum height; default: follows from --width")
    parser.add_argument(
        "--dpi", type=float, metavar="N", help="for a PNG: dots per inch; default: 300 with a length in mm, cm, in, pt"
    )
    parser.add_argument("--scale", type=float, metavar="N", help="for a PNG: dots per unit of the drawing; default: 1")
    parser.add_argument("--large-letters", action="store_true", default=None, help="let labels fill their nodes")
    parser.add_argument(
        "--letters",
        choices=get_args(Letters),
        help="outlined: letters as shapes; embedded: fonts within the SVG; default: text",
    )
    parser.add_argument("--json", action="store_true", help="print exactly what the MCP tool returns")


def drawing_of(arguments: Arguments) -> "PictureRequest":
    """Build the request for a picture from the parsed arguments. Raises: ValueError."""
    from biofacts.adapters.cli.picture_files import STANDARD_OUTPUT, PictureRequest

    out = arguments.get("out", str)
    if out not in (None, STANDARD_OUTPUT) and Path(out).suffix.lower() not in _FORMATS:
        raise ValueError("argument --out: the name of the file must end in .svg, .pdf or .png")
    if out == STANDARD_OUTPUT and arguments.flag("json"):
        raise ValueError("argument --json: cannot be combined with --out -, which writes to standard output")
    reference = id_arguments.reference_in(arguments.text("id"))
    if reference is not None and reference.is_of(COMPOUND):
        return _of_compound(reference.text, out, arguments)
    names = (*_names(arguments.words("highlight")), *arguments.words("of_table"))
    look = {name: value for name in _LOOK if (value := arguments.values.get(name)) is not None}
    look |= {"cutoff": limit} if (limit := arguments.values.get("limit")) else {}
    return PictureRequest(
        id=arguments.text("id"), highlight=names, path=arguments.get("path", str), drugs=arguments.flag("drugs"),
        look=look, out=out, size=_size(arguments, out),
    )  # fmt: skip


def _size(arguments: Arguments, out: str | None) -> Size:
    """Build the size of a picture. Raises: ValueError."""
    numbers = {name: arguments.get(name, float) for name in ("scale", "dpi")}
    for name, value in numbers.items():
        # `float` also accepts `nan` and `inf`.
        if value is not None and not 0 < value < float("inf"):
            raise ValueError(f"argument --{name}: must be a number above 0")
        if value is not None and (out is None or Path(out).suffix.lower() != ".png"):
            raise ValueError(f"argument --{name}: applies only to PNG: --out must end in .png")
    lengths = dict[str, Length | None]()
    for name in ("width", "height"):
        try:
            lengths[name] = None if (text := arguments.get(name, str)) is None else length(text)
        except ValueError as error:
            raise ValueError(f"argument --{name}: {error}") from error
    if numbers["scale"] is not None and (lengths["width"] or lengths["height"] or numbers["dpi"]):
        raise ValueError("argument --scale: cannot be combined with --width, --height or --dpi")
    return Size(
        scale=numbers["scale"], dpi=numbers["dpi"], width=lengths["width"], height=lengths["height"],
        letters=cast("Letters | None", arguments.get("letters", str)),
    )  # fmt: skip


def _of_compound(identifier: str, out: str | None, arguments: Arguments) -> "PictureRequest":
    """Build the request for a compound's picture, which has no options, since PubChem draws it. Raises: ValueError."""
    from biofacts.adapters.cli.picture_files import PictureRequest

    theirs = "the picture of a compound is PubChem's own"
    for option in ("highlight", "path", "table", "drugs", *_LOOK, *_SIZES):
        if arguments.values.get(option) not in (None, False, []):
            option = option.replace("_", "-")
            raise ValueError(f"argument --{option}: is for pathways; {theirs}")
    if out is not None and Path(out).suffix.lower() != ".png":
        raise ValueError(f"argument --out: {theirs}, which is a PNG: the name of the file must end in .png")
    return PictureRequest(id=identifier, is_compound=True, out=out)


def _names(texts: Iterable[str]) -> Iterator[str]:
    """Yield the names to highlight; `@FILE` yields the lines of a file. Raises: ValueError."""
    from biofacts.application.lists.name_lists import parts_of

    for text in texts:
        if not text.startswith("@"):
            yield from parts_of(text)
            continue
        try:
            lines = decoded(Path(text[1:]).read_bytes()).splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"argument --highlight: {text[1:]} cannot be read: {error}") from error
        yield from filter(None, map(str.strip, lines))


def _with_table(arguments: Arguments, composition: Composition) -> Arguments:
    """Add the names of a table to the names to highlight. Raises: AmbiguousQuery, TableError."""
    from biofacts.application.lists.name_lists import highlights_from

    if (table := arguments.get("table", str)) is None:
        options.refuse_table(arguments)
        return arguments
    parsed, path = arguments.values, Path(table)
    opened = composition.tables().open(path)
    values, p_values = (named_columns(arguments.get(name, str), opened.columns) for name in ("value", "p"))
    # With p-values and no --direction, all names are drawn, grey if not significant.
    if len(values) < 2 and (not values or not p_values or parsed["direction"]):
        columns = options.columns(arguments)
        selected = options.selection(path, columns, composition.tables())
        names, named = (selected.names if columns.value is None else selected.scored), {}
    else:
        if parsed["direction"] or len(p_values) not in (0, 1, len(values)):
            arguments.refuse(
                "argument --value: with several columns, omit --direction, and omit --p or name one for all or one for"
                " each"
            )
        columns = options.columns(arguments, ("column", "cutoff"))
        names = highlights_from(opened, columns, values, p_values)
        print(f"{path}: {list_messages.names_with_values(len(names), len(values))}", file=sys.stderr)
        named = {"conditions": parsed["conditions"] or values}
    if len(values) == 1:
        named = {"caption": parsed["caption"] or values[0]}
    if p_values:
        # e.g. `padj` for `padj_6h` and `padj_24h`
        shared = commonprefix([*p_values]).strip(" _.-(") or "p"  # noqa: RUF071 # of names, not of files
        named["limit"] = f"{shared} ≥ {CUTOFF if columns.cutoff is None else columns.cutoff:g}"
    return msgspec.structs.replace(arguments, values={**parsed, **named, "of_table": names})


def _run(arguments: Arguments, composition: Composition) -> int:
    import anyio

    from biofacts.adapters.cli.picture_files import draw
    from biofacts.domain.answers.errors import BiofactsError
    from biofacts.ports.lists import TableError

    try:
        drawing = drawing_of(_with_table(arguments, composition))
    except ValueError as error:
        arguments.refuse(str(error))
    except TableError as error:
        return execution.refused(arguments, str(error), FAILED)
    except BiofactsError as error:
        return execution.fail(error, as_json=arguments.flag("json"))
    return anyio.run(draw, drawing, composition.application(), arguments.flag("json"))


COMMAND = Command(
    name="draw",
    group="Ask",
    summary="Draw a pathway or a compound as a picture",
    examples={
        "draw WP:WP254 --highlight TP53,BAX=1.5 --out apoptosis.svg": "with genes highlighted, by name or by number",
        "draw WP:WP254 --table deseq.csv --value log2FC --p padj": "by the numbers of a table, grey if not significant",
        "draw WP:WP254 --table de.tsv --value 6h,24h --range -2,2 --width 180mm --out fig.pdf": "a figure for a paper",
        "draw WP:WP254 --path TNF,CASP3": "with the shortest path by the drawn arrows",
        "draw WP:WP254 --drugs --out apoptosis.png": "with approved drugs and the nodes that they act on marked",
        "draw PubChem:CID2244 --out aspirin.png": "PubChem's picture of a compound, as a PNG",
    },
    add=_add,
    run=_run,
    paths=("table",),
)
