"""Scores of candidates: their meaning, and the thresholds of decisions.

A score is absolute: 1.0 is an exact identifier or name. `search.ranking` has the weights that scores are computed from.
"""

from collections.abc import Iterable

EXACT = 1.0
WHOLE_NAME = 0.97
"""A whole name, in another spelling or of another kind than the main one."""

SURE = 0.95
"""The lowest score of a candidate that can be chosen without asking back."""

TRUSTED = 0.9
"""The lowest score of an answer that may be used unchecked."""

ASIDE = 0.85
"""The score of an answer for which a word of the query was ignored, such as `selective` or a species."""

CONTESTED = 0.8
"""The score of a whole name that several entities have."""

PART_OF_A_NAME = 0.69
"""The score of a hit that shares only part of a name with the query. It is never trusted: the Guide lacks many drugs.
The first of several genes that a name may mean has it, too: in two of three cases that gene is meant."""

DOUBTFUL = 0.5
"""Below this score an answer may rest on a foreign word that only looks English, or on letters alone."""

DOUBT = 0.4
"""The highest score at which callers are warned that the answer is doubtful."""


def best(scores: Iterable[float | None]) -> float:
    """Return the best of the scores of a list; 0 for an empty one. Facts have no score, and are sure."""
    return max((EXACT if score is None else score for score in scores), default=0.0)
