"""What acts on a gene or compound, and what it acts on: by whatever it is called, and why there may be nothing."""

from collections.abc import Callable, Iterator

import pytest

from biofacts.application.compounds.named_compounds import CompoundNameResolver
from biofacts.application.edges.neighbours_and_paths import ListNeighbours, NeighbourPage
from biofacts.application.pathways.nodes_by_name import GraphNames
from biofacts.composition.container import Container
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.edges.edge import DrawnEdge
from biofacts.domain.edges.neighbours_and_paths import WantedNeighbours
from tests.drawn_edges import BAX, CATALYSIS, DAMAGE, MDM2, P21, P53, PHOSPHORYLATION, MemoryEdges, drawn, gene

EDGES = (
    drawn(MDM2, "inhibits", P53, sign="-"),
    drawn(P53, "transcribes", P21, line="b"),
    drawn(P53, "activates", BAX, line="c", sign="+"),
    drawn(DAMAGE, "activates", P53, line="d", sign="+"),
    drawn(P53, "activates", BAX, line="e", pathway="WP:WP2", organism="Mus musculus", sign="+"),
    PHOSPHORYLATION,
    CATALYSIS,
)
Listing = Callable[..., ListNeighbours]


@pytest.fixture
def listing(sample: Container) -> Listing:
    """A function that makes the use case over interactions, with the names of the sample."""
    use = sample.use_cases()

    def over(*edges: DrawnEdge, source: MemoryEdges | None = None) -> ListNeighbours:
        resolver = CompoundNameResolver(
            sample.pathways(), sample.ligands(), sample.compounds(), tool=next_calls.NEIGHBOURS, argument="id"
        )
        found = source or MemoryEdges(*(edges or EDGES))
        names = GraphNames(sample.genes(), sample.pathways(), found, resolver, tool=next_calls.NEIGHBOURS)
        return ListNeighbours(found, names, of_gene=use.pathways_of_gene, of_compound=use.pathways_of_compound)

    return over


def ends(page: NeighbourPage) -> Iterator[str]:
    for one in page.items:
        yield f"{one.source.label} {one.effect} {one.target.label}"


@pytest.mark.parametrize("name", ["TP53", "p53", "tumor protein p53", "HGNC:11998", "7157", "P04637"])
async def test_a_gene_is_found_by_any_name(listing: Listing, name: str) -> None:
    assert [*ends(await listing()(name))] == [
        "TP53 activates BAX",
        "TP53 transcribes CDKN1A",
        "MDM2 inhibits TP53",
        "DNA damage activates TP53",
    ]


async def test_what_a_name_was_read_as_is_told(listing: Listing) -> None:
    by_alias, by_id = (await listing()("p53")).read_as, (await listing()("HGNC:11998")).read_as

    assert by_alias is not None
    assert (by_alias.id, by_alias.name, by_alias.why) == ("HGNC:11998", "TP53", "alias")
    assert by_id is None


@pytest.mark.parametrize("name", ["glucose", "CHEBI:15903", "HMDB0000122"])
async def test_a_compound_is_found_by_name_and_identifier(listing: Listing, name: str) -> None:
    (found,) = (await listing()(name, wanted=WantedNeighbours(direction="downstream"))).items

    assert found.target.label == "glucose 6-phosphate"
    assert [one.label for one in found.acted_on_by] == ["HK1"]


async def test_an_id_that_an_answer_gave_is_taken_as_it_is(listing: Listing) -> None:
    page = await listing()("label:DNA damage")

    assert [*ends(page)] == ["DNA damage activates TP53"]
    assert page.read_as is None


async def test_a_gene_without_an_identifier_is_found_by_its_label(listing: Listing) -> None:
    page = await listing(drawn(gene("label:TP53", "TP53"), "binds", BAX))("p53")

    assert [one.source.id for one in page.items] == ["label:TP53"]


