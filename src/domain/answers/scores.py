"""Scores of candidates: what they mean, and from which ones on something is decided.

A score is absolute: 1.0 is an exact identifier or name. The weights behind scores stand in `search.ranking`.
"""

from collections.abc import Iterable

EXACT = 1.0
WHOLE_NAME = 0.97
"""A whole name, in another spelling or of another kind than the main one."""

SURE = 0.95
"""The lowest score of a candidate that leaves no question to ask."""

TRUSTED = 0.9
"""The lowest score of an answer that may be used unchecked."""

ASIDE = 0.85
"""An answer for which a word of the query was left aside, such as `selective` or a species."""

CONTESTED = 0.8
"""A whole name that several entities have."""

PART_OF_A_NAME = 0.69
"""A hit that shares only a part of a name with the query is never trusted: the Guide lacks many drugs. Nor is the first
of several genes that a name may mean: of these, two in three are meant."""

DOUBTFUL = 0.5
"""Below this score an answer may rest on a foreign word that only looks English, or on letters alone."""

DOUBT = 0.4
"""The score from which down callers are told to doubt."""


def best(scores: Iterable[float | None]) -> float:
    """Return the best of the scores of a list; 0 for an empty one. Facts have no score, and are sure."""
    return max((EXACT if one is None else one for one in scores), default=0.0)
