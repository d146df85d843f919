"""Published files and drawings in the memory of one process."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import TypeVar

from biofacts.domain.identifiers.cross_references import pairs
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.index_files import MappedNode
from biofacts.domain.pathways.pathway import Drawing
from biofacts.ports.published_files import (
    ArchiveListing,
    DrawingArchive,
    DrawingSource,
    Edition,
    FetchedFile,
    MappedNodes,
    PublishedFile,
    Unchanged,
)

RowT = TypeVar("RowT")


class MemoryFile(PublishedFile[RowT]):
    """A file with rows that are passed in; `publish` replaces them."""

    def __init__(self, service: str, name: str, rows: Iterable[RowT], *, release: str, day: datetime) -> None:
        self.service = service
        self.name = name
        self._day = day
        self.publish(rows, release)

    def publish(self, rows: Iterable[RowT], release: str) -> None:
        """Replace the rows by those of a new edition."""
        self._rows = tuple(rows)
        self._release = release

    async def fetch(self, *, validator: str = "") -> Edition[RowT] | Unchanged | None:
        current = f'"{self._release}"'
        if validator == current:
            return Unchanged(validator=current, retrieved=self._day)
        return Edition(
            release=self._release, retrieved=self._day, validator=current, digest=self._release, rows=self._rows
        )


class MemoryDrawings(DrawingSource, DrawingArchive):
    """Drawings that are passed in, one by one and as an archive."""

    def __init__(self, drawings: Sequence[Drawing], *, release: str, day: datetime) -> None:
        self._drawings = {drawing.local_id: drawing for drawing in drawings}
        self._release = release
        self._day = day

    async def drawing(self, pathway: PathwayId, *, validator: str = "") -> FetchedFile[Drawing] | Unchanged | None:
        if (drawing := self._drawings.get(pathway.local)) is None:
            return None
        current = f'"{self._release}"'
        if validator == current:
            return Unchanged(validator=current, retrieved=self._day)
        return FetchedFile(content=drawing, validator=current, retrieved=self._day)

    async def mappings(self, pathway: PathwayId, *, validator: str = "") -> FetchedFile[MappedNodes] | Unchanged | None:
        if (drawing := self._drawings.get(pathway.local)) is None:
            return None
        return FetchedFile(content=mapped(drawing), validator="", retrieved=self._day)

    async def newest(self) -> ArchiveListing:
        return ArchiveListing(release=self._release, parts=("all",))

    async def part(self, name: str) -> bytes | None:
        return name.encode()

    def held(self, part: bytes) -> Collection[str]:
        return self._drawings.keys()

    def read(self, name: str, part: bytes) -> Iterator[Drawing]:
        return iter(self._drawings.values())


def mapped(drawing: Drawing) -> tuple[MappedNode, ...]:
    """Return the mappings of a drawing, taken from the cross references of its nodes."""
    return tuple(
        MappedNode(label=node.label, identifier=node.identifier or "", references=tuple(pairs(node.cross_references)))
        for node in drawing.components.nodes
    )
