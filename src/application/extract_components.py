"""Extract components: everything that is drawn in a pathway."""

import msgspec

from biofacts.domain import strict
from biofacts.domain.errors import EntityNotFound
from biofacts.domain.pathway import PATHWAY, PathwayComponents, PathwayId
from biofacts.ports.pathways import PathwaySource

_DRAWN = msgspec.structs.replace(PATHWAY, get_tool="get_pathway_components")


class ExtractComponents:
    """Fetch a pathway's nodes and interactions."""

    def __init__(self, source: PathwaySource) -> None:
        self._source = source

    async def __call__(self, given: object) -> PathwayComponents:
        """The components. Raises: UnresolvedEntity, EntityNotFound, RateLimited, UpstreamError."""
        identifier = strict.read(_DRAWN, PathwayId, given)
        if (components := await self._source.components(identifier)) is None:
            raise EntityNotFound(_DRAWN, str(identifier))
        return components
