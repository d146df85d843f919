"""`biofacts draw`: a pathway as a picture in a file."""

import sys
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import anyio
from rich.console import Console
from rich.markup import escape

from biofacts.adapters.cli.asking import show
from biofacts.adapters.cli.command import Application
from biofacts.adapters.cli.drawing import STANDARD_OUTPUT, Drawing
from biofacts.adapters.cli.output import Unbroken, console
from biofacts.adapters.cli.phrasing import COMMANDS
from biofacts.application.draw import ShownPathway
from biofacts.application.drawing_tools import DRAW
from biofacts.application.envelope import ErrorEnvelope
from biofacts.application.tools import call
from biofacts.application.use_cases import UseCases
from biofacts.domain.advice import FOR_TOOLS

_DONE, _FAILED = 0, 1


async def draw(drawing: Drawing, running: AbstractAsyncContextManager[Application], as_json: bool) -> int:
    """Draw a pathway into a file. Returns: the exit code."""
    async with running as application:
        return await _draw(drawing, application.use_cases(phrasing=FOR_TOOLS if as_json else COMMANDS), as_json=as_json)


async def _draw(drawing: Drawing, use_cases: UseCases, *, as_json: bool) -> int:
    given = {"pathway_id": drawing.id, "highlight": drawing.highlight, "drugs": drawing.drugs}
    outcome = await call(DRAW, use_cases, given)
    if isinstance(outcome, ErrorEnvelope):
        show(outcome, as_json=as_json)
        return _FAILED
    if drawing.out == STANDARD_OUTPUT:
        whole = Unbroken(sys.stdout)
        whole.write(outcome.picture.svg)
        whole.flush()
        _tell(console(sys.stderr), "", outcome.shown)
        return _DONE
    path = Path(drawing.out or f"{outcome.shown.id.partition(':')[2]}.svg")
    if path.suffix.lower() == ".png":
        body = await use_cases.draw_pathway.png(outcome.picture, drawing.scale)
    else:
        body = outcome.picture.svg.encode()
    try:
        await anyio.Path(path).write_bytes(body)
    except OSError as error:
        print(f"biofacts draw: {path} cannot be written: {error.strerror}", file=sys.stderr)
        return _FAILED
    if as_json:
        show(outcome.shown, as_json=True)
    else:
        _tell(console(sys.stdout), f"{path}: ", outcome.shown)
    return _DONE


def _tell(console: Console, where: str, shown: ShownPathway) -> None:
    """What was drawn, what is lit up, and what is not."""
    console.print(
        f"{escape(where)}[bold]{shown.id}[/] {escape(shown.title)} ({escape(shown.organism)})", highlight=False
    )
    if shown.highlighted:
        console.print(f"lit up: {escape(', '.join(shown.highlighted))}", highlight=False)
    for label, drugs in shown.drugs.items():
        console.print(f"{escape(label)}: {escape(', '.join(drugs))}", highlight=False)
    for name, why in shown.unmatched.items():
        console.print(f"[yellow]not lit up:[/] {escape(name)}: {escape(why)}", highlight=False)
    if shown.guidance:
        console.print(f"[dim]{escape(shown.guidance)}[/]", highlight=False)
