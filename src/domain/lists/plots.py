"""Plots of an enrichment: the values and texts to draw, whatever library draws them."""

from collections.abc import Iterator, Sequence
from math import log10
from typing import Literal, get_args

import msgspec

from biofacts.domain.lists.enrichment import SIGNIFICANT

PlotKind = Literal["dot", "bar", "running", "map"]
PlotFormat = Literal["svg", "pdf", "png"]

FORMATS: tuple[PlotFormat, ...] = get_args(PlotFormat)
KINDS: tuple[PlotKind, ...] = get_args(PlotKind)

PATHWAYS, RUNNING_SUMS, MOST_PATHWAYS = 20, 6, 60
"""The numbers of pathways in a plot, of running sums in one, if the caller sets none, and the most in any."""

SHARED = 0.2
"""The least Jaccard index of the members of two pathways that a map joins."""


class PlottedPathway(msgspec.Struct, frozen=True, kw_only=True):
    """A pathway in a plot.

    `strength`: its fold, or its normalised score; `probability`: adjusted for the number of tests; `number`: of its
    `members` that were found; `places`: of its genes in a ranking, rising.
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
        """True if it counts as enriched."""
        return self.probability < SIGNIFICANT


class Plot(msgspec.Struct, frozen=True, kw_only=True):
    """A plot. `strength`, `probability`, `number`: the names of these values of its pathways.

    `floor`: the smallest probability that differs from 0; `scores`: of a ranking, falling.
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
        """Return the length of a pathway's bar: its score in a ranking, else -log10 of its probability."""
        return pathway.strength if self.scores else abs(log10(self.shown_probability(pathway)))


def format_of(name: str) -> PlotFormat:
    """Return the format that the name of a file tells. Raises: ValueError."""
    ending = name.rpartition(".")[2].lower()
    for form in FORMATS:
        if ending == form:
            return form
    raise ValueError(f"the name of the file must end in .svg, .pdf or .png, unlike {name}")


def shared(pathways: Sequence[PlottedPathway]) -> Iterator[tuple[int, int, float]]:
    """Yield the pairs of pathways that share members, by their places, with their Jaccard index."""
    for place, one in enumerate(pathways):
        for other in range(place):
            common = len(one.members & pathways[other].members)
            index = common / (len(one.members | pathways[other].members) or 1)
            if index >= SHARED:
                yield other, place, index


def running_sum(scores: Sequence[float], places: Sequence[int]) -> list[tuple[int, float]]:
    """Return the corners of a set's running sum, from the first place of a ranking to behind the last.

    `places`: of the set, rising, neither none nor all. `domain/lists/ranked_lists.py` defines the sum.
    """
    weights = [abs(scores[place]) for place in places]
    if not (total := sum(weights)):  # then all members count the same, as in the test
        weights, total = [1.0] * len(places), len(places)
    fall = 1 / (len(scores) - len(places))
    corners, height = [(0, 0.0)], 0.0
    for number, (place, weight) in enumerate(zip(places, weights, strict=True)):
        corners.append((place, height - (place - number) * fall))
        height += weight / total
        corners.append((place + 1, height - (place - number) * fall))
    return [*corners, (len(scores), 0.0)]
