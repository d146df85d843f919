"""Over-representation: pathways that contain more genes or compounds of a list than expected by chance.

The test is the one-sided hypergeometric test (Fisher's exact test, greater), in integers: only the quotient is rounded.
The p-values of all tested pathways are adjusted by the method of Benjamini and Hochberg (1995), which controls the
false discovery rate.

Plots are described here as values and texts, independent of the library that draws them.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from math import comb, log10
from typing import Literal, TypeVar, get_args

import msgspec

from biofacts.domain.answers.records import Item
from biofacts.domain.lists.ranked_lists import RankedPathway
from biofacts.domain.lists.resolution import Option

FEWEST, MOST = 3, 5_000
"""The limits for the number of names in a tested list."""

# As in other tools: sets of one to four genes would weaken the adjustment of all p-values.
SMALLEST_SET, LARGEST_SET = 5, 500
"""The limits for the number of a pathway's members in the background, if the caller sets none."""

SIGNIFICANT = 0.05
"""The adjusted p-value below which a pathway counts as enriched."""

MEMBERS_SHOWN = 10
"""The number of members listed in a shortened item; `overlap` counts all of them."""

_SAME = 0.5
"""The least Jaccard index at which the overlaps of two pathways count as the same finding."""


class TestedPart(msgspec.Struct, frozen=True, kw_only=True):
    """The test of only the genes or only the compounds of a pathway. The fields are those of `EnrichedPathway`."""

    __test__ = False  # pytest would otherwise collect this class

    overlap: int
    pathway_size: int
    list_size: int
    p_value: float
    adjusted_p_value: float


