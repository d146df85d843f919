"""The pathways of a gene, by whatever it is called: on the sample, and on a source whose names are late."""

from collections.abc import Sequence

import pytest

from biofacts.application.pathways.reverse_lookup import PathwaysOfGene, ReverseLookup
from biofacts.composition.container import Container
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.genes.names import GeneName
from biofacts.ports.genes import NamedGenes
from tests.genes import SAMPLE, EverySymbol


def ids(page: PathwaysOfGene) -> list[str]:
    return [item.id for item in page.items]


@pytest.fixture
def pathways(sample: Container) -> ReverseLookup:
    return sample.use_cases().pathways_of_gene


@pytest.mark.parametrize(
    "name", ["p53", "tumor protein p53", "HGNC:11998", "7157", "ENSG00000141510.2", "P04637-3", "TP53 gene"]
)
async def test_the_answer_by_any_name_is_the_answer_by_symbol(pathways: ReverseLookup, name: str) -> None:
    assert ids(await pathways(name)) == ids(await pathways("TP53"))


async def test_what_a_name_was_read_as_is_told(pathways: ReverseLookup) -> None:
    alias, symbol = (await pathways("p53")).read_as, (await pathways("tp53")).read_as

    assert alias is not None
    assert (alias.id, alias.symbol, alias.why) == ("HGNC:11998", "TP53", "alias")
    assert symbol is None


async def test_a_mouse_gene_is_the_same_by_symbol_and_identifier(pathways: ReverseLookup) -> None:
    found = [ids(await pathways(name, organism="Mus musculus")) for name in ("Trp53", "ENSMUSG00000059552", "p53")]

    assert found == [["WP:WP1254"]] * 3


@pytest.mark.parametrize("name", ["mouse Trp53", "TP53 mouse", "mouse p53"])
async def test_an_organism_beside_a_name_is_a_filter(pathways: ReverseLookup, name: str) -> None:
    found = await pathways(name)

    assert ids(found) == ["WP:WP1254"]
    assert found.guidance == "'mouse' was read as organism='Mus musculus'; pathways of other organisms are left out."


async def test_a_gene_with_another_symbol_in_the_mouse_is_asked_for_by_organism(pathways: ReverseLookup) -> None:
    assert "WP:WP1254" not in ids(await pathways("p53"))
    assert ids(await pathways("p53", organism="Mus musculus")) == ["WP:WP1254"]


async def test_a_name_of_several_genes_is_refused_with_a_call_for_each(pathways: ReverseLookup) -> None:
    with pytest.raises(AmbiguousQuery) as caught:
        await pathways("COX2", organism="Homo sapiens")

    assert {one.symbol for one in caught.value.candidates} == {"MT-CO2", "PTGS2"}
    for one in caught.value.candidates:
        assert f"gene_id='{one.id}', organism='Homo sapiens' for {one.symbol}" in caught.value.hint


async def test_a_family_is_refused_with_members_and_the_topic(pathways: ReverseLookup) -> None:
    with pytest.raises(AmbiguousQuery) as caught:
        await pathways("PI3K")

    assert "not one gene but a family" in caught.value.message
    assert {"PIK3CA", "PIK3R1"} == {one.symbol for one in caught.value.candidates}
    assert "search_pathways with query='PI3K'" in caught.value.hint


@pytest.mark.parametrize("name", ["glucose", "CHEBI:15903", "pyruvate"])
async def test_what_is_no_gene_is_in_no_pathway_and_the_way_on_is_told(pathways: ReverseLookup, name: str) -> None:
    page = await pathways(name)

    assert page.pagination.total_count == 0
    assert f"'{name}' is not the name of a gene" in (page.guidance or "")
    assert f"get_pathways_for_compound with compound='{name}'" in (page.guidance or "")


async def test_a_known_gene_that_is_drawn_nowhere_is_said_to_be_known(pathways: ReverseLookup) -> None:
    page = await pathways("HER2")

    assert page.pagination.total_count == 0
    assert page.read_as is not None
    assert "ERBB2 is a known gene" in (page.guidance or "")


async def test_what_else_a_name_may_mean_is_told(pathways: ReverseLookup) -> None:
    assert "it may also mean H3P10 (alias)" in ((await pathways("p16")).guidance or "")


async def test_a_walk_keeps_the_gene_that_it_began_with(pathways: ReverseLookup) -> None:
    whole = ids(await pathways("p53"))
    walked: list[str] = []
    cursor: str | None = None
    while True:
        page = await pathways("p53", page_size=2, cursor=cursor)
        walked += ids(page)
        if (cursor := page.pagination.cursor) is None:
            break

    assert walked == whole
    assert len(whole) > 2


class Late(EverySymbol):
    """Knows names only when it is waited for."""

    def __init__(self) -> None:
        self.waited: list[bool] = []

    async def named(
        self, name: GeneName, organism: str | None, *, version: str | None = None, patient: bool = True
    ) -> NamedGenes | None:
        self.waited.append(patient)
        if not patient:
            return NamedGenes(lacking="Names are not available yet.")
        return NamedGenes(of_organism=[gene for gene in SAMPLE if gene.is_human and gene.standing(name.text)])

    async def drawn_as(self, gene: GeneFacts, *, version: str | None = None) -> Sequence[str]:
        return [f"symbol:{gene.symbol.casefold()}"]


async def test_a_plain_symbol_does_not_wait_for_names_and_says_what_was_not_known(sample: Container) -> None:
    late = Late()
    page = await ReverseLookup(sample.pathways(), late)("TP53")

    assert page.items
    assert late.waited == [False]
    assert "Names are not available yet." in (page.guidance or "")


async def test_a_name_that_finds_nothing_by_itself_waits_for_names(sample: Container) -> None:
    late = Late()
    page = await ReverseLookup(sample.pathways(), late)("p53", organism="Homo sapiens")

    assert late.waited == [False, True]
    assert page.read_as is not None
    assert page.items


YEAST = "Saccharomyces cerevisiae"


async def test_a_name_is_read_as_it_is_drawn_where_genes_are_not_called_after_human_ones(sample: Container) -> None:
    """KGD1 is a gene of yeast, and an alias of human OGDH."""
    use = sample.use_cases()
    drawn = await use.pathways_of_gene("KGD1", organism=YEAST)
    (resolved,) = (await use.resolve_many(["KGD1"], "gene", organism=YEAST)).items

    assert [one.id for one in drawn.items] == ["WP:WP490"]
    assert drawn.read_as is None
    assert "Elsewhere 'KGD1' is OGDH" in (drawn.guidance or "")
    assert (resolved.status, resolved.id) == ("not_found", None)


async def test_genes_of_another_kind_with_the_name_are_told(sample: Container) -> None:
    everywhere = await sample.use_cases().pathways_of_gene("KGD1")

    assert everywhere.read_as is not None
    assert everywhere.read_as.symbol == "OGDH"
    assert f"gene_id='KGD1', organism='{YEAST}'" in (everywhere.guidance or "")


async def test_a_label_of_which_no_gene_is_known_is_told_to_be_one(sample: Container) -> None:
    drawn = await sample.use_cases().pathways_of_gene("F14B4.2")

    assert drawn.items
    assert "is not the name of a gene that is known here" in (drawn.guidance or "")
