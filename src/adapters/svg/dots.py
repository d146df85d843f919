"""PNG out of SVG, by resvg: without a network, with fonts of our own, so the same everywhere."""

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import resvg_py

from biofacts.domain.diagram.picture import Picture
from biofacts.ports.pictures import LARGEST_SIDE, USUAL_SIDE

_FONTS = "biofacts.adapters.svg.fonts"
_FAMILY = "biofacts Sans"


def png(picture: Picture, scale: float | None = None) -> bytes:
    """As `Draughtsman.dots`."""
    longest = max(picture.width, picture.height)
    factor = min(1.0, USUAL_SIDE / longest) if scale is None else min(scale, LARGEST_SIDE / longest)
    side = max(1, round(longest * factor))
    return resvg_py.svg_to_bytes(
        svg_string=picture.svg,
        width=side if longest == picture.width else None,
        height=None if longest == picture.width else side,
        skip_system_fonts=True,
        font_files=list(_fonts()),
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
        serif_family=_FAMILY,
        monospace_family=_FAMILY,
    )


@cache
def _fonts() -> tuple[str, ...]:
    """The paths of the fonts."""
    with as_file(files(_FONTS)) as folder:
        return tuple(sorted(str(path) for path in Path(folder).glob("*.ttf")))
