"""Export of the data set: tables of the nodes, edges, memberships and names of all cached records."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from biofacts.application.answers.sources import Sources
from biofacts.application.links import export_tables
from biofacts.application.links.export_tables import ExportPart, ExportRow, LinkRows, TableRows
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, LIGAND, PATHWAY, TARGET, Kind
from biofacts.domain.answers.pages import versions_of
from biofacts.domain.answers.records import GUIDE, HGNC
from biofacts.domain.edges.edge import Edge
from biofacts.domain.genes.gene import Gene
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.links.export_formats import (
    COMPOUND_PATHWAY,
    EDGES,
    GENE_PATHWAY,
    LICENCES,
    LIGAND_COMPOUND,
    LIGAND_TARGET,
    MEMBERSHIPS,
    NAMES,
    NODES,
    TARGET_GENE,
)
from biofacts.domain.pharmacology.ligand import Ligand
from biofacts.domain.pharmacology.target import Target
from biofacts.ports.exports import RecordIds
from biofacts.ports.pathways import CarriedBy

_Key = tuple[str, str]
"""The kind and the id of an entity."""

_Names = tuple[str, str | None, Mapping[str, Sequence[str | None]]]
"""The id of an entity, its organism, and its names by sort; the first name is the one to show."""

_ByColumn = Mapping[str, object]
"""A row of an exported table: its values by column."""

_KeyT = TypeVar("_KeyT")
_RecordT = TypeVar("_RecordT")


class DatasetRows:
    """The rows of each table. Nodes come last, since they are the entities that occur in the other tables.

    Iterating over a table raises RateLimited or UpstreamError.
    """

    def __init__(self, links: LinkRows, sources: Sources, record_ids: RecordIds) -> None:
        self._links = links.tables()
        self._sources = sources
        self._census = record_ids
        self._nodes: dict[_Key, ExportRow] = {}
        self._version = ""

    def tables(self) -> TableRows:
        """Return the tables, in the order in which they are written."""
        return {EDGES: self.edges, MEMBERSHIPS: self.memberships, NAMES: self.names, NODES: self.nodes}

    async def edges(self) -> AsyncIterator[ExportPart]:
        """Yield the rows of `EDGES`."""
        for table, edge in (
            (LIGAND_TARGET, self._acting),
            (TARGET_GENE, self._gene_of),
            (LIGAND_COMPOUND, self._being),
        ):
            async for part in self._links[table]():
                yield self._part(part, [edge(table.by_column(row)) for row in part.rows])
        async for part in self._interactions():
            yield part

    async def memberships(self) -> AsyncIterator[ExportPart]:
        """Yield the rows of `MEMBERSHIPS`."""
        for kind, table in ((GENE.name, GENE_PATHWAY), (COMPOUND.name, COMPOUND_PATHWAY)):
            async for part in self._links[table]():
                yield self._part(part, [self._member(kind, table.by_column(row)) for row in part.rows])

    async def names(self) -> AsyncIterator[ExportPart]:
        """Yield the rows of `NAMES`."""
        record_ids, of = self._census, self._sources
        for parts in (
            self._name_rows(GENE, HGNC, await record_ids.human_genes(), of.genes.get, _of_gene),
            self._name_rows(LIGAND, GUIDE, await record_ids.ligands(), of.ligands.get, _of_ligand),
            self._name_rows(TARGET, GUIDE, await record_ids.targets(), of.targets.get, _of_target),
            self._name_rows(PATHWAY, PATHWAY.service, await record_ids.pathways(), of.pathways.carried, _of_pathway),
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

    def _acting(self, row: _ByColumn) -> ExportRow:
        ligand, target, kind = row["ligand_id"], row["target_id"], row["target_kind"]
        self._meet(LIGAND.name, ligand, row["ligand_name"], None, GUIDE)
        self._meet(str(kind), target, row["target_name"], None, GUIDE)
        acting = (row["type"], row["action"], row["species"], row["references"])
        return (LIGAND.name, ligand, "acts on", kind, target, *acting, *_UNDRAWN, *_source_of(GUIDE))

    def _gene_of(self, row: _ByColumn) -> ExportRow:
        target, gene = row["target_id"], row["gene_id"]
        self._meet(TARGET.name, target, row["target_name"], None, GUIDE)
        self._meet(GENE.name, gene, row["gene_symbol"], HUMAN if str(gene).startswith(HGNC) else None, HGNC)
        return (TARGET.name, target, "has gene", GENE.name, gene, *_NOTHING, *_UNDRAWN, *_source_of(GUIDE))

    def _being(self, row: _ByColumn) -> ExportRow:
        ligand, compound = row["ligand_id"], row["compound_id"]
        self._meet(LIGAND.name, ligand, row["ligand_name"], None, GUIDE)
        self._meet(COMPOUND.name, compound, None, None, GUIDE)
        return (LIGAND.name, ligand, "is", COMPOUND.name, compound, *_NOTHING, *_UNDRAWN, *_source_of(GUIDE))

    async def _interactions(self) -> AsyncIterator[ExportPart]:
        """Yield the interactions of each drawing."""
        listing = await self._sources.edges.touching(())
        assert listing is not None  # only a request for an old version may return None
        total, done = len(await self._census.pathways()), 0
        async for several in self._sources.edges.every():
            done += 1
            rows = [self._interaction(edge) for line in several for edge in line.edges()]
            yield self._part(ExportPart(rows, listing.version, done, max(done, total)), rows)

    def _interaction(self, edge: Edge) -> ExportRow:
        drawn = edge.drawn
        for node in (edge.source, edge.target):
            is_human = node.id.startswith(HGNC)
            organism = None if node.kind != GENE.name else HUMAN if is_human else drawn.organism
            self._meet(node.kind, node.id, node.label or None, organism, HGNC if is_human else PATHWAY.service)
        self._meet(PATHWAY.name, drawn.pathway, None, drawn.organism, PATHWAY.service)
        ends = (edge.source.kind, edge.source.id, drawn.effect, edge.target.kind, edge.target.id)
        own = (drawn.pathway, drawn.line, drawn.sign, drawn.directed)
        return (*ends, None, None, None, drawn.references, *own, *_source_of(PATHWAY.service))

    def _member(self, kind: str, row: _ByColumn) -> ExportRow:
        is_gene = kind == GENE.name
        member, name = (row["gene_id"], row["gene_symbol"]) if is_gene else (row["compound_id"], row["compound_name"])
        pathway, organism = row["pathway_id"], row["organism"]
        self._meet(kind, member, name, HUMAN if is_gene else None, HGNC if is_gene else PATHWAY.service)
        self._meet(PATHWAY.name, pathway, row["pathway_title"], organism, PATHWAY.service)
        return (pathway, kind, member, *_source_of(PATHWAY.service))

    async def _name_rows(
        self,
        kind: Kind,
        service: str,
        keys: Sequence[_KeyT],
        get: Callable[[_KeyT], Awaitable[_RecordT | None]],
        names_of: Callable[[_RecordT], _Names],
    ) -> AsyncIterator[ExportPart]:
        """Add a node for each record, and yield a row for each of its names; a name of several sorts gets the first."""
        for done, some in export_tables.batches(keys):
            rows: list[ExportRow] = []
            for key in some:
                record = await get(key)
                assert record is not None  # the census has just listed it
                identifier, organism, names = names_of(record)
                sorts: dict[str, str] = {}
                for sort, several in names.items():
                    for name in filter(None, several):
                        sorts.setdefault(name, sort)
                self._meet(kind.name, identifier, next(iter(sorts)), organism, service)
                rows += [(kind.name, identifier, name, sort, *_source_of(service)) for name, sort in sorts.items()]
            yield ExportPart(rows, self._version, done, len(keys))

    def _meet(self, kind: str, identifier: object, name: object, organism: object, service: str) -> None:
        """Add a node, or replace a node that has no name yet."""
        key = kind, str(identifier)
        if (node := self._nodes.get(key)) is None or node[2] is None:
            self._nodes[key] = (kind, identifier, name, organism, *_source_of(service))


def _of_gene(gene: Gene) -> _Names:
    names = {
        "symbol": (gene.symbol,), "name": (gene.name,), "previous symbol": gene.previous_symbols, "alias": gene.aliases,
    }  # fmt: skip
    return gene.id, gene.organism, names


def _of_ligand(ligand: Ligand) -> _Names:
    return (
        ligand.id,
        None,
        {"name": (ligand.name,), "approved name": (ligand.approved_name,), "synonym": ligand.synonyms},
    )


def _of_target(target: Target) -> _Names:
    return target.id, None, {"name": (target.name,), "abbreviation": (target.abbreviation,), "synonym": target.synonyms}


def _of_pathway(pathway: CarriedBy) -> _Names:
    return pathway.entity.id, pathway.entity.organism, {"title": (pathway.entity.title,)}


_NOTHING: ExportRow = (None, None, None, ())
"""Empty cells of an edge, in the columns that only a ligand's interactions fill."""

_UNDRAWN: ExportRow = (None, None, None, True)
"""Empty cells of an edge, in the columns that only drawn interactions fill; `directed` is True."""


def _source_of(service: str) -> tuple[str, str]:
    return service, LICENCES[service]
