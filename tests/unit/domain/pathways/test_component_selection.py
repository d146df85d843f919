"""Parts of a drawing: lists, what is around something, labels only, whole items."""

from typing import Any

import msgspec
import pytest

from biofacts.domain.answers.advice_and_phrasing import json_size
from biofacts.domain.pathways import component_selection
from biofacts.domain.pathways.drawn_nodes import DrawnNodes
from biofacts.domain.pathways.pathway import DataNode, Group, Interaction, Member, PathwayComponents, State


def node(name: str, label: str = "", **more: Any) -> DataNode:
    return DataNode(id=name, label=label, type="Gene", **more)


def line(name: str, source: str | None, target: str | None, **more: Any) -> Interaction:
    return Interaction(id=name, source=source, target=target, type="activation", arrow="Arrow", **more)


TP53 = node("a", "TP53", cross_references={"entrez": "7157"}, states=(State(id="s", value="P"),), comments=("!",))
DRAWN = PathwayComponents(
    id="WP:WP1",
    title="A pathway",
    organism="Homo sapiens",
    genes=(TP53, node("b", "MDM2"), node("c", "ATM"), node("d", "far away"), node("e", "inner"), node("x")),
    metabolites=(DataNode(id="m", label="ATP", type="Metabolite"),),
    interactions=(
        line("b-a", "b", "a"),
        line("c-b", "c", "b"),
        line("m-on", "m", "b-a", target_kind="interaction"),
        line("d-d", "d", "d"),
        line(
            "to-state",
            "c",
            "s",
            target_kind="state",
            target_node="a",
            target_label="P",
            references=("17",),
            comments=("!",),
        ),
        line("to-group", "d", "g", target_kind="group"),
        line("on-hung", "e", "hung", target_kind="interaction"),
        line("hung", "d", None),
    ),
    groups=(
        Group(id="g", style="Group", members=("b", "h")),
        Group(
            id="h",
            style="Complex",
            members=("e",),
            other_members=(Member(id="l", kind="label", label="cell"),),
            comments=("!",),
        ),
    ),
    unconnected_lines=3,
)


def lines(drawn: PathwayComponents) -> list[str]:
    return [one.id for one in drawn.interactions]


def nodes(drawn: PathwayComponents) -> list[str]:
    return [one.id for one in drawn.nodes]


def test_only_some_lists() -> None:
    drawn = component_selection.only(DRAWN, ["metabolites", "groups"])

    assert drawn == PathwayComponents(
        id="WP:WP1",
        title="A pathway",
        organism="Homo sapiens",
        metabolites=DRAWN.metabolites,
        groups=(
            msgspec.structs.replace(DRAWN.groups[0], member_labels=("MDM2", "inner + cell")),
            msgspec.structs.replace(DRAWN.groups[1], member_labels=("inner",)),
        ),
    )
    assert component_selection.only(DRAWN, ["interactions"]).unconnected_lines == 3


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("a", {"a"}),
        ("TP53", {"a"}),
        ("tp53", {"a"}),
        ("Far-Away", {"d"}),
        ("g", {"g"}),
        ("b-a", {"b-a"}),
        ("", set[str]()),
        ("-", set[str]()),
        ("p53", set[str]()),
    ],
)
def test_things_are_named_by_their_id_or_their_label(asked: str, found: set[str]) -> None:
    assert DrawnNodes(DRAWN).ids_of(asked) == found


def test_an_id_is_before_a_label() -> None:
    drawn = msgspec.structs.replace(DRAWN, genes=(node("one", "two"), node("two", "three")))

    assert DrawnNodes(drawn).ids_of("two") == {"two"}


def test_nodes_are_found_by_the_terms_of_a_gene() -> None:
    assert DrawnNodes(DRAWN).with_terms(["entrez:7157"]) == {"a"}
    assert DrawnNodes(DRAWN).with_terms(["symbol:mdm2", "entrez:1"]) == {"b"}


def test_around_a_node_is_what_touches_it_its_states_and_what_hangs_on_that() -> None:
    near = component_selection.around(DRAWN, {"a"})

    assert lines(near) == ["b-a", "m-on", "to-state"]
    assert nodes(near) == ["a", "b", "c", "m"]
    assert (near.groups, near.unconnected_lines) == ((), 0)


