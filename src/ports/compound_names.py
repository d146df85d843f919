"""The names of all compounds, as PubChem publishes them in bulk: from an exact name to compounds, without a request."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

import msgspec

from biofacts.domain.compound_names import NamedNumber
from biofacts.ports.catalogue import CatalogueStatus, ReleaseInfo
from biofacts.ports.sync import Progress, Synchroniser

NAMES = "pubchem-names"
"""What the index is called, as catalogues are."""


class NamedCompound(msgspec.Struct, frozen=True, kw_only=True):
    """A compound that bears a name. `is_title`: it is its first name; `is_spelled_so`: letter by letter, but for case.

    `title`: its first name, None for a compound without one.
    """

    number: int
    title: str | None
    is_title: bool
    is_spelled_so: bool


class CompoundNames(Protocol):
    """One release of names, open for reading; it never changes. Reading raises UpstreamError when it is damaged."""

    @property
    def version(self) -> str:
        """A short name that no other release has; without blanks and equals signs."""
        ...

    @property
    def info(self) -> ReleaseInfo:
        """Where it comes from, and when the upstream last confirmed it."""
        ...

    async def called(self, name: str) -> Sequence[NamedCompound]:
        """The compounds of a name, an identifier or an InChIKey, however it is spelled.

        Those spelled so first, then titles before other names, then the lower number.
        """
        ...

    async def title(self, number: int) -> str | None:
        """The first name of a compound; None where there is none."""
        ...

    async def inchikey(self, number: int) -> str | None:
        """The InChIKey of a compound; None where it is not known, or none were brought."""
        ...

    async def size(self) -> int:
        """The number of names, of all compounds together."""
        ...

    async def has_inchikeys(self) -> bool:
        """Whether InChIKeys were brought."""
        ...


class PublishedNames(msgspec.Struct, frozen=True, kw_only=True):
    """What a release of names is made of; each is read once, in a thread, and comes by ascending number.

    Reading raises ValueError, with one clear sentence, where a file turns out not to be what it should, and OSError.
    `least`: how many names there must be for it to be the whole.
    """

    info: ReleaseInfo
    titles: Iterable[NamedNumber]
    names: Iterable[NamedNumber]
    inchikeys: Iterable[NamedNumber] | None = None
    least: int = 1


class CompoundNamesStore(Protocol):
    """Where names lie. Publishing is atomic: a reader sees the old release or the new one."""

    async def newest(self) -> CompoundNames | None:
        """What is there; None while there is nothing."""
        ...

    async def publish(self, published: PublishedNames, progress: Progress) -> CompoundNames:
        """Build a release and put it in the place of the one before.

        Raises: ValueError, as reading does, and for too few; OSError where it cannot be written.
        """
        ...

    async def confirm(self, info: ReleaseInfo) -> None:
        """Note what is now known of the newest release (its `checked`). Raises: OSError."""
        ...

    async def describe(self) -> CatalogueStatus:
        """What is there."""
        ...

    @property
    def downloads(self) -> Path:
        """A folder for files on their way, which may not be there yet."""
        ...

    @property
    def free(self) -> int:
        """Bytes that there is room for."""
        ...

    def building(self) -> AbstractAsyncContextManager[None]:
        """Hold the right to fetch and to build, alone among all tasks and processes."""
        ...


class SynchroniserOnRequest(Synchroniser, Protocol):
    """Brings what is too large to come unless somebody asks for it by name."""

    async def announce(self, parts: Sequence[str] = ()) -> str | None:
        """One sentence on what will be fetched; None where nothing will. Raises: RateLimited, UpstreamError."""
        ...

    async def describe(self) -> CatalogueStatus:
        """What is there of it, and what was begun."""
        ...
