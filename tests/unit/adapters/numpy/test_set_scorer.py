"""Scores of sets, against the definition written down plainly, gene by gene."""

import random
from collections.abc import Sequence

import anyio
import pytest
from pytest_mock import MockerFixture

from biofacts.adapters.numpy.set_scorer import NumpySetScorer
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.optional_packages import RANKED
from biofacts.domain.lists.ranked_lists import SetScore

GENES = 200
RANDOM = random.Random(7)
RANKING = sorted((RANDOM.gauss(0.1, 1) for _ in range(GENES)), reverse=True)
TOP, BOTTOM = [0, 1, 3, 4, 9, 30], [120, 180, 190, 195, 197, 199]
SETS = [TOP, BOTTOM, *(sorted(RANDOM.sample(range(GENES), size)) for size in (1, 5, 6, 6, 17, 50, 199))]


async def unheard(done: int, total: int) -> None:
    """Ignore the progress."""


async def scored(
    ranking: Sequence[float] = RANKING, sets: Sequence[Sequence[int]] = SETS, *, permutations: int = 400, seed: int = 0
) -> Sequence[SetScore]:
    return await NumpySetScorer().score(ranking, sets, permutations=permutations, seed=seed, advance=unheard)


def plain(ranking: Sequence[float], places: Sequence[int]) -> float:
    """The running sum over all genes."""
    members, total = {*places}, sum(abs(ranking[place]) for place in places)
    run, farthest = 0.0, 0.0
    for place, score in enumerate(ranking):
        run += abs(score) / total if place in members else -1 / (len(ranking) - len(members))
        farthest = run if abs(run) > abs(farthest) else farthest
    return farthest


async def test_the_score_is_the_largest_deviation_of_the_running_sum() -> None:
    assert [one.es for one in await scored()] == pytest.approx([plain(RANKING, one) for one in SETS], abs=1e-12)


async def test_normalised_scores_and_shares_are_those_of_permuted_rankings() -> None:
    """Within the noise of two random series: their shares differ by at most five standard errors."""
    number, rng = 2000, random.Random(1)
    found = await scored(permutations=number)

    for one, places in zip(found, SETS, strict=True):
        null = [plain(RANKING, sorted(rng.sample(range(GENES), len(places)))) for _ in range(number)]
        alike = [abs(es) for es in null if (es >= 0) == (one.es >= 0)]
        share = sum(es >= abs(one.es) for es in alike) / len(alike)

        assert one.nes == pytest.approx(one.es * len(alike) / sum(alike), rel=0.1)
        assert one.p_value == pytest.approx(share, abs=5 * (0.25 / len(alike)) ** 0.5)


async def test_planted_sets_are_found_at_their_ends() -> None:
    top, bottom, *others = await scored()

    assert (top.nes > 1.5, top.p_value, top.peak) == (True, 0, 9)
    assert (bottom.nes < -1.3, bottom.p_value < 0.05, bottom.peak) == (True, True, 180)
    assert top.q_value < min(one.q_value for one in others if one.es > 0)
    assert all(0 <= one.q_value <= 1 and 0 <= one.p_value <= 1 for one in others)


async def test_the_rate_compares_shares_of_all_permuted_scores() -> None:
    """One set alone: its rate is its share, since it is all that is observed with its sign."""
    (alone,) = await scored(sets=[SETS[4]])

    assert alone.q_value == alone.p_value > 0


async def test_equal_seeds_give_equal_scores() -> None:
    assert await scored(seed=3) == await scored(seed=3)
    assert [one.p_value for one in await scored(seed=3)] != [one.p_value for one in await scored(seed=4)]


async def test_scores_of_zero_count_alike() -> None:
    ranking = [*RANKING[:50], *[0.0] * 100, *RANKING[150:]]
    (one,) = await scored(ranking, [[60, 61, 100]])

    assert one.es == pytest.approx(1 - 98 / 197, abs=1e-12)


async def test_the_largest_numbers_have_a_score() -> None:
    ranking = [1e308, 1e308, *RANKING[2:-2], -1e308, -1e308]

    assert [one.es for one in await scored(ranking, [[0, 1, 5]])] == pytest.approx([1.0])


async def test_no_sets_have_no_scores() -> None:
    assert await scored(sets=[]) == []


async def test_the_number_of_finished_permutations_is_reported() -> None:
    heard = list[tuple[int, int]]()

    async def hear(done: int, total: int) -> None:
        heard.append((done, total))

    await NumpySetScorer().score(RANKING, SETS, permutations=60, seed=0, advance=hear)

    assert heard == [(0, 60), (25, 60), (50, 60), (60, 60)]


async def test_a_cancelled_call_ends_with_its_present_permutations() -> None:
    heard = list[int]()

    with anyio.CancelScope() as scope:

        async def hear(done: int, total: int) -> None:
            heard.append(done)
            if done:
                scope.cancel()

        await NumpySetScorer().score(RANKING, SETS, permutations=5_000, seed=0, advance=hear)

    assert heard == [0, 25]


async def test_without_numpy_the_extra_is_named(mocker: MockerFixture) -> None:
    mocker.patch("importlib.util.find_spec", return_value=None)

    with pytest.raises(UpstreamError, match=r"pip install 'biofacts\[ranked\]'") as error:
        await scored()

    assert error.value.message == RANKED.refusal
