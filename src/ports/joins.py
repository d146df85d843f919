"""What joins the kinds: entities by whole identifiers of any database."""

from collections.abc import Collection, Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

EntityT = TypeVar("EntityT", covariant=True)

Identifier = tuple[str, str]
"""A key of the registry of cross references and a value, as records have them: `("entrez", "1813")`."""


class Bearer(msgspec.Struct, Generic[EntityT], frozen=True):
    """An entity, and the identifiers that its record has."""

    entity: EntityT
    identifiers: frozenset[Identifier]


class Bearers(msgspec.Struct, Generic[EntityT], frozen=True):
    """Entities that bear identifiers. `version`: of what told so, as `Hits.version`."""

    found: Sequence[Bearer[EntityT]] = ()
    version: str = ""


class JoinSource(Protocol[EntityT]):
    """Knows entities by what other databases call them."""

    async def bearing(self, identifiers: Collection[Identifier]) -> Bearers[EntityT]:
        """Every entity that bears any of these identifiers, whole; `iuphar`: its own number.

        Raises: RateLimited, UpstreamError.
        """
        ...
