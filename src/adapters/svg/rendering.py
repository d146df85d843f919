"""Conversion of a picture to a file: SVG, PDF with Typst, or PNG with resvg.

Fonts of our own make the files identical on every machine.

Libraries that belong to extras are imported when they are needed.
"""

# fontTools has no types.
# pyright: reportMissingTypeStubs=false

import logging
import math
import os
import re
import sys
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import unescape
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, NamedTuple

import anyio.to_thread
import msgspec
from anyio.lowlevel import RunVar

from biofacts.adapters.svg.shapes import FONTS, element, escaped
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.optional_packages import FIGURE, PNG
from biofacts.domain.pictures.diagram import Picture
from biofacts.domain.pictures.figure_sizes import Size, with_resolution
from biofacts.domain.pictures.outlines import number
from biofacts.domain.text.patterns import late_pattern
from biofacts.ports.pictures import LARGEST_SIDE, USUAL_SIDE, PictureForm

_FONTS = "biofacts.adapters.svg.fonts"
_FAMILY = "biofacts Sans"
FAMILIES = f"{_FAMILY}, biofacts Signs"
"""The families of our fonts: the second has characters that the first lacks."""
_STROKE = late_pattern(r'stroke-width="([0-9.]+)"')
_PIXEL = 1.1
"""The width in pixels of the thinnest stroke with hard edges: a stroke of exactly 1 loses some pixels to rounding."""
_SMOOTH_TO_SHARP = 2.0
"""The minimum ratio between the bytes of a picture with smooth edges and those of the picture with hard edges."""
_TINY = 200
"""The length in pixels of the longer side below which a picture is not reduced further."""

NO_PNG_HINT = "Request the same picture as SVG, or list the components of the pathway."


def check_extra() -> None:
    """Check that resvg is installed. Raises: UpstreamError."""
    if not PNG.is_installed:
        raise UpstreamError(PNG.refusal, NO_PNG_HINT)


def png(picture: Picture, scale: float | None = None, most: int | None = None) -> bytes:
    """Render a PNG in the calling thread. `scale`, `most`: see `PictureRenderer.png`. Raises: UpstreamError."""
    check_extra()
    longest = max(picture.width, picture.height)
    factor = min(1.0, USUAL_SIDE / longest) if scale is None else min(scale, LARGEST_SIDE / longest)
    return _rendered(picture, factor) if most is None else _within(picture, factor, most)


def _within(picture: Picture, factor: float, most: int) -> bytes:
    """Render a PNG of at most `most` bytes, unless it would become too small to recognize."""
    body = _rendered(picture, factor, is_sharp=True)
    if len(body) * _SMOOTH_TO_SHARP <= most and len(smooth := _rendered(picture, factor)) <= most:
        return smooth
    while len(body) > most and factor * max(picture.width, picture.height) > _TINY:
        factor *= max(0.5, 0.95 * most / len(body))
        body = _rendered(picture, factor, is_sharp=True)
    return body


def _rendered(picture: Picture, factor: float, *, is_sharp: bool = False) -> bytes:
    """Render a PNG. `is_sharp`: True for hard edges, which reduce the file to a third."""
    import resvg_py  # 3 MB that few processes need, so it is imported late

    width, height = picture.width * factor, picture.height * factor
    # resvg computes the other side itself, so pass the side that must be exact.
    by_width = _is_whole(width) if _is_whole(width) != _is_whole(height) else width >= height
    return resvg_py.svg_to_bytes(
        svg_string=_with_whole_strokes(picture.svg, factor) if is_sharp else picture.svg,
        width=max(1, round(width)) if by_width else None,
        height=None if by_width else max(1, round(height)),
        background="#ffffff",  # for the last row and column of pixels, which the picture may cover only partly
        skip_system_fonts=True,
        font_files=[str(path) for path in fonts()],
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
        serif_family=_FAMILY,
        monospace_family=_FAMILY,
        shape_rendering="crisp_edges" if is_sharp else "geometric_precision",
        text_rendering="optimize_speed" if is_sharp else "optimize_legibility",
    )


