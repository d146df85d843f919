"""Regular expressions that are compiled when they are first used."""

import re
from typing import cast


def late_pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return what `re.compile` returns, but compile it at the first match.

    For long patterns: those that no call has needed yet would take a tenth of the start (`bench/start.py`).
    """
    return cast("re.Pattern[str]", _Late(text, flags))


class _Late:
    """A pattern with its text and flags. Its methods are the compiled pattern's."""

    def __init__(self, text: str, flags: int) -> None:
        self.pattern = text
        self.flags = flags

    def __getattr__(self, name: str) -> object:
        # Python asks here only for what the object lacks, so that the second use costs what a compiled pattern's does.
        method: object = getattr(re.compile(self.pattern, self.flags), name)
        setattr(self, name, method)
        return method
