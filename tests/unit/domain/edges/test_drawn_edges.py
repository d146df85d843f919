"""Reading of edges: what lines between nodes, groups, states, texts and anchors of other lines mean."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from biofacts.domain.edges.drawn_edges import drawn_edges
from biofacts.domain.edges.edge import DrawnEdge, GraphNode, TouchedLine
from biofacts.domain.pathways.pathway import DataNode, Group, Interaction, Member, PathwayComponents, State

HEADS = {
    "Line": "association", "Arrow": "activation", "TBar": "inhibition", "mim-binding": "binding",
    "mim-conversion": "conversion", "mim-catalysis": "catalysis",
}  # fmt: skip
NODES = (
    {name: GraphNode(f"HGNC:{number}", name.upper(), "gene") for number, name in enumerate("abcdef")}
    | {name: GraphNode(f"CHEBI:{number}", name.upper(), "compound") for number, name in enumerate("mno")}
    | {"again": GraphNode("HGNC:0", "also A", "gene")}
)
A, B, C, D, E, M, N = (NODES[name] for name in "abcdemn")


def line(
    name: str,
    source: str | None,
    target: str | None,
    arrow: str = "Arrow",
    source_arrow: str | None = None,
    **more: Any,
) -> Interaction:
    """A line. Its ends are written `a`, or with their kind, `interaction:l`; an arrow has its usual type."""
    ends: dict[str, Any] = {}
    for side, written in (("source", source), ("target", target)):
        kind, _, end = written.rpartition(":") if written else ("", "", None)
        ends |= {side: end, f"{side}_kind": kind or "node"}
    type_: Any = HEADS[arrow]
    return Interaction(id=name, type=type_, arrow=arrow, source_arrow=source_arrow, **{**ends, **more})


def edges(
    *lines: Interaction, groups: Sequence[Group] = (), states: Mapping[str, State] | None = None
) -> list[DrawnEdge]:
    """The edges of a drawing with the nodes a to f and the metabolites m to o. `states`: by their nodes."""
    drawn = PathwayComponents(
        id="WP:WP1",
        title="t",
        organism="Homo sapiens",
        genes=tuple(
            DataNode(id=name, label=name, type="Gene", states=(states[name],) if states and name in states else ())
            for name in "abcdef"
        ),
        metabolites=tuple(DataNode(id=name, label=name, type="Metabolite") for name in "mno"),
        interactions=lines,
        groups=tuple(groups),
    )
    return [*drawn_edges(drawn, NODES)]


def edge(name: str, sources: Sequence[GraphNode], targets: Sequence[GraphNode], effect: Any, **more: Any) -> DrawnEdge:
    return DrawnEdge(
        pathway="WP:WP1", organism="Homo sapiens", line=name, sources=tuple(sources), targets=tuple(targets),
        effect=effect, **more,
    )  # fmt: skip


def text(label: str) -> GraphNode:
    return GraphNode(f"label:{label}", label, "label")


def group(name: str, *members: str, style: str = "Group", label: str | None = None, **more: Any) -> Group:
    return Group(id=name, style=style, members=members, label=label, **more)


def complex_of(*members: GraphNode, label: str | None = None) -> GraphNode:
    return GraphNode(
        id="complex:" + "+".join(sorted(one.id for one in members)),
        label=label or " + ".join(one.label for one in members),
        kind="complex",
        members=members,
    )


ACTIVATION = TouchedLine("l", ("A",), "activates", ("B",), "+")
CONVERSION = TouchedLine("l", ("M",), "converts", ("N",))


def test_a_line_has_the_effect_and_the_sign_of_its_arrowhead() -> None:
    assert edges(line("l", "a", "b", "TBar"), line("k", "m", "n", "mim-conversion")) == [
        edge("l", [A], [B], "inhibits", sign="-"),
        edge("k", [M], [N], "converts"),
    ]


def test_a_line_keeps_its_style_its_citations_and_its_own_identifier() -> None:
    drawn = edges(
        line("l", "a", "b", style="dashed", graphical=True, references=("17",), database="Rhea", identifier="123"),
        line("k", "a", "b", identifier="R-HSA-1"),
        line("j", "a", "b", database="Rhea"),
    )

    assert drawn[0] == edge(
        "l", [A], [B], "activates", sign="+", dashed=True, graphical=True, references=("17",), identifier="Rhea:123"
    )
    assert [one.identifier for one in drawn] == ["Rhea:123", "R-HSA-1", None]


def test_a_line_without_an_arrowhead_has_no_direction() -> None:
    assert edges(line("l", "a", "b", "Line")) == [edge("l", [A], [B], "associates", directed=False)]


def test_a_line_with_two_arrowheads_is_an_edge_in_each_direction() -> None:
    assert edges(line("l", "a", "b", "TBar", "Arrow"), line("k", "m", "n", "mim-conversion", "Arrow")) == [
        edge("l", [A], [B], "inhibits", sign="-"),
        edge("l", [B], [A], "activates", sign="+"),
        edge("k", [M], [N], "converts"),
        edge("k", [N], [M], "converts"),
    ]


def test_a_line_from_a_node_to_itself_is_an_edge() -> None:
    (drawn,) = edges(line("l", "a", "a"))

    assert drawn == edge("l", [A], [A], "activates", sign="+")
    assert len([*drawn.edges()]) == 1


def test_a_line_with_a_free_end_is_no_edge() -> None:
    assert edges(line("l", "a", None), line("k", None, "b")) == []


# Anchors


def test_an_enzyme_at_a_conversion_catalyses_its_product() -> None:
    assert edges(line("l", "m", "n", "mim-conversion"), line("k", "a", "interaction:l", "mim-catalysis"))[1] == edge(
        "k", [A], [N], "catalyses", sign="+", target_via="interaction", acts_on=CONVERSION
    )


@pytest.mark.parametrize(
    ("own", "touched", "sign"),
    [
        ("Arrow", "Arrow", "+"), ("Arrow", "TBar", "-"), ("TBar", "Arrow", "-"), ("TBar", "TBar", "+"),
        ("TBar", "mim-conversion", "-"), ("mim-catalysis", "mim-binding", "+"), ("mim-binding", "TBar", None),
        ("Line", "TBar", None), ("Arrow", "Line", None), ("TBar", "Line", None),
    ],
)  # fmt: skip
def test_the_sign_at_an_anchor_is_multiplied(own: str, touched: str, sign: str | None) -> None:
    assert edges(line("l", "a", "b", touched), line("k", "c", "interaction:l", own))[1].sign == sign


def test_signs_are_multiplied_along_anchors() -> None:
    drawn = edges(
        line("l", "a", "b", "TBar"), line("k", "c", "interaction:l", "TBar"), line("j", "d", "interaction:k", "TBar")
    )

    assert [(one.sign, one.targets) for one in drawn] == [("-", (B,)), ("+", (B,)), ("-", (B,))]
    assert drawn[2].acts_on == TouchedLine("k", ("C",), "inhibits", ("B",), "+")


def test_a_branch_begins_at_the_sources_of_its_line() -> None:
    assert edges(line("l", "m", "n", "mim-conversion"), line("k", "interaction:l", "a"))[1] == edge(
        "k", [M], [A], "activates", sign="+", source_via="interaction", begins_at=CONVERSION
    )


def test_both_ends_of_a_line_without_direction_are_meant_at_its_anchor() -> None:
    drawn = edges(line("l", "a", "b", "Line"), line("k", "c", "interaction:l"), line("j", "interaction:l", "d"))
    undirected = TouchedLine("l", ("A",), "associates", ("B",))

    assert drawn[1:] == [
        edge("k", [C], [A, B], "activates", target_via="interaction", acts_on=undirected),
        edge("j", [A, B], [D], "activates", sign="+", source_via="interaction", begins_at=undirected),
    ]


@pytest.mark.parametrize(("head", "sign"), [("Arrow", "+"), ("TBar", None), ("mim-binding", None)])
def test_both_ends_of_a_line_with_two_arrowheads_are_meant_at_its_anchor(head: str, sign: str | None) -> None:
    drawn = edges(line("l", "a", "b", "Arrow", head), line("k", "c", "interaction:l"))[2]

    assert (drawn.sources, drawn.targets, drawn.sign) == ((C,), (A, B), sign)


def test_a_line_between_two_anchors_leads_from_sources_to_targets() -> None:
    drawn = edges(
        line("l", "a", "b"), line("k", "m", "n", "mim-conversion"), line("j", "interaction:l", "interaction:k", "TBar")
    )

    assert drawn[2] == edge(
        "j", [A], [N], "inhibits", sign="-", source_via="interaction", target_via="interaction", acts_on=TouchedLine(
            "k", ("M",), "converts", ("N",)), begins_at=ACTIVATION,
    )  # fmt: skip


def test_an_anchor_of_a_line_with_a_free_end_is_the_line_itself() -> None:
    drawn = edges(line("l", "a", None), line("k", "b", "interaction:l", "TBar"), line("j", "interaction:l", "c"))

    assert drawn == [
        edge(
            "k", [B], [GraphNode("WP:WP1#l", "", "label")], "inhibits", sign="-", target_via="interaction",
            acts_on=TouchedLine("l", ("A",), "activates", (), "+"),
        ),
        edge(
            "j", [A], [C], "activates", sign="+", source_via="interaction",
            begins_at=TouchedLine("l", ("A",), "activates", (), "+"),
        ),
    ]  # fmt: skip


def test_lines_that_end_on_each_other_have_an_end() -> None:
    drawn = edges(line("l", "a", "interaction:k"), line("k", "b", "interaction:l"))

    assert [(one.sources, one.targets[0].id, one.sign) for one in drawn] == [
        ((A,), "WP:WP1#k", None),
        ((B,), "WP:WP1#l", None),
    ]


# Groups, complexes, states and texts


def test_a_group_is_its_members() -> None:
    drawn = edges(
        line("l", "group:g", "c"),
        line("k", "interaction:l", "d"),
        groups=[group("g", "a", "b", other_members=(Member(id="x", kind="label", label="X"),))],
    )

    assert drawn[0] == edge("l", [A, B, text("X")], [C], "activates", sign="+", source_via="group")
    assert (drawn[1].sources, drawn[1].source_via) == ((A, B, text("X")), "interaction")
    assert [(one.source.id, one.target.id) for one in drawn[0].edges()] == [
        ("HGNC:0", "HGNC:2"), ("HGNC:1", "HGNC:2"), ("label:X", "HGNC:2"),
    ]  # fmt: skip


def test_a_complex_is_one_node() -> None:
    groups = [group("g", "b", "a", style="Complex"), group("h", "c", "d", style="Complex", label="the two")]

    assert edges(line("l", "group:g", "group:h"), groups=groups) == [
        edge("l", [complex_of(B, A)], [complex_of(C, D, label="the two")], "activates", sign="+")
    ]


def test_groups_in_groups_are_their_members_except_complexes() -> None:
    groups = [
        group("g", "a", "h", "i"),
        group("h", "b", "a"),
        group("i", "c", "j", style="Complex"),
        group("j", "d", style="Complex"),
    ]

    assert edges(line("l", "group:g", "e"), groups=groups)[0].sources == (A, B, complex_of(C, D))


def test_a_node_that_is_drawn_twice_in_a_group_is_one_unless_its_label_differs() -> None:
    again = NODES["again"]
    groups = [group("g", "a", "again", "a"), group("h", "a", "again", style="Complex", label="dimer")]
    drawn = edges(line("l", "group:g", "group:h"), groups=groups)

    assert drawn[0].sources == (A, again)
    assert drawn[0].targets == (GraphNode("complex:HGNC:0", "dimer", "complex", members=(A, again)),)


def test_a_complex_has_the_members_of_the_groups_in_it() -> None:
    groups = [group("g", "a", "h", "h", style="Complex"), group("h", "b", "a")]

    assert edges(line("l", "group:g", "e"), groups=groups)[0].sources == (complex_of(A, B),)


@pytest.mark.parametrize("style", ["Group", "Complex"])
def test_a_group_without_members_is_a_text(style: str) -> None:
    textless = (Member(id="x", kind="shape"), Member(id="y", kind="line", label="Y"))
    groups = [group("g", style=style, label="none"), group("h", "i", style=style), group("i", other_members=textless)]
    drawn = edges(line("l", "group:g", "group:h"), groups=groups)

    assert drawn == [edge("l", [text("none")], [GraphNode("WP:WP1#h", "", "label")], "activates", sign="+")]


def test_a_group_in_itself_is_its_members() -> None:
    assert edges(line("l", "group:g", "e"), groups=[group("g", "a", "g")])[0].sources == (A,)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (State(id="s", value="P", type="phosphorylation"), "P"),
        (State(id="s", type="methylation"), "methylation"),
        (State(id="s"), None),
    ],
)
def test_a_state_is_its_node_in_that_state(state: State, said: str | None) -> None:
    (drawn,) = edges(line("l", "a", "state:s", target_node="b", target_label="P"), states={"b": state})

    assert drawn.targets == (GraphNode("HGNC:1", "B", "gene", state=said),)


def test_a_state_of_nothing_is_its_text() -> None:
    assert edges(line("l", "a", "state:s", target_label="P"))[0].targets == (text("P"),)


def test_labels_and_shapes_are_kept_by_their_text() -> None:
    drawn = edges(line("l", "label:x", "shape:y", source_label="Apoptosis"))

    assert drawn == [edge("l", [text("Apoptosis")], [GraphNode("WP:WP1#y", "", "label")], "activates", sign="+")]


def test_groups_and_anchors_may_be_nested_deeper_than_python_recurses() -> None:
    deep = 1_100
    groups = [group(f"g{number}", f"g{number + 1}") for number in range(deep)] + [group(f"g{deep}", "a")]
    lines = [line("l0", "a", "b"), *(line(f"l{at}", "c", f"interaction:l{at - 1}", "TBar") for at in range(1, deep))]
    drawn = edges(line("l", "group:g0", "e"), *lines, groups=groups)

    assert drawn[0].sources == (A,)
    assert (drawn[-1].targets, drawn[-1].sign) == ((B,), "-")
