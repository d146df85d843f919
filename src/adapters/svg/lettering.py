"""The letters of a picture as shapes, for programs that do not have its fonts."""

# fontTools has no types.
# pyright: reportMissingTypeStubs=false

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import unescape
from typing import Any, NamedTuple

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

from biofacts.adapters.svg import png
from biofacts.adapters.svg.elements import element
from biofacts.domain.pictures.outlines import number

_TEXT = re.compile(r"<text(?P<given>[^>]*)>(?P<inside>.*?)</text>", re.S)
_LINE = re.compile(r'(?:^|<tspan x="(?P<x>[^"]*)" y="(?P<y>[^"]*)">)(?P<said>[^<]+)')
_GIVEN = re.compile(r'([a-z-]+)="([^"]*)"')
_USUAL_SIZE = "12"
_DECORATIONS = {"underline": 0.12, "line-through": -0.26}
"""The distance of a line from the foot of the letters, downwards, as a share of their size."""


class _Glyph(NamedTuple):
    """The shape of a character, with y upwards, and its width, both in shares of `1 / scale`."""

    path: str
    width: float
    scale: float


def outlined(svg: str) -> str:
    """Return an SVG whose texts are shapes, which need no fonts. Each group of them still has its text as a label."""
    return _TEXT.sub(lambda found: _shapes(dict(_GIVEN.findall(found["given"])), found["inside"]), svg)


def _shapes(given: Mapping[str, str], inside: str) -> str:
    size, face = float(given.get("font-size", _USUAL_SIZE)), _face(given)
    parts, said = list[str](), list[str]()
    for found in _LINE.finditer(inside):
        said.append(unescape(found["said"]))
        glyphs = [_glyph(face, sign) for sign in said[-1]]
        wide = sum(glyph.width * glyph.scale for glyph in glyphs) * size
        x, y = (float(found[name] or given[name]) for name in ("x", "y"))
        x -= {"middle": wide / 2, "end": wide}.get(given.get("text-anchor", ""), 0)
        parts += _decorations(given, (x, y), wide, size)
        parts += _letters(glyphs, (x, y), size)
    return element("g", parts, class_="letters", aria_label=" ".join(said), fill=given.get("fill"))


def _letters(glyphs: Sequence[_Glyph], at: tuple[float, float], size: float) -> Iterator[str]:
    x, y = at
    for path, width, scale in glyphs:
        if path:
            placed = f"translate({number(x)} {number(y)}) scale({size * scale:.5g} {-size * scale:.5g})"
            yield element("path", d=path, transform=placed)
        x += width * scale * size


def _decorations(given: Mapping[str, str], at: tuple[float, float], wide: float, size: float) -> Iterator[str]:
    for name, below in _DECORATIONS.items():
        if name in given.get("text-decoration", ""):
            yield element("rect", x=at[0], y=at[1] + below * size, width=wide, height=0.07 * size)


def _face(given: Mapping[str, str]) -> str:
    named = ("Bold" if given.get("font-weight") == "bold" else "", "Italic" if "font-style" in given else "")
    return "".join(named) or "Regular"


@cache
def _glyph(face: str, sign: str) -> _Glyph:
    """Return the shape of a character, from the first font that has it."""
    fonts = sorted(_fonts().items(), key=lambda item: not item[0].endswith(f"Sans-{face}"))
    font = next((one for _, one in fonts if ord(sign) in one.getBestCmap()), fonts[0][1])
    name, glyphs = font.getBestCmap().get(ord(sign), ".notdef"), font.getGlyphSet()
    pen: Any = SVGPathPen(glyphs, ntos=number)
    glyphs[name].draw(pen)
    return _Glyph(pen.getCommands(), font["hmtx"][name][0], 1 / font["head"].unitsPerEm)


@cache
def _fonts() -> Mapping[str, Any]:
    return {path.stem: TTFont(path) for path in png.fonts()}
