"""The built-in sample of pathways: whose it is, and that its drawings are found by every identifier of their genes."""

import zlib

import pytest

from biofacts.adapters.http.wikipathways import gpml
from biofacts.adapters.sample.sample import SamplePathways
from biofacts.composition.container import Container
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.pathway import PathwayComponents
from biofacts.ports.publications import FetchedFile


async def test_a_drawing_is_found_by_the_label_and_every_identifier_of_a_gene() -> None:
    fetched = await SamplePathways().drawings.drawing(PathwayId.parse("WP:WP534"))
    assert isinstance(fetched, FetchedFile)

    assert set(fetched.content.gene_terms) >= {
        "symbol:pkm2", "symbol:pkm", "entrez:5315", "ensembl_gene:ENSG00000067225", "uniprot:P14618",
    }  # fmt: skip


@pytest.mark.parametrize("gene", ["PKM2", "PKM", "ncbigene:5315", "ENSG00000067225", "P14618"])
async def test_a_pathway_of_the_sample_is_found_by_each_of_them(sample: Container, gene: str) -> None:
    page = await sample.use_cases().pathways_of_gene(gene)

    assert "WP:WP534" in [item.id for item in page.items]


def test_a_file_of_the_sample_says_whose_it_is_and_which() -> None:
    listed = SamplePathways().text

    assert (listed.service, listed.name) == ("WikiPathways", "pathways.json")


def test_the_files_of_drawings_have_the_nodes_lines_and_groups_of_the_records() -> None:
    drawings = [*SamplePathways().drawings.read("all", b"all")]
    drawn = [gpml.read(zlib.decompress(one.file)).components for one in drawings]

    assert [outline(one) for one in drawn] == [outline(one.components) for one in drawings]
    assert len(drawn) == 14


def outline(drawn: PathwayComponents) -> object:
    """What a file and a record of the sample both say; lines without two nodes have no place in a file."""
    nodes = {(one.id, one.label, one.type, one.database, one.identifier) for one in drawn.nodes}
    ids = {one.id for one in drawn.nodes}
    lines = {
        (one.id, one.source, one.target, one.arrow) for one in drawn.interactions if {one.source, one.target} <= ids
    }
    groups = {(one.id, one.style, frozenset(one.members)) for one in drawn.groups}
    return drawn.title, drawn.organism, nodes, lines, groups
