"""Reasons why candidates match a query, for people who read a list: the matching name in each record."""

from collections.abc import Mapping, Sequence
from typing import Any

import anyio

from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.answers.kinds import GENE, LIGAND, TARGET
from biofacts.domain.answers.records import Candidate
from biofacts.domain.compounds.compound import CompoundSearchCandidate
from biofacts.domain.identifiers.curies import GeneId, LigandId, TargetId
from biofacts.domain.lists.name_matches import Reason, why
from biofacts.ports.genes import GeneSource
from biofacts.ports.pharmacology import LigandSource, TargetSource
from biofacts.ports.sources import RecordSource

PATIENCE = 0.5
"""Seconds: a record may need files that a search does not, and that are still being fetched."""

_Source = tuple[type[Any], RecordSource[Any, Any]]
"""The identifier class of a kind, and the source of its records."""


class Reasons:
    """Finds reasons: for genes, targets and ligands in their records, for compounds in their names."""

    def __init__(self, *, genes: GeneSource, targets: TargetSource, ligands: LigandSource) -> None:
        self._sources: Mapping[str, _Source] = {
            GENE.name: (GeneId, genes), TARGET.name: (TargetId, targets), LIGAND.name: (LigandId, ligands),
        }  # fmt: skip

    async def __call__(self, kind: str, query: str, found: Sequence[Candidate]) -> Mapping[str, Reason | None]:
        """Return reasons by id, None if no name of a candidate matches.

        Candidates whose record is not available in time are left out: a list does not wait for them.
        """
        reasons: dict[str, Reason | None] = {}
        with anyio.move_on_after(PATIENCE):
            for one in found:
                # The record of a compound might have to be fetched; its candidate already has the name.
                named = one if isinstance(one, CompoundSearchCandidate) else await self._record(kind, one.id)
                if named is not None:
                    reasons[one.id] = why(query, named, one.unmatched)
        return reasons

    async def _record(self, kind: str, identifier: str) -> Any:
        """Return the record; None if there is none or its source fails."""
        if (known := self._sources.get(kind)) is None:
            return None
        form, source = known
        try:
            return await source.get(form.parse(identifier))
        except BiofactsError:
            return None
