"""Enrichment scores of gene sets in a ranking, for all sets of one size at once; see `domain/lists/ranked_lists.py`.

All sets share the same permutations of the genes. A running sum has its extremes at the members of a set, so it is
computed only there. P-values and false discovery rates are defined as in gseapy's `prerank`: as shares of the permuted
scores with the same sign, for false discovery rates over all sets together, and without making these monotonic.
"""

# Pyright knows the types of divided arrays only partly.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import anyio.to_thread

from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.optional_packages import RANKED
from biofacts.domain.lists.ranked_lists import SetScore
from biofacts.ports.lists import Advance, SetScorer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Places = NDArray[np.int32]

_AT_ONCE = 25
"""The number of permutations that are computed at once, between two progress reports."""

NO_NUMPY_HINT = "Without it, send only the genes above a threshold, as genes without scores."


class NumpySetScorer(SetScorer):
    """A scorer of gene sets with NumPy, which is imported for the first ranked list."""

    async def score(
        self, ranking: Sequence[float], sets: Sequence[Sequence[int]], *, permutations: int, seed: int, advance: Advance
    ) -> Sequence[SetScore]:
        if not RANKED.is_installed:
            raise UpstreamError(RANKED.refusal, NO_NUMPY_HINT)
        run = await anyio.to_thread.run_sync(_RankingScores, ranking, sets, permutations, seed)
        for done in range(0, permutations, _AT_ONCE):
            await advance(done, permutations)
            await anyio.to_thread.run_sync(run.permute, done, min(done + _AT_ONCE, permutations))
        await advance(permutations, permutations)
        return await anyio.to_thread.run_sync(run.scores)


class _Sets(NamedTuple):
    """All sets of one size. `rows`: their indices; `places`: the ranks of their members, a row for each set."""

    rows: "NDArray[np.intp]"
    places: "Places"


class _RankingScores:
    """The scoring of one ranking. Call `permute` for all permutations in order, then `scores`."""

    def __init__(self, ranking: Sequence[float], sets: Sequence[Sequence[int]], permutations: int, seed: int) -> None:
        import numpy as np

        weights: Floats = np.abs(np.array(ranking, np.float64))
        self._weights = weights / (weights.max() or 1)  # scaled, since sums of very large numbers would be infinite
        self._random = np.random.default_rng(seed)
        self._sets = [*_by_size(sets)]
        self._null: Floats = np.zeros((len(sets), permutations))

    def permute(self, start: int, end: int) -> None:
        """Draw the permutations from `start` up to (not including) `end`, and score all sets in them."""
        import numpy as np

        genes = np.arange(len(self._weights), dtype=np.int32)
        places = np.stack([self._random.permutation(genes) for _ in range(start, end)])
        for batch in self._sets:
            permuted = np.sort(places[:, batch.places], axis=-1)
            self._null[batch.rows, start:end] = _extremes(self._weights, permuted)[0].T

    def scores(self) -> Sequence[SetScore]:
        """Score all sets in the ranking itself, and compare these scores with those in the permutations."""
        import numpy as np

        es, peaks = np.zeros(len(self._null)), np.zeros(len(self._null), np.int64)
        for batch in self._sets:
            es[batch.rows], peaks[batch.rows] = _extremes(self._weights, batch.places)
        above = self._null >= 0
        means = np.stack([_means(self._null, ~above), _means(self._null, above)])
        signs = (es >= 0).astype(int)
        nes = es / _or_itself(means[signs, np.arange(len(es))], es)
        null: Floats = self._null / np.where(above, means[1][:, None], means[0][:, None])
        p_values = _shares(self._null, above, es)
        q_values = _false_discovery_rates(nes, null)
        columns = (column.tolist() for column in (es, nes, p_values, q_values, peaks))
        return [SetScore(*row) for row in zip(*columns, strict=True)]


def _by_size(sets: Sequence[Sequence[int]]) -> Iterator[_Sets]:
    import numpy as np

    rows: defaultdict[int, list[int]] = defaultdict(list)
    for row, places in enumerate(sets):
        rows[len(places)].append(row)
    for some in rows.values():
        yield _Sets(np.array(some), np.array([sets[row] for row in some], np.int32))


def _extremes(weights: "Floats", places: "Places") -> "tuple[Floats, NDArray[np.int64]]":
    """Return the enrichment score of each set, and the rank of the gene at which its running sum is farthest from 0.

    `places`: the ranks of the members, in ascending order along the last axis.
    """
    import numpy as np

    size = places.shape[-1]
    steps = weights[places]
    total = steps.sum(axis=-1, keepdims=True)
    # If all members score 0, they have equal weights, as in fgsea.
    steps = np.where(total > 0, steps / np.where(total > 0, total, 1), 1 / size)
    missed: Floats = (places - np.arange(size)) / (len(weights) - size)
    tops = np.cumsum(steps, axis=-1) - missed
    bottoms = tops - steps  # before the member
    top, bottom = tops.max(axis=-1), bottoms.min(axis=-1)
    is_top = top >= -bottom
    peak = np.where(is_top, tops.argmax(axis=-1), bottoms.argmin(axis=-1))
    return np.where(is_top, top, bottom), np.take_along_axis(places, peak[..., None], axis=-1)[..., 0].astype(np.int64)


def _means(null: "Floats", chosen: "NDArray[np.bool_]") -> "Floats":
    """Return the mean absolute value of the chosen permuted scores for each set; NaN if no score is chosen."""
    import numpy as np

    number = chosen.sum(axis=1)
    # NumPy computes both branches, so the divisor must not be 0.
    return np.where(number > 0, np.abs(np.where(chosen, null, 0)).sum(axis=1) / np.maximum(number, 1), np.nan)


def _or_itself(means: "Floats", es: "Floats") -> "Floats":
    """Replace missing means by the absolute score of the set, which is thereby normalised to 1 or -1 (or 0)."""
    import numpy as np

    return np.where(means > 0, means, np.where(es == 0, 1, np.abs(es)))


def _shares(null: "Floats", above: "NDArray[np.bool_]", es: "Floats") -> "Floats":
    """Return each p-value: the share of the set's permuted scores of its sign that are at least as far from 0, or 1."""
    import numpy as np

    column = es[:, None]
    alike = np.where(column >= 0, above, ~above)
    as_far = np.where(column >= 0, null >= column, null <= column)
    number = alike.sum(axis=1)
    return np.where(number > 0, as_far.sum(axis=1) / np.maximum(number, 1), 1.0)


def _false_discovery_rates(nes: "Floats", null: "Floats") -> "Floats":
    """Return for each set the ratio of two shares of scores at least as far from 0: permuted over real, of its sign."""
    import numpy as np

    rates = np.ones(len(nes))
    for sign in (1, -1):
        chosen = nes >= 0 if sign > 0 else nes < 0
        of_sets, permuted = np.sort(sign * nes[chosen]), np.sort(sign * null[(null >= 0) == (sign > 0)])
        if len(permuted):
            farther = 1 - np.searchsorted(permuted, sign * nes[chosen]) / len(permuted)
            rates[chosen] = np.minimum(farther / (1 - np.searchsorted(of_sets, sign * nes[chosen]) / len(of_sets)), 1)
    return rates