def _with_whole_strokes(svg: str, factor: float) -> str:
    """Widen thin strokes to a pixel: with hard edges, parts of a thinner stroke would vanish."""
    return _STROKE.sub(lambda match: f'stroke-width="{max(float(match[1]), _PIXEL / factor):.4g}"', svg)


def _is_whole(side: float) -> bool:
    """Return True if a length is a whole number of pixels, such as a requested width, which must be exact."""
    return side > 0.5 and math.isclose(side, round(side), rel_tol=1e-9)


@cache
def fonts() -> tuple[Path, ...]:
    """Return the paths of our font files."""
    with as_file(files(_FONTS)) as folder:
        return tuple(sorted(Path(folder).glob("*.ttf")))


# PNG rendering in a separate process: resvg holds the GIL while it renders, and would block all other answers


_log = logging.getLogger(__name__)

SMALL, _FEW_DOTS = 12_000, 1_000_000
"""The numbers of characters and pixels below which a picture renders faster than a process starts (0.1 s)."""

COMMAND = (sys.executable, "-P", "-m", "biofacts.adapters.svg.rendering")
"""The command that starts the process. Without -P, Python would prefer modules in the current folder."""

MOST = os.cpu_count() or 1
"""The limit of processes at one time: more would slow each other down, and each needs memory for its pixels."""

_LAST = 500
_TURNS: RunVar[anyio.CapacityLimiter] = RunVar("biofacts.adapters.svg.rendering")  # a limiter belongs to one event loop


class _RenderRequest(msgspec.Struct, frozen=True):
    """The input of the rendering process."""

    picture: Picture
    scale: float | None
    most: int | None


async def render(picture: Picture, scale: float | None = None, most: int | None = None) -> bytes:
    """Render a PNG without blocking the event loop. `scale`, `most`: see `PictureRenderer.png`. Raises: UpstreamError.

    If no process can be started, log a warning and render in a thread.
    """
    check_extra()
    if len(picture.svg) < SMALL and picture.width * picture.height * max(1.0, scale or 0) ** 2 < _FEW_DOTS:
        return await anyio.to_thread.run_sync(png, picture, scale, most)
    async with _turns():
        try:
            done = await anyio.run_process(
                COMMAND, input=msgspec.msgpack.encode(_RenderRequest(picture, scale, most)), check=False
            )
        except OSError as error:
            _log.warning("rendering in-process instead (%s)", error)
            return await anyio.to_thread.run_sync(png, picture, scale, most)
    return _dots_of(done)


def _dots_of(done: CompletedProcess[bytes]) -> bytes:
    """Return the PNG that a process wrote to its output. Raises: UpstreamError if the process failed."""
    # No second attempt in this process: the same picture might crash it, too.
    if done.returncode or not done.stdout:
        stderr = done.stderr[-_LAST:].decode(errors="replace").strip()
        _log.error("the process that renders a picture ended with code %d: %s", done.returncode, stderr)
        message = "The picture could not be converted to PNG: the converter failed. The log of biofacts has details."
        raise UpstreamError(message, NO_PNG_HINT)
    return done.stdout


def _turns() -> anyio.CapacityLimiter:
    """Return the limiter of processes for this event loop."""
    try:
        return _TURNS.get()
    except LookupError:
        _TURNS.set(turns := anyio.CapacityLimiter(MOST))
        return turns


# Text as shapes, for programs that lack the fonts


# These patterns match only the markup that `shapes.text` writes.
_TEXT = late_pattern(r"<text(?P<given>[^>]*)>(?P<inside>.*?)</text>", re.S)
_LINE = late_pattern(r'(?:^|<tspan x="(?P<x>[^"]*)" y="(?P<y>[^"]*)">)(?P<said>[^<]+)')
_GIVEN = late_pattern(r'([a-z-]+)="([^"]*)"')
_USUAL_SIZE = "12"
_DECORATIONS = {"underline": 0.12, "line-through": -0.26}
"""The distance of a decoration line below the baseline (negative: above), as a share of the font size."""


