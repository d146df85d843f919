"""Interactions as entries: nothing is lost on the way into a record and back."""

from biofacts.adapters.local.catalogue_entries.edges import (
    UnpackedEdges,
    compound_entry,
    compounds_of,
    doubtful_entry,
    drawing_entry,
    is_drawing,
)
from biofacts.domain.edges.edge import DrawnEdge, GraphNode, TouchedLine

P53 = GraphNode("HGNC:11998", "p53", "gene")
MDM2 = GraphNode("HGNC:6973", "MDM2", "gene")
BOTH = GraphNode("complex:HGNC:11998+HGNC:6973", "p53 + MDM2", "complex", members=(P53, MDM2))
PHOSPHORYLATED = GraphNode("HGNC:11998", "p53", "gene", state="P")
PLAIN = DrawnEdge(
    pathway="WP:WP254", organism="Homo sapiens", line="a", sources=(MDM2,), targets=(P53,), effect="inhibits", sign="-"
)
RICH = DrawnEdge(
    pathway="WP:WP254",
    organism="Homo sapiens",
    line="b",
    sources=(BOTH, PHOSPHORYLATED),
    targets=(P53,),
    effect="other",
    directed=False,
    source_via="group",
    target_via="interaction",
    acts_on=TouchedLine("a", ("MDM2",), "inhibits", ("p53",), "-"),
    begins_at=TouchedLine("c", (), "converts", ()),
    dashed=True,
    graphical=True,
    references=("17", "18"),
    identifier="Rhea:1",
)


def test_interactions_are_unpacked_as_they_were() -> None:
    entry = drawing_entry([PLAIN, RICH])

    assert UnpackedEdges(entry.record).all() == [PLAIN, RICH]
    assert (entry.key, entry.category, entry.exact_terms) == (
        "WP254", "Homo sapiens", ["HGNC:11998", "HGNC:6973", "complex:HGNC:11998+HGNC:6973"],
    )  # fmt: skip


def test_interactions_are_found_by_nodes_members_and_lines() -> None:
    unpacked = UnpackedEdges(drawing_entry([PLAIN, RICH]).record)

    assert unpacked.touching([BOTH.id]) == [RICH]
    assert unpacked.touching([MDM2.id]) == unpacked.touching([MDM2.id, P53.id]) == [PLAIN, RICH]
    assert unpacked.touching(["HGNC:1"]) == []
    assert unpacked.of_lines(["b", "d"]) == [RICH]
    assert unpacked.acting(["a", "b"]) == {"a": [RICH]}
    assert unpacked.acting(["c"]) == {"c": [RICH]}


def test_a_compound_is_an_entry_of_its_own() -> None:
    entry = compound_entry("PubChem:CID5957", {"CHEBI:15422"})

    assert compounds_of([entry.key]) == {"PubChem:CID5957"}
    others = entry.key, doubtful_entry("HGNC:1", {}).key
    assert [is_drawing(key) for key in (*others, "WP254")] == [False, False, True]
    assert entry.exact_terms == ["compound:CHEBI:15422", "compound:PubChem:CID5957"]
