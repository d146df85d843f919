"""The five kinds of entity in one order, with the type of their identifiers: all tables of kinds derive from these."""

from collections.abc import Mapping
from typing import TypeAlias

from biofacts.domain.answers.kinds import COMPOUND, GENE, LIGAND, PATHWAY, TARGET, Kind
from biofacts.domain.identifiers.curies import CompoundId, GeneId, LigandId, PathwayId, TargetId

AnyId: TypeAlias = PathwayId | GeneId | TargetId | LigandId | CompoundId

_ROWS: tuple[tuple[Kind, type[AnyId]], ...] = (
    (PATHWAY, PathwayId), (GENE, GeneId), (TARGET, TargetId), (LIGAND, LigandId), (COMPOUND, CompoundId),
)  # fmt: skip

KINDS = tuple(kind for kind, _ in _ROWS)
"""All kinds, in the order in which people read them."""

BY_NAME: Mapping[str, Kind] = {kind.name: kind for kind in KINDS}
IDENTIFIERS: Mapping[str, type[AnyId]] = {kind.name: identifier for kind, identifier in _ROWS}
