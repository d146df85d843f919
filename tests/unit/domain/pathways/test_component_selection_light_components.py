"""Components as agents get them."""

from typing import Any

import msgspec

from biofacts.domain.pathways.component_selection import PARTS, labelled, light
from biofacts.domain.pathways.pathway import DataNode, Detail, Group, Interaction, Member, NodeType, PathwayComponents


def gene(id: str, label: str, kind: NodeType = "Gene", **mapped: Any) -> DataNode:
    return DataNode(
        id=id, label=label, type=kind, database="Ensembl", identifier=f"ENSG-{id}", cross_references=mapped,
        comments=("Noted.",),
    )  # fmt: skip


DRAWN = PathwayComponents(
    id="WP:WP1",
    title="One",
    organism="Homo sapiens",
    genes=(
        gene("a", "TP53", hgnc_symbol="TP53", entrez="7157"),
        gene("b", "p38", hgnc_symbol="MAPK14", entrez="1432"),
        gene("c", "let-7", "Rna"),
    ),
    metabolites=(DataNode(id="m", label="ATP", type="Metabolite", cross_references={"chebi": "CHEBI:15422"}),),
    interactions=(
        Interaction(id="1", source="a", target="g", type="inhibition", arrow="TBar", target_kind="group"),
        Interaction(id="2", source="b", target="c", type="inhibition", arrow="TBar", comments=("Noted.",)),
        Interaction(id="3", source="m", target="1", type="catalysis", arrow="Arrow", target_kind="interaction"),
        Interaction(id="4", source="t", target="a", type="inhibition", arrow="mim-inhibition", source_kind="label",
                    source_label="stress", style="dashed", graphical=True),
    ),
    groups=(
        Group(id="g", style="Group", members=("b", "c"), other_members=(Member(id="t", kind="label"),)),
        Group(id="h", style="Complex", members=("a",)),
        Group(id="i", style="Group", members=("a", "m")),
    ),
    unconnected_lines=3,
)  # fmt: skip


def shown(detail: Detail, drawn: PathwayComponents = DRAWN) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(light(drawn, detail))
    return found


def test_what_rows_share_is_said_once() -> None:
    found = shown("full")

    assert found["same"] == {"genes": {"type": "Gene", "database": "Ensembl"}, "groups": {"style": "Group"}}
    assert found["arrows"] == {"inhibition": "TBar", "catalysis": "Arrow"}
    assert found["genes"][2] == {
        "id": "c", "label": "let-7", "type": "Rna", "identifier": "ENSG-c", "comments": ("Noted.",)
    }  # fmt: skip
    assert [line.get("arrow") for line in found["interactions"]] == [None, None, None, "mim-inhibition"]
    assert [group.get("style") for group in found["groups"]] == [None, "Complex", None]


def test_a_symbol_is_said_where_the_label_is_another_and_the_rest_is_counted() -> None:
    found = shown("full")

    assert [node.get("cross_references") for node in found["genes"]] == [None, {"hgnc_symbol": "MAPK14"}, None]
    assert "cross_references" not in found["metabolites"][0]
    assert found["left_out"] == {"cross_references": 4}


def test_all_has_everything_that_is_drawn_and_mapped() -> None:
    """Whoever fills in `same` and `arrows` has the components, item for item."""
    found = shown("all")
    same, arrows = found.pop("same"), found.pop("arrows")
    for part in PARTS:
        found[part] = [{**same.get(part, {}), **row} for row in found.get(part, ())]
    found["interactions"] = [{"arrow": arrows[row["type"]], **row} for row in found["interactions"]]

    assert msgspec.convert(found, PathwayComponents) == DRAWN


def test_types_that_are_not_all_the_same_are_said_in_every_interaction() -> None:
    same = msgspec.structs.replace(DRAWN, interactions=DRAWN.interactions[:2])

    assert [line["type"] for line in shown("full")["interactions"]] == [line.type for line in DRAWN.interactions]
    assert shown("full", same)["same"]["interactions"] == {"type": "inhibition"}


def test_brief_is_ids_and_labels_and_an_end_is_one_of_these() -> None:
    assert shown("brief") == {
        "id": "WP:WP1", "title": "One", "organism": "Homo sapiens", "unconnected_lines": 3,
        "genes": (
            {"id": "a", "label": "TP53"}, {"id": "b", "label": "p38"}, {"id": "c", "label": "let-7", "type": "Rna"}
        ),
        "metabolites": ({"id": "m", "label": "ATP"},),
        "interactions": (
            {"id": "1", "source": "a", "target": "g", "type": "inhibition"},
            {"source": "b", "target": "c", "type": "inhibition"},
            {"source": "m", "target": "1", "type": "catalysis"},
            {"target": "a", "source_label": "stress", "type": "inhibition", "style": "dashed", "graphical": True},
        ),
        "groups": (
            {"id": "g", "members": ("b", "c")}, {"id": "h", "members": ("a",)}, {"id": "i", "members": ("a", "m")}
        ),
    }  # fmt: skip


def test_ends_and_members_that_are_not_listed_have_their_labels_in_brief() -> None:
    found = shown("brief", labelled(DRAWN))

    assert found["interactions"][0] == {
        "id": "1", "source_label": "TP53", "target_label": "p38 + let-7", "type": "inhibition"
    }  # fmt: skip
    assert found["groups"][2] == {"id": "i", "member_labels": ("TP53", "ATP")}


def test_what_is_alone_is_said_where_it_is() -> None:
    alone = msgspec.structs.replace(DRAWN, genes=DRAWN.genes[:1], groups=DRAWN.groups[:1])
    found = shown("full", alone)

    assert "same" not in found
    assert found["genes"][0]["type"] == "Gene"
