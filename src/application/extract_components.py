"""Extract components: everything that is drawn in a pathway."""

from biofacts.domain.errors import EntityNotFound
from biofacts.domain.pathway import PATHWAY, PathwayComponents, PathwayId
from biofacts.ports.pathways import PathwaySource


class ExtractComponents:
    """Fetch a pathway's nodes and interactions."""

    def __init__(self, source: PathwaySource) -> None:
        self._source = source

    async def __call__(self, given: object) -> PathwayComponents:
        """The components. Raises: UnresolvedEntity, EntityNotFound, RateLimited, UpstreamError."""
        identifier = PathwayId.parse(given)
        if (components := await self._source.components(identifier)) is None:
            raise EntityNotFound(PATHWAY, str(identifier))
        return components
