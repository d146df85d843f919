"""The built-in sample: small handwritten records of true facts, published in the form of the upstreams."""

from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.resources import files
from typing import TypeVar

import msgspec

from biofacts.adapters.memory.publications import MemoryFile

RELEASE = "built-in sample"
DAY = datetime(2026, 11, 20, tzinfo=UTC)
"""The date on which the facts were taken from the upstreams."""

T = TypeVar("T")


def read(name: str, kind: type[T]) -> Sequence[T]:
    """Return the records of one file of the sample."""
    written = files("biofacts.adapters.memory").joinpath(f"{name}.json").read_bytes()
    return msgspec.json.decode(written, type=tuple[kind, ...])  # type: ignore[valid-type]  # known at run time only


def published(service: str, name: str, rows: Sequence[T]) -> MemoryFile[T]:
    """Return rows as a file that a service publishes."""
    return MemoryFile(service, f"{name}.json", rows, release=RELEASE, day=DAY)
