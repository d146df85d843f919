"""The console, which wraps and colours text only on a terminal."""

import errno
import os
import sys
from typing import Literal, TextIO

from rich.console import Console

# The width without a terminal: programs that read the output need whole lines.
_NEVER_WRAPPED = 1_000_000


class Unbroken:
    """A text stream that drops output silently when its reader has gone, as with `| head`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.encoding = stream.encoding
        self.is_read = True

    def write(self, text: str) -> int:
        """Write text, or drop it if the reader has gone."""
        try:
            return self._stream.write(text)
        except OSError as error:
            if not _is_gone(error):
                raise
            self._drop()
            return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError as error:
            if not _is_gone(error):
                raise
            self._drop()

    def put(self, text: str) -> None:
        """Write and flush text, since only a write to the pipe shows that its reader has gone."""
        self.write(text)
        self.flush()

    def isatty(self) -> bool:
        return self._stream.isatty()

    def fileno(self) -> int:
        return self._stream.fileno()

    def _drop(self) -> None:
        self.is_read = False
        os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())  # the interpreter also flushes when it exits


def _is_gone(error: OSError) -> bool:
    """Return True if an error means that the reader has gone. On Windows, the error number is EINVAL."""
    return isinstance(error, BrokenPipeError) or (sys.platform == "win32" and error.errno == errno.EINVAL)


def console(stream: TextIO | Unbroken) -> Console:
    """Build a console that prints to a stream."""
    unbroken = stream if isinstance(stream, Unbroken) else Unbroken(stream)
    colours: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    shown = Console(file=unbroken, color_system=colours, highlight=False)  # type: ignore[arg-type]  # rich needs no other methods
    if not shown.is_terminal:
        shown.width = _NEVER_WRAPPED
    return shown
