"""The sources of all facts, bundled for use cases that need several."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from biofacts.domain.answers.entity_kinds import Kind
from biofacts.ports.compounds import CompoundSource, DepictionSource
from biofacts.ports.genes import GeneSource
from biofacts.ports.pathways import PathwayEdges, PathwaySource
from biofacts.ports.pharmacology import InteractionSource, LigandSource, TargetSource


class Sources(NamedTuple):
    """A source for each kind of facts. `further`: sources of kinds that are only searched and fetched, by plural."""

    pathways: PathwaySource
    edges: PathwayEdges
    compounds: CompoundSource
    depictions: DepictionSource
    ligands: LigandSource
    targets: TargetSource
    interactions: InteractionSource
    genes: GeneSource
    further: Mapping[str, Any] = MappingProxyType({})

    def of(self, kind: Kind) -> Any:
        """Return the source for a kind, which is both a `SearchSource` and a `RecordSource`."""
        return self.further[kind.plural] if kind.plural in self.further else getattr(self, kind.plural)
