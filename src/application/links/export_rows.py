"""The rows of the join tables: the joins of `find_links`, run for every record in the local catalogues."""

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import NamedTuple, TypeVar

from biofacts.application.links import entities as linked_entities
from biofacts.application.links.joins import Joins
from biofacts.application.links.steps import Place
from biofacts.domain.answers.pages import Window
from biofacts.domain.genes.gene import HUMAN
from biofacts.domain.links.graph import Linked
from biofacts.domain.pathways.pathway import PathwayId
from biofacts.domain.pharmacology.interaction import Affinity, InteractionRecord
from biofacts.ports.genes import GeneSource
from biofacts.ports.interactions import InteractionSource, Wanted
from biofacts.ports.ligands import LigandSource
from biofacts.ports.links import Census
from biofacts.ports.pathways import PathwaySource
from biofacts.ports.targets import TargetSource

T = TypeVar("T")
Row = Sequence[object]

_AT_ONCE = 100
_ALL = Window(limit=100_000)


class Part(NamedTuple):
    """Rows for some of the records. `versions`: of the catalogues used; `done`: records finished so far, of `total`."""

    rows: Sequence[Row]
    versions: str
    done: int
    total: int


class LinkRows:
    """The rows of each table, in the order of the catalogues. Each method raises RateLimited, UpstreamError."""

    def __init__(
        self,
        walks: Joins,
        *,
        census: Census,
        genes: GeneSource,
        targets: TargetSource,
        ligands: LigandSource,
        interactions: InteractionSource,
        pathways: PathwaySource,
    ) -> None:
        self._walks = walks
        self._census = census
        self._genes = genes
        self._targets = targets
        self._ligands = ligands
        self._interactions = interactions
        self._pathways = pathways

    async def target_gene(self) -> AsyncIterator[Part]:
        """Yield the rows of `TARGET_GENE`."""
        numbers = [("iuphar", one.number) for one in await self._census.targets()]
        for done, some in _batches(numbers):
            found = await self._targets.bearing(some)
            starts = _starts(Place(linked_entities.target(one.entity), one.identifiers) for one in found.found)
            reached = await self._walks.targets_to_genes([*starts.values()])
            rows = [
                (*_target(starts[link.source].entity), *_gene(link.to.entity), *_evidence(link.to.entity))
                for link in reached.links
            ]
            yield Part(rows, f"{found.version} {reached.version}", done, len(numbers))

    async def gene_pathway(self) -> AsyncIterator[Part]:
        """Yield the rows of `GENE_PATHWAY`."""
        ids = [("hgnc", str(one)) for one in await self._census.human_genes()]
        for done, some in _batches(ids):
            found = await self._genes.bearing(some)
            human = [one for one in found.found if one.entity.organism == HUMAN]
            starts = _starts(Place(linked_entities.gene(one.entity), one.identifiers) for one in human)
            reached = await self._walks.genes_to_pathways([*starts.values()])
            rows = [
                (*_gene(starts[link.source].entity), *_pathway(link.to.entity))
                for link in reached.links
                if link.to.entity.organism == HUMAN
            ]
            yield Part(rows, f"{found.version} {reached.version}", done, len(ids))

    async def ligand_target(self) -> AsyncIterator[Part]:
        """Yield the rows of `LIGAND_TARGET`."""
        ligands = await self._census.ligands()
        for done, some in _batches(ligands):
            rows: list[Row] = []
            versions: list[str] = []
            for ligand in some:
                hits = await self._interactions.of(ligand, Wanted(), _ALL)
                assert hits is not None  # None is for an old version, and none was named
                # The list of a ligand on which others act has their rows, too; these belong to the other ligands.
                rows += [_interaction(one) for one in hits.items if one.ligand.id == str(ligand)]
                versions.append(hits.version)
            yield Part(rows, " ".join(versions), done, len(ligands))

    async def ligand_compound(self) -> AsyncIterator[Part]:
        """Yield the rows of `LIGAND_COMPOUND`."""
        numbers = [("iuphar", one.number) for one in await self._census.ligands()]
        for done, some in _batches(numbers):
            found = await self._ligands.bearing(some)
            starts = _starts(Place(linked_entities.ligand(one.entity), one.identifiers) for one in found.found)
            reached = await self._walks.ligands_to_compounds([*starts.values()])
            rows = [(*_ligand(starts[link.source].entity), link.to.entity.id) for link in reached.links]
            yield Part(rows, f"{found.version} {reached.version}", done, len(numbers))

    async def compound_pathway(self) -> AsyncIterator[Part]:
        """Yield the rows of `COMPOUND_PATHWAY`."""
        ids = await self._census.pathways()
        for done, one in enumerate(ids, start=1):
            place, version = await self._carrying(one)
            reached = await self._walks.pathways_to_compounds([place])
            rows = [
                (link.to.entity.id, link.to.entity.name, *_pathway(place.entity), *_evidence(link.to.entity))
                for link in reached.links
            ]
            yield Part(rows, f"{version} {reached.version}", done, len(ids))

    async def _carrying(self, identifier: PathwayId) -> tuple[Place, str]:
        carried = await self._pathways.carried(identifier)
        assert carried is not None  # the census has just listed it
        return Place(linked_entities.pathway(carried.entity), carried.identifiers), carried.version


def _batches(starts: Sequence[T]) -> Iterator[tuple[int, Sequence[T]]]:
    """Split a sequence into batches, each with the number of items up to its end."""
    for start in range(0, len(starts), _AT_ONCE):
        some = starts[start : start + _AT_ONCE]
        yield start + len(some), some


def _starts(places: Iterator[Place]) -> dict[tuple[str, str], Place]:
    return {place.key: place for place in places}


def _target(one: Linked) -> Row:
    return one.id, one.name


def _gene(one: Linked) -> Row:
    return one.id, one.symbol


def _ligand(one: Linked) -> Row:
    return one.id, one.name, bool(one.approved), one.withdrawn


def _pathway(one: Linked) -> Row:
    return one.id, one.title, one.organism


def _evidence(one: Linked) -> Row:
    return one.evidence[0].via, one.evidence[0].value


def _interaction(one: InteractionRecord) -> Row:
    ligand, target, affinity = one.ligand, one.target, one.affinity or Affinity()
    return (
        ligand.id, ligand.name, ligand.approved, ligand.withdrawn, target.id, target.name, target.kind,
        target.gene_symbol, one.type, one.action, one.primary, one.endogenous, one.species, affinity.parameter,
        affinity.relation, affinity.value, affinity.low, affinity.high, one.selectivity, one.references,
    )  # fmt: skip
