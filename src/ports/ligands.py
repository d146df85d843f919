"""The interface for sources of ligands."""

from typing import Protocol

from biofacts.domain.pharmacology.ligand import Ligand, LigandCandidate, LigandId
from biofacts.ports.shared_identifiers import JoinSource
from biofacts.ports.sources import OtherKindHint, RecordSource, SearchSource


class LigandSource(
    SearchSource[LigandCandidate],
    RecordSource[LigandId, Ligand],
    OtherKindHint[LigandId],
    JoinSource[LigandCandidate],
    Protocol,
):
    """Searches ligands by words or by class or mechanism ("beta blocker", "dopamine agonist"); fetches them by number.

    A list that is derived from interactions says so in its guidance, and has approved medicines first.
    """
