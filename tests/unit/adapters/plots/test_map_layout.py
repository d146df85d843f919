"""Places of the nodes of a map."""

import math
import random

import pytest

from biofacts.adapters.plots.map_layout import places

RANDOM = random.Random(4)
SPARSE = [(0, 1, 0.9), (1, 2, 0.5)]
DENSE = [(one, other, RANDOM.uniform(0.2, 1)) for other in range(60) for one in range(other)]


@pytest.mark.parametrize("joined", [[], SPARSE, DENSE], ids=["none", "sparse", "dense"])
def test_no_nodes_overlap(joined: list[tuple[int, int, float]]) -> None:
    radii = [RANDOM.uniform(0.05, 0.2) for _ in range(60)]
    found = places(joined, radii)

    for other in range(60):
        for one in range(other):
            assert math.dist(found[one], found[other]) > radii[one] + radii[other]


def test_joined_nodes_are_nearer_than_others() -> None:
    found = places([(0, 3, 1.0), (1, 4, 1.0)], [0.1] * 6)

    assert math.dist(found[0], found[3]) < min(math.dist(found[0], found[other]) for other in (1, 2, 4, 5))


def test_the_same_pathways_lie_in_the_same_places() -> None:
    assert places(SPARSE, [0.1] * 4) == places(SPARSE, [0.1] * 4)


def test_a_single_node_has_a_place() -> None:
    assert len(places([], [0.1])) == 1
