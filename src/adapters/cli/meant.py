"""What was probably meant."""

import difflib
from collections.abc import Iterable

_ALIKE = 0.6
_AS_ALIKE = 0.1
"""How much less alike than the best, of 1, the second may be that is named beside it."""


def meant(given: str, known: Iterable[str]) -> str:
    """A question after what was probably meant; nothing where nothing is like it."""
    matcher = difflib.SequenceMatcher(b=given.casefold())
    alike: list[tuple[float, str]] = []
    for one in known:
        matcher.set_seq1(one)
        alike.append((matcher.ratio(), one))
    best = max(alike, default=(0.0, ""))[0]
    near = [one for ratio, one in sorted(alike, reverse=True) if ratio >= max(_ALIKE, best - _AS_ALIKE)]
    return f"; did you mean {' or '.join(near[:2])}?" if near else ""
