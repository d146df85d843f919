"""The network of drawings, and the shortest paths through it."""

from collections.abc import Sequence

import msgspec
import pytest

from biofacts.domain.edges.edge import DrawnEdge, GraphKind, GraphNode
from biofacts.domain.edges.shortest_paths import Network, NodePaths

WATER = GraphNode("PubChem:CID962", "H2O", "compound")


def gene(name: str) -> GraphNode:
    return GraphNode(f"gene:{name}", name, "gene")


def of_kind(name: str, kind: GraphKind) -> GraphNode:
    return GraphNode(f"{kind}:{name}", name, kind)


def complex_of(*names: str) -> GraphNode:
    return GraphNode(f"complex:{'+'.join(names)}", ":".join(names), "complex", members=tuple(map(gene, names)))


def line(
    source: GraphNode | str,
    target: GraphNode | str,
    *,
    pathway: str = "WP:WP1",
    organism: str = "Homo sapiens",
    directed: bool = True,
) -> DrawnEdge:
    ends = [gene(one) if isinstance(one, str) else one for one in (source, target)]
    return DrawnEdge(
        pathway=pathway,
        organism=organism,
        line=f"{ends[0].id}-{ends[1].id}",
        sources=(ends[0],),
        targets=(ends[1],),
        effect="activates",
        sign="+",
        directed=directed,
    )


def found(
    edges: Sequence[DrawnEdge],
    source: str = "A",
    target: str = "Z",
    *,
    longest: int = 4,
    most: int = 20,
    organism: str | None = None,
    currency: bool = False,
) -> NodePaths:
    return Network(edges).shortest(
        {f"gene:{source}"}, {f"gene:{target}"}, longest=longest, most=most, organism=organism, currency=currency
    )


def written(routes: NodePaths) -> list[str]:
    return [" ".join(node.label for node in route.nodes) for route in routes.routes]


def test_shortest_paths_come_first() -> None:
    edges = [line("A", "B"), line("B", "C"), line("C", "Z"), line("A", "D"), line("D", "Z"), line("A", "Z")]

    assert written(found(edges)) == ["A Z", "A D Z", "A B C Z"]


def test_among_paths_of_one_length_those_in_more_pathways_come_first() -> None:
    edges = [
        *(line("A", middle) for middle in "BCD"),
        *(line("C", "Z", pathway=f"WP:WP{number}") for number in range(3)),
        *(line("D", "Z", pathway=f"WP:WP{number}") for number in range(2)),
        line("B", "Z"),
    ]

    assert written(found(edges)) == ["A C Z", "A D Z", "A B Z"]


def test_among_paths_of_one_length_those_between_groups_come_last() -> None:
    of_group = [msgspec.structs.replace(line("A", "B", pathway=f"WP:WP{one}"), target_via="group") for one in "12"]

    assert written(found([*of_group, line("B", "Z"), line("A", "C"), line("C", "Z")])) == ["A C Z", "A B Z"]


def test_each_step_has_the_lines_that_draw_it() -> None:
    edges = [line("A", "B"), line("A", "B", pathway="WP:WP2"), line("B", "Z", pathway="WP:WP3")]

    (route,) = found(edges).routes

    assert route.lines == ((("WP:WP1", "gene:A-gene:B"), ("WP:WP2", "gene:A-gene:B")), (("WP:WP3", "gene:B-gene:Z"),))


def test_lines_are_followed_in_their_direction_only() -> None:
    assert written(found([line("Z", "A"), line("B", "A"), line("B", "Z")])) == []


def test_undirected_lines_are_not_followed() -> None:
    assert written(found([line("A", "B", directed=False), line("B", "Z")])) == []


def test_a_path_longer_than_allowed_is_not_found() -> None:
    chain = [line("A", "B"), line("B", "C"), line("C", "Z")]

    assert written(found(chain, longest=2)) == []
    assert written(found(chain, longest=3)) == ["A B C Z"]


def test_a_path_has_no_node_twice() -> None:
    edges = [line("A", "B"), line("B", "A"), line("B", "C"), line("C", "B"), line("B", "Z"), line("Z", "C")]

    assert written(found(edges, longest=6)) == ["A B Z"]


def test_the_number_of_paths_is_limited_and_says_if_there_are_more() -> None:
    edges = [line(source, target) for middle in "BCD" for source, target in (("A", middle), (middle, "Z"))]

    two, three = found(edges, most=2), found(edges, most=3)

    assert (len(two.routes), two.more) == (2, True)
    assert (len(three.routes), three.more) == (3, False)


def test_an_organism_has_only_its_own_drawings() -> None:
    edges = [line("A", "Z"), line("A", "B", organism="Mus musculus"), line("B", "Z", organism="Mus musculus")]

    assert written(found(edges, organism="Mus musculus")) == ["A B Z"]
    assert written(found(edges, organism="Homo sapiens")) == ["A Z"]
    assert written(found(edges, organism="Danio rerio")) == []


def test_a_line_to_a_complex_reaches_its_members() -> None:
    edges = [line("A", complex_of("B", "C")), line("C", "Z")]

    assert written(found(edges)) == ["A C Z"]


