"""The nodes of a drawing that represent a gene, by any name of the gene."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from biofacts.application.pathways.reverse_lookup import read_in
from biofacts.domain.answers import wording
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.genes.name_resolution import Reading
from biofacts.domain.genes.names import GeneName
from biofacts.domain.pathways.drawn_nodes import DrawnNodes
from biofacts.ports.genes import GeneSource

_MOST_OTHERS = 50


class FoundNodes(NamedTuple):
    """The ids of nodes by the symbols of their genes; `known`: the symbols of all genes that the name may mean.

    `sure`: the name is the symbol or an identifier of one gene. `others`: nodes of genes for which the name is a weaker
    match, if no better match is drawn. `lacking`: a sentence about names that were not available.
    """

    nodes: Mapping[str, frozenset[str]] = {}
    known: Sequence[str] = ()
    sure: bool = False
    others: Mapping[str, frozenset[str]] = {}
    lacking: str | None = None

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all nodes, without those in `others`."""
        return frozenset[str]().union(*self.nodes.values())


class NodesOfGenes:
    """Finds the nodes of genes in a drawing."""

    def __init__(self, genes: GeneSource) -> None:
        self._genes = genes

    async def called(self, asked: str, drawn: DrawnNodes) -> FoundNodes:
        """Return the nodes of the gene, or of all genes, that a name may mean; the drawing may decide which one.

        Raises: AmbiguousQuery, RateLimited, UpstreamError.
        """
        names = await self._genes.named(GeneName.read(asked), None) if len(asked) >= wording.SHORTEST_QUERY else None
        if names is None:
            return FoundNodes()
        read = read_in(GeneName.read(asked), msgspec.structs.replace(names, elsewhere=()))
        known = (*names.of_organism, *names.of_protein)
        meanings = {one.id for one in read.meanings}
        meant = [read.gene] if read.gene else [gene for gene in known if gene.id in meanings]
        nodes, sure = await self._drawn(meant, drawn), _is_sure(read)
        others = [gene for gene in known if gene not in meant] if meant and not (nodes or sure) else ()
        return FoundNodes(
            nodes,
            [gene.symbol for gene in meant],
            sure,
            await self._drawn(others[:_MOST_OTHERS], drawn),
            names.lacking,
        )

    async def _drawn(self, genes: Iterable[GeneFacts], drawn: DrawnNodes) -> Mapping[str, frozenset[str]]:
        return {gene.symbol: nodes for gene in genes if (nodes := await self._of(gene, drawn))}

    async def _of(self, gene: GeneFacts, drawn: DrawnNodes) -> frozenset[str]:
        return drawn.with_terms(await self._genes.drawn_as(gene))


def _is_sure(read: Reading) -> bool:
    """Return True if the name is a symbol or an identifier, so that it cannot be another gene's."""
    if read.gene is None:
        return False
    return read.read_as is None or not {*read.name.identifiers}.isdisjoint(read.gene.identifiers)
