"""Export edges: write the interactions of all drawings to a file."""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import anyio.lowlevel
import msgspec

from biofacts.application.links import export
from biofacts.application.links.export import Part
from biofacts.application.messages import pathways as pathway_messages
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.edges.edge import DrawnEdge, Edge
from biofacts.domain.identifiers import organisms
from biofacts.domain.links import edge_files
from biofacts.domain.links.edge_files import DRAWN_EDGES
from biofacts.ports.annotation import WrongUse
from biofacts.ports.links import Census, LinkTableFolder, TextFiles
from biofacts.ports.pathways import PathwayEdges
from biofacts.ports.synchronisation import Progress, unseen

TableWriters = Mapping[str, Callable[[], LinkTableFolder]]
"""What writes tables in a format, by the suffix of its files. Raises: WrongUse if a library is missing."""


class ExportedEdges(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The interactions that were written.

    `pathways`: those that draw any; `lines`: interactions as drawn; `edges`: the pairs of nodes that these join.
    """

    file: str
    release: str | None
    pathways: int
    lines: int
    edges: int
    organism: str | None = None
    remark: str | None = None


class ExportEdges:
    """The use case that writes all interactions to a file, whose suffix determines the format."""

    def __init__(self, edges: PathwayEdges, census: Census, tables: TableWriters, texts: TextFiles) -> None:
        self._edges = edges
        self._census = census
        self._tables = tables
        self._texts = texts

    async def __call__(self, path: Path, *, organism: str | None = None, progress: Progress = unseen) -> ExportedEdges:
        """Write the file. Raises: AmbiguousQuery, WrongUse, TableError, RateLimited, UpstreamError."""
        chosen, suffix = organisms.check(organism), path.suffix.lower()
        if suffix not in {*self._tables, *_TEXTS}:
            *suffixes, last = (*self._tables, *_TEXTS)
            raise WrongUse(f"{path.name} does not end in {', '.join(suffixes)} or {last}.")
        writer = self._tables[suffix]() if suffix in self._tables else None
        found = await self._edges.touching(())
        assert found is not None  # None is for an old version, and none was named
        drawn = await self._drawn(chosen, progress)
        if not drawn:
            raise AmbiguousQuery(*pathway_messages.no_interactions(chosen), organism)
        edges = [edge for one in drawn for edge in one.edges()]
        if writer:
            table = msgspec.structs.replace(DRAWN_EDGES, name=path.stem)
            rows = _rows(edges, found.version)
            await export.write_table(writer, self._census, path.parent, table, rows, progress)
        else:
            self._texts.write(path, _TEXTS[suffix](edges))
        return ExportedEdges(
            file=str(path),
            release=found.provenance.release,
            pathways=len({one.pathway for one in drawn}),
            lines=len(drawn),
            edges=len(edges),
            organism=chosen,
            remark=None if found.complete else pathway_messages.INCOMPLETE_INTERACTIONS,
        )

    async def _drawn(self, organism: str | None, progress: Progress) -> Sequence[DrawnEdge]:
        total = len(await self._census.pathways())
        found: list[DrawnEdge] = []
        done = 0
        async for several in self._edges.every():
            found += [one for one in several if organism in (None, one.organism)]
            done += 1
            progress("pathways", done, max(done, total))
            await anyio.lowlevel.checkpoint()  # local answers never yield to the event loop
        return found


_TEXTS: Mapping[str, Callable[[Iterable[Edge]], Iterator[str]]] = {
    ".sif": edge_files.sif,
    ".graphml": edge_files.graphml,
}


async def _rows(edges: Sequence[Edge], version: str) -> AsyncIterator[Part]:
    for done, some in export.batches(edges):
        yield Part([edge_files.row(edge) for edge in some], version, done, len(edges))
