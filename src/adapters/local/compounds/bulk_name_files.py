"""The published files of names: their present editions, and the progress of fetching and parsing."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from biofacts.domain.compounds.bulk_names import NamedNumber
from biofacts.ports.catalogue import ReleaseInfo
from biofacts.ports.publications import Announced, LargeFile, Report
from biofacts.ports.synchronisation import Progress

_MEGABYTE = 1_000_000

NameFile = LargeFile[NamedNumber]


class Editions(msgspec.Struct, frozen=True):
    """The announced edition of each file, by its name."""

    announced: Mapping[str, Announced]

    @property
    def size(self) -> int:
        """The size of all files in bytes."""
        return sum(one.size for one in self.announced.values())

    @property
    def release(self) -> str:
        """The date of the newest file."""
        return max(one.modified for one in self.announced.values()).strftime("%Y-%m-%d")

    @property
    def validator(self) -> str:
        """A validator of all files together."""
        return " ".join(f"{name}={one.validator}/{one.size}" for name, one in self.announced.items())

    def are_in(self, info: ReleaseInfo) -> bool:
        """Return True if a release is made of these editions; False if one of them has no validator."""
        return info.validator == self.validator and all(one.validator for one in self.announced.values())


def in_megabytes(progress: Progress, stage: str, announced: Announced) -> Report:
    """Return a callback that reports the progress of a file in megabytes."""

    def report(done: int) -> None:
        progress(f"{stage}, MB", done // _MEGABYTE, max(1, announced.size // _MEGABYTE))

    return report


def rows(file: NameFile, path: Path, announced: Announced, progress: Progress) -> Iterator[NamedNumber]:
    """Yield the rows of a file. Raises: ValueError, which names the file; OSError."""
    try:
        yield from file.read(path, in_megabytes(progress, f"reading {file.name}", announced))
    except ValueError as error:
        raise ValueError(f"{file.name}: {error}") from error
