"""Boxes: where their margins lie, and which of them overlap."""

from biofacts.domain.pictures.diagram import Box


def test_a_margin_is_on_each_side() -> None:
    assert Box(10, 20, 30, 40).grown(5) == Box(5, 15, 40, 50)


def test_boxes_with_a_common_edge_do_not_touch() -> None:
    box = Box(0, 0, 10, 10)

    assert box.touches(Box(9, 9, 5, 5))
    assert not box.touches(Box(10, 0, 5, 5))
    assert not box.touches(Box(0, 10, 5, 5))
