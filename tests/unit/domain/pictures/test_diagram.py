"""Boxes: where their margins lie, and which of them overlap; letters that fill them."""

import pytest

from biofacts.domain.pictures.diagram import Box, Diagram, Shape, Text
from biofacts.domain.pictures.layout import with_large_letters


def test_a_margin_is_on_each_side() -> None:
    assert Box(10, 20, 30, 40).grown(5) == Box(5, 15, 40, 50)


def test_boxes_with_a_common_edge_do_not_touch() -> None:
    box = Box(0, 0, 10, 10)

    assert box.touches(Box(9, 9, 5, 5))
    assert not box.touches(Box(10, 0, 5, 5))
    assert not box.touches(Box(0, 10, 5, 5))


def test_large_letters_fill_nodes_in_one_proportion_and_long_labels_what_they_have() -> None:
    sizes = [one.text.size for one in with_large_letters(NODES).elements if isinstance(one, Shape) and one.text]

    assert sizes == [pytest.approx(10 * 18 / 11.5)] * 11 + [pytest.approx(10 * 78 / (13 * 5.56))]


def _node(label: str) -> Shape:
    return Shape(id=label, kind="node", box=Box(0, 0, 80, 20), text=Text(lines=(label,), size=10))


NODES = Diagram(
    id="WP:WP1", title="Tea making", organism="Homo sapiens", elements=tuple(map(_node, ["5"] * 11 + ["5" * 13]))
)
