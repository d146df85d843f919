"""PNG rendered from SVG by resvg, without a network and with our own fonts, so that it is identical everywhere."""

import logging
import math
import os
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


NO_PNG_HINT = "Request the same picture as SVG, or list the components of the pathway."


def check_extra() -> None:
    """Raise UpstreamError if resvg is not installed."""
    if not PNG.is_installed:
        raise UpstreamError.with_message(PNG.refusal, NO_PNG_HINT)


def png(picture: Picture, scale: float | None = None) -> bytes:
    """Render a PNG in the calling thread. `scale`: see `Draughtsman.png`. Raises: UpstreamError."""
    check_extra()
    import resvg_py  # three megabytes that few processes need

    longest = max(picture.width, picture.height)
    factor = min(1.0, USUAL_SIDE / longest) if scale is None else min(scale, LARGEST_SIDE / longest)
    width, height = picture.width * factor, picture.height * factor
    # resvg computes the other side itself, so pass the one that must be exact.
    by_width = _is_whole(width) if _is_whole(width) != _is_whole(height) else width >= height
    return resvg_py.svg_to_bytes(
        svg_string=picture.svg,
        width=max(1, round(width)) if by_width else None,
        height=None if by_width else max(1, round(height)),
        skip_system_fonts=True,
        font_files=list(_fonts()),
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
        serif_family=_FAMILY,
        monospace_family=_FAMILY,
    )


def _is_whole(side: float) -> bool:
    """Return True for a whole number of pixels, such as a requested size, which the PNG must have exactly."""
    return side > 0.5 and math.isclose(side, round(side), rel_tol=1e-9)


@cache
def _fonts() -> tuple[str, ...]:
    """Return the paths of the fonts."""
    with as_file(files(_FONTS)) as folder:
        return tuple(sorted(str(path) for path in Path(folder).glob("*.ttf")))


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


async def render(picture: Picture, scale: float | None = None) -> bytes:
    """Render a PNG beside the event loop. `scale`: see `Draughtsman.png`. Raises: UpstreamError.

    If no process can start, a thread renders it, with a warning.
    """
    check_extra()
    if len(picture.svg) < SMALL and picture.width * picture.height * max(1.0, scale or 0) ** 2 < _FEW_DOTS:
        return await anyio.to_thread.run_sync(png, picture, scale)
    async with _turns():
        try:
            done = await anyio.run_process(COMMAND, input=msgspec.msgpack.encode(_Asked(picture, scale)), check=False)
        except OSError as error:
            _log.warning("a picture is made beside the answers (%s)", error)
            return await anyio.to_thread.run_sync(png, picture, scale)
    return _dots_of(done)


def _dots_of(done: CompletedProcess[bytes]) -> bytes:
    """Return the PNG that a process has written. Raises: UpstreamError."""
    # No second attempt in this process: what killed the other one would kill this one, too.
    if done.returncode or not done.stdout:
        said = done.stderr[-_LAST:].decode(errors="replace").strip()
        _log.error("the process of a picture ended with %d: %s", done.returncode, said)
        raise UpstreamError.with_message(*no_dots())
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
    sys.stdout.buffer.write(png(asked.picture, asked.scale))


if __name__ == "__main__":
    main()


def no_dots() -> tuple[str, str]:
    """Return message and hint for a picture that could not be converted to PNG."""
    return (
        "The picture could not be converted to PNG: the converter failed. The log of biofacts has more.",
        NO_PNG_HINT,
    )
