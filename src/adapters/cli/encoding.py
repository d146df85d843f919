"""The encoding of what is printed: Greek letters are this program's daily bread, and not every encoding has them."""

import os
import sys
from io import TextIOWrapper
from typing import TextIO


def write_everything(stream: TextIO) -> None:
    """Let a stream take every text, with the line ends that it has.

    What is no terminal gets UTF-8 on Windows, too, where it would be a code page of the nineties. Where somebody chose
    another encoding, by the environment or the locale, it stays, and a letter that it lacks is told by its number.
    """
    if not isinstance(stream, TextIOWrapper):
        return
    if sys.platform == "win32" and not stream.isatty() and "PYTHONIOENCODING" not in os.environ:
        stream.reconfigure(encoding="utf-8", newline="\n")
    elif stream.encoding.lower().replace("-", "") != "utf8":
        stream.reconfigure(errors="backslashreplace")
