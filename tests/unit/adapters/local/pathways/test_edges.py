"""Interactions of drawings where there are none yet."""

from tests.local_pathways import wikipathways
from tests.replaying import Upstream
from tests.small_pathways import PATHWAYS
from tests.wikipathways_files import published


async def test_without_drawings_nothing_is_found_and_the_answers_are_incomplete() -> None:
    async with wikipathways(Upstream(published(*PATHWAYS)), None) as parts:
        found, joined = await parts.edges.touching(["NCBIGene:7157"]), await parts.edges.network()

        assert found is not None
        assert (found.edges, found.complete, found.version) == ((), False, "")
        assert (len(joined.network), joined.complete, joined.version) == (0, False, "")
        assert await parts.edges.touching(["NCBIGene:7157"], "wikipathways-edges=2020-01-01") is None
        assert await parts.edges.compounds(["CHEBI:15903"]) == frozenset()
        assert await parts.edges.lines([("WP:WP534", "l1")]) == ()
        assert [one async for one in parts.edges.every()] == []
