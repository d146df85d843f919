"""Commands over the built-in sample share one that is brought once: what it takes to open it is tested elsewhere."""

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import msgspec
import pytest

from biofacts import datasets
from biofacts.composition import annotation_workers, container, doctor, library, server
from biofacts.composition.settings import Settings
from tests.servers import brought


@pytest.fixture(autouse=True)
def one_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [one for one in os.environ if one.startswith("BIOFACTS_") and one.endswith("_URL")]:
        monkeypatch.delenv(name)  # the sample asks nobody
    opening = container.running

    @asynccontextmanager
    async def running(settings: Settings, *, long_lived: bool = True) -> AsyncGenerator[container.Container]:
        if msgspec.structs.replace(settings, cache_dir=None) == Settings(source="sample"):
            yield await brought()
        else:
            async with opening(settings, long_lived=long_lived) as opened:
                yield opened

    # Whoever imports it by name keeps what it has: a module that a test is the first to import would have this one.
    assert {opening} == {module.running for module in (doctor, library, server, annotation_workers)}
    for module in (container, datasets):
        monkeypatch.setattr(module, "running", running)
