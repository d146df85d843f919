"""The shortest path in one drawing, with the elements to highlight."""

from biofacts.domain.edges.path_within import path_within
from biofacts.domain.pathways.pathway import DataNode, Group, Interaction, PathwayComponents


def drawing(*lines: Interaction, groups: tuple[Group, ...] = ()) -> PathwayComponents:
    nodes = tuple(DataNode(id=name.lower(), label=name, type="Protein") for name in "ABCZ")
    return PathwayComponents(
        id="WP:WP1", title="x", organism="Homo sapiens", proteins=nodes, interactions=lines, groups=groups
    )


def line(name: str, source: str, target: str, **others: object) -> Interaction:
    given = {"type": "activation", "arrow": "Arrow", **others}
    return Interaction(id=name, source=source, target=target, **given)  # type: ignore[arg-type]  # pyright: ignore


def test_the_nodes_and_lines_of_the_shortest_path_are_found() -> None:
    found = path_within(drawing(line("1", "a", "b"), line("2", "b", "z"), line("3", "a", "c")), {"a"}, {"z"})

    assert found is not None
    assert found.elements == {"a", "1", "b", "2", "z"}
    assert found.name == "A \u2192 B \u2192 Z"


def test_a_step_onto_a_line_highlights_that_line_too() -> None:
    enzyme = line("2", "a", "1", type="catalysis", arrow="mim-catalysis", target_kind="interaction")

    found = path_within(drawing(line("1", "b", "z"), enzyme), {"a"}, {"z"})

    assert found is not None
    assert found.elements == {"a", "2", "1", "z"}


def test_members_of_groups_are_ends() -> None:
    group = Group(id="g", style="Group", members=("a", "b"))

    found = path_within(drawing(line("1", "g", "z", source_kind="group"), groups=(group,)), {"b"}, {"z"})

    assert found is not None
    assert found.elements == {"b", "1", "z"}


def test_a_label_is_an_end() -> None:
    death = line("1", "a", "l", target_kind="label", target_label="Death")

    found = path_within(drawing(death), {"a"}, {"l"})

    assert found is not None
    assert found.elements == {"a", "1", "l"}


def test_there_is_no_path_against_the_arrows() -> None:
    assert path_within(drawing(line("1", "z", "a")), {"a"}, {"z"}) is None
