"""The local index of all compound names of PubChem, which resolves an exact name without a request."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

import msgspec

from biofacts.domain.compounds.queries import NamedNumber
from biofacts.ports.catalogue import CatalogueStatus, ReleaseInfo
from biofacts.ports.synchronisation import Progress, Synchroniser

NAMES = "pubchem-names"
"""The name of the index among the catalogues."""


class NamedCompound(msgspec.Struct, frozen=True, kw_only=True):
    """A compound with the name that was looked up.

    `number`: its CID; `title`: its title, or None if it has no title; `is_title`: True if the name is its title;
    `is_spelled_so`: True if the spellings differ at most in case.
    """

    number: int
    title: str | None
    is_title: bool
    is_spelled_so: bool


class CompoundNames(Protocol):
    """One release of names, open for reading; it never changes. Methods raise UpstreamError if the file is damaged."""

    version: str
    """A short name unique to the release, without blanks or equals signs."""

    info: ReleaseInfo
    """The metadata of the release."""

    async def called(self, name: str) -> Sequence[NamedCompound]:
        """Look up the compounds with a name, identifier or InChIKey, in any spelling.

        Exact spellings come first, then titles before other names, then lower numbers.
        """
        ...

    async def title(self, number: int) -> str | None:
        """Return the title of a compound, or None if it has none."""
        ...

    async def inchikey(self, number: int) -> str | None:
        """Return the InChIKey of a compound, or None if the release does not contain it."""
        ...

    async def size(self) -> int:
        """Return the number of names of all compounds."""
        ...

    async def has_inchikeys(self) -> bool:
        """Return True if the release contains InChIKeys."""
        ...


class PublishedNames(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a release of names. Each part is iterated once, in a thread, by ascending number.

    Iterating raises OSError, and ValueError with one clear sentence if a file is not as expected. `least`: the least
    number of names in a complete release.
    """

    info: ReleaseInfo
    titles: Iterable[NamedNumber]
    names: Iterable[NamedNumber]
    inchikeys: Iterable[NamedNumber] | None = None
    least: int = 1


class CompoundNamesStore(Protocol):
    """A store of names. Publishing is atomic: a reader sees either the old release or the new one."""

    async def newest(self) -> CompoundNames | None:
        """Return the newest release, or None if there is none."""
        ...

    async def publish(self, published: PublishedNames, progress: Progress) -> CompoundNames:
        """Build a release that replaces the previous one.

        Raises: ValueError if a file is not as expected or has too few names; OSError if it cannot be written.
        """
        ...

    async def confirm(self, info: ReleaseInfo) -> None:
        """Update the metadata of the newest release (`checked`). Raises: OSError."""
        ...

    async def describe(self) -> CatalogueStatus:
        """Return the state of the index."""
        ...

    @property
    def downloads(self) -> Path:
        """The folder for unfinished downloads, which may not exist yet."""
        ...

    @property
    def free(self) -> int:
        """The number of free bytes on the disk of the store."""
        ...

    def building(self) -> AbstractAsyncContextManager[None]:
        """Acquire an exclusive lock, across all tasks and processes, on downloading and building."""
        ...


class SynchroniserOnRequest(Synchroniser, Protocol):
    """A synchroniser of data so large that users must request it by name."""

    async def announce(self, parts: Sequence[str] = ()) -> str | None:
        """Return a sentence on the download to expect, or None without one. Raises: RateLimited, UpstreamError."""
        ...

    async def describe(self) -> CatalogueStatus:
        """Return the state of the data, with any unfinished download."""
        ...
