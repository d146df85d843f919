"""PNG rendered from SVG by resvg, without a network and with our own fonts, so that it is identical everywhere."""

import math
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.extras import PNG
from biofacts.domain.pictures.diagram import Picture
from biofacts.ports.pictures import LARGEST_SIDE, USUAL_SIDE

_FONTS = "biofacts.adapters.svg.fonts"
_FAMILY = "biofacts Sans"


NO_PNG_HINT = "Request the same picture as SVG, or list the components of the pathway."


def check_extra() -> None:
    """Raise UpstreamError if resvg is not installed."""
    if not PNG.is_installed:
        raise UpstreamError.said(PNG.refusal, NO_PNG_HINT)


def png(picture: Picture, scale: float | None = None) -> bytes:
    """Render a PNG in the calling thread. `scale`: see `Draughtsman.png`. Raises: UpstreamError."""
    check_extra()
    import resvg_py  # three megabytes that few processes need

    longest = max(picture.width, picture.height)
    factor = min(1.0, USUAL_SIDE / longest) if scale is None else min(scale, LARGEST_SIDE / longest)
    width, height = picture.width * factor, picture.height * factor
    # resvg computes the other side itself, so pass the one that must be exact.
    by_width = _is_whole(width) if _is_whole(width) != _is_whole(height) else width >= height
    return resvg_py.svg_to_bytes(
        svg_string=picture.svg,
        width=max(1, round(width)) if by_width else None,
        height=None if by_width else max(1, round(height)),
        skip_system_fonts=True,
        font_files=list(_fonts()),
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
        serif_family=_FAMILY,
        monospace_family=_FAMILY,
    )


def _is_whole(side: float) -> bool:
    """Return True for a whole number of pixels, such as a requested size, which the PNG must have exactly."""
    return side > 0.5 and math.isclose(side, round(side), rel_tol=1e-9)


@cache
def _fonts() -> tuple[str, ...]:
    """Return the paths of the fonts."""
    with as_file(files(_FONTS)) as folder:
        return tuple(sorted(str(path) for path in Path(folder).glob("*.ttf")))
