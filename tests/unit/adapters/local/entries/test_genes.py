"""The catalogues of genes of several organisms."""

import pytest

from biofacts.adapters.local.entries import genes
from biofacts.adapters.local.entries.genes import OrganismCatalogues
from biofacts.domain.identifiers.organisms import HUMAN


class Fetched:
    """A catalogue that is available from the first look on, and counts the looks."""

    def __init__(self) -> None:
        self.looks = 0

    async def present(self) -> str:
        self.looks += 1
        return "catalogue"


class Missing(Fetched):
    async def present(self) -> None:  # type: ignore[override]
        self.looks += 1


async def test_an_organism_that_is_available_stays_so_and_a_missing_one_is_looked_for_again_after_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = [0.0]
    monkeypatch.setattr(genes.time, "monotonic", lambda: seconds[0])
    human, mouse, rat = Missing(), Fetched(), Missing()
    several = {HUMAN: human, "Mus musculus": mouse, "Rattus norvegicus": rat}
    catalogues = OrganismCatalogues(several, store=None)  # type: ignore[arg-type]
    for seconds[0] in (0.0, 1.0, 1.5):
        assert await catalogues.at_hand() == [("Mus musculus", "catalogue")]

    assert (human.looks, mouse.looks, rat.looks) == (3, 3, 2)
