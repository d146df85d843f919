"""The shortest paths from one gene or compound to another, by whatever they are called, and why there may be none."""

from collections.abc import Callable

import pytest

from biofacts.application.compounds.named_compounds import CompoundNameResolver
from biofacts.application.edges.neighbours_and_paths import FindPaths, PathPage
from biofacts.application.pathways.nodes_by_name import GraphNames
from biofacts.composition.container import Container
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import Pagination
from biofacts.domain.edges.edge import DrawnEdge, GraphNode
from biofacts.domain.edges.neighbours_and_paths import DrawnPath, PathNode, PathStep
from biofacts.domain.identifiers.organisms import HUMAN
from tests.drawn_edges import BAX, DAMAGE, MDM2, P21, P53, SOURCE, MemoryEdges, drawn, gene

WATER = GraphNode("PubChem:CID962", "H2O", "compound")
CASPASE = gene("HGNC:1504", "CASP3")
EDGES = (
    drawn(MDM2, "inhibits", P53, sign="-"),
    drawn(P53, "transcribes", P21, line="b"),
    drawn(P53, "activates", BAX, line="c", sign="+"),
    drawn(DAMAGE, "activates", P53, line="d", sign="+"),
    drawn(P53, "activates", BAX, line="e", pathway="WP:WP2", sign="+"),
)
Finding = Callable[..., FindPaths]


@pytest.fixture
def finding(sample: Container) -> Finding:
    """A function that makes the use case over interactions, with the names of the sample."""

    def over(*edges: DrawnEdge, source: MemoryEdges | None = None, whole: bool = False) -> FindPaths:
        resolver = CompoundNameResolver(
            sample.pathways(), sample.ligands(), sample.compounds(), tool=next_calls.PATHS, argument="id"
        )
        found = source or MemoryEdges(*(edges or EDGES))
        return FindPaths(
            found, GraphNames(sample.genes(), sample.pathways(), found, resolver, tool=next_calls.PATHS), whole=whole
        )

    return over


def written(page: PathPage) -> list[str]:
    return [" ".join(node.label for node in path.nodes) for path in page.items]


async def test_paths_have_their_steps_and_signs(finding: Finding) -> None:
    page = await finding()("MDM2", "BAX")

    assert page == PathPage(
        items=(
            DrawnPath(
                length=2,
                nodes=(PathNode("HGNC:6973", "MDM2"), PathNode("HGNC:11998", "TP53"), PathNode("HGNC:959", "BAX")),
                steps=(
                    PathStep(effect="inhibits", sign="-", pathways=("WP:WP1",)),
                    PathStep(effect="activates", sign="+", pathways=("WP:WP1", "WP:WP2")),
                ),
                sign="-",
                pathways=("WP:WP1",),
            ),
        ),
        pagination=Pagination(cursor=None, total_count=1, page_size=20),
        source=SOURCE,
        source_read_as=page.source_read_as,
        target_read_as=page.target_read_as,
    )


async def test_ends_may_have_any_name(finding: Finding) -> None:
    page = await finding()("p53", "HGNC:959")

    assert written(page) == ["TP53 BAX"]
    assert page.source_read_as is not None
    assert (page.source_read_as.id, page.source_read_as.name) == ("HGNC:11998", "TP53")


async def test_a_label_of_an_answer_may_be_an_end(finding: Finding) -> None:
    assert written(await finding()("label:DNA damage", "BAX")) == ["DNA damage TP53 BAX"]


async def test_a_name_of_several_genes_is_refused_with_calls_that_have_both_ends(finding: Finding) -> None:
    with pytest.raises(AmbiguousQuery) as caught:
        await finding()("TP53", "COX2", organism=HUMAN)

    for one in caught.value.candidates:
        assert f"source='TP53', target='{one.id}', organism='Homo sapiens' for {one.symbol}" in caught.value.hint


async def test_a_path_to_itself_is_refused(finding: Finding) -> None:
    with pytest.raises(AmbiguousQuery, match="a path needs two different ends"):
        await finding()("p53", "TP53")


@pytest.mark.parametrize("length", [0, 7])
async def test_a_length_outside_the_limits_is_refused(finding: Finding, length: int) -> None:
    with pytest.raises(AmbiguousQuery, match="outside 1-6"):
        await finding()("MDM2", "BAX", max_length=length)


