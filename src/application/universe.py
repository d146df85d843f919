"""Everything of one kind that is drawn in an organism's pathways: what a list is compared with."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

import msgspec

from biofacts.domain.advice import Advice
from biofacts.domain.provenance import Provenance


class Universe(msgspec.Struct, frozen=True, kw_only=True):
    """The members, and where each is drawn.

    `pathways`: id and title; `places`: of each member, by its id, the pathways that have it, as places in `pathways`;
    `names`: of the members that have any. `version`: of all catalogues that took part.
    """

    pathways: Sequence[tuple[str, str]]
    places: Mapping[str, AbstractSet[int]]
    names: Mapping[str, str]
    version: str
    provenance: Provenance


class Read(msgspec.Struct, frozen=True, kw_only=True):
    """What the names of a list mean: members, by id, as they were named; names of several, of none, of another
    organism's.

    `mark`: tells one reading of the same names from another, where the version of the universe does not.
    """

    members: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    ambiguous: list[str] = msgspec.field(default_factory=list[str])
    unknown: list[str] = msgspec.field(default_factory=list[str])
    elsewhere: list[str] = msgspec.field(default_factory=list[str])
    remarks: list[Advice | str] = msgspec.field(default_factory=list[Advice | str])
    mark: str = ""


class Sets(Protocol):
    """Lists of one kind, in one organism, in one version of what is drawn."""

    @property
    def universe(self) -> Universe:
        """What they are compared with."""
        ...

    async def read(self, given: Iterable[str]) -> Read:
        """What the names mean. Raises: RateLimited, UpstreamError."""
        ...

    def compared_with(self, tested: int, *, given: bool) -> str:
        """What the background is, in words. `tested`: so many pathways; `given`: the caller restricts it."""
        ...

    def advice(self, read: Read, inside: int, *, restricted: bool) -> Advice | None:
        """What became of the list, of which so many are `inside` the background; and what may be missing."""
        ...
