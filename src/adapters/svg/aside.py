"""A PNG made by a process of its own: resvg holds the interpreter, and so all other answers, until it is done.

The process is given a picture on its input and writes the PNG to its output. It ends when its call is cancelled.
"""

import logging
import subprocess
import sys

import anyio
import anyio.to_thread
import msgspec

from biofacts.domain.diagram.picture import Picture

_log = logging.getLogger(__name__)

SMALL, _FEW_DOTS = 12_000, 1_000_000
"""Characters and dots of a picture that is made sooner than a process starts (0.1 s)."""

COMMAND = (sys.executable, "-m", "biofacts.adapters.svg.aside")


class _Asked(msgspec.Struct, frozen=True):
    """What the process is to do."""

    picture: Picture
    scale: float | None


async def png(picture: Picture, scale: float | None = None) -> bytes:
    """As `Draughtsman.png`. Where no process can, it is made here, with a warning."""
    if len(picture.svg) < SMALL and picture.width * picture.height * max(1.0, scale or 0) ** 2 < _FEW_DOTS:
        return await anyio.to_thread.run_sync(_made, picture, scale)
    asked = msgspec.msgpack.encode(_Asked(picture, scale))
    try:
        done = await anyio.run_process(COMMAND, input=asked, stderr=subprocess.DEVNULL, check=False)
        if not done.returncode and done.stdout:
            return done.stdout
        why = f"the process ended with {done.returncode}"
    except OSError as error:
        why = str(error)
    _log.warning("a picture is made beside the answers (%s)", why)
    return await anyio.to_thread.run_sync(_made, picture, scale)


def _made(picture: Picture, scale: float | None) -> bytes:
    from biofacts.adapters.svg import dots  # with resvg, three megabytes, which few processes need

    return dots.png(picture, scale)


def main() -> None:
    """Make what the input asks for."""
    asked = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=_Asked)
    sys.stdout.buffer.write(_made(asked.picture, asked.scale))


if __name__ == "__main__":
    main()
