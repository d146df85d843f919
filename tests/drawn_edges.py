"""What tests of interactions share: drawn interactions in few words, and a source of them in memory."""

from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from biofacts.domain.answers.records import Provenance
from biofacts.domain.edges.edge import DrawnEdge, Effect, GraphNode, LineKey, Sign, TouchedLine
from biofacts.domain.edges.shortest_paths import Network
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.ports.pathways import DrawnNetwork, EdgesFound, PathwayEdges

SOURCE = Provenance(name="WikiPathways", release="2026-08-22", mode="snapshot")


def gene(identifier: str, label: str, state: str | None = None) -> GraphNode:
    """A gene."""
    return GraphNode(identifier, label, "gene", state=state)


P53, MDM2, P21, BAX = (
    gene("HGNC:11998", "TP53"), gene("HGNC:6973", "MDM2"), gene("HGNC:1784", "CDKN1A"), gene("HGNC:959", "BAX"),
)  # fmt: skip
GLUCOSE = GraphNode("CHEBI:15903", "glucose", "compound")
G6P = GraphNode("PubChem:CID5958", "glucose 6-phosphate", "compound")
HEXOKINASE = gene("HGNC:4922", "HK1")
DAMAGE = GraphNode("label:DNA damage", "DNA damage", "label")


def drawn(
    source: GraphNode | Sequence[GraphNode],
    effect: Effect,
    target: GraphNode | Sequence[GraphNode],
    *,
    pathway: str = "WP:WP1",
    line: str = "a",
    organism: str = HUMAN,
    sign: Sign | None = None,
    **others: Any,
) -> DrawnEdge:
    """An interaction of a drawing."""
    return DrawnEdge(
        pathway=pathway,
        organism=organism,
        line=line,
        sources=(source,) if isinstance(source, GraphNode) else tuple(source),
        effect=effect,
        targets=(target,) if isinstance(target, GraphNode) else tuple(target),
        sign=sign,
        **others,
    )


PHOSPHORYLATION = drawn(GLUCOSE, "converts", G6P, line="conversion")
CATALYSIS = drawn(
    HEXOKINASE, "catalyses", G6P, line="catalysis", sign="+", target_via="interaction",
    acts_on=TouchedLine("conversion", ("glucose",), "converts", ("glucose 6-phosphate",)),
)  # fmt: skip


class MemoryEdges(PathwayEdges):
    """Interactions in memory. `versions`: those that have not been deleted; `named`: compounds by all identifiers."""

    def __init__(self, *edges: DrawnEdge, complete: bool = True, named: Mapping[str, str] | None = None) -> None:
        self.edges = sorted(edges, key=lambda one: (int(one.pathway.removeprefix("WP:WP")), one.line))
        self.complete = complete
        self.versions = ["graph=1"]
        self._named = named or {}

    async def compounds(self, identifiers: Collection[str]) -> frozenset[str]:
        return frozenset(self._named[one] for one in identifiers if one in self._named)

    async def network(self) -> DrawnNetwork:
        return DrawnNetwork(
            network=Network(self.edges), complete=self.complete, version=self.versions[-1], provenance=SOURCE
        )

    async def lines(self, keys: Collection[LineKey], version: str | None = None) -> Sequence[DrawnEdge]:
        is_deleted = version not in (None, *self.versions)
        return [] if is_deleted else [one for one in self.edges if one.key in keys]

    async def every(self) -> AsyncIterator[Sequence[DrawnEdge]]:
        for _, several in groupby(self.edges, lambda one: one.pathway):
            yield [*several]

    async def touching(self, nodes: Collection[str], version: str | None = None) -> EdgesFound | None:
        if version not in (None, *self.versions):
            return None
        found = [one for one in self.edges if any(node in nodes for node in _ids((*one.sources, *one.targets)))]
        lines = {one.key for one in found}
        acting: defaultdict[LineKey, list[DrawnEdge]] = defaultdict(list)
        for one in self.edges:
            for line in {(one.pathway, touched.line) for touched in (one.acts_on, one.begins_at) if touched} & lines:
                acting[line].append(one)
        return EdgesFound(
            edges=found, acting=acting, complete=self.complete, version=self.versions[-1], provenance=SOURCE
        )


def _ids(nodes: Sequence[GraphNode]) -> Iterator[str]:
    for node in nodes:
        yield node.id
        yield from _ids(node.members)
