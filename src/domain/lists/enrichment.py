"""Over-representation: pathways that contain more genes, or compounds, of a list than expected by chance.

The test is the one-sided hypergeometric one (Fisher's exact test, greater), in integers: only the quotient is rounded.
The p-values of all tested pathways are adjusted after Benjamini and Hochberg (1995), which bounds the share of false
discoveries.
"""

from collections.abc import Sequence
from itertools import accumulate
from math import comb

import msgspec

from biofacts.domain.answers.records import Item
from biofacts.domain.lists.resolution import Option

FEWEST, MOST = 3, 5_000
"""The limits for the number of names in a tested list."""

MEMBERS_SHOWN = 10
"""The number of members listed in each item; `overlap` counts all."""


class EnrichedPathway(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pathway, compared with a list.

    `overlap`: how many members of the list are drawn in the pathway; `genes` or `compounds`: their names, only the
    first ten for tools. `pathway_size`, `list_size`: how many members of the background are in the pathway, in the
    list. `p_value`: the probability of at least this overlap by chance.
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


class NameRead(msgspec.Struct, frozen=True, kw_only=True):
    """The gene or compound that a name of a list was read as, where it is not the approved symbol or name itself.

    `label`: its symbol or name; `why`: the sort of name that was sent, for example an alias.
    """

    input: str
    id: str
    label: str
    why: str


class ContestedName(msgspec.Struct, frozen=True, kw_only=True):
    """A name of several genes or compounds, which was not counted, and its possible meanings."""

    input: str
    candidates: tuple[Option, ...]


class Background(msgspec.Struct, frozen=True, kw_only=True):
    """The background that a list is compared with: its size, and a description."""

    size: int
    what: str


def tail(overlap: int, pathway_size: int, list_size: int, background: int) -> float:
    """Return the probability that a list drawn without replacement has at least that overlap with a pathway.

    All arguments are numbers of genes, the two sizes at most `background`. Exact except for the last rounding.
    """
    drawn, marked = sorted((pathway_size, list_size))  # the tail is the same either way round, the numbers are smaller
    fewest = max(0, drawn + marked - background)
    if overlap <= fewest:
        return 1.0
    if overlap > drawn:
        return 0.0
    # Each term follows from the one before by a quotient, which is far cheaper than three binomials.
    ways = term = comb(marked, overlap) * comb(background - marked, drawn - overlap)
    for k in range(overlap, drawn):
        term = term * (marked - k) * (drawn - k) // ((k + 1) * (background - marked - drawn + k + 1))
        ways += term
    return ways / comb(background, drawn)


def adjusted(p_values: Sequence[float], tested: int) -> list[float]:
    """Adjust p-values after Benjamini and Hochberg, and return them in the order of `p_values`.

    `tested`: the number of tests; those missing from `p_values` have a p-value of 1.
    """
    order = sorted(range(len(p_values)), key=lambda index: p_values[index], reverse=True)
    scaled = (p_values[index] * tested / rank for index, rank in zip(order, range(len(order), 0, -1), strict=True))
    falling = accumulate(scaled, min, initial=1.0)
    next(falling)
    found = dict(zip(order, falling, strict=True))
    return [found[index] for index in range(len(p_values))]


def written(probability: float) -> str:
    """Format a probability with two digits. A float of 0 is only too small to represent, since no probability is 0."""
    return f"{probability:.2g}" if probability else "< 1e-300"
