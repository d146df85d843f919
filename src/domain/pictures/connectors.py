"""The routes of the lines of a drawing by their connectors, and the positions of their anchors.

An elbow connector leaves the shape that it touches at a right angle. The sides of the shapes determine the number of
its bends; the points in the file are used only if there are as many. A curved connector follows the elbow connector
between the same ends.
"""

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

from biofacts.domain.pictures.arrowheads import ARROW_LENGTH
from biofacts.domain.pictures.diagram import Anchor, Box, DrawnLine, LineEnd, Point

_NORTH, _EAST, _SOUTH, _WEST = range(4)
_STUB = 20.0
"""The distance between the end of an elbow and its first bend."""
_ALMOST_STRAIGHT = math.radians(30)
_STEPS = 20
"""The number of straight segments that approximate a curve to measure its length."""
_DEEPEST = 40
"""The maximum depth of lines that touch anchors of other lines; beyond it, as in a cycle, a default side is used."""

# Numbers of bends by the sides of the left and right ends: (if the right end is higher than the left, if not).
_BENDS = (
    ((1, 1), (2, 2), (1, 3), (0, 2)),
    ((2, 0), (1, 1), (0, 2), (1, 1)),
    ((3, 1), (2, 2), (1, 1), (2, 0)),
    ((2, 2), (3, 3), (2, 2), (1, 1)),
)