class _Glyph(NamedTuple):
    """The outline of a character, with y upwards, and its advance width. `scale`: the factor from font units to ems."""

    path: str
    width: float
    scale: float


def outlined(svg: str) -> str:
    """Convert the texts of an SVG to shapes, which need no fonts. Each group of shapes has its text as `aria-label`."""
    return _TEXT.sub(lambda match: _shapes(dict(_GIVEN.findall(match["given"])), match["inside"]), svg)


def _shapes(attributes: Mapping[str, str], inside: str) -> str:
    size, face = float(attributes.get("font-size", _USUAL_SIZE)), _face(attributes)
    parts, texts = list[str](), list[str]()
    for line in _LINE.finditer(inside):
        texts.append(unescape(line["said"]))
        glyphs = [_glyph(face, sign) for sign in texts[-1]]
        wide = sum(glyph.width * glyph.scale for glyph in glyphs) * size
        x, y = (float(line[name] or attributes[name]) for name in ("x", "y"))
        x -= {"middle": wide / 2, "end": wide}.get(attributes.get("text-anchor", ""), 0)
        parts += _decorations(attributes, (x, y), wide, size)
        parts += _letters(glyphs, (x, y), size)
    return element("g", parts, class_="letters", aria_label=" ".join(texts), fill=attributes.get("fill"))


def _letters(glyphs: Sequence[_Glyph], at: tuple[float, float], size: float) -> Iterator[str]:
    x, y = at
    for path, width, scale in glyphs:
        if path:
            placed = f"translate({number(x)} {number(y)}) scale({size * scale:.5g} {-size * scale:.5g})"
            yield element("path", d=path, transform=placed)
        x += width * scale * size


def _decorations(attributes: Mapping[str, str], at: tuple[float, float], wide: float, size: float) -> Iterator[str]:
    for name, below in _DECORATIONS.items():
        if name in attributes.get("text-decoration", ""):
            yield element("rect", x=at[0], y=at[1] + below * size, width=wide, height=0.07 * size)


def _face(attributes: Mapping[str, str]) -> str:
    named = ("Bold" if attributes.get("font-weight") == "bold" else "", "Italic" if "font-style" in attributes else "")
    return "".join(named) or "Regular"


@cache
def _glyph(face: str, sign: str) -> _Glyph:
    """Return the outline of a character, from the first font that contains it."""
    font = _opened_fonts()[_holder(face, sign)]
    name, glyphs = font.getBestCmap().get(ord(sign), ".notdef"), font.getGlyphSet()
    from fontTools.pens.svgPathPen import SVGPathPen

    pen: Any = SVGPathPen(glyphs, ntos=number)
    glyphs[name].draw(pen)
    return _Glyph(pen.getCommands(), font["hmtx"][name][0], 1 / font["head"].unitsPerEm)


# Fonts inside an SVG, each reduced to the characters in use


def embedded(svg: str) -> str:
    """Embed the fonts in an SVG. Programs that ignore embedded fonts use fonts with the same widths, such as Arial."""
    used: dict[str, set[str]] = {}
    for match in _TEXT.finditer(svg):
        text = "".join(unescape(line["said"]) for line in _LINE.finditer(match["inside"]))
        for sign in text:
            used.setdefault(_holder(_face(dict(_GIVEN.findall(match["given"]))), sign), set()).add(sign)
    rules = "".join(_font_face(name, "".join(sorted(signs))) for name, signs in sorted(used.items()))
    svg = svg.replace(escaped(FONTS), escaped(f"{FAMILIES}, {FONTS}"))
    return svg.replace("<title>", f"<style>{rules}</style><title>", 1)


