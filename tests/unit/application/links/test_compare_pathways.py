"""Two pathways side by side."""

import pytest

from biofacts.composition.container import Container
from biofacts.domain.answers.errors import EntityNotFound


async def test_genes_of_both_and_of_only_one_are_told_apart(sample: Container) -> None:
    found = await sample.use_cases().compare_pathways("WP:WP179", "WP:WP707")
    back = await sample.use_cases().compare_pathways("WP:WP707", "WP:WP179")
    genes = found.genes

    assert (found.one.id, found.one.name, found.other.id) == ("WP:WP179", "Cell cycle", "WP:WP707")
    assert sorted(one.name or "" for one in genes.both) == ["CDC25C", "CDKN1A", "TP53"]
    assert (len(genes.only_one), len(genes.only_other), genes.jaccard) == (9, 8, 0.15)
    assert (back.genes.only_one, back.genes.only_other) == (genes.only_other, genes.only_one)
    assert found.compounds.jaccard is None


async def test_a_pathway_is_compared_by_its_title(sample: Container) -> None:
    found = await sample.use_cases().compare_pathways("Glycolysis and gluconeogenesis", "WP:WP78")

    assert (found.one.id, found.other.id) == ("WP:WP534", "WP:WP78")


async def test_genes_of_two_organisms_are_not_the_same(sample: Container) -> None:
    found = await sample.use_cases().compare_pathways("WP:WP254", "WP:WP1254")

    assert found.genes.both == ()
    assert found.genes.only_other
    assert "orthologous genes do not count as shared" in (found.guidance or "")


async def test_a_pathway_that_does_not_exist_is_not_compared(sample: Container) -> None:
    with pytest.raises(EntityNotFound):
        await sample.use_cases().compare_pathways("WP:WP254", "WP:WP99999")
