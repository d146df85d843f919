"""Neighbours: an interaction is one item, whatever the number of drawings."""

from biofacts.domain.edges.edge import GraphNode, TouchedLine
from biofacts.domain.edges.neighbours_and_paths import (
    Actor,
    ConnectedInteraction,
    End,
    Neighbour,
    WantedNeighbours,
    counts,
    neighbours,
)
from tests.drawn_edges import BAX, CATALYSIS, DAMAGE, G6P, GLUCOSE, MDM2, P21, P53, PHOSPHORYLATION, drawn, gene

ONE_P53 = {"HGNC:11998"}


def test_an_interaction_is_listed_once_with_every_pathway_and_reference() -> None:
    found = neighbours(
        [
            drawn(MDM2, "inhibits", P53, pathway="WP:WP254", sign="-", references=("PMID:2",)),
            drawn(gene("HGNC:6973", "Mdm2"), "inhibits", P53, pathway="WP:WP47", sign="-", references=("PMID:1",)),
            drawn(MDM2, "inhibits", P53, pathway="WP:WP47", sign="-", line="b", references=("PMID:2",)),
        ],
        {},
        ONE_P53,
    )

    assert found == [
        Neighbour(
            direction="upstream",
            source=End(id="HGNC:6973", label="MDM2"),
            effect="inhibits",
            target=End(id="HGNC:11998", label="TP53"),
            sign="-",
            pathways=("WP:WP47", "WP:WP254"),
            references=("PMID:1", "PMID:2"),
        )
    ]


def test_interactions_that_differ_in_effect_sign_direction_or_state_are_several() -> None:
    lines = [
        drawn(P53, "activates", MDM2, sign="+"),
        drawn(P53, "activates", MDM2, sign="-"),
        drawn(P53, "binds", MDM2),
        drawn(P53, "binds", MDM2, directed=False),
        drawn(gene("HGNC:11998", "TP53", state="P"), "binds", MDM2),
    ]

    assert len(neighbours(lines, {}, ONE_P53)) == len(lines)


def test_undirected_interactions_begin_at_the_node_and_are_one_however_they_are_drawn() -> None:
    (found,) = neighbours(
        [
            drawn(P53, "binds", MDM2, directed=False),
            drawn(MDM2, "binds", P53, directed=False, line="b", source_via="group"),
        ],
        {},
        ONE_P53,
    )

    assert (found.direction, found.source.label, found.target) == (
        "undirected", "TP53", End(id="HGNC:6973", label="MDM2"),
    )  # fmt: skip


def test_a_line_from_a_group_is_an_interaction_of_each_member_with_the_way() -> None:
    (found,) = neighbours([drawn([P53, MDM2], "activates", P21, source_via="group")], {}, ONE_P53)

    assert found.source == End(id="HGNC:11998", label="TP53", via="group")
    assert found.target == End(id="HGNC:1784", label="CDKN1A")


def test_a_node_that_any_drawing_has_by_itself_has_no_way() -> None:
    lines = [drawn([P53, MDM2], "activates", P21, source_via="group"), drawn(P53, "activates", P21, pathway="WP:WP2")]

    (found,) = neighbours(lines, {}, ONE_P53)

    assert found.source.via is None


def test_a_complex_takes_the_place_of_its_member_and_says_so() -> None:
    pair = GraphNode("complex:HGNC:11998+HGNC:6973", "the brake", "complex", (P53, MDM2))

    (found,) = neighbours([drawn(pair, "activates", BAX)], {}, ONE_P53)

    assert found.direction == "downstream"
    assert found.source == End(
        id="complex:HGNC:11998+HGNC:6973", label="the brake", kind="complex", via="complex", members=("TP53", "MDM2")
    )


def test_a_complex_that_a_member_joins_is_downstream_of_it() -> None:
    pair = GraphNode("complex:HGNC:11998+HGNC:6973", "TP53/MDM2", "complex", (P53, MDM2))

    assert [one.direction for one in neighbours([drawn(P53, "binds", pair)], {}, ONE_P53)] == ["downstream"]
    assert [one.direction for one in neighbours([drawn(pair, "binds", P53)], {}, ONE_P53)] == ["upstream"]


