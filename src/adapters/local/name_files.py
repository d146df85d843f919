"""The files of names that are published now, and how far their fetching and reading is."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from biofacts.domain.compound_names import NamedNumber
from biofacts.ports.catalogue import ReleaseInfo
from biofacts.ports.publications import Announced, LargeFile, Report
from biofacts.ports.sync import Progress

_MEGABYTE = 1_000_000

NameFile = LargeFile[NamedNumber]


class Editions(msgspec.Struct, frozen=True):
    """What each file is announced to be, by its name."""

    announced: Mapping[str, Announced]

    @property
    def size(self) -> int:
        """Bytes of all of them."""
        return sum(one.size for one in self.announced.values())

    @property
    def release(self) -> str:
        """The day of the newest."""
        return max(one.modified for one in self.announced.values()).strftime("%Y-%m-%d")

    @property
    def validator(self) -> str:
        """What no other editions have."""
        return " ".join(f"{name}={one.validator}/{one.size}" for name, one in self.announced.items())

    def are_in(self, info: ReleaseInfo) -> bool:
        """Whether a release is made of them; never where one is without a validator."""
        return info.validator == self.validator and all(one.validator for one in self.announced.values())


def in_megabytes(progress: Progress, stage: str, announced: Announced) -> Report:
    """Tells how much of a file is done."""

    def report(done: int) -> None:
        progress(f"{stage}, MB", done // _MEGABYTE, max(1, announced.size // _MEGABYTE))

    return report


def rows(file: NameFile, path: Path, announced: Announced, progress: Progress) -> Iterator[NamedNumber]:
    """The rows of a file. Raises: ValueError, which names it; OSError."""
    try:
        yield from file.read(path, in_megabytes(progress, f"reading {file.name}", announced))
    except ValueError as error:
        raise ValueError(f"{file.name}: {error}") from error
