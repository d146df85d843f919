"""PNG rendered from SVG by resvg, without a network and with our own fonts, so that it is identical everywhere."""

import logging
import math
import os
import re
import sys
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from subprocess import CompletedProcess

import anyio.to_thread
import msgspec
from anyio.lowlevel import RunVar

from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.extras import PNG
from biofacts.domain.pictures.diagram import Picture
from biofacts.ports.pictures import LARGEST_SIDE, USUAL_SIDE

_FONTS = "biofacts.adapters.svg.fonts"
_FAMILY = "biofacts Sans"
FAMILIES = f"{_FAMILY}, biofacts Signs"
"""Our fonts: the second has what the first lacks."""
_STROKE = re.compile(r'stroke-width="([0-9.]+)"')
_PIXEL = 1.1
"""Pixels of the thinnest stroke with hard edges; of one that is exactly 1 wide, some are lost to rounding."""
_SMOOTH_TO_SHARP = 2.0
"""At least how many times the bytes of a picture with hard edges the same has with smooth ones."""
_TINY = 200
"""Pixels of the longer side of a picture that is not made smaller."""


NO_PNG_HINT = "Request the same picture as SVG, or list the components of the pathway."


def check_extra() -> None:
    """Raise UpstreamError if resvg is not installed."""
    if not PNG.is_installed:
        raise UpstreamError(PNG.refusal, NO_PNG_HINT)


def png(picture: Picture, scale: float | None = None, most: int | None = None) -> bytes:
    """Render a PNG in the calling thread. `scale`, `most`: see `Draughtsman.png`. Raises: UpstreamError."""
    check_extra()
    longest = max(picture.width, picture.height)
    factor = min(1.0, USUAL_SIDE / longest) if scale is None else min(scale, LARGEST_SIDE / longest)
    return _rendered(picture, factor) if most is None else _within(picture, factor, most)


def _within(picture: Picture, factor: float, most: int) -> bytes:
    """Render a PNG of at most that many bytes, as long as it would not be tiny."""
    body = _rendered(picture, factor, is_sharp=True)
    if len(body) * _SMOOTH_TO_SHARP <= most and len(smooth := _rendered(picture, factor)) <= most:
        return smooth
    while len(body) > most and factor * max(picture.width, picture.height) > _TINY:
        factor *= max(0.5, 0.95 * most / len(body))
        body = _rendered(picture, factor, is_sharp=True)
    return body


def _rendered(picture: Picture, factor: float, *, is_sharp: bool = False) -> bytes:
    """Render a PNG. `is_sharp`: with hard edges, which take a third of the bytes."""
    import resvg_py  # three megabytes that few processes need

    width, height = picture.width * factor, picture.height * factor
    # resvg computes the other side itself, so pass the one that must be exact.
    by_width = _is_whole(width) if _is_whole(width) != _is_whole(height) else width >= height
    return resvg_py.svg_to_bytes(
        svg_string=_with_whole_strokes(picture.svg, factor) if is_sharp else picture.svg,
        width=max(1, round(width)) if by_width else None,
        height=None if by_width else max(1, round(height)),
        background="#ffffff",  # under the last row and column, which the picture may cover in part
        skip_system_fonts=True,
        font_files=[str(path) for path in fonts()],
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
        serif_family=_FAMILY,
        monospace_family=_FAMILY,
        shape_rendering="crisp_edges" if is_sharp else "geometric_precision",
        text_rendering="optimize_speed" if is_sharp else "optimize_legibility",
    )


def _with_whole_strokes(svg: str, factor: float) -> str:
    """Widen strokes to a pixel: with hard edges, a thinner one would vanish in part."""
    return _STROKE.sub(lambda found: f'stroke-width="{max(float(found[1]), _PIXEL / factor):.4g}"', svg)


def _is_whole(side: float) -> bool:
    """Return True for a whole number of pixels, such as a requested size, which the PNG must have exactly."""
    return side > 0.5 and math.isclose(side, round(side), rel_tol=1e-9)


@cache
def fonts() -> tuple[Path, ...]:
    """Return the paths of the fonts."""
    with as_file(files(_FONTS)) as folder:
        return tuple(sorted(Path(folder).glob("*.ttf")))


# PNG rendering in a separate process: resvg holds the GIL, and so blocks all other answers, until it is done


_log = logging.getLogger(__name__)

SMALL, _FEW_DOTS = 12_000, 1_000_000
"""Characters and pixels of a picture that renders faster than a process starts (0.1 s)."""

COMMAND = (sys.executable, "-P", "-m", "biofacts.adapters.svg.png")
"""The command of the process. Without -P, Python would import modules from the current folder first."""

MOST = os.cpu_count() or 1
"""Processes at once: more would only slow each other down, and each needs memory for its pixels."""

_LAST = 500
_TURNS: RunVar[anyio.CapacityLimiter] = RunVar("biofacts.adapters.svg.png")  # a limiter belongs to one event loop


class _Asked(msgspec.Struct, frozen=True):
    """The input of the process."""

    picture: Picture
    scale: float | None
    most: int | None


async def render(picture: Picture, scale: float | None = None, most: int | None = None) -> bytes:
    """Render a PNG beside the event loop. `scale`, `most`: see `Draughtsman.png`. Raises: UpstreamError.

    If no process can start, a thread renders it, with a warning.
    """
    check_extra()
    if len(picture.svg) < SMALL and picture.width * picture.height * max(1.0, scale or 0) ** 2 < _FEW_DOTS:
        return await anyio.to_thread.run_sync(png, picture, scale, most)
    async with _turns():
        try:
            done = await anyio.run_process(
                COMMAND, input=msgspec.msgpack.encode(_Asked(picture, scale, most)), check=False
            )
        except OSError as error:
            _log.warning("a picture is made beside the answers (%s)", error)
            return await anyio.to_thread.run_sync(png, picture, scale, most)
    return _dots_of(done)


def _dots_of(done: CompletedProcess[bytes]) -> bytes:
    """Return the PNG that a process has written. Raises: UpstreamError."""
    # No second attempt in this process: what killed the other one would kill this one, too.
    if done.returncode or not done.stdout:
        said = done.stderr[-_LAST:].decode(errors="replace").strip()
        _log.error("the process of a picture ended with %d: %s", done.returncode, said)
        raise UpstreamError(*no_dots())
    return done.stdout


def _turns() -> anyio.CapacityLimiter:
    """Return the limiter of processes for this event loop."""
    try:
        return _TURNS.get()
    except LookupError:
        _TURNS.set(turns := anyio.CapacityLimiter(MOST))
        return turns


def main() -> None:
    """Render the picture on the input."""
    asked = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=_Asked)
    sys.stdout.buffer.write(png(asked.picture, asked.scale, asked.most))


if __name__ == "__main__":
    main()


def no_dots() -> tuple[str, str]:
    """Return message and hint for a picture that could not be converted to PNG."""
    return (
        "The picture could not be converted to PNG: the converter failed. The log of biofacts has details.",
        NO_PNG_HINT,
    )
