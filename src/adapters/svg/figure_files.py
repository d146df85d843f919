"""Files of pictures: SVG in a size, with letters as shapes if wanted, PNG with its resolution, and PDF."""

from biofacts.adapters.svg import png
from biofacts.adapters.svg.shapes import FONTS, escaped
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.extras import FIGURE
from biofacts.domain.pictures.diagram import Picture
from biofacts.domain.pictures.sizes import Size, with_resolution
from biofacts.ports.pictures import PictureForm

NO_FIGURE_HINT = "Without it, save the picture as SVG, with its letters as text."
_POINTS = 72
_PAGE = """#set page(width: {width}pt, height: {height}pt, margin: 0pt)
#set document(title: sys.inputs.title)
#image(bytes(sys.inputs.svg), format: "svg", width: 100%)"""


def file(picture: Picture, form: PictureForm, size: Size) -> bytes:
    """Render a picture as a file. Raises: UpstreamError if what it needs is not installed, or fails."""
    if size.letters == "outlined" or (size.letters and form == "svg"):
        _check_extra()
        from biofacts.adapters.svg import lettering  # needs the extra

        made = lettering.outlined if size.letters == "outlined" else lettering.embedded
        picture = Picture(made(picture.svg), picture.width, picture.height)
    match form:
        case "svg":
            return size.sized(picture).encode()
        case "png":
            return with_resolution(png.png(picture, size.dots(picture)), size.resolution())
        case "pdf":
            return _pdf(picture, size)


def _check_extra() -> None:
    if not FIGURE.is_installed:
        raise UpstreamError.with_message(FIGURE.refusal, NO_FIGURE_HINT)


def _pdf(picture: Picture, size: Size) -> bytes:
    """Write a PDF of one page, with the fonts that it needs: equal pictures give equal bytes."""
    _check_extra()
    import typst  # large, and needed by few processes

    width, height = (f"{inches * _POINTS:.3f}" for inches in size.inches(picture))
    svg = picture.svg.replace(escaped(FONTS), png.FAMILIES)
    title = svg[svg.index("<title>") + len("<title>") : svg.index("</title>")]
    try:
        body: bytes = typst.compile(
            _PAGE.format(width=width, height=height).encode(),
            font_paths=typst.Fonts(
                include_system_fonts=False, include_embedded_fonts=False, font_paths=[png.fonts()[0].parent]
            ),
            ignore_system_fonts=True,
            sys_inputs={"svg": svg, "title": title},
            format="pdf",
            timestamp=0,
            pdf_tags=False,
        )
    except RuntimeError as error:
        raise UpstreamError.with_message(
            f"The picture could not be converted to PDF: {error}", NO_FIGURE_HINT
        ) from error
    return body
