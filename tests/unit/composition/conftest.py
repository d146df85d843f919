"""Applications of workers, which stay open to the end of a process, end with their test."""

from collections.abc import Callable, Generator
from types import SimpleNamespace

import pytest

from biofacts.composition import annotation_workers


@pytest.fixture(autouse=True)
def applications_end(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    ends: list[Callable[[], None]] = []
    monkeypatch.setattr(annotation_workers, "atexit", SimpleNamespace(register=ends.append))
    yield
    annotation_workers._application.cache_clear()  # pyright: ignore[reportPrivateUsage]
    for end in ends:
        end()
