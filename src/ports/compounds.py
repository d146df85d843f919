"""Interfaces for sources of compounds and of pictures of their structures."""

from typing import Protocol

from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate, Depiction
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.ports.sources import RecordSource, SearchSource


class CompoundSource(SearchSource[CompoundSearchCandidate], RecordSource[CompoundId, Compound], Protocol):
    """A source of compounds, searched by name, structure or any identifier, and fetched by PubChem CID.

    Exact matches come first. `total` is None while the length of the listing is unknown.
    """


# The interface for sources of compound pictures


class DepictionSource(RecordSource[CompoundId, Depiction], Protocol):
    """A source of pictures of compounds, fetched by identifier; None if a compound has no picture.

    A truncated file, or one that is not a picture, is reported as a failure of the source.
    """
