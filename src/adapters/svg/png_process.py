"""PNG rendering in a separate process: resvg holds the GIL, and so blocks all other answers, until it is done.

The process reads a picture from its input and writes the PNG to its output. It ends when its call is cancelled.
"""

import logging
import os
import sys
from subprocess import CompletedProcess

import anyio.to_thread
import msgspec
from anyio.lowlevel import RunVar

from biofacts.adapters.svg import png
from biofacts.adapters.svg.png import NO_PNG_HINT
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.pictures.diagram import Picture

_log = logging.getLogger(__name__)

SMALL, _FEW_DOTS = 12_000, 1_000_000
"""Characters and pixels of a picture that renders faster than a process starts (0.1 s)."""

COMMAND = (sys.executable, "-P", "-m", "biofacts.adapters.svg.png_process")
"""The command of the process. Without -P, Python would import modules from the current folder first."""

MOST = os.cpu_count() or 1
"""Processes at once: more would only slow each other down, and each needs memory for its pixels."""

_LAST = 500
_TURNS: RunVar[anyio.CapacityLimiter] = RunVar(
    "biofacts.adapters.svg.png_process"
)  # a limiter belongs to one event loop


class _Asked(msgspec.Struct, frozen=True):
    """The input of the process."""

    picture: Picture
    scale: float | None


async def render(picture: Picture, scale: float | None = None) -> bytes:
    """Render a PNG beside the event loop. `scale`: see `Draughtsman.png`. Raises: UpstreamError.

    If no process can start, a thread renders it, with a warning.
    """
    png.check_extra()
    if len(picture.svg) < SMALL and picture.width * picture.height * max(1.0, scale or 0) ** 2 < _FEW_DOTS:
        return await anyio.to_thread.run_sync(png.png, picture, scale)
    async with _turns():
        try:
            done = await anyio.run_process(COMMAND, input=msgspec.msgpack.encode(_Asked(picture, scale)), check=False)
        except OSError as error:
            _log.warning("a picture is made beside the answers (%s)", error)
            return await anyio.to_thread.run_sync(png.png, picture, scale)
    return _dots_of(done)


def _dots_of(done: CompletedProcess[bytes]) -> bytes:
    """Return the PNG that a process has written. Raises: UpstreamError."""
    # No second attempt in this process: what killed the other one would kill this one, too.
    if done.returncode or not done.stdout:
        said = done.stderr[-_LAST:].decode(errors="replace").strip()
        _log.error("the process of a picture ended with %d: %s", done.returncode, said)
        raise UpstreamError.said(*no_dots())
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
    sys.stdout.buffer.write(png.png(asked.picture, asked.scale))


if __name__ == "__main__":
    main()


def no_dots() -> tuple[str, str]:
    """Return message and hint for a picture that could not be converted to PNG."""
    return (
        "The picture could not be converted to PNG: the converter failed. The log of biofacts has more.",
        NO_PNG_HINT,
    )
