"""The contract of targets against the upstream that the environment names."""

from collections.abc import AsyncGenerator

import pytest

from biofacts.composition.container import running
from biofacts.ports.pharmacology import TargetSource
from tests.contract.targets import TargetSourceContract
from tests.live.gtopdb import live_settings


@pytest.mark.live
class TestLiveTargets(TargetSourceContract):
    @pytest.fixture
    async def source(self, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[TargetSource]:
        folder = tmp_path_factory.getbasetemp() / "gtopdb"  # one catalogue for the whole run
        async with running(live_settings(folder)) as container:
            yield container.targets()
