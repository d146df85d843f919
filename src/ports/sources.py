"""Interfaces for sources of any kind of entity."""

from collections.abc import Collection, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

from biofacts.domain.answers.advice_and_phrasing import Advice
from biofacts.domain.answers.entity_kinds import Kind
from biofacts.domain.answers.pages import Hits, Releases, Window
from biofacts.domain.answers.records import Provenance
from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.pharmacology.ligand_filters import EVERY, LigandFilter

CandidateT = TypeVar("CandidateT")
IdentifierT = TypeVar("IdentifierT", contravariant=True)
RecordT = TypeVar("RecordT", covariant=True)


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """Plain words, trimmed, at least two characters; `organism` is an exact scientific name.

    For pathways, the text may be empty, to list all of an organism or a community, or all that changed since a date
    (ISO 8601). `ligands`: a filter of ligands, with which the text may be empty. `alone`: True if the only entity with
    exactly this name suffices, without less likely ones.
    """

    text: str
    organism: str | None = None
    changed_since: str | None = None
    community: str | None = None
    ligands: LigandFilter = EVERY
    alone: bool = False


class NameSource(Protocol):
    """A source that recognises names."""

    async def knows(self, name: str) -> bool:
        """Return True if a cached entity has exactly this name or identifier.

        Fetches and builds nothing: False if nothing is in the cache. Raises nothing.
        """
        ...


class SearchSource(NameSource, Protocol[CandidateT]):
    """A source that searches entities by plain words."""

    async def search(self, query: Query, window: Window) -> Hits[CandidateT] | None:
        """Return ranked candidates, best first. A candidate's `score` is absolute, independent of its position.

        Without a match, there are no items, but guidance. Returns None if the window's version has been deleted.
        Raises: RateLimited, UpstreamError.
        """
        ...


class RecordSource(Protocol[IdentifierT, RecordT]):
    """A source that fetches single records."""

    async def get(self, identifier: IdentifierT) -> RecordT | None:
        """Return the whole record; None if there is no such entity (any more). Raises: RateLimited, UpstreamError."""
        ...


class OtherKindHint(Protocol[IdentifierT]):
    """A source that recognises identifiers of another kind with the same form, as ligands and targets have."""

    async def hint_for(self, identifier: IdentifierT) -> Advice | None:
        """If an identifier belongs to an entity of another kind, return advice with the call to fetch it, else None."""
        ...


# The interface for joins between kinds: entities by whole identifiers of any database


EntityT = TypeVar("EntityT", covariant=True)


class IdentifiedEntity(msgspec.Struct, Generic[EntityT], frozen=True):
    """An entity, and the identifiers in its record."""

    entity: EntityT
    identifiers: frozenset[KeyedId]


class EntitiesByIdentifier(msgspec.Struct, Generic[EntityT], frozen=True):
    """Entities with certain identifiers. `version` and `provenance` are defined by `Hits`."""

    entities: Sequence[IdentifiedEntity[EntityT]] = ()
    version: str = ""
    provenance: Provenance | None = None


class Presence(msgspec.Struct, frozen=True):
    """The availability of catalogues. `versions`: the versions of the available catalogues, by name.

    `missing`: catalogues without which there is no answer; `incomplete`: catalogues without which an answer may be
    incomplete. `settled`: everything that an answer from these catalogues depends on, including provenance; empty if a
    catalogue is missing or due for a refresh, which reading it starts.
    """

    versions: Mapping[str, str] = {}
    missing: tuple[str, ...] = ()
    incomplete: tuple[str, ...] = ()
    settled: tuple[object, ...] = ()

    @property
    def version(self) -> str:
        """The versions of all catalogues in the form of `Hits.version`; empty if a catalogue is missing."""
        return "" if self.missing else str(Releases(self.versions))

    @classmethod
    def together(cls, several: "Sequence[Presence]") -> "Presence":
        """Merge the catalogues of several sources without duplicates."""
        return cls(
            {name: version for presence in several for name, version in presence.versions.items()},
            tuple(dict.fromkeys(name for presence in several for name in presence.missing)),
            tuple(dict.fromkeys(name for presence in several for name in presence.incomplete)),
            tuple(state for presence in several for state in presence.settled)
            if all(presence.settled for presence in several)
            else (),
        )


class AtHand(Protocol):
    """A source that can report which of its catalogues are in the cache."""

    async def at_hand(self) -> Presence:
        """Report which of the catalogues that joins use are in the cache. Fetches nothing."""
        ...

    def prefetch(self) -> None:
        """Start to fetch missing catalogues in the background; a source without catalogues does nothing."""
        return


class JoinSource(AtHand, Protocol[EntityT]):
    """A source that looks up entities by identifiers of other databases."""

    async def with_identifiers(self, identifiers: Collection[KeyedId]) -> EntitiesByIdentifier[EntityT]:
        """Return every entity with any of these identifiers; `iuphar` is the Guide's own number.

        A complex has the identifiers of its subunits. The order of the result does not depend on the order of the
        identifiers.

        Raises: RateLimited, UpstreamError.
        """
        ...


# The interface for completion: names and identifiers that begin with a few letters


class Completion(msgspec.Struct, frozen=True):
    """A completion: its CURIE, its name, and, for pathways and genes, its organism."""

    id: str
    name: str
    organism: str | None = None


class CompletionSource(Protocol):
    """A source of completions of names."""

    async def beginning(self, kind: Kind, text: str, limit: int, organism: str | None = None) -> Sequence[Completion]:
        """Return the most likely entities whose name or CURIE begins with the text; at most `limit`.

        Searches the cache only: fetches and builds nothing, and suggests nothing if nothing is in the cache. Raises:
        UpstreamError if the cache is damaged.
        """
        ...


class NoCompletions(CompletionSource):
    """A source without completions."""

    async def beginning(self, kind: Kind, text: str, limit: int, organism: str | None = None) -> Sequence[Completion]:  # noqa: D102
        return ()
