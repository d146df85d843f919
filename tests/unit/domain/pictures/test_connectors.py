"""The ways of lines, from one end to the other."""

import math
from itertools import pairwise

import pytest

from biofacts.domain.pictures.connectors import Routes
from biofacts.domain.pictures.diagram import Anchor, Connector, DrawnLine, LineEnd, Point

EAST, WEST, NORTH, SOUTH = Point(1, 0), Point(-1, 0), Point(0, -1), Point(0, 1)
NODES = {"a": None, "b": None}


def line(
    *points: tuple[float, float],
    connector: Connector = "elbow",
    start: Point | str = EAST,
    end: Point | str = WEST,
    anchors: tuple[Anchor, ...] = (),
) -> DrawnLine:
    """Ends are sides of nodes, or ids of anchors."""
    ends = (
        LineEnd(touches=one) if isinstance(one, str) else LineEnd(touches=name, rel=one)
        for one, name in ((start, "a"), (end, "b"))
    )
    first, last = ends
    places = tuple(Point(*point) for point in points)
    return DrawnLine(
        id="l", kind="interaction", points=places, connector=connector, start=first, end=last, anchors=anchors
    )


def corners(one: DrawnLine, *others: DrawnLine) -> list[tuple[float, float]]:
    way = Routes([one, *others], solid=NODES).of(one)
    points = [way.pieces[0].start, *(piece.end for piece in way.pieces)]
    return [(point.x, point.y) for at, point in enumerate(points) if not at or point != points[at - 1]]


def test_a_straight_line_goes_from_its_first_point_to_its_last() -> None:
    assert corners(line((0, 0), (50, 90), (100, 0), connector="straight")) == [(0, 0), (100, 0)]


def test_a_segmented_line_goes_through_all_points() -> None:
    assert corners(line((0, 0), (50, 90), (100, 0), connector="segmented")) == [(0, 0), (50, 90), (100, 0)]


def test_an_elbow_between_perpendicular_sides_has_one_corner() -> None:
    assert corners(line((0, 0), (100, 80), start=EAST, end=NORTH)) == [(0, 0), (100, 0), (100, 80)]


def test_an_elbow_between_facing_sides_has_its_stretch_where_the_drawing_has_its_point() -> None:
    assert corners(line((0, 0), (70, 40), (100, 80))) == [(0, 0), (70, 0), (70, 80), (100, 80)]


def test_an_elbow_between_facing_sides_bends_behind_a_stub_where_the_drawing_does_not_say() -> None:
    assert corners(line((0, 0), (100, 80))) == [(0, 0), (20, 0), (20, 80), (100, 80)]


def test_an_elbow_with_more_points_than_bends_takes_its_own() -> None:
    assert corners(line((0, 0), (1, 1), (2, 2), (100, 80))) == corners(line((0, 0), (100, 80)))


def test_an_elbow_around_a_node_has_three_bends() -> None:
    found = corners(line((0, 0), (100, 0), start=SOUTH, end=NORTH))

    assert [found[0], found[-1]] == [(0, 0), (100, 0)]
    assert len(found) > 3
    assert all(x == to_x or y == to_y for (x, y), (to_x, to_y) in pairwise(found))


@pytest.mark.parametrize("connector", ["elbow", "curved", "straight", "segmented"])
@pytest.mark.parametrize("start", [EAST, WEST, NORTH, SOUTH])
@pytest.mark.parametrize("end", [EAST, WEST, NORTH, SOUTH])
@pytest.mark.parametrize("to", [(100, 80), (-100, 80), (100, -80), (0, 50), (50, 0)])
def test_a_way_begins_and_ends_where_its_line_does(
    connector: Connector, start: Point, end: Point, to: tuple[float, float]
) -> None:
    way = Routes([], solid=NODES).of(line((0, 0), to, connector=connector, start=start, end=end))

    assert [way.pieces[0].start, way.pieces[-1].end] == [(0, 0), to]


def test_a_curve_goes_through_the_middles_of_the_stretches_of_its_elbow() -> None:
    way = Routes([], solid=NODES).of(line((0, 0), (100, 80), connector="curved"))

    assert [piece.end for piece in way.pieces] == [(20, 40), (100, 80)]
    assert [piece.bends for piece in way.pieces] == [((0, 0), (20, 0)), ((20, 80), (100, 80))]


def test_an_arrowhead_on_a_curve_points_along_it() -> None:
    way = Routes([], solid=NODES).of(line((0, 0), (100, 80), connector="curved"))

    assert way.neck.y == pytest.approx(80, abs=1)


@pytest.mark.parametrize(("near", "from_there"), [(9, 9), (8, 50), (10, 10)])
def test_an_arrowhead_points_from_the_first_corner_that_is_its_length_away(near: float, from_there: float) -> None:
    bends = [near, 50, 100 - near]
    way = Routes([], solid=NODES).of(line((0, 0), *((x, 0) for x in bends), (100, 0), connector="segmented"))

    assert (way.tail.x, way.neck.x) == (from_there, 100 - from_there)


def test_an_anchor_lies_at_its_share_of_the_length() -> None:
    way = Routes([], solid=NODES).of(line((0, 0), (100, 80), start=EAST, end=NORTH))

    assert way.at(0.5) == (90, 0)
    assert way.at(0) == (0, 0)
    assert way.at(1) == (100, 80)
    assert way.at(7) == (100, 80)


def test_an_elbow_meets_an_anchor_on_an_elbow_at_right_angles() -> None:
    carrying = line(
        (0, 0), (0, 100), connector="elbow", start=SOUTH, end=NORTH, anchors=(Anchor(id="x", position=0.5),)
    )

    assert corners(line((-80, 20), (0, 50), start=EAST, end="x"), carrying)[-2][1] == 50


def test_lines_that_hang_on_each_other_still_have_ways() -> None:
    one = line((0, 0), (50, 50), start="y", end="y", anchors=(Anchor(id="x", position=0.5),))
    other = line((0, 9), (50, 60), start="x", end="x", anchors=(Anchor(id="y", position=0.5),))
    routes = Routes([one, other], solid={})

    assert all(math.isfinite(point.x) for each in (one, other) for point in routes.of(each).points)


def test_a_long_chain_of_lines_on_anchors_has_ways() -> None:
    chain = [
        line(
            (0, 0),
            (50, 50),
            start=f"{number + 1}",
            end=f"{number + 1}",
            anchors=(Anchor(id=f"{number}", position=0.5),),
        )
        for number in range(3000)
    ]
    routes = Routes(chain, solid={})

    assert len([routes.of(one) for one in chain]) == 3000
