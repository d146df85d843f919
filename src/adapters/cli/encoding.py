"""The encoding of the output. Names contain Greek letters, which not every encoding has."""

import os
import sys
from io import TextIOWrapper
from typing import TextIO


def write_everything(stream: TextIO) -> None:
    """Configure a stream so that it can write any text.

    On Windows, redirected output becomes UTF-8 with Unix line ends instead of an old code page. An encoding that the
    user chose, by the environment or the locale, stays; letters that it lacks are written as escapes.
    """
    if not isinstance(stream, TextIOWrapper):
        return
    if sys.platform == "win32" and not stream.isatty() and "PYTHONIOENCODING" not in os.environ:
        stream.reconfigure(encoding="utf-8", newline="\n")
    elif stream.encoding.lower().replace("-", "") != "utf8":
        stream.reconfigure(errors="backslashreplace")