def test_a_line_out_of_a_complex_leaves_from_its_members() -> None:
    edges = [line("A", "B"), line(complex_of("B", "C"), "Z")]

    assert written(found(edges)) == ["A B Z"]


def test_a_path_through_a_complex_as_a_whole_is_not_repeated_for_its_members() -> None:
    edges = [line("A", complex_of("B", "C")), line(complex_of("B", "C"), "Z")]

    assert written(found(edges)) == ["A B:C Z"]


def test_two_complexes_with_a_member_in_common_are_joined_by_it() -> None:
    edges = [line("A", complex_of("B", "C")), line(complex_of("B", "D"), "Z")]

    assert written(found(edges)) == ["A B Z"]


def test_a_path_may_begin_and_end_inside_of_complexes() -> None:
    assert written(found([line(complex_of("A", "B"), complex_of("Y", "Z"))])) == ["A Z"]


@pytest.mark.parametrize("middle", [of_kind("Cell", "label"), of_kind("Apoptosis", "pathway")])
def test_texts_and_pathways_are_not_passed_through(middle: GraphNode) -> None:
    assert written(found([line("A", middle), line(middle, "Z")])) == []


def test_a_text_may_be_an_end() -> None:
    text = of_kind("Cell death", "label")

    routes = Network([line("A", "B"), line("B", text)]).shortest({"gene:A"}, {text.id}, longest=4, most=20)

    assert written(routes) == ["A B Cell death"]


def test_currency_metabolites_are_not_passed_through_and_named() -> None:
    edges = [line("A", WATER), line(WATER, "Z"), line("A", GraphNode("PubChem:CID977", "O2", "compound"))]

    routes = found(edges)

    assert written(routes) == []
    assert routes.left_out == (WATER,)


CURRENCY = """962 water, 1038 hydrogen ion, 977 dioxygen, 784 hydrogen peroxide, 280 carbon dioxide,
769 hydrogencarbonate,
222 azane, 223 azanium, 1004 phosphoric acid, 1061 phosphate ion, 1023 pyrophosphoric acid, 644102 pyrophosphate ion,
6083 adenylic acid, 6022 adenosine diphosphate, 5957 adenosine triphosphate, 8977 guanosine diphosphate,
6830 guanosine triphosphate, 6031 uridine diphosphate, 6133 uridine triphosphate, 5892 nadide, 439153 reduced nadide,
5885 nicotinamide adenine dinucleotide phosphate, 5884 dihydro-NADP, 643975 flavin adenine dinucleotide,
446013 dihydro-FAD, 87642 coenzyme A (free)"""


@pytest.mark.parametrize("compound", CURRENCY.replace("\n", " ").split(", "))
def test_a_currency_metabolite_is_known_by_its_identifier_whatever_its_label(compound: str) -> None:
    cid, _, label = compound.partition(" ")
    metabolite = GraphNode(f"PubChem:CID{cid}", label, "compound")

    assert written(found([line("A", metabolite), line(metabolite, "Z")])) == []


def test_currency_metabolites_are_passed_through_on_request() -> None:
    routes = found([line("A", WATER), line(WATER, "Z")], currency=True)

    assert written(routes) == ["A H2O Z"]
    assert routes.left_out == ()


def test_a_currency_metabolite_may_be_an_end() -> None:
    routes = Network([line("A", "B"), line("B", WATER)]).shortest({"gene:A"}, {WATER.id}, longest=4, most=20)

    assert written(routes) == ["A B H2O"]
    assert routes.left_out == ()


def test_reached_counts_the_nodes_within_the_steps() -> None:
    edges = [line("A", "B"), line("A", "C"), line("C", "D"), line("D", "E"), line("X", "Z")]

    assert found(edges, longest=1).reached == 2
    assert found(edges, longest=2).reached == 3


def test_a_node_has_its_most_frequent_label() -> None:
    others = [GraphNode("gene:A", "a", "gene", state="P"), gene("A"), gene("A")]

    found = Network([line(one, "B") for one in others]).shortest({"gene:A"}, {"gene:B"}, longest=1, most=1)

    assert [route.nodes[0] for route in found.routes] == [gene("A")]


def test_neighbours_are_counted_by_direction() -> None:
    network = Network([line("A", "B"), line("A", "C"), line("A", "C", pathway="WP:WP2"), line("C", "B")])

    assert [network.acted_on({f"gene:{one}"}) for one in "ABC"] == [2, 0, 1]
    assert [network.acting({f"gene:{one}"}) for one in "ABC"] == [0, 2, 1]


def test_a_dense_network_is_searched_until_the_limit_only() -> None:
    names = [f"N{number}" for number in range(60)]
    dense = [line(one, other) for one in names for other in names if one != other]

    routes = Network([*dense, line("A", "N0"), line("N1", "Z")]).shortest(
        {"gene:A"}, {"gene:Z"}, longest=6, most=100_000
    )

    assert routes.stopped
    assert written(routes)[0] == "A N0 N1 Z"


def test_a_network_without_lines_has_no_paths() -> None:
    assert found([]) == NodePaths()
