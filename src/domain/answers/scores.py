"""Scores of search results: named values, and the thresholds for decisions.

Scores are absolute: 1.0 is an exact identifier or name. `search.ranking` has the weights to compute them.
"""

from collections.abc import Iterable

EXACT = 1.0
WHOLE_NAME = 0.97
"""The score of a whole name in another spelling, or of a name other than the main name."""

SURE = 0.95
"""The lowest score of a result that can be chosen without asking the user."""

TRUSTED = 0.9
"""The lowest score of an answer that may be used unchecked."""

ASIDE = 0.85
"""The score of an answer for which a word of the query was ignored, such as `selective` or a species."""

CONTESTED = 0.8
"""The score of a whole name that several entities have."""

PART_OF_A_NAME = 0.69
"""The score of a result that shares only part of a name with the query, never trusted since the Guide lacks many drugs.

It is also the score of the first of several genes that a name may mean: in two of three cases, that gene is meant.
"""

DOUBTFUL = 0.5
"""The score below which a match may be accidental: a foreign word that looks English, or merely similar letters."""

DOUBT = 0.4
"""The highest score with which callers are warned that the answer is doubtful."""


def best(scores: Iterable[float | None]) -> float:
    """Return the best score in a list; 0 for an empty list. Facts, which have no score, count as exact."""
    return max((EXACT if score is None else score for score in scores), default=0.0)
