"""Pictures of pathways and compounds for `biofacts draw`, and plots of enrichments, written into files."""

import sys
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING, cast

import anyio
import msgspec
from anyio import to_thread
from rich.console import Console
from rich.markup import escape

from biofacts.adapters.cli.command import DONE, FAILED, Application, Arguments, Call
from biofacts.adapters.cli.execution import fail, phrasing, show
from biofacts.adapters.cli.output.console import Unbroken, console
from biofacts.application.messages import pathways as pathway_messages
from biofacts.application.pictures.draw import MOST, ShownPathway
from biofacts.application.tools.all_tools import call
from biofacts.application.tools.compounds import DEPICT
from biofacts.application.tools.lists import PLOT
from biofacts.application.tools.pathways import DRAW
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.entity_kinds import COMPOUND
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.lists.enrichment_statistics import format_of
from biofacts.domain.pictures.diagram import Picture
from biofacts.domain.pictures.figure_sizes import AS_DRAWN, SMALLEST_LETTERS, Size

if TYPE_CHECKING:
    from biofacts.ports.pictures import PictureForm

STANDARD_OUTPUT = "-"

OLDER = "PubChem did not answer: this picture is an older one."


class PictureRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A picture to draw. `out`: the file's name, None for a file in the current folder that is named after the id.

    `is_compound`: True for a compound, which PubChem draws; False for a pathway. `look`: arguments of the drawing tool.
    """

    id: str
    is_compound: bool = False
    highlight: tuple[str, ...] = ()
    path: str | None = None
    drugs: bool = False
    look: Mapping[str, object] = {}
    out: str | None = None
    size: Size = AS_DRAWN


async def draw(drawing: PictureRequest, running: AbstractAsyncContextManager[Application], as_json: bool) -> int:
    """Draw a picture and write it into its file. Returns: the exit code."""
    async with running as application:
        make = _depict if drawing.is_compound else _draw
        return await make(drawing, application.use_cases().patient(), as_json=as_json)


async def _depict(drawing: PictureRequest, use_cases: UseCases, *, as_json: bool) -> int:
    outcome = await call(DEPICT, use_cases, {COMPOUND.id_argument: drawing.id}, phrasing(as_json=as_json))
    if isinstance(outcome, ErrorEnvelope):
        show(outcome, as_json=as_json)
        return FAILED
    path = Path(drawing.out or f"{outcome.id.partition(':')[2]}.png")
    if not await _written(path, outcome.png):
        return FAILED
    if as_json:
        show(outcome.without_picture(), as_json=True)
        return DONE
    line = f"{escape(str(path))}: [bold]{outcome.id}[/], {outcome.width} x {outcome.height}, drawn by PubChem"
    console(sys.stdout).print(line)
    if outcome.source and outcome.source.stale:
        console(sys.stdout).print(f"[yellow]{escape(OLDER)}[/]")
    return DONE


async def _draw(drawing: PictureRequest, use_cases: UseCases, *, as_json: bool) -> int:
    try:
        highlight = await _drawn_among(drawing, use_cases)
    except BiofactsError as error:
        return fail(error, as_json=as_json)
    optional = {"highlight": highlight, "path": drawing.path, "drugs": drawing.drugs}
    arguments = {"pathway_id": drawing.id, **drawing.look} | {name: value for name, value in optional.items() if value}
    outcome = await call(DRAW, use_cases, arguments, phrasing(as_json=as_json))
    if isinstance(outcome, ErrorEnvelope):
        show(outcome, as_json=as_json)
        return FAILED
    path = Path(drawing.out or f"{outcome.shown.id.partition(':')[2]}.svg")
    form = cast("PictureForm", "svg" if drawing.out == STANDARD_OUTPUT else path.suffix.lower().removeprefix("."))
    try:
        body = await to_thread.run_sync(use_cases.draw_pathway.renderer.file, outcome.picture, form, drawing.size)
    except BiofactsError as error:
        return fail(error, as_json=as_json)
    remark = _small(drawing, outcome.picture)
    # Standard output contains only the SVG, so remarks go to standard error.
    if drawing.out == STANDARD_OUTPUT:
        Unbroken(sys.stdout).put(body.decode())
        _tell(console(sys.stderr), "", outcome.shown, remark)
        return DONE
    if not await _written(path, body):
        return FAILED
    if as_json:
        show(outcome.shown, as_json=True)
    else:
        _tell(console(sys.stdout), f"{path}: ", outcome.shown, remark)
    return DONE


async def _drawn_among(drawing: PictureRequest, use_cases: UseCases) -> list[str]:
    """Return the names to highlight; from a long list, only those drawn in the pathway. Raises: any BiofactsError."""
    if len(drawing.highlight) <= MOST:
        return [*drawing.highlight]
    drawn = await use_cases.draw_pathway.drawn_among(drawing.id, drawing.highlight)
    message = pathway_messages.drawn_among(len(drawn), len(drawing.highlight))
    console(sys.stderr).print(message, soft_wrap=True, markup=False)
    return [*drawn]


async def _written(path: Path, body: bytes, command: str = "draw") -> bool:
    """Write a file. Returns: False if that fails, after an error message."""
    try:
        await anyio.Path(path).write_bytes(body)
    except OSError as error:
        print(f"biofacts {command}: {path} cannot be written: {error.strerror}", file=sys.stderr)
        return False
    return True


def _small(drawing: PictureRequest, picture: Picture) -> str | None:
    """Return a remark if a picture with a size on paper has letters too small for journals; else None."""
    size = drawing.size
    points = size.smallest_letters(picture) if size.resolution() else None
    if not points or points >= SMALLEST_LETTERS:
        return None
    needed = 25.4 * size.inches(picture)[0] * SMALLEST_LETTERS / points
    return pathway_messages.small_letters(points, needed, may_grow="large_letters" not in drawing.look)


def _tell(console: Console, where: str, shown: ShownPathway, remark: str | None) -> None:
    """Print the title of a drawing, what is highlighted in it, and what could not be highlighted."""
    console.print(f"{escape(where)}[bold]{shown.id}[/] {escape(shown.title)} ({escape(shown.organism)})")
    if shown.highlighted:
        console.print(f"highlighted: {escape(', '.join(shown.highlighted))}")
    if shown.path:
        console.print(f"path: {escape(' → '.join(node.label for node in shown.path.nodes))}")
    for label, drugs in shown.drawn_drugs.items():
        console.print(f"{escape(label)}: an approved drug itself ({escape(', '.join(drugs))})")
    for label, drugs in shown.drugs.items():
        console.print(f"{escape(label)}: {escape(', '.join(drugs))}")
    for sentence in pathway_messages.by_reason(shown.unmatched):
        console.print(f"[yellow]not highlighted:[/] {escape(sentence)}")
    for text in filter(None, (shown.guidance, remark)):
        console.print(f"[dim]{escape(text)}[/]")


async def write_plot(plotted: Call, arguments: Arguments, application: Application) -> int:
    """Plot the answer to a call into the file that `--plot` names. Returns: the exit code."""
    out = str(arguments.values["plot"])
    plot_options = {"kind": arguments.values["plot_kind"], "top": arguments.values["plot_top"], "form": format_of(out)}
    as_json = arguments.flag("json")
    outcome = await call(
        PLOT, application.use_cases(whole=True), {**plotted.arguments, **plot_options}, phrasing(as_json=as_json)
    )
    if isinstance(outcome, ErrorEnvelope):
        show(outcome, as_json=False)
        return FAILED
    if not await _written(Path(out), outcome, arguments.command):
        return FAILED
    print(f"{out}: the plot was written.", file=sys.stderr)
    return DONE
