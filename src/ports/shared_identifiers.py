"""The interface for joins between kinds: entities by whole identifiers of any database."""

from collections.abc import Collection, Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

from biofacts.domain.answers.provenance import Provenance

EntityT = TypeVar("EntityT", covariant=True)

Identifier = tuple[str, str]
"""A database key of the registry of cross references and a value, as in records: `("entrez", "1813")`."""


class Bearer(msgspec.Struct, Generic[EntityT], frozen=True):
    """An entity, and the identifiers in its record."""

    entity: EntityT
    identifiers: frozenset[Identifier]


class Bearers(msgspec.Struct, Generic[EntityT], frozen=True):
    """Entities with certain identifiers. `version` and `provenance` are defined by `Hits`."""

    found: Sequence[Bearer[EntityT]] = ()
    version: str = ""
    provenance: Provenance | None = None


class Presence(msgspec.Struct, frozen=True):
    """The catalogues that can answer now. `version`: of all of them, as `Hits.version`; empty if one is missing.

    `missing`: catalogues without which there is no answer; `incomplete`: catalogues without which an answer may lack
    something. `settled`: all that an answer from these catalogues depends on, provenance included; empty if one is
    missing, or is due for a refresh, which reading it starts.
    """

    version: str = ""
    missing: tuple[str, ...] = ()
    incomplete: tuple[str, ...] = ()
    settled: tuple[object, ...] = ()

    @classmethod
    def together(cls, several: "Sequence[Presence]") -> "Presence":
        """Merge the catalogues of several sources without duplicates."""
        missing = tuple(dict.fromkeys(name for one in several for name in one.missing))
        version = dict.fromkeys(part for one in several for part in one.version.split())
        incomplete = tuple(dict.fromkeys(name for one in several for name in one.incomplete))
        settled = [state for one in several for state in one.settled] if all(one.settled for one in several) else ()
        return cls("" if missing else " ".join(version), missing, incomplete, tuple(settled))


class AtHand(Protocol):
    """A source that can report which of its catalogues are in the cache."""

    async def at_hand(self) -> Presence:
        """Report which of the catalogues that joins use are in the cache. Fetches nothing."""
        ...


class JoinSource(AtHand, Protocol[EntityT]):
    """Looks up entities by identifiers of other databases."""

    async def bearing(self, identifiers: Collection[Identifier]) -> Bearers[EntityT]:
        """Return every entity with any of these identifiers; `iuphar` is the Guide's own number.

        A complex has the identifiers of its subunits. The order of the result does not depend on the order of the
        identifiers.

        Raises: RateLimited, UpstreamError.
        """
        ...
