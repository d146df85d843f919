"""Export of tables: links, as one file for each join table, and the interactions of all drawings."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import anyio.lowlevel
import msgspec

from biofacts.application.answers.sources import Sources
from biofacts.application.links.link_ends import Place
from biofacts.application.links.steps_between_kinds import Join, Joins
from biofacts.application.messages import pathways as pathway_messages
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import Releases, Window, versions_of
from biofacts.domain.answers.records import Candidate, Item
from biofacts.domain.edges.edge import DrawnEdge, Edge
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.curies import GeneId, LigandId, TargetId
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.links import export_formats
from biofacts.domain.links.export_formats import (
    COMPOUND_PATHWAY,
    DRAWN_EDGES,
    GENE_PATHWAY,
    LIGAND_COMPOUND,
    LIGAND_TARGET,
    TARGET_GENE,
    LinkTable,
    WrittenTable,
    croissant,
)
from biofacts.domain.links.linked_entities import Linked
from biofacts.domain.pharmacology.interaction import Affinity, InteractionRecord
from biofacts.domain.pharmacology.interaction_lists import WantedInteractions
from biofacts.domain.text.clean import enumerated
from biofacts.ports.exports import LinkTableFolder, RecordIds, TextFiles
from biofacts.ports.lists import WrongUse
from biofacts.ports.pathways import PathwayEdges
from biofacts.ports.sources import JoinSource
from biofacts.ports.synchronisation import Progress, unseen

T = TypeVar("T")


class Exported(Item, msgspec.Struct, frozen=True, kw_only=True):
    """The result of an export: the folder, and the number of rows in each table."""

    folder: str
    tables: Mapping[str, int]


# The rows of the join tables: the joins of `find_links`, run for every record in the local catalogues


ExportRow = Sequence[object]


class ExportPart(NamedTuple):
    """Rows for some records. `versions`: the releases of the catalogues used; `done`, `total`: counts of records."""

    rows: Sequence[ExportRow]
    versions: str
    done: int
    total: int


TableRows = Mapping[LinkTable, Callable[[], AsyncIterator[ExportPart]]]
"""The functions that yield the rows of tables, by table."""


class LinkRows:
    """The rows of each join table, in the order of the catalogues. Iteration raises RateLimited, UpstreamError."""

    def __init__(self, walks: Joins, sources: Sources, record_ids: RecordIds) -> None:
        self._walks = walks
        self._sources = sources
        self._census = record_ids

    def tables(self) -> TableRows:
        """Return the tables, in the order in which they are written."""
        record_ids, sources, walks = self._census, self._sources, self._walks
        return {
            TARGET_GENE: partial(
                self._joined, record_ids.targets, sources.targets, walks.targets_to_genes,
                lambda target, gene: (target.id, target.name, *_gene(gene), *_evidence(gene)),
            ),
            GENE_PATHWAY: partial(
                self._joined, record_ids.human_genes, sources.genes, walks.genes_to_pathways,
                lambda gene, pathway: (*_gene(gene), *_pathway(pathway)), organism=HUMAN,
            ),
            LIGAND_TARGET: self._ligand_target,
            LIGAND_COMPOUND: partial(
                self._joined, record_ids.ligands, sources.ligands, walks.ligands_to_compounds,
                lambda ligand, compound: (ligand.id, ligand.name, bool(ligand.approved), ligand.withdrawn, compound.id),
            ),
            COMPOUND_PATHWAY: self._compound_pathway,
        }  # fmt: skip

    async def _joined(
        self,
        listed: Callable[[], Awaitable[Sequence[GeneId | LigandId | TargetId]]],
        source: JoinSource[Candidate],
        walk: Join,
        row: Callable[[Linked, Linked], ExportRow],
        organism: str | None = None,
    ) -> AsyncIterator[ExportPart]:
        """Yield a row for each link of the listed records. `organism`: the organism of both ends; None for any."""
        ids = await listed()
        for done, some in batches(ids):
            found_entities = await source.with_identifiers([identifier.keyed for identifier in some])
            places = map(Place.of, found_entities.entities)
            starts = {place.key: place for place in places if organism in (None, place.entity.organism)}
            reached = await walk([*starts.values()])
            rows = [
                row(starts[link.source].entity, link.to.entity)
                for link in reached.links
                if organism in (None, link.to.entity.organism)
            ]
            yield ExportPart(rows, versions_of(found_entities.version, reached.version), done, len(ids))

    async def _ligand_target(self) -> AsyncIterator[ExportPart]:
        ligands = await self._census.ligands()
        for done, some in batches(ligands):
            rows: list[ExportRow] = []
            versions: list[str] = []
            for ligand in some:
                hits = await self._sources.interactions.of(ligand, WantedInteractions(), _ALL)
                assert hits is not None  # only a request for an old version may return None
                # A ligand on which others act also lists their rows, which belong to those other ligands.
                rows += [_interaction(item) for item in hits.items if item.ligand.id == str(ligand)]
                versions.append(hits.version)
            yield ExportPart(rows, versions_of(*versions), done, len(ligands))

    async def _compound_pathway(self) -> AsyncIterator[ExportPart]:
        ids = await self._census.pathways()
        for done, pathway_id in enumerate(ids, start=1):
            carried = await self._sources.pathways.carried(pathway_id)
            assert carried is not None  # the census has just listed it
            place = Place.of(carried)
            reached = await self._walks.drawn_compounds.compounds_of([place])
            rows = [
                (link.to.entity.id, link.to.entity.name, *_pathway(place.entity), *_evidence(link.to.entity))
                for link in reached.links
            ]
            yield ExportPart(rows, versions_of(carried.version, reached.version), done, len(ids))


class ExportTables:
    """The use case that writes several tables to a folder.

    `texts`: where to write a description of the files, in Croissant; None for no description.
    """

    def __init__(
        self, tables: TableRows, record_ids: RecordIds, files: LinkTableFolder, texts: TextFiles | None = None
    ) -> None:
        self._tables = tables
        self._census = record_ids
        self._files = files
        self._texts = texts

    async def __call__(self, folder: Path, *, progress: Progress = unseen) -> Exported:
        """Write every table. Raises: TableError, RateLimited, UpstreamError."""
        numbers = {
            table: await write_table(self._files, self._census, folder, table, rows(), progress)
            for table, rows in self._tables.items()
        }
        if self._texts is not None:
            written = {
                table: WrittenTable(number, self._texts.digest(folder / f"{table.name}.parquet"))
                for table, number in numbers.items()
            }
            described = msgspec.json.encode(croissant(written, f"{datetime.now(UTC):%Y-%m-%d}"))
            self._texts.write(folder / "croissant.json", [msgspec.json.format(described, indent=1).decode()])
        return Exported(folder=str(folder), tables={table.name: number for table, number in numbers.items()})


async def write_table(
    files: LinkTableFolder,
    record_ids: RecordIds,
    folder: Path,
    table: LinkTable,
    parts: AsyncIterator[ExportPart],
    progress: Progress,
) -> int:
    """Write a table, and return its number of rows. Raises: TableError, RateLimited, UpstreamError."""
    rows, versions = 0, dict[str, str]()
    with files.create(folder, table) as writer:
        async for part in parts:
            writer.write(part.rows)
            rows += len(part.rows)
            # The table's sources are the releases of all catalogues that its rows were made from.
            versions |= Releases.parse(part.versions).versions
            progress(table.name, part.done, part.total)
            await anyio.lowlevel.checkpoint()  # local answers never yield to the event loop
        writer.rest_on(await record_ids.sources(str(Releases(versions)), table))
    return rows


_AT_ONCE = 100
_ALL = Window(limit=100_000)


def batches(starts: Sequence[T]) -> Iterator[tuple[int, Sequence[T]]]:
    """Split a sequence into batches, each preceded by the number of items up to its end."""
    for start in range(0, len(starts), _AT_ONCE):
        some = starts[start : start + _AT_ONCE]
        yield start + len(some), some


def _gene(gene: Linked) -> ExportRow:
    return gene.id, gene.symbol


def _pathway(pathway: Linked) -> ExportRow:
    return pathway.id, pathway.title, pathway.organism


def _evidence(entity: Linked) -> ExportRow:
    return entity.evidence[0].via, entity.evidence[0].value


def _interaction(interaction: InteractionRecord) -> ExportRow:
    ligand, target, affinity = interaction.ligand, interaction.target, interaction.affinity or Affinity(parameter="")
    return (
        ligand.id, ligand.name, ligand.approved, ligand.withdrawn, target.id, target.name, target.kind,
        target.gene_symbol, interaction.type, interaction.action, interaction.primary, interaction.endogenous,
        interaction.species, affinity.parameter or None, affinity.relation, affinity.value, affinity.low, affinity.high,
        interaction.selectivity, interaction.references,
    )  # fmt: skip


TableWriters = Mapping[str, Callable[[], LinkTableFolder]]
"""Functions that create table writers, by file suffix. Raises: WrongUse if a library is missing."""


class ExportedEdges(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of an export of interactions.

    `pathways`: the number of pathways with interactions; `lines`: the number of interactions as drawn; `edges`: the
    number of pairs of nodes that these connect.
    """

    file: str
    release: str | None
    pathways: int
    lines: int
    edges: int
    organism: str | None = None
    remark: str | None = None


