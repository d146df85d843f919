"""All entities of one kind in an organism's pathways: the background with which a list is compared."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

import msgspec

from biofacts.domain.answers.advice import Advice
from biofacts.domain.answers.records import Provenance
from biofacts.domain.lists.enrichment import ContestedName, NameRead


class Universe(msgspec.Struct, frozen=True, kw_only=True):
    """The members, and the pathways that draw each.

    `pathways`: id and title; `places`: for each member's id, indices into `pathways`; `names`: of the members that have
    one. `version`: of all catalogues used.
    """

    pathways: Sequence[tuple[str, str]]
    places: Mapping[str, AbstractSet[int]]
    names: Mapping[str, str]
    version: str
    provenance: Provenance


class Read(msgspec.Struct, frozen=True, kw_only=True):
    """The meanings of the names in a list: members, as the names sent by id; ambiguous and unknown names, and names of
    other organisms' members. `ids`: the member's id by name; `names`: how each was read that is not its member's own
    symbol or name. `symbols`: of genes, by id. `without_ortholog`: names of genes that have none in the organism of the
    background. `missing`: the cells of the list that stand for no value.

    `mark`: differs if the names were read differently, even in one version of the universe.
    """

    members: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    symbols: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    ids: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    names: list[NameRead] = msgspec.field(default_factory=list[NameRead])
    ambiguous: list[ContestedName] = msgspec.field(default_factory=list[ContestedName])
    unknown: list[str] = msgspec.field(default_factory=list[str])
    elsewhere: list[str] = msgspec.field(default_factory=list[str])
    without_ortholog: list[str] = msgspec.field(default_factory=list[str])
    missing: list[str] = msgspec.field(default_factory=list[str])
    remarks: list[str] = msgspec.field(default_factory=list[str])
    mark: str = ""


class Sets(Protocol):
    """Reads lists of one kind in one organism, in one version of the drawings."""

    @property
    def universe(self) -> Universe:
        """The background of the lists."""
        ...

    async def read(self, given: Iterable[str]) -> Read:
        """Return the meanings of the names. Raises: RateLimited, UpstreamError."""
        ...

    @property
    def members(self) -> str:
        """The members of the background, in a word."""
        ...

    def advice(self, read: Read, inside: int, *, restricted: bool) -> Advice | None:
        """Return advice on names left out and on gaps. `inside`: number of members in the background."""
        ...
