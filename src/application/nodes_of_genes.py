"""The nodes of a drawing that are a gene: by whatever the gene is called."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from biofacts.application.reverse_lookup import read_in
from biofacts.domain import selection, wording
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.genes.names import GeneName
from biofacts.domain.pathway import PathwayComponents
from biofacts.ports.genes import GeneSource


class Meant(NamedTuple):
    """Genes; `lacking`: a sentence about names that could not be had."""

    genes: Sequence[GeneFacts] = ()
    lacking: str | None = None


class FoundNodes(NamedTuple):
    """The ids of nodes by the symbols of their genes; `known`: the symbols of all that the name may mean."""

    nodes: Mapping[str, frozenset[str]]
    known: Sequence[str] = ()
    lacking: str | None = None

    @property
    def ids(self) -> frozenset[str]:
        """All of them."""
        return frozenset[str]().union(*self.nodes.values())


class NodesOfGenes:
    """Finds genes in a drawing."""

    def __init__(self, genes: GeneSource) -> None:
        self._genes = genes

    async def called(self, asked: str, drawn: PathwayComponents) -> FoundNodes:
        """What is drawn of the genes that a name may mean: one, or several, of which the drawing may tell the one.

        Raises: AmbiguousQuery, RateLimited, UpstreamError.
        """
        meant = await self._meant(asked)
        found = {gene.symbol: nodes for gene in meant.genes if (nodes := await self._of(gene, drawn))}
        return FoundNodes(found, [gene.symbol for gene in meant.genes], meant.lacking)

    async def _meant(self, asked: str) -> Meant:
        names = await self._genes.named(GeneName.read(asked), None) if len(asked) >= wording.SHORTEST_QUERY else None
        if names is None:
            return Meant()
        read = read_in(GeneName.read(asked), msgspec.structs.replace(names, elsewhere=()))
        if read.gene:
            return Meant((read.gene,), names.lacking)
        several, known = {one.id for one in read.meanings}, (*names.of_organism, *names.of_protein)
        return Meant(tuple(gene for gene in known if gene.id in several), names.lacking)

    async def _of(self, gene: GeneFacts, drawn: PathwayComponents) -> frozenset[str]:
        return selection.with_terms(drawn, await self._genes.drawn_as(gene))
