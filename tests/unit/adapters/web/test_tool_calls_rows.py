"""Rows of lists on the page."""

import pytest

from biofacts.adapters.web.tool_calls import group_of, row, rows, title_of
from biofacts.domain.pathways.pathway import ContainingPathway


def test_a_row_has_the_remark_on_its_item() -> None:
    remark = "Drawn as STK4, but with the identifier of MST1."
    items = [
        ContainingPathway(id="WP:WP4540", title="Hippo", organism="Homo sapiens", matched_on="gene", remark=remark),
        ContainingPathway(id="WP:WP382", title="MAPK", organism="Homo sapiens"),
    ]

    assert [[span.text for span in one.why] for one in rows(items, "pathway")] == [
        ["matched by its gene", "; ", remark], [],
    ]  # fmt: skip


def test_a_row_says_what_is_known_of_its_item_and_why_it_is_there() -> None:
    told = {
        "id": "IUPHAR:86", "name": "haloperidol", "type": "Synthetic organic", "approved": True, "withdrawn": True,
        "primary": True, "actions": ["Antagonist", "Inverse agonist"], "score": 0.9, "unmatched": ["brain", "liver"],
        "evidence": [{"via": "inchi_key", "value": "X", "sources": ["HGNC", "PubChem"]}], "way_count": 3,
        "through": [{"gene": "DRD2", "target": "IUPHAR:215", "actions": ["Antagonist"]}],
    }  # fmt: skip
    one = row(told, "ligand", "a reason")

    assert (one.label, one.place, one.score) == ("haloperidol", "/ligand/IUPHAR:86", 0.9)
    assert one.about == ("Synthetic organic, approved, withdrawn, primary target, Antagonist and Inverse agonist")
    assert "".join(span.text for span in one.why) == (
        "a reason; nothing in it matches brain, liver; inchi key X, according to HGNC and PubChem;"
        " through gene DRD2, target IUPHAR:215 (Antagonist); and 2 other ways"
    )
    assert [span.place for span in one.why if span.place] == ["/?q=DRD2&kind=gene", "/target/IUPHAR:215"]


@pytest.mark.parametrize(
    ("told", "label"),
    [
        ({"id": "1", "name": "n", "title": "t", "symbol": "s"}, "s"), ({"id": "1", "name": "n", "title": "t"}, "t"),
        ({"id": "1", "name": "n"}, "n"), ({"id": "1", "name": ""}, "1"),
    ],
)  # fmt: skip
def test_a_record_is_called_by_the_shortest_of_its_names(told: dict[str, str], label: str) -> None:
    assert title_of(told) == label


@pytest.mark.parametrize(
    ("told", "group"), [({}, "Group"), ({"style": "None"}, "Group"), ({"style": "Complex"}, "Complex")]
)
def test_a_group_has_the_type_that_its_drawing_gives_it(told: dict[str, str], group: str) -> None:
    assert group_of(told) == group
