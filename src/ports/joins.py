"""What joins the kinds: entities by whole identifiers of any database."""

from collections.abc import Collection, Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

from biofacts.domain.provenance import Provenance

EntityT = TypeVar("EntityT", covariant=True)

Identifier = tuple[str, str]
"""A key of the registry of cross references and a value, as records have them: `("entrez", "1813")`."""


class Bearer(msgspec.Struct, Generic[EntityT], frozen=True):
    """An entity, and the identifiers that its record has."""

    entity: EntityT
    identifiers: frozenset[Identifier]


class Bearers(msgspec.Struct, Generic[EntityT], frozen=True):
    """Entities that bear identifiers. `version`, `provenance`: of what told so, as those of `Hits`."""

    found: Sequence[Bearer[EntityT]] = ()
    version: str = ""
    provenance: Provenance | None = None


class AtHand(Protocol):
    """Knows whether it can answer now."""

    async def at_hand(self) -> str:
        """The versions of the catalogues of which joins are made, as `Hits.version`; empty where one is lacking.

        Nothing is fetched.
        """
        ...


class JoinSource(AtHand, Protocol[EntityT]):
    """Knows entities by what other databases call them."""

    async def bearing(self, identifiers: Collection[Identifier]) -> Bearers[EntityT]:
        """Every entity that bears any of these identifiers, whole; `iuphar`: its own number.

        A complex bears what its subunits bear. The order is the same for the same identifiers in another order.

        Raises: RateLimited, UpstreamError.
        """
        ...
