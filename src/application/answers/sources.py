"""The sources of all facts, which use cases get together."""

from typing import Any, NamedTuple

from biofacts.domain.answers.kinds import Kind
from biofacts.ports.compounds import CompoundSource, DepictionSource
from biofacts.ports.genes import GeneSource
from biofacts.ports.pathways import PathwayEdges, PathwaySource
from biofacts.ports.pharmacology import InteractionSource, LigandSource, TargetSource


class Sources(NamedTuple):
    """A source for each kind of facts."""

    pathways: PathwaySource
    edges: PathwayEdges
    compounds: CompoundSource
    depictions: DepictionSource
    ligands: LigandSource
    targets: TargetSource
    interactions: InteractionSource
    genes: GeneSource

    def of(self, kind: Kind) -> Any:
        """Return the source of a kind: a `SearchSource` and a `RecordSource`."""
        return getattr(self, kind.plural)
