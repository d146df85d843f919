"""The contract of interactions against the upstream that the environment names."""

from collections.abc import AsyncGenerator

import pytest

from biofacts.composition.container import running
from biofacts.ports.pharmacology import InteractionSource
from tests.contract.interactions import InteractionSourceContract
from tests.live.gtopdb import live_settings


@pytest.mark.live
class TestLiveInteractions(InteractionSourceContract):
    @pytest.fixture
    async def source(self, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[InteractionSource]:
        folder = tmp_path_factory.getbasetemp() / "gtopdb"  # one catalogue for the whole run
        async with running(live_settings(folder)) as container:
            yield container.interactions()
