"""Replacing files that other processes have open.

Windows refuses to replace a file while it is open, and to open it while it is replaced.
"""

import sys
import time
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")

_TRIES: Final = 20
_PAUSE: Final = 0.025
"""Seconds between attempts, for half a second in all.

A pointer is read in a millisecond. A catalogue stays open, and waiting longer for it would be in vain.
"""


def patiently(work: Callable[[], T]) -> T:
    """Call a function that Windows may refuse while another process has the file open, and retry. Raises: OSError."""
    for _ in range(_TRIES if sys.platform == "win32" else 0):
        try:
            return work()
        except PermissionError:
            time.sleep(_PAUSE)
    return work()
