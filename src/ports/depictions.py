"""The interface for sources of compound pictures."""

from typing import Protocol

from biofacts.domain.compounds.compound import CompoundId
from biofacts.domain.compounds.depiction import Depiction
from biofacts.ports.sources import RecordSource


class DepictionSource(RecordSource[CompoundId, Depiction], Protocol):
    """Fetches the picture of a compound by its identifier; None if there is no picture.

    A truncated file, or one that is no picture, is reported as a failure of the source.
    """