def test_a_conversion_names_what_catalyses_it_the_most_drawn_first() -> None:
    again = [
        drawn(GLUCOSE, "converts", G6P, pathway="WP:WP2", line="x"),
        drawn(gene("HGNC:4923", "HK2"), "catalyses", G6P, pathway="WP:WP2", line="y", acts_on=_on("x"), sign="+"),
        drawn(gene("HGNC:4922", "HK1"), "catalyses", G6P, pathway="WP:WP2", line="z", acts_on=_on("x"), sign="+"),
    ]
    acting = {("WP:WP1", "conversion"): [CATALYSIS], ("WP:WP2", "x"): again[1:]}

    (found,) = neighbours([PHOSPHORYLATION, again[0]], acting, {GLUCOSE.id})

    assert found.acted_on_by == (
        Actor(id="HGNC:4922", label="HK1", effect="catalyses", sign="+"),
        Actor(id="HGNC:4923", label="HK2", effect="catalyses", sign="+"),
    )


def test_an_interaction_that_begins_at_the_conversion_does_not_act_on_it() -> None:
    begins = drawn(G6P, "activates", BAX, line="z", begins_at=_on("conversion"))

    (found,) = neighbours([PHOSPHORYLATION], {("WP:WP1", "conversion"): [begins]}, {GLUCOSE.id})

    assert found.acted_on_by == ()


def test_a_long_list_of_enzymes_is_cut_and_counted() -> None:
    enzymes = [
        drawn(gene(f"HGNC:{number}", f"E{number:02}"), "catalyses", G6P, acts_on=_on("conversion"))
        for number in range(10)
    ]

    (found,) = neighbours([PHOSPHORYLATION], {("WP:WP1", "conversion"): enzymes}, {GLUCOSE.id})

    assert [one.label for one in found.acted_on_by] == [f"E{number:02}" for number in range(8)]
    assert found.more_acting == 2


def test_an_enzyme_has_the_conversion_with_substrate_and_product() -> None:
    (found,) = neighbours([CATALYSIS], {}, {"HGNC:4922"})

    assert found.acts_on == ConnectedInteraction(
        sources=("glucose",), effect="converts", targets=("glucose 6-phosphate",)
    )
    assert found.target.via == "interaction"


def test_the_most_drawn_come_first_then_identified_ones_then_human_ones() -> None:
    mouse = gene("NCBIGene:12575", "Cdkn1a")
    found = neighbours(
        [
            drawn(P53, "activates", mouse, organism="Mus musculus"),
            drawn(DAMAGE, "activates", P53),
            drawn(P53, "activates", P21),
            drawn(P53, "activates", BAX),
            drawn(P53, "activates", BAX, pathway="WP:WP2"),
        ],
        {},
        ONE_P53,
    )

    order = [(one.source if one.direction == "upstream" else one.target).label for one in found]
    assert order == ["BAX", "CDKN1A", "Cdkn1a", "DNA damage"]
    assert [one.organisms for one in found] == [(), (), ("Mus musculus",), ()]


def test_a_node_that_acts_on_itself_passes_either_direction() -> None:
    found = neighbours([drawn(P53, "modifies", P53), drawn(P53, "activates", BAX, sign="+")], {}, ONE_P53)

    assert [one.direction for one in found if WantedNeighbours(direction="upstream").passes(one)] == ["itself"]
    assert [one.direction for one in found if WantedNeighbours(direction="downstream").passes(one)] == [
        "downstream",
        "itself",
    ]
    assert [one.effect for one in found if WantedNeighbours(sign="+").passes(one)] == ["activates"]
    assert [one.effect for one in found if WantedNeighbours(effect="modifies").passes(one)] == ["modifies"]


def test_counts_are_by_direction_and_effect() -> None:
    found = neighbours(
        [
            drawn(MDM2, "inhibits", P53),
            drawn(P53, "activates", BAX),
            drawn(P53, "activates", P21),
            drawn(P53, "binds", MDM2, directed=False),
        ],
        {},
        ONE_P53,
    )

    assert list(counts(found).items()) == [
        ("upstream", {"inhibits": 1}), ("downstream", {"activates": 2}), ("undirected", {"binds": 1}),
    ]  # fmt: skip


def test_a_line_is_graphical_only_if_all_drawings_say_so() -> None:
    graphical = drawn(P53, "activates", BAX, graphical=True)

    assert [one.graphical for one in neighbours([graphical], {}, ONE_P53)] == [True]
    marked = drawn(P53, "activates", BAX, pathway="WP:WP2")
    assert [one.graphical for one in neighbours([graphical, marked], {}, ONE_P53)] == [False]


def _on(line: str) -> TouchedLine:
    return TouchedLine(line, ("glucose",), "converts", ("glucose 6-phosphate",))
