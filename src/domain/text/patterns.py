"""Regular expressions that are compiled on first use."""

import re
from typing import cast


def late_pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern like that of `re.compile` that is compiled only when it is first used.

    Compiling all patterns at startup would take a tenth of the startup time (`bench/start.py`).
    """
    return cast("re.Pattern[str]", _Late(text, flags))


class _Late:
    """A pattern that delegates to the compiled pattern, which it creates on first use."""

    def __init__(self, text: str, flags: int) -> None:
        self.pattern = text
        self.flags = flags

    def __getattr__(self, name: str) -> object:
        # Called only for missing attributes: a method is set on the first use, and is fast from the second use on.
        method: object = getattr(re.compile(self.pattern, self.flags), name)
        setattr(self, name, method)
        return method
