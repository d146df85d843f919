"""The built-in sample of pathways: whose it is, and that its drawings are found by every identifier of their genes."""

import pytest

from biofacts.adapters.memory.sample import SamplePathways
from biofacts.composition.container import Container
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.ports.publications import FetchedDrawing


async def test_a_drawing_is_found_by_the_label_and_every_identifier_of_a_gene() -> None:
    fetched = await SamplePathways().drawings.drawing(PathwayId.parse("WP:WP534"))
    assert isinstance(fetched, FetchedDrawing)

    assert set(fetched.drawing.gene_terms) >= {
        "symbol:pkm2", "symbol:pkm", "entrez:5315", "ensembl_gene:ENSG00000067225", "uniprot:P14618",
    }  # fmt: skip


@pytest.mark.parametrize("gene", ["PKM2", "PKM", "ncbigene:5315", "ENSG00000067225", "P14618"])
async def test_a_pathway_of_the_sample_is_found_by_each_of_them(sample: Container, gene: str) -> None:
    page = await sample.use_cases().pathways_of_gene(gene)

    assert "WP:WP534" in [item.id for item in page.items]


def test_a_file_of_the_sample_says_whose_it_is_and_which() -> None:
    listed = SamplePathways().text

    assert (listed.service, listed.name) == ("WikiPathways", "pathways.json")
