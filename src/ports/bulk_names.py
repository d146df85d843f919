"""The index of all compound names that PubChem publishes: resolves an exact name without a request."""

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
    """A compound with a certain name.

    `is_title`: the name is its title; `is_spelled_so`: the spelling is equal but for case.

    `title`: its title, or None for a compound without one.
    """

    number: int
    title: str | None
    is_title: bool
    is_spelled_so: bool


class CompoundNames(Protocol):
    """One release of names, open for reading; it never changes. Methods raise UpstreamError if the file is damaged."""

    version: str
    """A short name that no other release has; without blanks and equals signs."""

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

    Iterating raises ValueError with one clear sentence if a file is not as expected, and OSError. `least`: the number
    of names below which the file must be incomplete.
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
        """Build a release that replaces the one before.

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
        """The number of free bytes."""
        ...

    def building(self) -> AbstractAsyncContextManager[None]:
        """Hold the right to download and build, alone among all tasks and processes."""
        ...


class SynchroniserOnRequest(Synchroniser, Protocol):
    """Synchronises data that is so large that users must request it by name."""

    async def announce(self, parts: Sequence[str] = ()) -> str | None:
        """Return one sentence on the coming download, or None if there is none. Raises: RateLimited, UpstreamError."""
        ...

    async def describe(self) -> CatalogueStatus:
        """Return the state of the data, with any unfinished download."""
        ...
