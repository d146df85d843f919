"""Lookup: from an identifier to one complete record."""

from typing import Generic, TypeVar

from biofacts.domain import strict
from biofacts.domain.errors import EntityNotFound
from biofacts.domain.identifiers import Identifier
from biofacts.domain.kinds import Kind
from biofacts.ports.sources import OtherKindHint, RecordSource

IdentifierT = TypeVar("IdentifierT", bound=Identifier)
RecordT = TypeVar("RecordT")


class Lookup(Generic[IdentifierT, RecordT]):
    """Fetch one kind of entity. `other_kind` is asked about an identifier that the source does not have."""

    def __init__(
        self,
        kind: Kind,
        identifier: type[IdentifierT],
        source: RecordSource[IdentifierT, RecordT],
        *,
        other_kind: OtherKindHint[IdentifierT] | None = None,
    ) -> None:
        self._kind = kind
        self._identifier = identifier
        self._source = source
        self._other_kind = other_kind

    async def __call__(self, given: object) -> RecordT:
        """The record. Raises: UnresolvedEntity, EntityNotFound, RateLimited, UpstreamError."""
        identifier = strict.read(self._kind, self._identifier, given)
        if (record := await self._source.get(identifier)) is None:
            other = await self._other_kind.hint_for(identifier) if self._other_kind else None
            raise EntityNotFound(self._kind, str(identifier), other=other)
        return record
