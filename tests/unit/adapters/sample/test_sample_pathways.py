"""The built-in sample of pathways: that pathways are found by every identifier of their genes."""

import pytest

from biofacts.composition.container import Container


@pytest.mark.parametrize("gene", ["PKM2", "PKM", "ncbigene:5315", "ENSG00000067225", "P14618"])
async def test_a_pathway_of_the_sample_is_found_by_each_of_them(sample: Container, gene: str) -> None:
    page = await sample.use_cases().pathways_of_gene(gene)

    assert "WP:WP534" in [item.id for item in page.items]
