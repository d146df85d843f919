"""How many links a record has, counted where every catalogue is at hand: a count never waits for the network."""

from collections.abc import Mapping

from biofacts.application import linked
from biofacts.application.joins import Joins
from biofacts.application.places import Place
from biofacts.domain import wording
from biofacts.domain.advice import FOR_TOOLS, Advice, Phrasing
from biofacts.domain.cross_references import pairs
from biofacts.domain.errors import BiofactsError
from biofacts.domain.gene import Gene
from biofacts.domain.graph import Linked
from biofacts.domain.pathway import Drugs, PathwayId
from biofacts.domain.recent import Recent
from biofacts.ports.genes import GeneSource
from biofacts.ports.interactions import InteractionSource
from biofacts.ports.ligands import LigandSource
from biofacts.ports.pathways import PathwaySource
from biofacts.ports.targets import TargetSource

_MOST_KEPT = 512


class LinkCounts:
    """Counts the links of genes and pathways. Those of pathways are kept for as long as no catalogue changes."""

    def __init__(
        self,
        joins: Joins,
        *,
        pathways: PathwaySource,
        genes: GeneSource,
        targets: TargetSource,
        ligands: LigandSource,
        interactions: InteractionSource,
        phrasing: Phrasing = FOR_TOOLS,
    ) -> None:
        self._joins = joins
        self._pathways = pathways
        self._genes = genes
        self._guide = (targets, ligands, interactions)
        self._phrasing = phrasing
        self._kept = Recent[tuple[PathwayId, str], Drugs | None](_MOST_KEPT)

    async def of_gene(self, gene: Gene) -> Mapping[str, int]:
        """How many pathways, targets and ligands; what is none, or cannot be told now, is left out."""
        place = Place(Linked(id=gene.id, kind="gene", symbol=gene.symbol), frozenset(pairs(gene.cross_references)))
        found: dict[str, int] = {}
        try:
            if await self._pathways.at_hand() and await self._genes.at_hand():
                found["pathway"] = await self._joins.pathway_count(place)
            if await self._guide_at_hand():
                targets = (await self._joins.genes_to_targets([place])).places
                found |= {"target": len(targets), "ligand": len(await self._joins.ligands_on(targets))}
        except BiofactsError:
            return {}  # the record is whole without them
        return {kind: number for kind, number in found.items() if number}

    async def of_pathway(self, identifier: PathwayId) -> Drugs | None:
        """The targets among its genes, and the approved ligands on them; None where nobody can tell now."""
        try:
            versions = await self._pathways.at_hand(), await self._genes.at_hand(), await self._guide_at_hand()
            if not all(versions):
                return None
            key = identifier, " ".join(versions)
            if key not in self._kept:
                self._kept[key] = await self._counted(identifier)
            return self._kept[key]
        except BiofactsError:
            return None  # the record is whole without it

    async def _guide_at_hand(self) -> str:
        """The versions of what tells who acts on what; empty where something is lacking."""
        versions = [await one.at_hand() for one in self._guide]
        return " ".join(versions) if all(versions) else ""

    async def _counted(self, identifier: PathwayId) -> Drugs | None:
        if (carried := await self._pathways.carried(identifier)) is None:
            return None
        genes = await self._joins.pathways_to_human_genes([Place(linked.pathway(carried.entity), carried.identifiers)])
        stretch = await self._joins.genes_to_targets(genes.places)
        targets = stretch.places
        approved = sum((await self._joins.ligands_on(targets)).values())
        if not targets:
            return None
        call = wording.approved_on_pathway(str(identifier))
        return Drugs(targets=len(targets), approved=approved, call=Advice.of(call).told(self._phrasing))
