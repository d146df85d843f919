"""What the use cases ask of a source of compounds."""

from typing import Protocol

from biofacts.domain.compound import Compound, CompoundId, CompoundSearchCandidate
from biofacts.ports.sources import RecordSource, SearchSource


class CompoundSource(SearchSource[CompoundSearchCandidate], RecordSource[CompoundId, Compound], Protocol):
    """Compounds by name, by structure, by the identifier of another database; and one by its own.

    Exact matches come first. `total` is None while the listing's length is unknown.
    """
