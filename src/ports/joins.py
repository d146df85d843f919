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


class Presence(msgspec.Struct, frozen=True):
    """Whether catalogues can answer now. `version`: of all of them, as `Hits.version`; empty where one is missing.

    `missing`: the names of those without which there is no answer; `incomplete`: of those without which one may lack
    something.
    """

    version: str = ""
    missing: tuple[str, ...] = ()
    incomplete: tuple[str, ...] = ()

    @classmethod
    def together(cls, several: "Sequence[Presence]") -> "Presence":
        """Of the catalogues of several sources, each once."""
        missing = tuple(dict.fromkeys(name for one in several for name in one.missing))
        version = dict.fromkeys(part for one in several for part in one.version.split())
        incomplete = tuple(dict.fromkeys(name for one in several for name in one.incomplete))
        return cls("" if missing else " ".join(version), missing, incomplete)


class AtHand(Protocol):
    """Knows whether it can answer now."""

    async def at_hand(self) -> Presence:
        """Which catalogues there are, of those of which joins are made. Nothing is fetched."""
        ...


class JoinSource(AtHand, Protocol[EntityT]):
    """Knows entities by what other databases call them."""

    async def bearing(self, identifiers: Collection[Identifier]) -> Bearers[EntityT]:
        """Every entity that bears any of these identifiers, whole; `iuphar`: its own number.

        A complex bears what its subunits bear. The order is the same for the same identifiers in another order.

        Raises: RateLimited, UpstreamError.
        """
        ...
