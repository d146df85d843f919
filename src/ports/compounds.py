"""The interface for sources of compounds."""

from typing import Protocol

from biofacts.domain.compounds.compound import Compound, CompoundId, CompoundSearchCandidate
from biofacts.ports.sources import RecordSource, SearchSource


class CompoundSource(SearchSource[CompoundSearchCandidate], RecordSource[CompoundId, Compound], Protocol):
    """Searches compounds by name, structure or identifier of another database, and fetches them by their own.

    Exact matches come first. `total` is None while the length of the listing is unknown.
    """
