"""The contract of ligands against the upstream that the environment names."""

from collections.abc import AsyncGenerator

import pytest

from biofacts.composition.container import running
from biofacts.ports.pharmacology import LigandSource
from tests.contract.ligands import LigandSourceContract
from tests.live.gtopdb import live_settings


@pytest.mark.live
class TestLiveLigands(LigandSourceContract):
    only_a_target = "IUPHAR:2767"  # 214 is a ligand, too

    @pytest.fixture
    async def source(self, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[LigandSource]:
        folder = tmp_path_factory.getbasetemp() / "gtopdb"  # one catalogue for the whole run
        async with running(live_settings(folder)) as container:
            yield container.ligands()
