"""The sources of all facts, which use cases get together."""

from typing import NamedTuple

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
