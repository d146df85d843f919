"""Over-representation: the pathways of which a list holds more genes, or compounds, than chance would put there.

The test is the one-sided hypergeometric one (Fisher's exact test, greater), in whole numbers: only the quotient is
rounded. The p-values of all pathways tested are adjusted after Benjamini and Hochberg (1995), which bounds the share of
false discoveries.
"""

from collections.abc import Sequence
from itertools import accumulate
from math import comb

import msgspec

from biofacts.domain.record import Item

FEWEST, MOST = 3, 5_000
"""Names in a list that is tested."""

MEMBERS_SHOWN = 10
"""Of an item; `overlap` counts all."""


class EnrichedPathway(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pathway with what a list has of it.

    `overlap`: how many of the list are drawn in it; `genes` or `compounds`: those, as they are called, for tools the
    first ten.
    `pathway_size`, `list_size`: how many of the background are in the pathway, in the list. `p_value`: of at least that
    overlap by chance.
    """

    id: str
    title: str
    overlap: int
    pathway_size: int
    list_size: int
    p_value: float
    adjusted_p_value: float
    genes: tuple[str, ...] = ()
    compounds: tuple[str, ...] = ()


class Background(msgspec.Struct, frozen=True, kw_only=True):
    """What the list is compared with: so many, and which."""

    size: int
    what: str


def tail(overlap: int, pathway_size: int, list_size: int, background: int) -> float:
    """The probability that a list drawn without replacement has at least that overlap with a pathway.

    All are numbers of genes, the two sizes at most `background`. Exact but for the last rounding.
    """
    drawn, marked = sorted((pathway_size, list_size))  # the tail is the same either way round, the numbers are smaller
    fewest = max(0, drawn + marked - background)
    if overlap <= fewest:
        return 1.0
    if overlap > drawn:
        return 0.0
    ways = term = comb(marked, overlap) * comb(background - marked, drawn - overlap)
    for k in range(overlap, drawn):
        term = term * (marked - k) * (drawn - k) // ((k + 1) * (background - marked - drawn + k + 1))
        ways += term
    return ways / comb(background, drawn)


def adjusted(p_values: Sequence[float], tested: int) -> list[float]:
    """The p-values after Benjamini and Hochberg, in the order given.

    `tested`: the number of tests, of which those left out have a p-value of 1.
    """
    order = sorted(range(len(p_values)), key=lambda index: p_values[index], reverse=True)
    scaled = (p_values[index] * tested / rank for index, rank in zip(order, range(len(order), 0, -1), strict=True))
    falling = accumulate(scaled, min, initial=1.0)
    next(falling)
    found = dict(zip(order, falling, strict=True))
    return [found[index] for index in range(len(p_values))]


def written(probability: float) -> str:
    """A probability in two digits. None is 0: some are less than numbers can tell."""
    return f"{probability:.2g}" if probability else "< 1e-300"
