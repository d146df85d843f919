"""The check of drawings: what a curator should fix in one pathway, in a GPML file, or in all cached pathways."""

from collections.abc import AsyncIterator, Callable, Collection, Sequence

import anyio.to_thread
import msgspec

from biofacts.application.messages import pathways as pathway_messages
from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.answers.errors import EntityNotFound
from biofacts.domain.answers.records import Item
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways import drawing_rules, label_disagreements
from biofacts.domain.pathways.drawing_rules import CuratedDrawing, Finding
from biofacts.domain.pathways.label_disagreements import KnownGenes
from biofacts.ports.exports import RecordIds
from biofacts.ports.genes import GenesByTerm
from biofacts.ports.pathways import PathwayDrawings
from biofacts.ports.synchronisation import Progress, unseen

FILE_SUFFIX = ".gpml"
"""The suffix, in lower case, that distinguishes the name of a file from the identifier of a pathway."""

ReadForCurators = Callable[[bytes], CuratedDrawing]
"""A parser of GPML files. Raises: ValueError, whose message says what is wrong with the file."""


class CheckedDrawing(Item, msgspec.Struct, frozen=True, kw_only=True):
    """A drawing and its findings. `genes_known`: False if the cache has no gene names of its organism."""

    id: str
    title: str
    organism: str
    findings: tuple[Finding, ...]
    genes_known: bool


class CheckDrawings:
    """The use case that checks drawings for mistakes, with the help of the cached gene names."""

    def __init__(
        self, pathways: PathwayDrawings, genes: GenesByTerm, record_ids: RecordIds, reader: ReadForCurators
    ) -> None:
        self._pathways = pathways
        self._genes = genes
        self._census = record_ids
        self._read = reader

    async def __call__(self, pathway: object) -> CheckedDrawing:
        """Check a pathway. Raises: UnresolvedEntity, EntityNotFound, RateLimited, UpstreamError."""
        identifier = id_arguments.read(PATHWAY, PathwayId, pathway)
        if (file := await self._pathways.file(identifier)) is None:
            raise EntityNotFound.of(PATHWAY, str(identifier))
        return await self.file(file)

    async def file(self, data: bytes) -> CheckedDrawing:
        """Check the content of a GPML file. Raises: ValueError if it is not GPML, UpstreamError."""
        drawing = await anyio.to_thread.run_sync(self._read, data)
        nodes = ((node.label, [node.reference] if node.reference else []) for node in drawing.nodes)
        genes = KnownGenes(await self._genes.with_terms(label_disagreements.terms_of(nodes)))
        return CheckedDrawing(
            id=drawing.id,
            title=drawing.title,
            organism=drawing.organism,
            findings=tuple(drawing_rules.findings(drawing, genes)),
            genes_known=genes.covers(drawing.organism),
        )

    async def everything(self, progress: Progress = unseen) -> AsyncIterator[CheckedDrawing]:
        """Check all pathways whose drawings are in the cache. Raises: RateLimited, UpstreamError."""
        identifiers = await self._census.pathways()
        for done, identifier in enumerate(identifiers, start=1):
            if file := await self._pathways.file(identifier):
                yield await self.file(file)
            progress("pathways", done, len(identifiers))


def not_checked(checked: Collection[CheckedDrawing]) -> Sequence[str]:
    """Return sentences that say what could not be checked in these drawings."""
    organisms = sorted({drawing.organism for drawing in checked if drawing.organism and not drawing.genes_known})
    without = [pathway_messages.without_gene_names(organisms)] if organisms else []
    return [*without, pathway_messages.WITHDRAWAL_UNKNOWN]
