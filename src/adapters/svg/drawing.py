"""Pictures of diagrams, as the port `Draughtsman` defines them."""

from biofacts.adapters.svg import png, png_process
from biofacts.adapters.svg.picture import picture
from biofacts.domain.pictures.diagram import Diagram
from biofacts.domain.pictures.marks import Marks
from biofacts.domain.pictures.picture import Picture
from biofacts.ports.pictures import Draughtsman


class SvgDraughtsman(Draughtsman):
    """SVG without a library, and PNG rendered from it by resvg."""

    def draw(self, diagram: Diagram, marks: Marks) -> Picture:
        return picture(diagram, marks)

    async def png(self, picture: Picture, scale: float | None = None) -> bytes:
        return await png_process.render(picture, scale)

    def dots(self, picture: Picture, scale: float | None = None) -> bytes:
        return png.png(picture, scale)