def _font_face(name: str, signs: str) -> str:
    """Return the CSS rule that embeds a font, reduced to the given characters."""
    from fontTools import subset as untyped
    from fontTools.ttLib import TTFont

    subset: Any = untyped
    options = subset.Options(layout_features=["kern"], hinting=False, desubroutinize=True, notdef_outline=True)
    (file,) = (path for path in fonts() if path.stem == name)
    # Without a new time stamp, the same characters give the same bytes.
    options.flavor, font, body = "woff", TTFont(file, recalcTimestamp=False), BytesIO()
    maker = subset.Subsetter(options)
    maker.populate(text=signs)
    maker.subset(font)
    subset.save_font(font, body, options)
    descriptors = {
        "font-family": f"'biofacts {'Signs' if 'Signs' in name else 'Sans'}'",
        "font-weight": "bold" if "Bold" in name else "normal",
        "font-style": "italic" if "Italic" in name else "normal",
        "src": f"url(data:font/woff;base64,{b64encode(body.getvalue()).decode()})",
    }
    return "@font-face{" + ";".join(map(":".join, descriptors.items())) + "}"


def _holder(face: str, sign: str) -> str:
    """Return the name of the first font that contains a character, beginning with the font of the given face."""
    names = sorted(_opened_fonts(), key=lambda name: not name.endswith(f"Sans-{face}"))
    return next((name for name in names if ord(sign) in _opened_fonts()[name].getBestCmap()), names[0])


@cache
def _opened_fonts() -> Mapping[str, Any]:
    from fontTools.ttLib import TTFont

    return {path.stem: TTFont(path) for path in fonts()}


# Pictures as files


NO_FIGURE_HINT = "Without it, save the picture as SVG, with its letters as text."
_POINTS = 72
_PAGE = """#set page(width: {width}pt, height: {height}pt, margin: 0pt)
#set document(title: sys.inputs.title)
#image(bytes(sys.inputs.svg), format: "svg", width: 100%)"""


def file(picture: Picture, form: PictureForm, size: Size) -> bytes:
    """Render a picture as a file. Raises: UpstreamError if a required library is not installed or fails."""
    if size.letters == "outlined" or (size.letters and form == "svg"):
        _check_extra()
        made = outlined if size.letters == "outlined" else embedded
        picture = Picture(made(picture.svg), picture.width, picture.height)
    match form:
        case "svg":
            return size.sized(picture).encode()
        case "png":
            return with_resolution(png(picture, size.dots(picture)), size.resolution())
        case "pdf":
            return _pdf(picture, size)


def _check_extra() -> None:
    if not FIGURE.is_installed:
        raise UpstreamError(FIGURE.refusal, NO_FIGURE_HINT)


def _pdf(picture: Picture, size: Size) -> bytes:
    """Render a PDF of one page with embedded fonts. The same picture always gives the same bytes."""
    _check_extra()
    import typst  # large and rarely needed, so it is imported late

    width, height = (f"{inches * _POINTS:.3f}" for inches in size.inches(picture))
    svg = picture.svg.replace(escaped(FONTS), FAMILIES)
    title = svg.partition("<title>")[2].partition("</title>")[0]
    try:
        body: bytes = typst.compile(
            _PAGE.format(width=width, height=height).encode(),
            font_paths=typst.Fonts(
                include_system_fonts=False, include_embedded_fonts=False, font_paths=[fonts()[0].parent]
            ),
            ignore_system_fonts=True,
            sys_inputs={"svg": svg, "title": title},
            format="pdf",
            timestamp=0,
            pdf_tags=False,
        )
    except RuntimeError as error:
        raise UpstreamError(f"The picture could not be converted to PDF: {error}", NO_FIGURE_HINT) from error
    return body


# The main function of the rendering process


def main() -> None:
    """Read a request from standard input, and write the PNG to standard output."""
    request = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=_RenderRequest)
    sys.stdout.buffer.write(png(request.picture, request.scale, request.most))


if __name__ == "__main__":
    main()
