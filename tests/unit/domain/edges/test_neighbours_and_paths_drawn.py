"""Paths as answers list them: what each step is, and what all steps make together."""

import msgspec

from biofacts.domain.edges.edge import DrawnEdge, Effect, GraphNode, Sign, TouchedLine
from biofacts.domain.edges.neighbours_and_paths import DrawnPath, PathNode, PathStep, drawn_path, path_within
from biofacts.domain.edges.shortest_paths import Network
from biofacts.domain.pathways.pathway import DataNode, Group, Interaction, PathwayComponents

A, B, C = (GraphNode(f"gene:{name}", name, "gene") for name in "ABC")
B_AND_C = GraphNode("complex:b+c", "B:C", "complex", members=(B, C))


def line(
    source: GraphNode,
    target: GraphNode,
    effect: Effect = "activates",
    sign: Sign | None = "+",
    *,
    pathway: str = "WP:WP1",
    acts_on: TouchedLine | None = None,
) -> DrawnEdge:
    return DrawnEdge(
        pathway=pathway,
        organism="Homo sapiens",
        line=f"{source.id}-{target.id}-{effect}",
        sources=(source,),
        targets=(target,),
        effect=effect,
        sign=sign,
        acts_on=acts_on,
    )


def path(*edges: DrawnEdge) -> DrawnPath:
    (route,) = Network(edges).shortest({A.id}, {C.id}, longest=3, most=5).routes
    return drawn_path(route, edges)


def test_a_path_has_the_product_of_its_signs_and_the_pathways_of_all_steps() -> None:
    found = path(
        line(A, B, "inhibits", "-"), line(A, B, "inhibits", "-", pathway="WP:WP2"), line(B, C, pathway="WP:WP2")
    )

    assert found == DrawnPath(
        length=2,
        nodes=(PathNode("gene:A", "A"), PathNode("gene:B", "B"), PathNode("gene:C", "C")),
        steps=(
            PathStep(effect="inhibits", sign="-", pathways=("WP:WP1", "WP:WP2")),
            PathStep(effect="activates", sign="+", pathways=("WP:WP2",)),
        ),
        sign="-",
        pathways=("WP:WP2",),
    )


def test_two_inhibitions_activate() -> None:
    assert path(line(A, B, "inhibits", "-"), line(B, C, "inhibits", "-")).sign == "+"


def test_a_path_with_a_step_without_a_sign_has_none() -> None:
    assert path(line(A, B), line(B, C, "converts", None)).sign is None


def test_drawings_that_differ_are_counted_and_leave_no_sign() -> None:
    (step,) = path(line(A, C, "inhibits", "-"), line(A, C, pathway="WP:WP2"), line(A, C, pathway="WP:WP3")).steps

    assert step == PathStep(effect="activates", pathways=("WP:WP2", "WP:WP3", "WP:WP1"), also={"inhibits": 1})


def test_a_drawing_without_a_sign_does_not_contradict_another() -> None:
    (step,) = path(line(A, C), line(A, C, "binds", None, pathway="WP:WP2")).steps

    assert (step.sign, step.also) == ("+", {"binds": 1})


def test_a_step_through_a_member_names_the_complex() -> None:
    into, out_of = path(line(A, B_AND_C)).steps[0], path(line(A, B), line(B_AND_C, C), line(B, C)).steps[1]

    assert (into.into, into.out_of) == ("B:C", None)
    assert (out_of.into, out_of.out_of) == (None, None)  # also drawn from B itself


def test_a_step_onto_an_interaction_says_which() -> None:
    on = TouchedLine(line="x", sources=("S", "T"), effect="converts", targets=("C",))

    (step,) = path(line(A, C, "catalyses", acts_on=on)).steps

    assert step.acts_on == "S + T converts C"


def test_a_line_with_two_arrowheads_counts_in_the_direction_of_the_path_only() -> None:
    there = msgspec.structs.replace(line(A, C), line="x")
    back = msgspec.structs.replace(line(C, A, "inhibits", "-"), line="x")

    assert path(there, back).steps == (PathStep(effect="activates", sign="+", pathways=("WP:WP1",)),)


def test_a_cut_step_counts_its_pathways() -> None:
    step = PathStep(effect="binds", pathways=("WP:WP1", "WP:WP2", "WP:WP3"))

    assert step.limited(2) == PathStep(effect="binds", pathways=("WP:WP1", "WP:WP2"), pathway_count=3)
    assert step.limited(3) is step


def test_a_step_that_only_groups_connect_says_so() -> None:
    of_group = msgspec.structs.replace(line(A, C), source_via="group")
    single = line(A, C, pathway="WP:WP2")

    assert path(of_group).steps[0].of_groups
    assert not path(of_group, single).steps[0].of_groups


def drawing(*lines: Interaction, groups: tuple[Group, ...] = ()) -> PathwayComponents:
    nodes = tuple(DataNode(id=name.lower(), label=name, type="Protein") for name in "ABCZ")
    return PathwayComponents(
        id="WP:WP1", title="x", organism="Homo sapiens", proteins=nodes, interactions=lines, groups=groups
    )


def arrow(name: str, source: str, target: str, **others: object) -> Interaction:
    given = {"type": "activation", "arrow": "Arrow", **others}
    return Interaction(id=name, source=source, target=target, **given)  # type: ignore[arg-type]  # pyright: ignore


def test_the_nodes_and_lines_of_the_shortest_path_are_found() -> None:
    found = path_within(drawing(arrow("1", "a", "b"), arrow("2", "b", "z"), arrow("3", "a", "c")), {"a"}, {"z"})

    assert found is not None
    assert found.elements == {"a", "1", "b", "2", "z"}
    assert found.name == "path from A to Z"


def test_of_two_paths_of_one_length_one_is_found() -> None:
    two = drawing(arrow("1", "a", "b"), arrow("2", "b", "z"), arrow("3", "a", "c"), arrow("4", "c", "z"))
    found = path_within(two, {"a"}, {"z"})

    assert found is not None
    assert found.elements in ({"a", "1", "b", "2", "z"}, {"a", "3", "c", "4", "z"})


def test_a_step_onto_a_line_highlights_that_line_too() -> None:
    enzyme = arrow("2", "a", "1", type="catalysis", arrow="mim-catalysis", target_kind="interaction")

    found = path_within(drawing(arrow("1", "b", "z"), enzyme), {"a"}, {"z"})

    assert found is not None
    assert found.elements == {"a", "2", "1", "z"}


def test_members_of_groups_are_ends() -> None:
    group = Group(id="g", style="Group", members=("a", "b"))

    found = path_within(drawing(arrow("1", "g", "z", source_kind="group"), groups=(group,)), {"b"}, {"z"})

    assert found is not None
    assert found.elements == {"b", "1", "z"}


def test_a_label_is_an_end() -> None:
    death = arrow("1", "a", "l", target_kind="label", target_label="Death")

    found = path_within(drawing(death), {"a"}, {"l"})

    assert found is not None
    assert found.elements == {"a", "1", "l"}


def test_there_is_no_path_against_the_arrows() -> None:
    assert path_within(drawing(arrow("1", "z", "a")), {"a"}, {"z"}) is None