async def test_a_node_without_an_arrow_ends_all_paths(finding: Finding) -> None:
    from_end, to_start = await finding()("BAX", "MDM2"), await finding()("BAX", "label:DNA damage")
    chained = await finding(*EDGES, drawn(BAX, "activates", CASPASE, line="x"))("BAX", "label:DNA damage")

    assert from_end.items == to_start.items == ()
    assert str(from_end.guidance).startswith("No arrow leaves BAX in any pathway, so no path can begin there.")
    assert str(chained.guidance).startswith("No arrow points at DNA damage in any pathway, so no path can end there.")


async def test_an_unknown_name_is_told_with_searches(finding: Finding) -> None:
    page = await finding()("MDM2", "zzqqxx")

    assert page.items == ()
    assert str(page.guidance).startswith("'zzqqxx' is not a known gene or compound, and no drawn interaction has it")


async def test_no_path_proposes_longer_ones_and_the_other_direction(finding: Finding) -> None:
    chain = [drawn(MDM2, "inhibits", P53), drawn(P53, "activates", BAX, line="b"), drawn(BAX, "activates", CASPASE,
                                                                                        line="c")]  # fmt: skip
    back = drawn(CASPASE, "cleaves", MDM2, line="d")

    guidance = (await finding(*chain, back)("MDM2", "CASP3", max_length=2)).guidance or ""

    assert guidance == (
        "There is no path of at most 2 steps from MDM2 to CASP3. From MDM2, 2 nodes can be reached within 2"
        " steps. Lines without an arrowhead are not followed, and no path passes through a text label or a node"
        " that stands for a whole pathway. There are paths in the other direction: call find_paths with"
        " source='CASP3', target='MDM2'. For longer paths, repeat the call with max_length=6."
    )


async def test_currency_metabolites_are_named_and_can_be_included(finding: Finding) -> None:
    edges = drawn(MDM2, "activates", WATER), drawn(WATER, "activates", BAX, line="b")

    without, included = await finding(*edges)("MDM2", "BAX"), await finding(*edges)(
        "MDM2", "BAX", currency_metabolites=True
    )  # fmt: skip

    assert written(without) == []
    assert "are left out: H2O. To include them, repeat the call with currency_metabolites=True." in str(
        without.guidance
    )
    assert (written(included), included.guidance) == (["MDM2 H2O BAX"], None)


async def test_only_the_first_pathways_of_a_step_are_listed_unless_all_are_wanted(finding: Finding) -> None:
    edges = [drawn(MDM2, "inhibits", P53, pathway=f"WP:WP{number}", sign="-") for number in range(1, 6)]

    (cut,), (whole,) = [(await finding(*edges, whole=is_whole)("MDM2", "TP53")).items for is_whole in (False, True)]

    assert (len(cut.steps[0].pathways), cut.steps[0].pathway_count) == (3, 5)
    assert (len(whole.steps[0].pathways), whole.steps[0].pathway_count) == (5, None)


async def test_pages_follow_each_other(finding: Finding) -> None:
    middles = [gene(f"HGNC:{number}", f"M{number}") for number in range(1, 5)]
    edges = [
        edge
        for one in middles
        for edge in (drawn(MDM2, "activates", one, line=f"{one.id}a"), drawn(one, "activates", BAX, line=f"{one.id}b"))
    ]
    find = finding(*edges)

    first = await find("MDM2", "BAX", page_size=3)
    second = await find("MDM2", "BAX", page_size=3, cursor=first.pagination.cursor)

    assert (len(first.items), first.pagination.total_count) == (3, None)
    assert (len(second.items), second.pagination.total_count, second.pagination.cursor) == (1, 4, None)
    assert {*written(first), *written(second)} == {f"MDM2 M{number} BAX" for number in range(1, 5)}


async def test_a_cursor_of_a_deleted_version_is_refused(finding: Finding) -> None:
    edges = MemoryEdges(*(drawn(MDM2, "inhibits", P53, pathway=f"WP:WP{one}") for one in "12"),
                        drawn(MDM2, "inhibits", BAX, line="b"), drawn(BAX, "inhibits", P53, line="c"))  # fmt: skip
    find = finding(source=edges)
    first = await find("MDM2", "TP53", page_size=1)
    edges.versions = ["graph=2"]

    with pytest.raises(AmbiguousQuery, match="the catalogue has been refreshed since"):
        await find("MDM2", "TP53", page_size=1, cursor=first.pagination.cursor)


async def test_missing_drawings_are_told(finding: Finding) -> None:
    page = await finding(source=MemoryEdges(*EDGES, complete=False))("MDM2", "TP53")

    assert "Some pathways have not been downloaded yet" in str(page.guidance)
