"""What the use cases ask of a source of compounds' pictures."""

from typing import Protocol

from biofacts.domain.compound import CompoundId
from biofacts.domain.depiction import Depiction
from biofacts.ports.sources import RecordSource


class DepictionSource(RecordSource[CompoundId, Depiction], Protocol):
    """The picture of a compound by its identifier; None when there is none of it.

    A picture is whole: what is cut off, or is no picture, is a failure of the source.
    """
