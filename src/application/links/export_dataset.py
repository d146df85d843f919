"""Export the data set: nodes, edges, memberships and names of everything that is cached, and their description."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import msgspec

from biofacts.application.answers.all_sources import Sources
from biofacts.application.links import export_links
from biofacts.application.links.export_links import Exported, ExportPart, ExportRow, LinkRows
from biofacts.domain.answers.kinds import COMPOUND, GENE, LIGAND, PATHWAY, TARGET, Kind
from biofacts.domain.answers.pages import versions_of
from biofacts.domain.answers.records import GUIDE, HGNC
from biofacts.domain.edges.edge import Edge
from biofacts.domain.identifiers.curies import GeneId, LigandId, PathwayId, TargetId
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.links.export_files import EDGES, MEMBERSHIPS, NAMES, NODES, WrittenTable, croissant
from biofacts.domain.links.join_tables import LICENCES
from biofacts.ports.links import Census, LinkTableFolder, TextFiles
from biofacts.ports.synchronisation import Progress, unseen

_Key = tuple[str, str]
"""A kind and an id."""

_KeyT = TypeVar("_KeyT")


class DatasetRows:
    """The rows of each table. Nodes come last: they are all that the other tables have met.

    Each method raises RateLimited, UpstreamError.
    """

    def __init__(self, links: LinkRows, sources: Sources, census: Census) -> None:
        self._links = links
        self._sources = sources
        self._census = census
        self._nodes: dict[_Key, ExportRow] = {}
        self._version = ""

    async def edges(self) -> AsyncIterator[ExportPart]:
        """Yield the rows of `EDGES`."""
        for parts, edge in (
            (self._links.ligand_target(), self._acting),
            (self._links.target_gene(), self._gene_of),
            (self._links.ligand_compound(), self._being),
        ):
            async for part in parts:
                yield self._part(part, [edge(row) for row in part.rows])
        async for part in self._interactions():
            yield part

    async def memberships(self) -> AsyncIterator[ExportPart]:
        """Yield the rows of `MEMBERSHIPS`."""
        for kind, parts in ((GENE.name, self._links.gene_pathway()), (COMPOUND.name, self._links.compound_pathway())):
            async for part in parts:
                yield self._part(part, [self._member(kind, row) for row in part.rows])

    async def names(self) -> AsyncIterator[ExportPart]:
        """Yield the rows of `NAMES`."""
        for parts in (
            self._named(await self._census.human_genes(), self._of_gene),
            self._named(await self._census.ligands(), self._of_ligand),
            self._named(await self._census.targets(), self._of_target),
            self._named(await self._census.pathways(), self._of_pathway),
        ):
            async for part in parts:
                yield part

    async def nodes(self) -> AsyncIterator[ExportPart]:
        """Yield the rows of `NODES`."""
        rows = [*self._nodes.values()]
        yield ExportPart(rows, self._version, len(rows), len(rows))

    def _part(self, part: ExportPart, rows: Sequence[ExportRow]) -> ExportPart:
        self._version = versions_of(self._version, part.versions)
        return part._replace(rows=rows)

    def _acting(self, row: ExportRow) -> ExportRow:
        ligand, name, target, target_name, kind = row[0], row[1], row[4], row[5], row[6]
        self._meet(LIGAND.name, ligand, name, None, GUIDE)
        self._meet(str(kind), target, target_name, None, GUIDE)
        acting = (row[8], row[9], row[12], row[-1])
        return (LIGAND.name, ligand, "acts on", kind, target, *acting, *_UNDRAWN, *_said_by(GUIDE))

    def _gene_of(self, row: ExportRow) -> ExportRow:
        target, name, gene, symbol = row[:4]
        self._meet(TARGET.name, target, name, None, GUIDE)
        self._meet(GENE.name, gene, symbol, HUMAN if str(gene).startswith(HGNC) else None, HGNC)
        return (TARGET.name, target, "has gene", GENE.name, gene, *_NOTHING, *_UNDRAWN, *_said_by(GUIDE))

    def _being(self, row: ExportRow) -> ExportRow:
        ligand, name, compound = row[0], row[1], row[-1]
        self._meet(LIGAND.name, ligand, name, None, GUIDE)
        self._meet(COMPOUND.name, compound, None, None, GUIDE)
        return (LIGAND.name, ligand, "is", COMPOUND.name, compound, *_NOTHING, *_UNDRAWN, *_said_by(GUIDE))

    async def _interactions(self) -> AsyncIterator[ExportPart]:
        """Yield the interactions of each drawing."""
        known = await self._sources.edges.touching(())
        assert known is not None  # None is for an old version, and none was named
        total, done = len(await self._census.pathways()), 0
        async for several in self._sources.edges.every():
            done += 1
            rows = [self._interaction(edge) for one in several for edge in one.edges()]
            yield self._part(ExportPart(rows, known.version, done, max(done, total)), rows)

    def _interaction(self, edge: Edge) -> ExportRow:
        drawn = edge.drawn
        for node in (edge.source, edge.target):
            is_human = node.id.startswith(HGNC)
            organism = None if node.kind != GENE.name else HUMAN if is_human else drawn.organism
            self._meet(node.kind, node.id, node.label or None, organism, HGNC if is_human else PATHWAY.service)
        self._meet(PATHWAY.name, drawn.pathway, None, drawn.organism, PATHWAY.service)
        ends = (edge.source.kind, edge.source.id, drawn.effect, edge.target.kind, edge.target.id)
        own = (drawn.pathway, drawn.line, drawn.sign, drawn.directed)
        return (*ends, None, None, None, drawn.references, *own, *_said_by(PATHWAY.service))

    def _member(self, kind: str, row: ExportRow) -> ExportRow:
        member, name, pathway, title, organism = row[:5]
        is_gene = kind == GENE.name
        self._meet(kind, member, name, HUMAN if is_gene else None, HGNC if is_gene else PATHWAY.service)
        self._meet(PATHWAY.name, pathway, title, organism, PATHWAY.service)
        return (pathway, kind, member, *_said_by(PATHWAY.service))

    async def _named(
        self, keys: Sequence[_KeyT], rows_of: Callable[[_KeyT], Awaitable[Sequence[ExportRow]]]
    ) -> AsyncIterator[ExportPart]:
        for done, some in export_links.batches(keys):
            yield ExportPart([row for key in some for row in await rows_of(key)], self._version, done, len(keys))

    async def _of_gene(self, key: GeneId) -> Sequence[ExportRow]:
        one = await self._sources.genes.get(key)
        assert one is not None  # the census has just listed it
        names = {
            "symbol": (one.symbol,), "name": (one.name,), "previous symbol": one.previous_symbols,
            "alias": one.aliases,
        }  # fmt: skip
        return self._called(GENE, one.id, one.organism, HGNC, names)

    async def _of_ligand(self, key: LigandId) -> Sequence[ExportRow]:
        one = await self._sources.ligands.get(key)
        assert one is not None
        names = {"name": (one.name,), "approved name": (one.approved_name,), "synonym": one.synonyms}
        return self._called(LIGAND, one.id, None, GUIDE, names)

    async def _of_target(self, key: TargetId) -> Sequence[ExportRow]:
        one = await self._sources.targets.get(key)
        assert one is not None
        names = {"name": (one.name,), "abbreviation": (one.abbreviation,), "synonym": one.synonyms}
        return self._called(TARGET, one.id, None, GUIDE, names)

    async def _of_pathway(self, key: PathwayId) -> Sequence[ExportRow]:
        carried = await self._sources.pathways.carried(key)
        assert carried is not None
        one = carried.entity
        return self._called(PATHWAY, one.id, one.organism, PATHWAY.service, {"title": (one.title,)})

    def _called(
        self, kind: Kind, identifier: str, organism: str | None, service: str, names: Mapping[str, Sequence[str | None]]
    ) -> Sequence[ExportRow]:
        """Add a node under the first of its names, and return a row for each; a name of several sorts has the first."""
        sorts: dict[str, str] = {}
        for sort, several in names.items():
            for name in filter(None, several):
                sorts.setdefault(name, sort)
        self._meet(kind.name, identifier, next(iter(sorts)), organism, service)
        return [(kind.name, identifier, name, sort, *_said_by(service)) for name, sort in sorts.items()]

    def _meet(self, kind: str, identifier: object, name: object, organism: object, service: str) -> None:
        """Add a node, or the name of a node that had none."""
        key = kind, str(identifier)
        if (known := self._nodes.get(key)) is None or known[2] is None:
            self._nodes[key] = (kind, identifier, name, organism, *_said_by(service))


_NOTHING: ExportRow = (None, None, None, ())
"""The cells of an edge that only interactions have."""

_UNDRAWN: ExportRow = (None, None, None, True)
"""The cells of an edge that only drawn interactions have."""


def _said_by(service: str) -> tuple[str, str]:
    return service, LICENCES[service]


class ExportDataset:
    """The use case that writes all tables of the data set to a folder, and their description."""

    def __init__(
        self, rows: Callable[[], DatasetRows], census: Census, files: LinkTableFolder, texts: TextFiles
    ) -> None:
        self._rows = rows
        self._census = census
        self._files = files
        self._texts = texts

    async def __call__(self, folder: Path, *, progress: Progress = unseen) -> Exported:
        """Write every table. Raises: TableError, RateLimited, UpstreamError."""
        rows = self._rows()
        parts = {EDGES: rows.edges, MEMBERSHIPS: rows.memberships, NAMES: rows.names, NODES: rows.nodes}
        numbers = {
            table: await export_links.write_table(self._files, self._census, folder, table, of(), progress)
            for table, of in parts.items()
        }
        written = {
            table: WrittenTable(number, self._texts.digest(folder / f"{table.name}.parquet"))
            for table, number in numbers.items()
        }
        described = msgspec.json.format(
            msgspec.json.encode(croissant(written, f"{datetime.now(UTC):%Y-%m-%d}")), indent=1
        )
        self._texts.write(folder / "croissant.json", [described.decode()])
        return Exported(folder=str(folder), tables={table.name: number for table, number in numbers.items()})
