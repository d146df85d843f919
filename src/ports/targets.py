"""The interface for sources of targets."""

from typing import Protocol

from biofacts.domain.pharmacology.target import Target, TargetCandidate, TargetId
from biofacts.ports.shared_identifiers import JoinSource
from biofacts.ports.sources import OtherKindHint, RecordSource, SearchSource


class TargetSource(
    SearchSource[TargetCandidate],
    RecordSource[TargetId, Target],
    OtherKindHint[TargetId],
    JoinSource[TargetCandidate],
    Protocol,
):
    """Searches targets by words, gene symbol, family or class ("GPCR"), and fetches them by number."""
