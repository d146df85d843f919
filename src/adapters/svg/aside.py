"""A PNG made by a process of its own: resvg holds the interpreter, and so all other answers, until it is done.

The process is given a picture on its input and writes the PNG to its output. It ends when its call is cancelled.
"""

import logging
import os
import sys
from subprocess import CompletedProcess

import anyio
import anyio.to_thread
import msgspec
from anyio.lowlevel import RunVar

from biofacts.domain.diagram.picture import Picture
from biofacts.domain.errors import UpstreamError
from biofacts.domain.server_wording import no_dots

_log = logging.getLogger(__name__)

SMALL, _FEW_DOTS = 12_000, 1_000_000
"""Characters and dots of a picture that is made sooner than a process starts (0.1 s)."""

COMMAND = (sys.executable, "-P", "-m", "biofacts.adapters.svg.aside")
"""Without -P the current folder would come before all others, and what lies there would run."""

MOST = os.cpu_count() or 1
"""Processes at once: more would only make each other slower, and each takes the room of its dots."""

_LAST = 500
_TURNS: RunVar[anyio.CapacityLimiter] = RunVar("biofacts.adapters.svg.aside")


class _Asked(msgspec.Struct, frozen=True):
    """What the process is to do."""

    picture: Picture
    scale: float | None


async def png(picture: Picture, scale: float | None = None) -> bytes:
    """As `Draughtsman.png`. Where no process can be started, it is made here, with a warning."""
    if len(picture.svg) < SMALL and picture.width * picture.height * max(1.0, scale or 0) ** 2 < _FEW_DOTS:
        return await anyio.to_thread.run_sync(_made, picture, scale)
    async with _turns():
        try:
            done = await anyio.run_process(COMMAND, input=msgspec.msgpack.encode(_Asked(picture, scale)), check=False)
        except OSError as error:
            _log.warning("a picture is made beside the answers (%s)", error)
            return await anyio.to_thread.run_sync(_made, picture, scale)
    return _dots_of(done)


def _dots_of(done: CompletedProcess[bytes]) -> bytes:
    """What a process has written. What killed it would kill this one, too. Raises: UpstreamError."""
    if done.returncode or not done.stdout:
        said = done.stderr[-_LAST:].decode(errors="replace").strip()
        _log.error("the process of a picture ended with %d: %s", done.returncode, said)
        raise UpstreamError.said(*no_dots())
    return done.stdout


def _turns() -> anyio.CapacityLimiter:
    """Who waits in this event loop for a process."""
    try:
        return _TURNS.get()
    except LookupError:
        _TURNS.set(turns := anyio.CapacityLimiter(MOST))
        return turns


def _made(picture: Picture, scale: float | None) -> bytes:
    from biofacts.adapters.svg import dots  # with resvg, three megabytes, which few processes need

    return dots.png(picture, scale)


def main() -> None:
    """Make what the input asks for."""
    asked = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=_Asked)
    sys.stdout.buffer.write(_made(asked.picture, asked.scale))


if __name__ == "__main__":
    main()
