"""Correction of misspellings: a single slip, or words that sound alike, but not words that only look alike."""

import re
from collections.abc import Sequence

SHORTEST, SHORTEST_OF_TWO_SLIPS = 5, 8
_MOST = 6
# The order matters: `ph` is replaced before `h` is dropped, and double letters are merged after vowels are dropped.
_SOUNDS = [
    (re.compile(pattern), replacement)
    for pattern, replacement in [
        (r"ph", "f"), (r"[ckq]", "k"), (r"z", "s"), (r"x", "ks"), (r"[aeiouyh]", ""), (r"(.)\1+", r"\1"),
    ]
]  # fmt: skip


def may_be_corrected(word: str) -> bool:
    """Return True for words of letters that are not short: changing a symbol or number gives another one."""
    return word.isalpha() and len(word) >= SHORTEST


def distance(word: str) -> int:
    """Return the number of slips that are corrected: one; two in a longer word."""
    return 2 if len(word) >= SHORTEST_OF_TWO_SLIPS else 1


def surely_meant(word: str, near: Sequence[str]) -> Sequence[str]:
    """Select the likely corrections from similar words (the nearest first).

    The first letter is hardly ever wrong, unless it is swapped with the second. Two slips are corrected only if the
    words sound alike: `osteoporosis` is no `osteopetrosis`.
    """
    likely = [other for other in near if other[0] == word[0] or other[:2] == word[1::-1]]
    one_slip = [other for other in likely if _one_slip(word, other)]
    return (one_slip or [other for other in likely if _sound(word) == _sound(other)])[:_MOST]


def _one_slip(word: str, other: str) -> bool:
    """Return True if one letter was added, dropped or replaced, or two neighbours were swapped."""
    if len(word) > len(other):
        word, other = other, word
    start = next((place for place, letter in enumerate(word) if letter != other[place]), len(word))
    rest, longer = word[start:], other[start:]
    if len(rest) < len(longer):
        return rest == longer[1:]
    return rest[1:] == longer[1:] or (rest[:2] == longer[1::-1] and rest[2:] == longer[2:])


def _sound(word: str) -> str:
    for pattern, replacement in _SOUNDS:
        word = pattern.sub(replacement, word)
    return word
