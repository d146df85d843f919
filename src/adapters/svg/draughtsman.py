"""Pictures of diagrams, as the port `Draughtsman` defines them."""

from biofacts.adapters.svg import aside
from biofacts.adapters.svg.picture import picture
from biofacts.domain.diagram.marks import Marks
from biofacts.domain.diagram.picture import Picture
from biofacts.domain.diagram.values import Diagram
from biofacts.ports.pictures import Draughtsman


class SvgDraughtsman(Draughtsman):
    """SVG without a library, and PNG rendered from it by resvg."""

    def draw(self, diagram: Diagram, marks: Marks) -> Picture:
        return picture(diagram, marks)

    async def png(self, picture: Picture, scale: float | None = None) -> bytes:
        return await aside.png(picture, scale)

    def dots(self, picture: Picture, scale: float | None = None) -> bytes:
        from biofacts.adapters.svg import dots  # imports resvg, three megabytes that few processes need

        return dots.png(picture, scale)
