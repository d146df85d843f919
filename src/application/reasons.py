"""Why things are among those found, for people who look at a list: what their records say of the query's words."""

from collections.abc import Mapping, Sequence
from typing import Any

import anyio

from biofacts.domain.candidate import Candidate
from biofacts.domain.compound import CompoundSearchCandidate
from biofacts.domain.errors import BiofactsError
from biofacts.domain.gene import GENE, GeneId
from biofacts.domain.ligand import LIGAND, LigandId
from biofacts.domain.reasons import Reason, why
from biofacts.domain.target import TARGET, TargetId
from biofacts.ports.genes import GeneSource
from biofacts.ports.ligands import LigandSource
from biofacts.ports.sources import RecordSource
from biofacts.ports.targets import TargetSource

PATIENCE = 0.5
"""Seconds: a record may need files that a search does without, and that are just being fetched."""

_Source = tuple[type[Any], RecordSource[Any, Any]]
"""How identifiers of a kind are read, and who has its records."""


class Reasons:
    """Reasons of genes, targets and ligands by their records, of compounds by their names."""

    def __init__(self, *, genes: GeneSource, targets: TargetSource, ligands: LigandSource) -> None:
        self._sources: Mapping[str, _Source] = {
            GENE.name: (GeneId, genes), TARGET.name: (TargetId, targets), LIGAND.name: (LigandId, ligands),
        }  # fmt: skip

    async def __call__(self, kind: str, query: str, found: Sequence[Candidate]) -> Mapping[str, Reason | None]:
        """The reasons by id, None where none of its names is one.

        Those of which the record cannot be had soon are left out: a list does not wait for them.
        """
        reasons: dict[str, Reason | None] = {}
        with anyio.move_on_after(PATIENCE):
            for one in found:
                named = one if isinstance(one, CompoundSearchCandidate) else await self._record(kind, one.id)
                if named is not None:
                    reasons[one.id] = why(query, named, one.unmatched)
        return reasons

    async def _record(self, kind: str, identifier: str) -> Any:
        """The record; None where there is none, or its source cannot tell it now."""
        if (known := self._sources.get(kind)) is None:
            return None
        form, source = known
        try:
            return await source.get(form.parse(identifier))
        except BiofactsError:
            return None
