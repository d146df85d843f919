"""The outlines of shapes as SVG paths (`M0 0L5 5Z`) that fill a box from 0, 0 to its width and height.

The outlines of organelles were drawn for this project.
"""

import math
from collections.abc import Callable, Iterable, Mapping

Drawn = Callable[[float, float], str]

_CORNER = 10.0
_TINY = 1e-9
_ROUND = 0.24
"""Half the width of the end of a fold of a mitochondrion, as a share of the distance between two folds."""
_OPEN = frozenset({"Arc", "Brace", "Line"})
"""The outlines that are not filled."""

_ORGANELLES = frozenset({"Mitochondria", "Endoplasmic Reticulum", "Sarcoplasmic Reticulum", "Golgi Apparatus"})

# Older drawings name outlines by the part of a cell that they represent.
_OLDER = {
    "Cell": "RoundedRectangle", "Organelle": "RoundedRectangle", "Membrane": "RoundedRectangle",
    "Cytosol region": "RoundedRectangle", "Extracellular region": "RoundedRectangle",
    "Membrane region": "RoundedRectangle", "Nucleus": "Oval", "Nucleolus": "Oval", "Vesicle": "Oval",
    "Vacuole": "Oval", "Lysosome": "Oval", "CellA": "Oval", "OrganA": "Oval", "OrganB": "Oval", "OrganC": "Oval",
    "Circle": "Oval", "Ellipse": "Oval", "mim-interaction": "Oval", "ProteinComplex": "Hexagon",
    "ProteinB": "Hexagon", "Ribosome": "Hexagon", "Complex": "Octagon", "Mitochondrion": "Mitochondria",
    "SarcoplasmicReticulum": "Sarcoplasmic Reticulum", "EndoplasmicReticulum": "Endoplasmic Reticulum",
    "GolgiApparatus": "Golgi Apparatus", "RoundRectangle": "RoundedRectangle",
}  # fmt: skip


def number(value: float) -> str:
    """Format a number for SVG, rounded to two decimals, without trailing zeros."""
    text = f"{value:.2f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def has_inside(name: str) -> bool:
    """Return True if an outline is filled."""
    return name not in _OPEN


def outline(name: str, width: float, height: float) -> str:
    """Return the SVG path of an outline: a rectangle for unknown names, "" for the name `None`."""
    if name == "None":
        return ""
    return _FORMS.get(_OLDER.get(name, name), _rectangle)(width, height)


def reach(name: str, width: float) -> float:
    """Return how far an outline extends beyond the right edge of its box."""
    # The frame of `_regular(3)` begins at 2: its right corner is at 10/8 of the width, less 2 pixels.
    return max(0.0, width * 0.25 - 2) if name == "Triangle" else 0.0


def weight(name: str, width: float, height: float) -> float:
    """Return the factor by which a stroke is thickened: above 1 only for large organelles, to show their membranes."""
    return max(1.0, (width * height) ** 0.25 / 10) if _OLDER.get(name, name) in _ORGANELLES else 1.0


def octagon(width: float, height: float, corner: float) -> str:
    """Return the path of a rectangle with cut corners. `corner`: the length that is cut from each side."""
    across, down = width - corner, height - corner
    points = (
        (corner, 0), (across, 0), (width, corner), (width, down), (across, height), (corner, height), (0, down),
        (0, corner),
    )  # fmt: skip
    return polygon(points)