class ExportEdges:
    """The use case that writes all drawn interactions to a file, whose suffix determines the format."""

    def __init__(self, edges: PathwayEdges, record_ids: RecordIds, tables: TableWriters, texts: TextFiles) -> None:
        self._edges = edges
        self._census = record_ids
        self._tables = tables
        self._texts = texts

    async def __call__(self, path: Path, *, organism: str | None = None, progress: Progress = unseen) -> ExportedEdges:
        """Write the file. Raises: AmbiguousQuery, WrongUse, TableError, RateLimited, UpstreamError."""
        chosen, suffix = organisms.check(organism), path.suffix.lower()
        if suffix not in {*self._tables, *_TEXTS}:
            raise WrongUse(f"{path.name} does not end in {enumerated([*self._tables, *_TEXTS], 'or')}.")
        writer = self._tables[suffix]() if suffix in self._tables else None
        listing = await self._edges.touching(())
        assert listing is not None  # only a request for an old version may return None
        drawn = await self._drawn(chosen, progress)
        if not drawn:
            raise AmbiguousQuery(*pathway_messages.no_interactions(chosen), organism)
        edges = [edge for line in drawn for edge in line.edges()]
        if writer:
            table = msgspec.structs.replace(DRAWN_EDGES, name=path.stem)
            rows = _rows(edges, listing.version)
            await write_table(writer, self._census, path.parent, table, rows, progress)
        else:
            self._texts.write(path, _TEXTS[suffix](edges))
        return ExportedEdges(
            file=str(path),
            release=listing.provenance.release,
            pathways=len({line.pathway for line in drawn}),
            lines=len(drawn),
            edges=len(edges),
            organism=chosen,
            remark=None if listing.complete else pathway_messages.INCOMPLETE_INTERACTIONS,
        )

    async def _drawn(self, organism: str | None, progress: Progress) -> Sequence[DrawnEdge]:
        total = len(await self._census.pathways())
        lines: list[DrawnEdge] = []
        done = 0
        async for several in self._edges.every():
            lines += [line for line in several if organism in (None, line.organism)]
            done += 1
            progress("pathways", done, max(done, total))
            await anyio.lowlevel.checkpoint()  # local answers never yield to the event loop
        return lines


_TEXTS: Mapping[str, Callable[[Iterable[Edge]], Iterator[str]]] = {
    ".sif": export_formats.sif,
    ".graphml": export_formats.graphml,
}


async def _rows(edges: Sequence[Edge], version: str) -> AsyncIterator[ExportPart]:
    for done, some in batches(edges):
        yield ExportPart([export_formats.row(edge) for edge in some], version, done, len(edges))