async def test_a_name_of_several_genes_is_refused_with_a_call_for_each(listing: Listing) -> None:
    with pytest.raises(AmbiguousQuery) as caught:
        await listing()("COX2", organism="Homo sapiens")

    assert {one.symbol for one in caught.value.candidates} == {"MT-CO2", "PTGS2"}
    for one in caught.value.candidates:
        assert f"get_neighbours with id='{one.id}'" in caught.value.hint or f"with id='{one.id}'" in caught.value.hint


async def test_counts_are_of_everything_and_on_the_first_page_only(listing: Listing) -> None:
    ask = listing()
    first = await ask("TP53", wanted=WantedNeighbours(direction="downstream"), page_size=1)
    second = await ask(
        "TP53", wanted=WantedNeighbours(direction="downstream"), page_size=1, cursor=first.pagination.cursor
    )

    assert first.counts == {
        "upstream": {"activates": 1, "inhibits": 1},
        "downstream": {"activates": 1, "transcribes": 1},
    }
    assert (first.pagination.total_count, second.counts) == (2, {})
    assert [*ends(first), *ends(second)] == ["TP53 activates BAX", "TP53 transcribes CDKN1A"]


async def test_an_organism_leaves_out_the_drawings_of_others(listing: Listing) -> None:
    page = await listing()("TP53", organism="Homo sapiens", wanted=WantedNeighbours(sign="+", direction="downstream"))

    assert [one.pathways for one in page.items] == [("WP:WP1",)]


async def test_a_cursor_of_a_deleted_release_is_refused(listing: Listing) -> None:
    edges = MemoryEdges(*EDGES)
    ask = listing(source=edges)
    cursor = (await ask("TP53", page_size=1)).pagination.cursor
    edges.versions = ["graph=2"]

    with pytest.raises(AmbiguousQuery, match="cursor"):
        await ask("TP53", page_size=1, cursor=cursor)


async def test_a_filter_that_leaves_nothing_is_told_with_what_there_is(listing: Listing) -> None:
    page = await listing()("TP53", wanted=WantedNeighbours(direction="downstream", sign="-"))

    assert page.items == ()
    assert page.guidance == (
        "No downstream interaction of TP53 has the sign '-'. Its interactions are: upstream inhibits 1, activates 1;"
        " downstream activates 1, transcribes 1. Repeat the call without the argument `sign` for these."
    )


async def test_a_gene_that_is_drawn_but_connected_to_nothing_is_said_to_be(listing: Listing) -> None:
    page = await listing(CATALYSIS)("TP53")

    assert page.guidance is not None
    assert "but no line connects it to anything there. Call get_pathways_for_gene with gene_id='TP53'" in page.guidance


async def test_a_gene_that_is_drawn_nowhere_is_said_to_be(listing: Listing) -> None:
    assert "ERBB2 is a known gene, but no pathway of any organism contains it" in (
        (await listing()("HER2")).guidance or ""
    )


async def test_interactions_of_other_organisms_only_are_told(listing: Listing) -> None:
    page = await listing(drawn(P53, "activates", BAX, organism="Mus musculus"))("TP53", organism="Homo sapiens")

    assert page.guidance == (
        "No pathway of Homo sapiens has an interaction with TP53; pathways of Mus musculus do. For these, repeat the"
        " call without the argument `organism`."
    )


async def test_what_is_neither_gene_nor_compound_is_said_to_be_neither(listing: Listing) -> None:
    page = await listing()("frobnicase")

    assert page.items == ()
    assert page.guidance is not None
    assert "'frobnicase' is not a known gene or compound" in page.guidance
    assert "search_genes with query='frobnicase'" in page.guidance


async def test_missing_drawings_are_told(listing: Listing) -> None:
    some = await listing(source=MemoryEdges(P21_LINE, complete=False))("TP53")
    none = await listing(source=MemoryEdges(complete=False))("TP53")

    assert "interactions may be missing" in (some.guidance or "")
    assert none.guidance == some.guidance


P21_LINE = drawn(P53, "activates", P21)
