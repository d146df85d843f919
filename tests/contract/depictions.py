"""What every source of compounds' pictures promises."""

import pytest

from biofacts.adapters.http.pubchem.response_formats import size
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.ports.compounds import DepictionSource


class DepictionSourceContract:
    """Subclasses give the fixture `source`; aspirin and ibuprofen have pictures."""

    known: tuple[str, ...] = ("2244", "3672")
    unknown: tuple[str, ...] = ("999999999", "999999999999", "0", "9" * 5000)

    @pytest.fixture
    async def source(self) -> DepictionSource:
        raise NotImplementedError

    async def test_a_picture_is_a_whole_png_of_its_size(self, source: DepictionSource) -> None:
        found = [await source.get(CompoundId(digits)) for digits in self.known]

        assert [one.id for one in found if one] == [f"PubChem:CID{digits}" for digits in self.known]
        assert all(one and size(one.png) == (one.width, one.height) for one in found)

    async def test_pictures_of_different_compounds_differ(self, source: DepictionSource) -> None:
        found = [await source.get(CompoundId(digits)) for digits in self.known]

        assert len({one.png for one in found if one}) == len(self.known)

    async def test_a_picture_says_where_it_comes_from(self, source: DepictionSource) -> None:
        found = await source.get(CompoundId(self.known[0]))

        assert found is not None
        assert found.source is not None
        assert found.source.name == "PubChem"

    async def test_zeros_before_a_number_mean_the_same(self, source: DepictionSource) -> None:
        plain, padded = [await source.get(CompoundId(digits)) for digits in ("2244", "0002244")]

        assert plain is not None
        assert padded is not None
        assert (plain.id, plain.png) == (padded.id, padded.png)

    async def test_an_unknown_compound_gives_none(self, source: DepictionSource) -> None:
        assert [await source.get(CompoundId(digits)) for digits in self.unknown] == [None for _ in self.unknown]
