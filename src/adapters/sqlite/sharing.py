"""Files that others have open. On Windows nobody can replace one meanwhile, nor open it while it is replaced."""

import sys
import time
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")

_TRIES: Final = 20
_PAUSE: Final = 0.025
"""Half a second in all: a pointer is read in a millisecond; a catalogue stays open, and is waited for in vain."""


def patiently(work: Callable[[], T]) -> T:
    """Do what Windows may refuse as long as another process has the file open. Raises: OSError."""
    for _ in range(_TRIES if sys.platform == "win32" else 0):
        try:
            return work()
        except PermissionError:
            time.sleep(_PAUSE)
    return work()
