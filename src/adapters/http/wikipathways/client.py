"""WikiPathways: static files.

Source: https://www.wikipathways.org/json/ and /wikipathways-assets/ (CC0). There is no query service: index files
list all pathways, one GPML file per pathway holds its drawing, and one table the identifiers of its nodes.
"""

import anyio.to_thread
import httpx

from biofacts.adapters.http.client import LifeSciencesClient, Piece
from biofacts.adapters.http.published_file import BulkFile, whole_objects
from biofacts.adapters.http.wikipathways import datanodes, gpml
from biofacts.adapters.http.wikipathways.index_files import describe, read_cited, read_listed, read_mapped
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.pathways.pathway import PATHWAY, PathwayId
from biofacts.ports.publications import DrawingSource, FetchedDrawing, FetchedMappings, Unchanged

_PUBLISHED = PathwayId("534")
"""A pathway that has been published since 2008."""


class WikiPathwaysClient(LifeSciencesClient, DrawingSource):
    """The index files and the drawings. `text`: the texts for searches; `xref`: mapped identifiers;
    `literature`: citations.
    """

    service = PATHWAY.service

    def __init__(self, http: httpx.AsyncClient) -> None:
        super().__init__(http)
        self.text = BulkFile(self, "json/findPathwaysByText.json", read_listed, describe, cut=whole_objects)
        self.xref = BulkFile(self, "json/findPathwaysByXref.json", read_mapped, describe, cut=whole_objects)
        self.literature = BulkFile(self, "json/findPathwaysByLiterature.json", read_cited, describe, cut=whole_objects)

        drawing = Piece(_asset(_PUBLISHED, ".gpml"), gpml.read)
        self.pieces = (self.text.piece, self.xref.piece, self.literature.piece, drawing)

    async def drawing(self, pathway: PathwayId, *, validator: str = "") -> FetchedDrawing | Unchanged | None:
        fetched = await self.fetch(_asset(pathway, ".gpml"), validator=validator)
        if fetched is None:
            return None
        if fetched.unchanged:
            return Unchanged(validator=fetched.validator, retrieved=fetched.retrieved)
        try:
            drawing = await anyio.to_thread.run_sync(gpml.read, fetched.body)
        except ValueError as error:
            raise UpstreamError.unreadable(self.service, f"The drawing of {pathway}", error) from error
        # An upstream may serve the wrong file.
        if drawing.local_id != pathway.local:
            raise UpstreamError(self.service, f"the drawing of {pathway} is one of '{drawing.local_id}'")
        return FetchedDrawing(drawing=drawing, validator=fetched.validator, retrieved=fetched.retrieved)

    async def mappings(self, pathway: PathwayId, *, validator: str = "") -> FetchedMappings | Unchanged | None:
        fetched = await self.fetch(_asset(pathway, "-datanodes.tsv"), validator=validator)
        if fetched is None:
            return None
        if fetched.unchanged:
            return Unchanged(validator=fetched.validator, retrieved=fetched.retrieved)
        try:
            nodes = await anyio.to_thread.run_sync(datanodes.read, fetched.body)
        except ValueError as error:
            raise UpstreamError.unreadable(self.service, f"The table of data nodes of {pathway}", error) from error
        return FetchedMappings(nodes=nodes, validator=fetched.validator, retrieved=fetched.retrieved)


def _asset(pathway: PathwayId, ending: str) -> str:
    return f"wikipathways-assets/pathways/{pathway.local}/{pathway.local}{ending}"
