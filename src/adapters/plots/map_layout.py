"""Places of the nodes of a map.

Joined nodes attract and all repel each other (Fruchterman and Reingold, Software: Practice and Experience 21:1129,
1991), from a circle on, so that the same pathways lie in the same places; last, nodes that overlap are moved apart.
"""

# Arrays of numbers have types that pyright knows only in part.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_STEPS, _MOST_MOVES = 300, 500
_SPACE = 3.2
"""The usual distance of joined nodes, in radii."""
_GAP = 1.15
"""The least distance of nodes, of the sum of their radii."""


def places(joined: Sequence[tuple[int, int, float]], radii: Sequence[float]) -> Sequence[tuple[float, float]]:
    """Return the centre of each node. `joined`: pairs of nodes with a weight between 0 and 1; units: those of `radii`.

    No two nodes overlap.
    """
    import numpy as np

    number = len(radii)
    angles = 2 * np.pi * np.arange(number) / number
    space = _SPACE * max(radii)
    # Slightly uneven, since forces in a perfect circle hold each other in balance.
    around = (space * number / 6 * (1 + 0.1 * np.sin(3 * np.arange(number)))).reshape(-1, 1)
    found: Floats = around * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    weights = np.zeros((number, number))
    for one, other, weight in joined:
        weights[one, other] = weights[other, one] = weight
    for step in range(_STEPS):
        found = _moved(found, weights, space, limit=space * (1 - step / _STEPS))
    return [(float(x), float(y)) for x, y in _apart(found, np.array(radii))]


def _moved(found: "Floats", weights: "Floats", space: float, *, limit: float) -> "Floats":
    """Move all nodes by the forces between them, none farther than the limit."""
    import numpy as np

    between, distance = _between(found)
    # Nothing far away repels, and all are drawn to the middle: otherwise nodes without a neighbour would fly off.
    push = np.where(distance < 3 * space, space**2 / distance, 0.0)
    pull = distance**2 / space * (0.3 + weights) * (weights > 0)
    force = (between / distance[..., None] * (push - pull)[..., None]).sum(axis=1) - found * 0.15
    strength = np.maximum(np.linalg.norm(force, axis=1, keepdims=True), 1e-9)
    moved: Floats = found + force / strength * np.minimum(strength, limit)
    return moved


def _apart(found: "Floats", radii: "Floats") -> "Floats":
    """Move overlapping nodes apart, each by half of what is missing."""
    import numpy as np

    least = _GAP * (radii[:, None] + radii[None, :])
    np.fill_diagonal(least, 0)
    for _ in range(_MOST_MOVES):
        between, distance = _between(found)
        missing = np.maximum(least - distance, 0)
        if not missing.any():
            break
        found = found + (between / distance[..., None] * missing[..., None] * 0.55).sum(axis=1)
    return found


def _between(found: "Floats") -> "tuple[Floats, Floats]":
    """Return the vectors between all nodes, and their lengths, none of which is 0."""
    import numpy as np

    between = found[:, None] - found[None, :]
    distance = np.linalg.norm(between, axis=-1)
    return between, np.where(distance > 0, distance, 1e-6)
