"""The tool that shows a pathway, and a row for callers that want the picture itself."""

from typing import Annotated

from msgspec import Meta

from biofacts.application.pictures.draw import Drawn, ShownImage, ShownPathway
from biofacts.application.tools.pathways import PathwayArguments
from biofacts.application.tools.tool import Tool
from biofacts.application.use_cases import UseCases
from biofacts.domain.pathways.drawing_wording import TOOL
from biofacts.domain.pathways.pathway import PATHWAY


class ShowPathway(PathwayArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `show_pathway`."""

    highlight: Annotated[
        tuple[str | int, ...] | str, Meta(description="Names or node ids; BAX=1.5 colours by number, BAX=red")
    ] = ()
    drugs: Annotated[bool, Meta(description="True marks nodes that are approved drugs, or on which such act")] = False


async def _draw(use: UseCases, asked: ShowPathway) -> Drawn:
    return await use.draw_pathway(asked.pathway_id, highlight=asked.highlight, drugs=asked.drugs)


async def _show(use: UseCases, asked: ShowPathway) -> ShownImage:
    return await use.draw_pathway.image(await _draw(use, asked))


DRAWING_TOOLS = (
    Tool(
        name=TOOL,
        title="Picture of a pathway",
        description="The drawing of a pathway as an image, with genes and compounds lit up.",
        arguments=ShowPathway,
        result=ShownPathway,
        kind=PATHWAY,
        strict=True,
        run=_show,
    ),
)

DRAW = Tool(
    name=TOOL,
    title="Picture of a pathway",
    description="The drawing of a pathway as SVG.",
    arguments=ShowPathway,
    result=ShownPathway,
    kind=PATHWAY,
    strict=True,
    run=_draw,
)
"""Not offered to clients, but run like a tool by commands and Python."""