class Segment(NamedTuple):
    """A segment of a route: a straight line or, if `bends` has two control points, a cubic Bézier curve."""

    start: Point
    end: Point
    bends: tuple[Point, Point] | None = None

    def split(self, steps: int) -> list[Point]:
        """Return points along the segment except its start: `steps` points of a curve, or just the end of a line."""
        if self.bends is None:
            return [self.end]
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = self.start, *self.bends, self.end
        points: list[Point] = []
        for step in range(1, steps):
            share = step / steps
            rest = 1 - share
            a, b, c, d = rest**3, 3 * share * rest**2, 3 * share**2 * rest, share**3
            points.append(Point(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
        points.append(self.end)
        return points


class Route:
    """The route of a line. `pieces`: its segments, at least one."""

    def __init__(self, pieces: tuple[Segment, ...]) -> None:
        self.pieces = pieces

    @cached_property
    def points(self) -> list[Point]:
        """Points along the route, close enough to measure its length."""
        return [self.pieces[0].start, *(point for piece in self.pieces for point in piece.split(_STEPS))]

    @cached_property
    def _passed(self) -> list[float]:
        """The length of the route up to each of its points."""
        return [0.0, *accumulate(math.dist(*two) for two in pairwise(self.points))]

    @cached_property
    def tail(self) -> Point:
        """The point on the route that determines the direction of an arrowhead at the start."""
        return _away(self.points)

    @cached_property
    def neck(self) -> Point:
        """The point on the route that determines the direction of an arrowhead at the end."""
        return _away(self.points[::-1])

    def at(self, position: float) -> Point:
        """Return the point at a share of the route's length. `position`: from 0 (start) to 1 (end)."""
        wanted = self._passed[-1] * min(max(position, 0.0), 1.0)
        place = bisect_left(self._passed, wanted)
        if place == 0:
            return self.points[0]
        (x, y), (to_x, to_y) = self.points[place - 1], self.points[place]
        # Never a division by 0, since `bisect_left` finds the first point that is far enough.
        share = (wanted - self._passed[place - 1]) / (self._passed[place] - self._passed[place - 1])
        return Point(x + (to_x - x) * share, y + (to_y - y) * share)


def _away(points: Sequence[Point]) -> Point:
    """Return the first point that is an arrowhead's length away from the start, or the last point."""
    return next((point for point in points if math.dist(point, points[0]) >= ARROW_LENGTH), points[-1])


class Routes:
    """The routes of all lines of a drawing. `solid`: the shapes and groups of the drawing by id.

    A line whose anchor is touched by another line is routed before that line.
    """

    def __init__(self, lines: Sequence[DrawnLine], *, solid: Mapping[str, object]) -> None:
        self._solid = solid
        self._carrying = {anchor.id: (line, anchor) for line in lines for anchor in line.anchors if anchor.id}
        self._known: dict[int, Route] = {}
        self._begun: set[int] = set()

    def of(self, line: DrawnLine) -> Route:
        """Return the route of a line."""
        if (route := self._known.get(id(line))) is None:
            self._begun.add(id(line))
            route = self._known[id(line)] = self._route(line)
            self._begun.remove(id(line))
        return route

    def _route(self, line: DrawnLine) -> Route:
        match line.connector:
            case "straight":
                return Route((Segment(line.points[0], line.points[-1]),))
            case "segmented":
                return Route(tuple(Segment(start, end) for start, end in pairwise(line.points)))
            case "elbow":
                return Route(tuple(Segment(start, end) for start, end in pairwise(self._bent(line))))
            case "curved":
                return Route(_curve(self._bent(line)))

    def _bent(self, line: DrawnLine) -> list[Point]:
        """Return the corners of an elbow connector, with its ends."""
        start, end = line.points[0], line.points[-1]
        sides = self._side(line, line.start, _WEST), self._side(line, line.end, _EAST)
        number = _bends(start, end, *sides)
        waypoints = line.points[1:-1]
        return _corners(
            start, end, *sides, waypoints if len(waypoints) == number else _usual(start, end, *sides, number)
        )

    def _side(self, line: DrawnLine, end: LineEnd, otherwise: int) -> int:
        if end.touches in self._carrying:
            return self._side_of_anchor(line, *self._carrying[end.touches])
        return _side(*end.rel) if end.touches in self._solid else otherwise

    def _side_of_anchor(self, line: DrawnLine, carrying: DrawnLine, anchor: Anchor) -> int:
        """Return the side on which a line leaves an anchor, at a right angle to the line that has the anchor."""
        if carrying.connector in ("elbow", "curved"):
            # Anchors on anchors may form a cycle.
            if id(carrying) in self._begun or len(self._begun) > _DEEPEST:
                return _EAST
            start, end = _stretch(self.of(carrying), anchor.position)
            return _side(_sign(end.y - start.y), _sign(end.x - start.x))
        start, end = line.points[0], line.points[-1]
        side = (_side(end.x - start.x, end.y - start.y) + 2) % 4
        return (side + 1) % 4 if _runs_along(carrying, side) else side


def _side(x: float, y: float) -> int:
    if abs(x) > abs(y):
        return _EAST if x > 0 else _WEST
    return _SOUTH if y > 0 else _NORTH


def _sign(value: float) -> float:
    return math.copysign(1, value) if value else 0


def _runs_along(line: DrawnLine, side: int) -> bool:
    start, end = line.points[0], line.points[-1]
    across, down = abs(end.x - start.x), abs(end.y - start.y)
    angle = math.atan2(down, across) if side in (_EAST, _WEST) else math.atan2(across, down)
    return angle <= _ALMOST_STRAIGHT


def _stretch(way: Route, position: float) -> tuple[Point, Point]:
    """Return the ends of the straight part of a route at a position from 0 to 1."""
    points = [way.pieces[0].start, *(point for piece in way.pieces for point in piece.split(3))]
    parts = [*pairwise(points)]
    lengths = [math.dist(*part) for part in parts]
    place = position * sum(lengths)
    for part, passed in zip(parts, accumulate(lengths), strict=True):
        if passed > place:
            return part
    return parts[-1]


def _bends(start: Point, end: Point, start_side: int, end_side: int) -> int:
    rightwards = end.x > start.x
    left, right = (start, end) if rightwards else (end, start)
    sides = (start_side, end_side) if rightwards else (end_side, start_side)
    return _BENDS[sides[0]][sides[1]][0 if right.y < left.y else 1]


def _usual(start: Point, end: Point, start_side: int, end_side: int, number: int) -> list[Point]:
    """Return default centres for the segments between the ends, if the points in the file cannot be used."""
    if number == 1:
        return [_towards(start, end, start_side)]
    if number == 2:
        out = _STUB * _direction(end_side)
        first = _towards(start, Point(end.x + out, end.y + out), start_side)
        return [first, _towards(end, first, end_side)]
    if number == 3:
        middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
        return [_towards(start, middle, start_side), middle, _towards(end, middle, end_side)]
    return []


def _towards(start: Point, end: Point, side: int) -> Point:
    out = _STUB * _direction(side)
    if _is_upright(side):
        return Point((start.x + end.x) / 2, start.y + out)
    return Point(start.x + out, (start.y + end.y) / 2)


def _direction(side: int) -> int:
    return 1 if side in (_EAST, _SOUTH) else -1


def _is_upright(side: int) -> bool:
    return side in (_NORTH, _SOUTH)


def _corners(start: Point, end: Point, start_side: int, end_side: int, middles: Sequence[Point]) -> list[Point]:
    """Return the corners of alternating horizontal and vertical segments through the given centres."""
    upright = _is_upright(start_side)
    corners = [start]
    for point in (*middles, end):
        corners.append(_moved(corners[-1], point, upright=upright))
        upright = not upright
    corners.append(_moved(corners[-1], end, upright=_is_upright(end_side)))
    return corners


def _moved(start: Point, to: Point, *, upright: bool) -> Point:
    return Point(start.x, to.y) if upright else Point(to.x, start.y)


def _curve(corners: Sequence[Point]) -> tuple[Segment, ...]:
    """Return curves between the centres of adjacent segments, each bent towards the corner between them."""
    pieces: list[Segment] = []
    at = corners[0]
    for start, end in [*pairwise(corners)][1:-1]:
        middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
        pieces.append(Segment(at, middle, (at, start)))
        at = middle
    pieces.append(Segment(at, corners[-1], (corners[-2], corners[-1])))
    return tuple(pieces)


def box_of(points: Sequence[Point]) -> Box:
    """Return the bounding box of at least one point."""
    left, top = min(point.x for point in points), min(point.y for point in points)
    return Box(left, top, max(point.x for point in points) - left, max(point.y for point in points) - top)