def polygon(points: Iterable[tuple[float, float]]) -> str:
    """Return the closed path through some points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def _rectangle(width: float, height: float) -> str:
    return f"M0 0H{number(width)}V{number(height)}H0Z"


def _rounded(width: float, height: float) -> str:
    across, down = min(_CORNER, width / 2), min(_CORNER, height / 2)
    turn = f"A{number(across)} {number(down)} 0 0 1 "
    w, h = number(width), number(height)
    return (
        f"M{number(across)} 0H{number(width - across)}{turn}{w} {number(down)}V{number(height - down)}"
        f"{turn}{number(width - across)} {h}H{number(across)}{turn}0 {number(height - down)}V{number(down)}"
        f"{turn}{number(across)} 0Z"
    )


def _oval(width: float, height: float) -> str:
    across, down, turn = number(width / 2), number(height / 2), f"A{number(width / 2)} {number(height / 2)} 0 1 1 "
    # Without a width, both arcs would end where they begin, and nothing would be drawn.
    return f"M0 {down}{turn}{number(width)} {down}{turn}0 {down}Z" if across != "0" else f"M0 0V{number(height)}"


def _arc(width: float, height: float) -> str:
    down = number(height / 2)
    return f"M0 {down}A{number(width / 2)} {down} 0 0 0 {number(width)} {down}"


def _regular(corners: int) -> Drawn:
    """Return a regular polygon that points to the right, placed as editors of pathways place it.

    They draw it in a frame of ten by ten units, round the frame to whole units, and stretch it to the box, but shift it
    by pixels instead of units.
    """
    angles = [2 * math.pi * corner / corners for corner in range(corners)]
    points = [(5 + 5 * math.cos(angle), 5 + 5 * math.sin(angle)) for angle in angles]
    left, right = math.floor(min(x for x, _ in points) + _TINY), math.ceil(max(x for x, _ in points) - _TINY)
    return lambda width, height: polygon((x * width / (right - left) - left, y * height / 10) for x, y in points)


def _brace(width: float, height: float) -> str:
    quarter, middle = width / 4, height / 2
    right, mid, half = number(width), number(middle), number(width / 2)
    return (
        f"M0 {number(height)}Q0 {mid} {number(quarter)} {mid}Q{half} {mid} {half} 0"
        f"Q{half} {mid} {number(3 * quarter)} {mid}Q{right} {mid} {right} {number(height)}"
    )


def _line(width: float, height: float) -> str:
    return f"M0 0L{number(width)} {number(height)}"


def _degradation(width: float, height: float) -> str:
    """Return an ellipse with a diagonal line through it."""
    left, right, top = 0.15 * width, 0.88 * width, 0.5 * height
    turn = f"A{number((right - left) / 2)} {number(0.36 * height)} 0 1 1 "
    return (
        f"M{number(left)} {number(top)}{turn}{number(right)} {number(top)}{turn}{number(left)} {number(top)}Z"
        f"M0 0L{number(width)} {number(height)}"
    )


def _phosphorylated(width: float, height: float) -> str:
    """Return the shape of a letter P."""
    w, h = width, height
    return (
        f"M0 {number(h)}V0H{number(w / 2)}A{number(w / 2)} {number(h * 0.3)} 0 0 1 {number(w / 2)} {number(h * 0.6)}"
        f"H{number(w * 0.2)}V{number(h)}Z"
        f"M{number(w * 0.2)} {number(h * 0.12)}V{number(h * 0.48)}H{number(w / 2)}"
        f"A{number(w * 0.28)} {number(h * 0.18)} 0 0 0 {number(w / 2)} {number(h * 0.12)}Z"
    )


def _smooth(points: Iterable[tuple[float, float]]) -> Drawn:
    """Return a smooth closed curve through points, whose coordinates are shares of width and height."""
    corners = [*points]
    parts: list[tuple[float, ...]] = []
    for at, (x, y) in enumerate(corners):
        (px, py), (nx, ny), (fx, fy) = (
            corners[at - 1],
            corners[(at + 1) % len(corners)],
            corners[(at + 2) % len(corners)],
        )
        parts.append((x + (nx - px) / 6, y + (ny - py) / 6, nx - (fx - x) / 6, ny - (fy - y) / 6, nx, ny))

    def drawn(width: float, height: float) -> str:
        scaled = (
            " ".join(number(value * (height if place % 2 else width)) for place, value in enumerate(part))
            for part in parts
        )
        return f"M{number(corners[0][0] * width)} {number(corners[0][1] * height)}C" + "C".join(scaled) + "Z"

    return drawn


def _together(*forms: Drawn) -> Drawn:
    return lambda width, height: "".join(form(width, height) for form in forms)


def _fold(corners: int, depth: float) -> list[tuple[float, float]]:
    """Return the points of an oval with round folds, the inner membrane of a mitochondrion."""
    points: list[tuple[float, float]] = []
    for step in range(2 * corners):
        for side in (-_ROUND, _ROUND):
            x = 0.13 + 0.74 * min(max((step % corners + side) / (corners - 1), 0), 1)
            upper = step < corners
            if not upper:
                x = 1 - x
            reach = 0.42 * math.sqrt(max(0.0, 1 - ((x - 0.5) / 0.45) ** 2))
            edge = reach if step % 2 else reach * (1 - depth)
            points.append((x, 0.5 - edge if upper else 0.5 + edge))
    return points


_TUBES = (
    (0.30, 0.02), (0.37, 0.10), (0.34, 0.26), (0.38, 0.44), (0.44, 0.30), (0.50, 0.08), (0.57, 0.05), (0.60, 0.16),
    (0.55, 0.34), (0.58, 0.48), (0.66, 0.40), (0.72, 0.16), (0.82, 0.03), (0.95, 0.05), (0.99, 0.14), (0.90, 0.30),
    (0.78, 0.46), (0.78, 0.60), (0.90, 0.78), (0.99, 0.92), (0.92, 0.99), (0.80, 0.96), (0.70, 0.80), (0.63, 0.66),
    (0.56, 0.70), (0.60, 0.86), (0.66, 0.97), (0.56, 0.99), (0.45, 0.92), (0.40, 0.78), (0.33, 0.76), (0.31, 0.87),
    (0.20, 0.85), (0.08, 0.68), (0.01, 0.50), (0.08, 0.42), (0.18, 0.46), (0.22, 0.58), (0.29, 0.62), (0.30, 0.48),
    (0.24, 0.30), (0.22, 0.10),
)  # fmt: skip
"""The outline of the endoplasmic reticulum: tubes side by side."""

_SAC = (
    (0.60, 0.00), (0.86, 0.10), (0.95, 0.26), (0.90, 0.42), (0.86, 0.56), (0.97, 0.74), (0.92, 0.92), (0.66, 1.00),
    (0.32, 0.97), (0.14, 0.82), (0.24, 0.62), (0.20, 0.44), (0.06, 0.26), (0.22, 0.06),
)  # fmt: skip


def _cisterna(left: float, right: float, height: float) -> Drawn:
    """Return one sac of the Golgi apparatus: narrow and bent, with swollen ends."""
    top, bottom, swollen, wide = 0.5 - height / 2, 0.5 + height / 2, 0.16 * height, right - left
    inner = left + 0.30 * wide
    return _smooth((
        (left + 0.05 * wide, top + swollen), (left + 0.45 * wide, top), (right, top + swollen),
        (right - 0.25 * wide, top + 2.2 * swollen), (right - 0.32 * wide, 0.5),
        (right - 0.25 * wide, bottom - 2.2 * swollen), (right, bottom - swollen), (left + 0.45 * wide, bottom),
        (left + 0.05 * wide, bottom - swollen),
        (inner, bottom - 2.2 * swollen), (inner + 0.05 * wide, 0.5), (inner, top + 2.2 * swollen),
    ))  # fmt: skip


_FORMS: Mapping[str, Drawn] = {
    "Rectangle": _rectangle,
    "RoundedRectangle": _rounded,
    "Oval": _oval,
    "Arc": _arc,
    "Line": _line,
    "Brace": _brace,
    "Triangle": _regular(3),
    "Pentagon": _regular(5),
    "Hexagon": _regular(6),
    "Octagon": lambda width, height: octagon(width, height, min(width, height) / 4),
    "mim-degradation": _degradation,
    "mim-phosphorylated": _phosphorylated,
    "Mitochondria": _together(_oval, _smooth(_fold(7, 0.8))),
    "Endoplasmic Reticulum": _smooth(_TUBES),
    "Sarcoplasmic Reticulum": _smooth(_SAC),
    "Golgi Apparatus": _together(_cisterna(0.0, 0.28, 0.55), _cisterna(0.34, 0.62, 0.8), _cisterna(0.68, 1.0, 1.0)),
}