def test_around_a_node_is_what_touches_its_groups() -> None:
    near = component_selection.around(DRAWN, {"e"})

    assert [group.id for group in near.groups] == ["g", "h"]
    assert "to-group" in lines(near)
    assert {"hung", "on-hung"} <= {*lines(near)}
    assert "c-b" not in lines(near)


def test_around_a_line_are_its_ends() -> None:
    near = component_selection.around(DRAWN, {"b-a"})

    assert lines(near) == ["b-a", "m-on"]
    assert nodes(near) == ["a", "b", "m"]


def test_around_names_nothing_that_is_absent() -> None:
    for seed in (*nodes(DRAWN), *lines(DRAWN), "g", "h"):
        near = component_selection.around(DRAWN, {seed})
        known = {*nodes(near), *lines(near), *(group.id for group in near.groups), "s"}
        ends = {end for one in near.interactions for end in (one.source, one.target, one.target_node) if end}
        members = {member for group in near.groups for member in group.members}

        assert ends | {member for member in members if member != "h"} <= known, seed


def test_brief_is_ids_and_labels_and_the_ends_are_named() -> None:
    brief = component_selection.brief(DRAWN)

    assert brief.genes[0] == node("a", "TP53")
    assert brief.groups[1] == Group(id="h", style="Complex", members=("e",))
    ends = {one.id: (one.source_label, one.target_label) for one in brief.interactions}
    assert ends["b-a"] == ("MDM2", "TP53")
    assert ends["to-state"] == ("ATM", "P")
    assert ends["to-group"] == ("far away", "MDM2 + inner + cell")
    assert [(one.references, one.comments) for one in brief.interactions] == [((), ())] * len(brief.interactions)


def test_a_group_in_itself_has_a_name() -> None:
    drawn = msgspec.structs.replace(DRAWN, groups=(Group(id="g", style="Group", members=("g", "a")),))

    assert component_selection.named_ends(drawn)["g"] == "TP53"


def test_a_large_group_is_named_by_its_first_members() -> None:
    members = tuple(node(f"n{number}", f"N{number}") for number in range(8))
    group = Group(id="g", style="Group", members=tuple(one.id for one in members))
    drawn = msgspec.structs.replace(DRAWN, genes=members, groups=(group,))

    assert component_selection.named_ends(drawn)["g"] == "N0 + N1 + N2 + N3 + N4 + N5 and 2 more"


def unchanged(drawn: PathwayComponents) -> PathwayComponents:
    return drawn


def test_what_is_small_is_whole() -> None:
    assert component_selection.limited(DRAWN, lambda: "less", unchanged) is DRAWN


@pytest.mark.parametrize("limit", [700, 1000, 2000, 5000])
def test_lists_are_cut_at_whole_items_and_their_lengths_are_told(limit: int) -> None:
    many = msgspec.structs.replace(
        DRAWN,
        genes=tuple(node(f"n{number}", "a label " * (number % 5)) for number in range(200)),
        interactions=tuple(line(f"l{number}", "a", "b") for number in range(100)),
        guidance="Read.",
    )
    cut = component_selection.limited(many, lambda: "Less.", unchanged, limit)

    assert limit - 350 < json_size(cut) <= limit
    assert cut.guidance == "Read. Less."
    assert {part: total for part, total in cut.totals.items() if part in ("genes", "interactions")} == {
        "genes": 200, "interactions": 100,
    }  # fmt: skip
    assert cut.genes == many.genes[: len(cut.genes)]
    assert cut.interactions == many.interactions[: len(cut.interactions)]
    assert all(len(getattr(cut, part)) < total for part, total in cut.totals.items())


@pytest.mark.parametrize("limit", range(600, 640))
def test_a_list_ends_where_one_more_item_would_be_too_much(limit: int) -> None:
    genes = tuple(node(f"n{number}", "a label") for number in range(100, 200))
    many = PathwayComponents(id="WP:WP1", title="A pathway", organism="Homo sapiens", genes=genes)
    cut = component_selection.limited(many, lambda: "Less.", unchanged, limit)
    longer = msgspec.structs.replace(cut, genes=genes[: len(cut.genes) + 1])

    assert json_size(cut) <= limit <= json_size(longer)
