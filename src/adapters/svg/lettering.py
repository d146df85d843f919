"""The letters of a picture as shapes, or with their fonts, for programs that do not have these."""

# fontTools has no types.
# pyright: reportMissingTypeStubs=false

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import unescape
from io import BytesIO
from typing import Any, NamedTuple

from fontTools import subset
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

from biofacts.adapters.svg import png
from biofacts.adapters.svg.shapes import FONTS, element, escaped
from biofacts.domain.pictures.outlines import number

_subset: Any = subset
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
    font = _fonts()[_holder(face, sign)]
    name, glyphs = font.getBestCmap().get(ord(sign), ".notdef"), font.getGlyphSet()
    pen: Any = SVGPathPen(glyphs, ntos=number)
    glyphs[name].draw(pen)
    return _Glyph(pen.getCommands(), font["hmtx"][name][0], 1 / font["head"].unitsPerEm)


# Fonts inside an SVG, each with the characters that it is used for, as browsers read them


def embedded(svg: str) -> str:
    """Return an SVG that contains its fonts. Programs that read none from an SVG take fonts of equal widths."""
    used: dict[str, set[str]] = {}
    for found in _TEXT.finditer(svg):
        said = "".join(unescape(line["said"]) for line in _LINE.finditer(found["inside"]))
        for sign in said:
            used.setdefault(_holder(_face(dict(_GIVEN.findall(found["given"]))), sign), set()).add(sign)
    rules = "".join(_font_face(name, "".join(sorted(signs))) for name, signs in sorted(used.items()))
    svg = svg.replace(escaped(FONTS), escaped(f"{png.FAMILIES}, {FONTS}"))
    return svg.replace("<title>", f"<style>{rules}</style><title>", 1)


def _font_face(name: str, signs: str) -> str:
    """Write the rule for a font with some characters only."""
    options = _subset.Options(layout_features=["kern"], hinting=False, desubroutinize=True, notdef_outline=True)
    (file,) = (path for path in png.fonts() if path.stem == name)
    options.flavor, font, body = "woff", TTFont(file, recalcTimestamp=False), BytesIO()
    maker = _subset.Subsetter(options)
    maker.populate(text=signs)
    maker.subset(font)
    _subset.save_font(font, body, options)
    given = {
        "font-family": f"'biofacts {'Signs' if 'Signs' in name else 'Sans'}'",
        "font-weight": "bold" if "Bold" in name else "normal",
        "font-style": "italic" if "Italic" in name else "normal",
        "src": f"url(data:font/woff;base64,{b64encode(body.getvalue()).decode()})",
    }
    return "@font-face{" + ";".join(map(":".join, given.items())) + "}"


def _holder(face: str, sign: str) -> str:
    """Return the name of the first font that has a character."""
    names = sorted(_fonts(), key=lambda name: not name.endswith(f"Sans-{face}"))
    return next((name for name in names if ord(sign) in _fonts()[name].getBestCmap()), names[0])


@cache
def _fonts() -> Mapping[str, Any]:
    return {path.stem: TTFont(path) for path in png.fonts()}
