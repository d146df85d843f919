"""Depict: fetch the picture of a compound, as its source draws it."""

from biofacts.domain.answers.errors import BiofactsError, EntityNotFound
from biofacts.domain.compounds.compound import COMPOUND, CompoundId
from biofacts.domain.compounds.depiction import Depiction
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.pathways import drawing_wording
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.depictions import DepictionSource


class DepictCompound:
    """The use case that fetches the picture of a compound."""

    def __init__(self, depictions: DepictionSource, compounds: CompoundSource) -> None:
        self._depictions = depictions
        self._compounds = compounds

    async def __call__(self, given: object) -> Depiction:
        """Return the picture. Raises: UnresolvedEntity, EntityNotFound, RateLimited, UpstreamError."""
        identifier = id_arguments.read(COMPOUND, CompoundId, given)
        if (found := await self._depictions.get(identifier)) is not None:
            return found
        # A missing picture needs another hint than a missing compound.
        if await self._is_known(identifier):
            raise EntityNotFound.said(*drawing_wording.not_depicted(str(identifier)), str(identifier))
        raise EntityNotFound(COMPOUND, str(identifier))

    async def _is_known(self, identifier: CompoundId) -> bool:
        """Return True if the source has the compound; False also if it fails to answer."""
        try:
            return await self._compounds.get(identifier) is not None
        except BiofactsError:
            return False
