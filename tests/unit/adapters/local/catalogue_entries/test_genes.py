"""The catalogues of genes of several organisms."""

from typing import Any
from unittest.mock import Mock

import pytest

from biofacts.adapters.local.catalogue_entries.genes import OrganismCatalogues
from biofacts.domain.identifiers.organisms import HUMAN


class Looked:
    """A catalogue that is available or not, and counts the looks."""

    def __init__(self, *, is_available: bool) -> None:
        self.is_available = is_available
        self.looks = 0

    async def present(self) -> "Looked | None":
        self.looks += 1
        return self if self.is_available else None


async def test_an_organism_that_is_available_stays_so_and_a_missing_one_is_looked_for_again_after_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Mock(side_effect=[0.0, 0.0, 1.0, 1.5, 1.5])  # after a look once more
    monkeypatch.setattr("biofacts.adapters.local.catalogue_entries.genes.time", Mock(monotonic=clock))
    human, mouse, rat = (Looked(is_available=one) for one in (False, True, False))
    several: Any = {HUMAN: human, "Mus musculus": mouse, "Rattus norvegicus": rat}
    store: Any = None
    catalogues = OrganismCatalogues(several, store)
    for _ in range(3):
        found: Any = await catalogues.available()
        assert found == [("Mus musculus", mouse)]

    assert (human.looks, mouse.looks, rat.looks) == (3, 3, 2)