class EnrichedPathway(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pathway, tested for enrichment.

    `overlap`: the number of the list's members in the pathway; `genes`, `compounds`: their names, which tools may
    shorten. `pathway_size`, `list_size`: the number of the background's members in the pathway and in the list.
    `ratio`: overlap / list_size; `fold`: that ratio divided by the pathway's share of the background. `p_value`: the
    probability of at least this overlap by chance. `same_as`: an earlier pathway with mostly the same overlap.
    `alone`: if genes and compounds were tested together, the separate tests of `genes` and `compounds`.
    """

    id: str
    title: str
    overlap: int
    pathway_size: int
    list_size: int
    ratio: float
    fold: float
    p_value: float
    adjusted_p_value: float
    genes: tuple[str, ...] = ()
    compounds: tuple[str, ...] = ()
    same_as: str | None = None
    alone: dict[str, TestedPart] = {}

    @property
    def members(self) -> Sequence[str]:
        """The names of the genes and compounds in the overlap."""
        return (*self.genes, *self.compounds)

    @property
    def marks(self) -> Iterable[str]:
        """The names in the overlap with their kind, since a gene and a compound may have the same name."""
        return (*(f"gene {gene}" for gene in self.genes), *(f"compound {other}" for other in self.compounds))


class NameRead(msgspec.Struct, frozen=True, kw_only=True):
    """The gene or compound that a name of a list was read as, if the name is not its approved symbol or name.

    `label`: the symbol or name of the gene or compound; `why`: the sort of name that was sent, for example an alias.
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
    """The background with which a list is compared. `size`: the number of its members; `what`: a description."""

    size: int
    what: str


def tail(overlap: int, pathway_size: int, list_size: int, background: int) -> float:
    """Return the probability that a random list has at least this overlap with a pathway.

    All arguments are numbers of members; both sizes are at most `background`. Exact up to the final rounding.
    """
    drawn, marked = sorted((pathway_size, list_size))  # the result is symmetric, and this order has smaller numbers
    fewest = max(0, drawn + marked - background)
    if overlap <= fewest:
        return 1.0
    if overlap > drawn:
        return 0.0
    # Each term is computed from the previous one, which is far cheaper than three binomials.
    ways = term = comb(marked, overlap) * comb(background - marked, drawn - overlap)
    for k in range(overlap, drawn):
        term = term * (marked - k) * (drawn - k) // ((k + 1) * (background - marked - drawn + k + 1))
        ways += term
    return ways / comb(background, drawn)


def adjusted(p_values: Sequence[float], tested: int) -> list[float]:
    """Adjust p-values by the method of Benjamini and Hochberg, in the order of `p_values`.

    `tested`: the number of tests; those missing from `p_values` have a p-value of 1.
    """
    order = sorted(range(len(p_values)), key=lambda index: p_values[index], reverse=True)
    scaled = (p_values[index] * tested / rank for index, rank in zip(order, range(len(order), 0, -1), strict=True))
    # The running minimum keeps the adjusted p-values in the order of the p-values.
    falling = accumulate(scaled, min, initial=1.0)
    next(falling)
    by_index = dict(zip(order, falling, strict=True))
    return [by_index[index] for index in range(len(p_values))]


FindingT = TypeVar("FindingT", EnrichedPathway, RankedPathway)


def with_repeats(items: Sequence[FindingT]) -> Sequence[FindingT]:
    """Set `same_as` of every pathway that repeats an earlier one.

    Two pathways repeat each other if they share at least half of all members of their overlaps. `same_as` names only
    pathways that repeat none themselves, so that every group has one head: its earliest pathway.
    """
    bits = dict[str, int]()
    heads = list[tuple[str, int]]()
    findings = list[FindingT]()
    for item in items:
        members = 0
        for name in item.marks:
            members |= bits.setdefault(name, 1 << len(bits))
        nearest = max(heads, key=lambda head: _jaccard(members, head[1]), default=None)
        if nearest is not None and _jaccard(members, nearest[1]) >= _SAME:
            findings.append(msgspec.structs.replace(item, same_as=nearest[0]))
        else:
            heads.append((item.id, members))
            findings.append(item)
    return findings


def _jaccard(members: int, other: int) -> float:
    """Return the Jaccard index of two sets, encoded as the bits of integers."""
    return (members & other).bit_count() / ((members | other).bit_count() or 1)


def grouped(items: Sequence[FindingT]) -> Sequence[FindingT]:
    """Move every pathway behind the one that it repeats; keep the order otherwise."""
    place = {item.id: number for number, item in enumerate(items)}
    return sorted(items, key=lambda item: (place[item.same_as or item.id], place[item.id]))


def rounded(pathway: EnrichedPathway) -> EnrichedPathway:
    """Round ratios and probabilities to three significant digits."""
    alone = {
        kind: msgspec.structs.replace(
            part, p_value=three_digits(part.p_value), adjusted_p_value=three_digits(part.adjusted_p_value)
        )
        for kind, part in pathway.alone.items()
    }
    numbers = {name: three_digits(getattr(pathway, name)) for name in ("ratio", "fold", "p_value", "adjusted_p_value")}
    return msgspec.structs.replace(pathway, **numbers, alone=alone)


def three_digits(number: float) -> float:
    """Round a number to three significant digits."""
    return float(f"{number:.3g}")


def written(probability: float) -> str:
    """Format a probability with two digits; 0 becomes "< 1e-300", since it is only too small for a float."""
    return f"{probability:.2g}" if probability else "< 1e-300"


# Plots


PlotKind = Literal["dot", "bar", "running", "map"]
PlotFormat = Literal["svg", "pdf", "png"]

PLOT_FORMATS: tuple[PlotFormat, ...] = get_args(PlotFormat)
PLOT_KINDS: tuple[PlotKind, ...] = get_args(PlotKind)

PLOTTED, PLOTTED_SUMS, MOST_PLOTTED = 20, 6, 60
"""The default number of pathways in a plot, the default number of running sums, and the maximum of both."""

SHARED_IN_MAP = 0.2
"""The least Jaccard index of the members of two pathways at which a map connects them."""


class PlottedPathway(msgspec.Struct, frozen=True, kw_only=True):
    """A pathway in a plot.

    `strength`: the fold enrichment or normalised score; `probability`: the adjusted p-value or q-value; `number`: the
    size of the overlap or leading edge, and `members`: its names; `places`: ranks of its genes, ascending.
    """

    id: str
    title: str
    strength: float
    probability: float
    number: int
    members: frozenset[str]
    places: tuple[int, ...] = ()

    @property
    def is_significant(self) -> bool:
        """True if the pathway counts as enriched."""
        return self.probability < SIGNIFICANT


class Plot(msgspec.Struct, frozen=True, kw_only=True):
    """A plot. `strength`, `probability`, `number`: the axis labels of these values of its pathways.

    `floor`: the smallest probability to plot; `scores`: the scores of a ranking, descending.
    """

    kind: PlotKind
    title: str
    caption: str
    pathways: tuple[PlottedPathway, ...]
    strength: str
    probability: str
    number: str
    floor: float
    scores: tuple[float, ...] = ()

    def shown_probability(self, pathway: PlottedPathway) -> float:
        """Return the probability of a pathway, or the floor if it is 0, which has no logarithm."""
        return max(pathway.probability, self.floor)

    def bar(self, pathway: PlottedPathway) -> float:
        """Return the length of a pathway's bar: its score for a ranked list, else -log10 of its probability."""
        return pathway.strength if self.scores else abs(log10(self.shown_probability(pathway)))


def format_of(name: str) -> PlotFormat:
    """Return the format for the extension of a file name. Raises: ValueError."""
    ending = name.rpartition(".")[2].lower()
    for form in PLOT_FORMATS:
        if ending == form:
            return form
    raise ValueError(f"the name of the file must end in .svg, .pdf or .png, unlike {name}")


def shared(pathways: Sequence[PlottedPathway]) -> Iterator[tuple[int, int, float]]:
    """Yield pairs of pathways that share enough members for a map: their indices and their Jaccard index."""
    for place, pathway in enumerate(pathways):
        for other in range(place):
            common = len(pathway.members & pathways[other].members)
            index = common / (len(pathway.members | pathways[other].members) or 1)
            if index >= SHARED_IN_MAP:
                yield other, place, index
