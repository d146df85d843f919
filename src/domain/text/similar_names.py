"""Names that resemble a misspelt one, for corrections and for questions like `Did you mean ...?`."""

import difflib
from collections.abc import Iterable

CERTAIN = 0.9
"""The least similarity for a correction that nobody confirms: one or two wrong letters in a name of usual length."""

ONE_SLIP = 0.85
"""The least similarity for a correction that the answer states: about one wrong letter in six."""

LIKELY = 0.8
"""The least similarity for a suggestion among many names."""

POSSIBLE = 0.75
"""The least similarity for a suggestion among a few words that differ much: `antibodies` for `antibody`."""

REMOTE = 0.6
"""The least similarity for a suggestion where a wrong one does no harm, since a person reads it."""

_AS_ALIKE = 0.1
"""Largest difference in similarity at which the second best name is suggested beside the best."""
_MOST = 2


def most_similar(name: str, choices: Iterable[str], least: float) -> str | None:
    """Return the choice that resembles a name most; None if no similarity (0 to 1) is at least `least`."""
    return next(iter(difflib.get_close_matches(name, [*choices], 1, least)), None)


def almost_as_similar(name: str, choices: Iterable[str], least: float) -> list[str]:
    """Return the choice that resembles a name most, and a second one if it resembles the name almost as much."""
    # SequenceMatcher caches its second sequence, so the fixed text goes there.
    matcher = difflib.SequenceMatcher(b=name)
    alike: list[tuple[float, str]] = []
    for choice in choices:
        matcher.set_seq1(choice)
        alike.append((matcher.ratio(), choice))
    best = max(alike, default=(0.0, ""))[0]
    return [choice for ratio, choice in sorted(alike, reverse=True) if ratio >= max(least, best - _AS_ALIKE)][:_MOST]
