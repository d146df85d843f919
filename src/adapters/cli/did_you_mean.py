"""Suggestions for misspelt names."""

import difflib
from collections.abc import Iterable

_ALIKE = 0.6
_AS_ALIKE = 0.1
"""Largest difference in similarity (0 to 1) at which the second best name is suggested beside the best."""


def meant(given: str, known: Iterable[str]) -> str:
    """Return a question that suggests similar names: `; did you mean pathways?`; "" if none is similar."""
    # SequenceMatcher caches its second sequence, so the fixed text goes there.
    matcher = difflib.SequenceMatcher(b=given.casefold())
    alike: list[tuple[float, str]] = []
    for one in known:
        matcher.set_seq1(one)
        alike.append((matcher.ratio(), one))
    best = max(alike, default=(0.0, ""))[0]
    near = [one for ratio, one in sorted(alike, reverse=True) if ratio >= max(_ALIKE, best - _AS_ALIKE)]
    return f"; did you mean {' or '.join(near[:2])}?" if near else ""
